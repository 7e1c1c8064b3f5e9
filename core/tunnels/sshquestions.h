// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/platform/secret.h"

#include <QProcessEnvironment>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockmaster {

/** What an `ssh` wants to know before it goes on. */
struct SshQuestion {
    enum class Kind : quint8 {
        Secret,  ///< a password, a passphrase, a code: what is typed is not shown
        HostKey, ///< whether the fingerprint in the text is the host's
        Confirm, ///< whether a key may be used
    };
    quint64 id = 0;
    Kind kind = Kind::Secret;
    QString host; ///< of the profile
    QString text; ///< ssh's own words, some of which the other side chose: literally, bounded
};

/** Who asks the operator. Both are called on any thread, and return at once. */
struct SshAsker {
    std::function<void(const SshQuestion &)> ask;
    std::function<void(quint64 id)> withdraw; ///< nobody waits for the answer any more
};

/**
 * From now on questions are asked by it; without one, every question is refused. A window's. An
 * empty one takes it away.
 */
void setSshAsker(SshAsker asker);
/** None: refused. A question that was withdrawn is left alone. Any thread. */
void answerSsh(quint64 id, const std::optional<Secret> &answer);

/** Where one `ssh`, and those that it starts for its jumps, bring their questions. */
class SshQuestions
{
public:
    /** `host`: whom the questions are about. Errors: Config. */
    static Result<std::unique_ptr<SshQuestions>> listenAt(const QString &path, const QString &host);
    ~SshQuestions();
    SshQuestions(const SshQuestions &) = delete;
    SshQuestions &operator=(const SshQuestions &) = delete;

    static bool areAnswered();

    /** Makes this very program the one that `ssh` asks by. */
    void introduce(QProcessEnvironment &environment) const;
    int descriptor() const { return m_listener; }
    /** Hears one. True where somebody was asked. */
    bool take();
    /** The last one that was refused; empty: none. */
    QString refused() const;

private:
    SshQuestions(QString path, QString host, int listener);

    const QString m_path;
    const QString m_host;
    const int m_listener;
    std::vector<quint64> m_asked;
    QString m_refused; ///< without anybody to ask
};

/**
 * For the beginning of `main()`: where this process was started by `ssh` to ask a question, asks it
 * of the program that started `ssh`, and returns what to exit with. None: it was not.
 */
std::optional<int> askedBySsh(int argc, char **argv);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/tunnels/sshquestions.h"

#include "core/text/words.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockmaster {

namespace {

constexpr auto placeVariable = "LOCKMASTER_ASKED_BY_SSH";
constexpr qsizetype longestQuestion = 4096;
constexpr qsizetype longestAnswer = 4096;
constexpr int patienceMs = 1000; ///< for a program of ours to say what it has to
constexpr char isAnswer = 'y';

struct Desk {
    std::mutex mutex;
    SshAsker asker;
    quint64 count = 0;
    std::map<quint64, int> open; ///< by number, who waits for the answer
};

Desk &desk()
{
    static Desk desk;
    return desk;
}

std::optional<sockaddr_un> addressOf(const QByteArray &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.isEmpty() || size_t(path.size()) >= sizeof address.sun_path)
        return std::nullopt;
    std::memcpy(address.sun_path, path.constData(), size_t(path.size()));
    return address;
}

/** All that comes until the other one has said everything, within bounds. */
QByteArray heard(int socket, qsizetype most, int patience)
{
    QByteArray text;
    std::array<char, 512> chunk; // NOLINT(cppcoreguidelines-pro-type-member-init)
    pollfd waited{socket, POLLIN, 0};
    while (text.size() < most && ::poll(&waited, 1, patience) > 0) {
        const ssize_t got = ::read(socket, chunk.data(), chunk.size());
        if (got <= 0)
            break;
        text.append(chunk.data(), got);
    }
    std::fill(chunk.begin(), chunk.end(), '\0');
    return text;
}

bool say(int socket, const QByteArray &text)
{
    return ::send(socket, text.constData(), size_t(text.size()), MSG_NOSIGNAL) == text.size();
}

SshQuestion::Kind kindOf(const QByteArray &hint, const QString &text)
{
    // A host's own question has the host's name before it.
    if (text.startsWith(QLatin1StringView("The authenticity of host ")))
        return SshQuestion::Kind::HostKey;
    return hint == "confirm" ? SshQuestion::Kind::Confirm : SshQuestion::Kind::Secret;
}

} // namespace

void setSshAsker(SshAsker asker)
{
    const std::lock_guard lock(desk().mutex);
    desk().asker = std::move(asker);
}

void answerSsh(quint64 id, const std::optional<Secret> &answer)
{
    const std::lock_guard lock(desk().mutex);
    const auto found = desk().open.find(id);
    if (found == desk().open.end())
        return;
    if (answer) {
        QByteArray text = isAnswer + answer->reveal();
        say(found->second, text);
        text.fill('\0');
    }
    ::close(found->second);
    desk().open.erase(found);
}

bool SshQuestions::areAnswered()
{
    const std::lock_guard lock(desk().mutex);
    return bool(desk().asker.ask);
}

Result<std::unique_ptr<SshQuestions>> SshQuestions::listenAt(const QString &path,
                                                             const QString &host)
{
    const auto address = addressOf(QFile::encodeName(path));
    const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (address && listener >= 0
        && ::bind(listener, reinterpret_cast<const sockaddr *>(&*address), sizeof *address) == 0
        && ::listen(listener, 4) == 0)
        return std::unique_ptr<SshQuestions>(new SshQuestions(path, host, listener));
    const QString why = QString::fromLocal8Bit(std::strerror(errno));
    if (listener >= 0)
        ::close(listener);
    return failure(ErrorKind::Config, Words::tr("%1 cannot be listened at: %2.").arg(path, why),
                   Words::tr("Make room there, or set XDG_RUNTIME_DIR."));
}

SshQuestions::SshQuestions(QString path, QString host, int listener)
    : m_path(std::move(path)), m_host(std::move(host)), m_listener(listener)
{
}

SshQuestions::~SshQuestions()
{
    ::close(m_listener);
    for (const quint64 id : m_asked) {
        std::function<void(quint64)> withdraw;
        {
            const std::lock_guard lock(desk().mutex);
            const auto found = desk().open.find(id);
            if (found == desk().open.end())
                continue;
            ::close(found->second);
            desk().open.erase(found);
            withdraw = desk().asker.withdraw;
        }
        if (withdraw)
            withdraw(id);
    }
}

void SshQuestions::introduce(QProcessEnvironment &environment) const
{
    environment.insert(QStringLiteral("SSH_ASKPASS"),
                       QFile::symLinkTarget(QStringLiteral("/proc/self/exe")));
    environment.insert(QStringLiteral("SSH_ASKPASS_REQUIRE"), QStringLiteral("force"));
    environment.insert(QString::fromLatin1(placeVariable), m_path);
}

bool SshQuestions::take()
{
    const int socket = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0)
        return false;
    const QByteArray said = heard(socket, longestQuestion, patienceMs);
    const qsizetype end = std::max<qsizetype>(said.indexOf('\0'), 0);
    const QByteArray hint = said.first(end);
    SshQuestion question;
    question.host = m_host;
    question.text = QString::fromUtf8(said.mid(end + 1)).trimmed();
    question.kind = kindOf(hint, question.text);
    std::function<void(const SshQuestion &)> ask;
    // No answer is waited for where a key only wants to be touched.
    if (!question.text.isEmpty() && hint != "none") {
        const std::lock_guard lock(desk().mutex);
        ask = desk().asker.ask;
        if (ask) {
            question.id = ++desk().count;
            desk().open.emplace(question.id, socket);
            m_asked.push_back(question.id);
        }
    }
    m_refused = question.text;
    if (!ask) {
        ::close(socket);
        return false;
    }
    ask(question);
    return true;
}

QString SshQuestions::refused() const
{
    return m_refused;
}

std::optional<int> askedBySsh(int argc, char **argv)
{
    const char *const place = std::getenv(placeVariable);
    const char *const hint = std::getenv("SSH_ASKPASS_PROMPT");
    if (!place || argc != 2)
        return std::nullopt;
    const auto address = addressOf(place);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (!address || socket < 0
        || ::connect(socket, reinterpret_cast<const sockaddr *>(&*address), sizeof *address) != 0)
        return 1;
    const QByteArray question =
        QByteArray(hint ? hint : "") + '\0' + QByteArray(argv[1]).left(longestQuestion - 64);
    if (!say(socket, question) || ::shutdown(socket, SHUT_WR) != 0)
        return 1;
    constexpr int asLongAsItTakes = -1;
    QByteArray answer = heard(socket, longestAnswer, asLongAsItTakes);
    if (!answer.startsWith(isAnswer))
        return 1;
    QByteArray line = answer.mid(1) + '\n';
    const bool isTold =
        ::write(STDOUT_FILENO, line.constData(), size_t(line.size())) == line.size();
    answer.fill('\0');
    line.fill('\0');
    return isTold ? 0 : 1;
}

} // namespace lockmaster

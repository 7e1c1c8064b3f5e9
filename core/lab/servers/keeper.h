// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/domain/result.h"

#include <QHash>
#include <QStringList>

#include <memory>
#include <mutex>
#include <optional>

namespace lockmaster {

/**
 * A keeper process and its temporary directory: whatever is run through it ends, and the directory
 * goes, when this object or the whole program is gone, `kill -9` included. (The keeper lives in a
 * session of its own and holds a socket to us; when that closes, it cleans up. Should the keeper
 * itself be killed, its children go with it, and the directory is removed here or, at the latest,
 * by the next keeper that starts.)
 *
 * The program of the keeper is `lockmaster-lab`: the one that the environment variable
 * `LOCKMASTER_LAB` names, otherwise `libexec/lockmaster/lockmaster-lab` in the nearest parent (at
 * most five up) of the running program's directory - the install tree and the build tree have the
 * same shape - and only if root or this user owns it.
 *
 * Blocking. Any thread: experiments that share a sandbox share its keeper.
 */
class Keeper
{
public:
    /** A process that the keeper runs. */
    struct Child {
        qint64 pid = 0;
        std::optional<int> exitCode; ///< set once it ended; 128 + n for signal n
    };

    /** Errors: NotFound (no `lockmaster-lab`), Denied (no directory could be made), Timeout. */
    static Result<std::shared_ptr<Keeper>> start(Millis timeout = Millis(10000));
    ~Keeper();
    Keeper(const Keeper &) = delete;
    Keeper &operator=(const Keeper &) = delete;

    /** 0700, and its path is short enough for sockets in it. */
    QString directory() const { return m_directory; }
    qint64 pid() const { return m_pid; }

    /**
     * Runs a program in the directory, its output appended to `logName` there. Never put a secret
     * into `arguments`: every user of the machine can read them.
     * @return the id for the calls below. Errors: Timeout, Network (the keeper is gone).
     */
    Result<int> run(const QString &program, const QStringList &arguments, const QString &logName);

    /** Runs another part of `lockmaster-lab`, e.g. `traffic`. */
    Result<int> runLab(const QStringList &arguments, const QString &logName);

    /** How the child is now. A child of a dead keeper has ended. */
    Child child(int id);
    /** Waits until it ended. @return its exit code; none when it still runs at the deadline. */
    std::optional<int> waitForExit(int id, SteadyTime deadline);
    /** Sends a signal to the child and everything it started. */
    void signal(int id, int signalNumber);

    /** Writes a file into the directory, 0600. Errors: Denied. */
    Result<QString> writeFile(const QString &name, const QByteArray &bytes) const;
    /** What a log says went wrong, for an error's text: its last errors, or just its end. */
    QString lastWords(const QString &logName) const;

private:
    Keeper(QString labProgram, int socket, qint64 pid);
    void awaitEnd();
    bool send(const QByteArrayList &words);
    void receive(Millis wait);
    void handle(const QByteArray &line); ///< under the mutex
    bool gone() const;
    int nextId();
    std::optional<Child> known(int id) const;

    QString m_labProgram;
    int m_socket = -1;
    qint64 m_pid = 0;
    QString m_directory;        ///< does not change after `start`
    mutable std::mutex m_mutex; ///< for all that follows
    int m_nextId = 1;
    bool m_gone = false;
    QByteArray m_input;
    QHash<int, Child> m_children;
};

/** A word nobody guesses: 32 characters of `A-Za-z0-9_-`, from the system's random source. */
QByteArray randomPassword();

/** A TCP port on 127.0.0.1 that was free a moment ago; 0 where there is none. */
quint16 freeLoopbackPort();

} // namespace lockmaster

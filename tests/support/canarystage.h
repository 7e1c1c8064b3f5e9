// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/servers/privatemariadb.h"
#include "tests/support/privateredis.h"

#include <QProcess>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace lockmaster::test {

/** The password that must be nowhere: another for each run, and with what needs an escape in it. */
const QByteArray &canary();

/** Whether the password, or what it becomes on the way, is in it. */
bool tells(const QByteArray &bytes);

/** Two servers with an account of that password, and a home for the programs that use it. */
class CanaryStage
{
public:
    /** Starts the servers, with TLS besides where certificates are given; whoever calls it asked
     * for Redis already. */
    Result<void> start(const std::optional<TestCertificates> &tls = std::nullopt);
    /** An empty home, and locks as at first. */
    void begin();

    quint16 port(bool redis) const;
    PrivateMariaDb &mariaDb() { return *m_mariaDb; }
    PrivateRedis &redis() { return *m_redis; }
    /** The URL of a server, with this password (percent-encoded) and these options (`&name=value`).
     */
    QString url(bool redis, const QString &password, const QString &more = {}) const;
    /** A file outside the home, for its owner alone. */
    QString written(const QString &name, const QByteArray &text);
    QString given(const QString &name) const { return m_given.filePath(name); }
    QString inHome(const QString &name) const { return m_home->filePath(name); }
    /** What a program needs to live in the home: `NAME=value`. */
    QStringList environment() const;

    /** Runs every command that connects. @return everything they printed. */
    QByteArray runEverything(bool redis, const QStringList &backend, const QStringList &settings,
                             bool works) const;
    /** The window's program until it has written its picture. @return what it printed. */
    QByteArray runWindow(const QStringList &backends, const QStringList &settings) const;
    /** The window's program, left running; killed with the object. */
    std::unique_ptr<QProcess> startWindow(const QStringList &arguments,
                                          const QStringList &settings) const;
    /** The first file of the home that tells the password; empty: none. */
    QString fileThatTells() const;

private:
    std::unique_ptr<PrivateMariaDb> m_mariaDb;
    std::unique_ptr<PrivateRedis> m_redis;
    QTemporaryDir m_given; ///< files that hold the password because somebody put it there
    std::unique_ptr<QTemporaryDir> m_home;
};

/** The window's program, where it was built. */
QString windowProgram();

/** The arguments that everybody can read of a process. */
QByteArray argumentsOf(qint64 process);

/** How a program started with `arguments` ended by `signal`, sent once it is `ready`. */
int statusAfter(int signal, const QStringList &arguments, const QStringList &settings,
                const std::function<bool()> &ready);

/** Why this machine writes no core dumps at all; empty where it does. */
QString noCoreDumps();

} // namespace lockmaster::test

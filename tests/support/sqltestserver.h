// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/endpoint.h"

#include <QMetaType>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>
#include <vector>

namespace lockmaster::test {

/**
 * A MySQL-like server to test against: one started here in a directory of its own, which goes with
 * this object, or one that is there already and named by a URL.
 *
 * Blocking; lives on the thread that started it.
 */
class LiveSqlServer
{
public:
    /**
     * A private MariaDB with METADATA_LOCK_INFO and performance_schema; null and `why` if not. It
     * is ours; where we are root it may be another account's.
     */
    static std::unique_ptr<LiveSqlServer>
    startMariaDb(QString *why, const QStringList &arguments = rich(), const QString &account = {});
    /** The Oracle MySQL in the directory tree `root`, by chroot. */
    static std::unique_ptr<LiveSqlServer> startMySql(const QString &root, QString *why,
                                                     const QStringList &arguments = {});
    static std::unique_ptr<LiveSqlServer> at(const QString &url, QString *why);
    ~LiveSqlServer();

    /** What makes a MariaDB tell all it can. */
    static QStringList rich();

    QString name() const { return m_name; } ///< `mariadb`, `mysql`, `db1:3306`
    bool isMariaDb() const { return m_mariaDb; }
    bool isOurs() const { return m_process != nullptr; } ///< may be stopped, and loaded at will

    /** Over TCP, as `user`; the administrator by default. */
    Endpoint endpoint(const QString &user = {}, const QByteArray &password = {}) const;
    BackendSpec spec(const QString &user = {}) const;
    QString socketPath() const { return m_admin.socketPath; } ///< empty where it is not ours

    /** 0 where it is not ours. Under a chroot, the server and not its starter: it has replaced it.
     */
    qint64 processId() const { return m_process ? m_process->processId() : 0; }
    /** Stops the process in its tracks, all of its threads, as a hung host would; and lets it go
     * on. */
    void freeze();
    void thaw();
    /** `kill -9`; `restart()` brings it back. */
    void kill();

    /** The same server, data and port, with a new process. */
    bool restart(QString *why);

private:
    LiveSqlServer() = default;
    bool start(QString *why);
    void stop();

    QString m_name;
    bool m_mariaDb = true;
    Endpoint m_admin;
    QString m_program;
    QStringList m_arguments;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<QProcess> m_process;
};

/**
 * Every server that SQL tests run against, started once in a test program: MariaDB always, the
 * MySQL in `LOCKMASTER_TEST_MYSQL_ROOT`, and those in `LOCKMASTER_TEST_MYSQL_URLS` (separated by
 * commas; an administrator's account each).
 */
class SqlServers
{
public:
    SqlServers();
    /** In `initTestCase_data`: the column `server` and a row for each. */
    void addRows() const;
    /** Empty if all that were asked for are there. */
    QString missing() const { return m_missing.join(QLatin1Char(' ')); }
    const std::vector<std::unique_ptr<LiveSqlServer>> &all() const { return m_servers; }

private:
    std::vector<std::unique_ptr<LiveSqlServer>> m_servers;
    QStringList m_missing;
};

} // namespace lockmaster::test

Q_DECLARE_METATYPE(lockmaster::test::LiveSqlServer *)

/** In `initTestCase`: skips the program where no server is there; under CI that is a failure. */
#define REQUIRE_SQL_SERVERS(servers)                                                               \
    do {                                                                                           \
        if (qEnvironmentVariableIsSet("CI"))                                                       \
            QVERIFY2((servers).missing().isEmpty(), qPrintable((servers).missing()));              \
        else if ((servers).all().empty())                                                          \
            QSKIP(qPrintable((servers).missing()));                                                \
        else if (!(servers).missing().isEmpty())                                                   \
            qWarning("%s", qPrintable((servers).missing()));                                       \
    } while (false)

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/lab/servers/keeper.h"

namespace lockmaster {

/**
 * A MariaDB of our own: a fresh data directory, 127.0.0.1 with a random free port and a unix
 * socket, one administrator with a random password. Up in about a second; gone with this object or
 * with the program, however it ends (`Keeper`). Nothing in it survives: it is tuned for speed.
 *
 * In a test:
 *
 *     auto server = PrivateMariaDb::start({.initSql = "CREATE DATABASE shop; ..."});
 *     if (!server) QSKIP(...);   // kind NotFound: not installed
 *     auto connection = SqlConnection::open(
 *         endpointOf((*server)->spec(), (*server)->adminPassword()), deadline);
 *
 * Blocking; use it on any one thread at a time.
 */
class PrivateMariaDb
{
public:
    struct Options {
        bool metadataLockInfo = true;  ///< the plugin METADATA_LOCK_INFO
        bool performanceSchema = true; ///< with metadata locks and statement history on
        QString initSql = {};          ///< statements, run as administrator before `start` returns
        QStringList arguments = {};    ///< more server arguments; they win over ours
        QString tlsCa = {};            ///< PEM files; TLS is offered, not required
        QString tlsCert = {};
        QString tlsKey = {};
        Millis timeout{60000};
        std::shared_ptr<Keeper> keeper = {}; ///< shared with other servers; null: one of its own
    };

    /** Errors: NotFound (not installed, remedy), Timeout, Config (it ended by itself; its last
     * words, or what `initSql` was refused for), and those of `Keeper::start`. */
    static Result<std::unique_ptr<PrivateMariaDb>> start(const Options &options);
    ~PrivateMariaDb();
    PrivateMariaDb(const PrivateMariaDb &) = delete;
    PrivateMariaDb &operator=(const PrivateMariaDb &) = delete;

    quint16 port() const { return m_port; }
    QString socketPath() const;
    QString directory() const { return m_keeper->directory(); }
    qint64 pid() const { return m_keeper->child(m_child).pid; }
    bool hasEnded() const { return m_keeper->child(m_child).exitCode.has_value(); } ///< no waiting

    /** All privileges, from anywhere on this machine. */
    static QString adminUser() { return QStringLiteral("root"); }
    Secret adminPassword() const { return m_password; }

    /** Over TCP, as administrator, with a password file. Change user, database etc. as needed. */
    BackendSpec spec(const QString &name = QStringLiteral("mariadb")) const;

    /** Runs statements as administrator. Errors: Config with the server's words and number. */
    Result<void> run(const QString &sql);

    void kill();            ///< at once (SIGKILL); the data stay for `restart`
    Result<void> restart(); ///< same port, same data, after `kill`
    void freeze();          ///< SIGSTOP: accepts connections, answers nothing
    void thaw();

private:
    PrivateMariaDb() = default;
    Result<void> install(const Options &options);
    Result<void> launch(SteadyTime deadline);
    bool waitUntilUp(SteadyTime deadline);
    QStringList arguments() const;
    QString log() const { return QStringLiteral("mariadb.log"); }

    Options m_options;
    std::shared_ptr<Keeper> m_keeper;
    QString m_program;
    Secret m_password;
    QString m_passwordFile;
    quint16 m_port = 0;
    int m_child = 0;
};

} // namespace lockmaster

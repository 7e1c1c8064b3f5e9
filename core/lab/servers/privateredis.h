// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/lab/servers/keeper.h"

namespace lockmaster {

/**
 * A Redis of our own: 127.0.0.1 with a random free port and a unix socket, a random password,
 * nothing written to disk. Up in a tenth of a second; gone with this object or with the program,
 * however it ends (`Keeper`).
 *
 * In a test:
 *
 *     auto server = PrivateRedis::start({.users = {"reader on >secret ~* +@read"}});
 *     if (!server) QSKIP(...);   // kind NotFound: not installed
 *     auto connection = RedisConnection::open(
 *         endpointOf((*server)->spec(), (*server)->adminPassword()), deadline);
 *
 * Blocking; use it on any one thread at a time.
 */
class PrivateRedis
{
public:
    struct Options {
        bool password = true;            ///< of the default user
        QByteArrayList users = {};       ///< ACL rules: `name on >password ~* &* +@all`
        QByteArrayList configLines = {}; ///< more lines of redis.conf; they win over ours
        QString tlsCa = {};              ///< PEM files: opens `tlsPort()` as well
        QString tlsCert = {};
        QString tlsKey = {};
        bool tlsClientCertificates = false; ///< clients must show one
        QString program = {};               ///< another server than the `redis-server` found
        Millis timeout{20000};
        std::shared_ptr<Keeper> keeper = {}; ///< shared with other servers; null: one of its own
    };

    /** Errors: NotFound (not installed, remedy), Timeout, Config (it ended by itself; its last
     * words), and those of `Keeper::start`. */
    static Result<std::unique_ptr<PrivateRedis>> start(const Options &options);
    ~PrivateRedis();
    PrivateRedis(const PrivateRedis &) = delete;
    PrivateRedis &operator=(const PrivateRedis &) = delete;

    quint16 port() const { return m_port; }
    quint16 tlsPort() const { return m_tlsPort; } ///< 0 without TLS files
    QString socketPath() const;
    QString directory() const { return m_keeper->directory(); }
    qint64 pid() const { return m_keeper->child(m_child).pid; }
    bool hasEnded() const { return m_keeper->child(m_child).exitCode.has_value(); } ///< no waiting

    /** The default user's; it may do everything. */
    Secret adminPassword() const { return m_password; }

    /** Over TCP in plaintext, as the default user, with a password file. */
    BackendSpec spec(const QString &name = QStringLiteral("redis")) const;

    void kill();            ///< at once (SIGKILL)
    Result<void> restart(); ///< same ports, after `kill`; empty
    void freeze();          ///< SIGSTOP: accepts connections, answers nothing
    void thaw();

private:
    PrivateRedis() = default;
    Result<void> launch(SteadyTime deadline);
    bool waitUntilUp(SteadyTime deadline);
    QByteArray config() const;
    QString file(const char *suffix) const;

    Options m_options;
    std::shared_ptr<Keeper> m_keeper;
    QString m_program;
    QString m_stem; ///< several may share a keeper
    Secret m_password;
    QString m_passwordFile;
    quint16 m_port = 0;
    quint16 m_tlsPort = 0;
    int m_child = 0;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/redis/redisreply.h"

#include <QProcess>
#include <QTemporaryDir>

#include <chrono>
#include <memory>

namespace lockmaster::test {

/**
 * Takes an unsigned lock as `SET name value PX lifetime` does, but never to a full second, at
 * which one in a thousand of those would end: what ends there is not told from its next holder.
 */
RedisCommand lockKey(const QByteArray &name, const QByteArray &value,
                     std::chrono::milliseconds lifetime);

/** Certificates made by openssl in a directory: two authorities and what they signed. */
struct TestCertificates {
    QString ca;        ///< signed everything but `foreign...`
    QString foreignCa; ///< signed nothing but itself
    QString foreignKey;
    QString cert; ///< for 127.0.0.1 and localhost
    QString key;
    QString otherHostCert; ///< for other.example
    QString otherHostKey;
    QString expiredCert; ///< for 127.0.0.1, ended in 2020
    QString expiredKey;
    QString clientCert;
    QString clientKey;

    /** Nothing where openssl is missing. */
    static std::optional<TestCertificates> make(const QString &directory);
};

/**
 * A private redis-server (or what `LOCKMASTER_TEST_REDIS_SERVER` names) on a random loopback port
 * and a unix socket, in a temporary directory. Ended, and everything removed, by the destructor.
 */
class PrivateRedis
{
public:
    struct Options {
        QByteArray password = {};
        QList<QByteArray> lines = {};             ///< more of redis.conf
        std::optional<TestCertificates> tls = {}; ///< `cert` and `key` of it on `tlsPort()`
        bool clientCertificates = false;
    };

    /** Empty where no server program is installed. */
    static QString program();
    /** Null where it would not start; the reason is logged. */
    static std::unique_ptr<PrivateRedis> start(const Options &options);
    static std::unique_ptr<PrivateRedis> start() { return start(Options{}); }
    ~PrivateRedis();

    quint16 port() const { return m_port; }
    quint16 tlsPort() const { return m_tlsPort; }
    QString socketPath() const { return m_directory.filePath(QStringLiteral("s")); }
    qint64 processId() const { return m_process.processId(); }

    /** The default user over TCP, password included (as from a URL). */
    BackendSpec spec() const;

    /** As the default user; fails the test's process on errors: for setting the stage. */
    RedisReply run(const RedisCommand &command);
    std::vector<RedisReply> runAll(const std::vector<RedisCommand> &commands);

    void kill(); ///< SIGKILL; `restart()` brings it back
    /** Killed and started anew on the same port: everything in it is gone. @return it is up. */
    bool restart();
    void stop();   ///< SIGSTOP
    void resume(); ///< SIGCONT

private:
    PrivateRedis() = default;
    bool launch(const Options &options);
    bool startProcess();

    QTemporaryDir m_directory;
    QProcess m_process;
    QByteArray m_password;
    quint16 m_port = 0;
    quint16 m_tlsPort = 0;
};

/** What a server that neither follows nor is followed tells of that, as it is sent. */
QByteArray followersAnswer(PrivateRedis &server);

/** Skips the running test where there is no redis-server; fails it in CI. */
#define LOCKMASTER_NEEDS_REDIS()                                                                   \
    do {                                                                                           \
        if (lockmaster::test::PrivateRedis::program().isEmpty()) {                                 \
            if (qEnvironmentVariableIsSet("CI"))                                                   \
                QFAIL("redis-server is not installed");                                            \
            QSKIP("redis-server is not installed");                                                \
        }                                                                                          \
    } while (false)

} // namespace lockmaster::test

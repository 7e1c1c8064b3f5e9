// SPDX-License-Identifier: Apache-2.0
#include "tests/support/privateredis.h"

#include "core/redis/redisconnection.h"
#include "tests/support/lowport.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QThread>

#include <csignal>
#include <sys/prctl.h>

namespace lockmaster::test {

using namespace std::chrono_literals;

namespace {

bool openssl(const QString &directory, const QStringList &arguments)
{
    QProcess process;
    process.setWorkingDirectory(directory);
    process.start(QStringLiteral("openssl"), arguments);
    return process.waitForFinished(60'000) && process.exitStatus() == QProcess::NormalExit
           && process.exitCode() == 0;
}

bool run(const QString &directory, const QString &commandLine)
{
    return openssl(directory, QProcess::splitCommand(commandLine));
}

bool makeAuthority(const QString &directory, const QString &name)
{
    return run(directory,
               QStringLiteral("req -x509 -newkey rsa:2048 -nodes -days 2 -subj \"/CN=%1\" "
                              "-keyout %1.key -out %1.crt")
                   .arg(name));
}

bool signCertificate(const QString &directory, const QString &name, const QString &subjectAltName,
                     bool expired)
{
    QFile extensions(directory + QStringLiteral("/%1.ext").arg(name));
    if (!extensions.open(QIODevice::WriteOnly))
        return false;
    extensions.write("subjectAltName=" + subjectAltName.toLatin1() + "\n");
    extensions.close();
    // x509 can only end a certificate some days from now: minus one is yesterday.
    const QString days = expired ? QStringLiteral("-1") : QStringLiteral("2");
    return run(directory,
               QStringLiteral("req -newkey rsa:2048 -nodes -subj \"/CN=%1\" -keyout %1.key "
                              "-out %1.csr")
                   .arg(name))
           && run(directory,
                  QStringLiteral("x509 -req -in %1.csr -CA ca.crt -CAkey ca.key -CAcreateserial "
                                 "-extfile %1.ext -days %2 -out %1.crt")
                      .arg(name, days));
}

} // namespace

std::optional<TestCertificates> TestCertificates::make(const QString &directory)
{
    const QString here = QStringLiteral("DNS:localhost,IP:127.0.0.1");
    if (!makeAuthority(directory, QStringLiteral("ca"))
        || !makeAuthority(directory, QStringLiteral("foreign"))
        || !signCertificate(directory, QStringLiteral("server"), here, false)
        || !signCertificate(directory, QStringLiteral("other"), QStringLiteral("DNS:other.example"),
                            false)
        || !signCertificate(directory, QStringLiteral("expired"), here, true)
        || !signCertificate(directory, QStringLiteral("client"),
                            QStringLiteral("DNS:client.example"), false))
        return std::nullopt;
    const auto file = [&](const char *name) { return directory + u'/' + QLatin1StringView(name); };
    return TestCertificates{
        .ca = file("ca.crt"),
        .foreignCa = file("foreign.crt"),
        .foreignKey = file("foreign.key"),
        .cert = file("server.crt"),
        .key = file("server.key"),
        .otherHostCert = file("other.crt"),
        .otherHostKey = file("other.key"),
        .expiredCert = file("expired.crt"),
        .expiredKey = file("expired.key"),
        .clientCert = file("client.crt"),
        .clientKey = file("client.key"),
    };
}

QString PrivateRedis::program()
{
    const QString named = qEnvironmentVariable("LOCKMASTER_TEST_REDIS_SERVER");
    if (!named.isEmpty())
        return named;
    return QStandardPaths::findExecutable(QStringLiteral("redis-server"));
}

std::unique_ptr<PrivateRedis> PrivateRedis::start(const Options &options)
{
    // Between choosing a free port and listening on it, another may take it: try again.
    for (int attempt = 0; attempt < 5; ++attempt) {
        std::unique_ptr<PrivateRedis> server(new PrivateRedis);
        if (server->launch(options))
            return server;
    }
    return nullptr;
}

PrivateRedis::~PrivateRedis()
{
    kill();
}

void PrivateRedis::kill()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished();
}

bool PrivateRedis::launch(const Options &options)
{
    m_port = lowPort();
    m_password = options.password;
    QByteArray config = "bind 127.0.0.1\nport " + QByteArray::number(m_port) + "\nunixsocket "
                        + QFile::encodeName(socketPath())
                        + "\nsave \"\"\nappendonly no\nlogfile \"\"\ndaemonize no\ndir "
                        + QFile::encodeName(m_directory.path()) + '\n';
    if (!m_password.isEmpty())
        config += "requirepass " + m_password + '\n';
    if (options.tls) {
        m_tlsPort = lowPort();
        config += "tls-port " + QByteArray::number(m_tlsPort) + "\ntls-cert-file "
                  + options.tls->cert.toUtf8() + "\ntls-key-file " + options.tls->key.toUtf8()
                  + "\ntls-ca-cert-file " + options.tls->ca.toUtf8() + "\ntls-auth-clients "
                  + (options.clientCertificates ? "yes\n" : "no\n");
    }
    for (const QByteArray &line : options.lines)
        config += line + '\n';
    QFile file(m_directory.filePath(QStringLiteral("redis.conf")));
    if (!file.open(QIODevice::WriteOnly) || file.write(config) != config.size())
        return false;
    file.close();
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    return startProcess();
}

bool PrivateRedis::startProcess()
{
    m_process.start(program(), {m_directory.filePath(QStringLiteral("redis.conf"))});
    QByteArray log;
    while (m_process.waitForReadyRead(20'000)) {
        log += m_process.readAll();
        if (log.contains("eady to accept connections"))
            return true;
    }
    qWarning("redis-server did not start: %s", log.constData());
    return false;
}

BackendSpec PrivateRedis::spec() const
{
    BackendSpec spec;
    spec.name = QStringLiteral("cache");
    spec.kind = BackendKind::Redis;
    spec.port = m_port;
    spec.urlPassword = Secret(m_password);
    spec.timeout = 20s;
    return spec;
}

std::vector<RedisReply> PrivateRedis::runAll(const std::vector<RedisCommand> &commands)
{
    const auto deadline = std::chrono::steady_clock::now() + 60s;
    const auto connection = RedisConnection::open(endpointOf(spec(), Secret(m_password)), deadline);
    if (!connection)
        qFatal("%s", qPrintable(connection.error().message));
    auto replies = (*connection)->pipeline(commands, deadline);
    if (!replies)
        qFatal("%s", qPrintable(replies.error().message));
    for (const RedisReply &reply : *replies) {
        if (reply.isError())
            qFatal("redis-server: %s", reply.text.constData());
    }
    return std::move(*replies);
}

RedisCommand lockKey(const QByteArray &name, const QByteArray &value,
                     std::chrono::milliseconds lifetime)
{
    qint64 end = QDateTime::currentMSecsSinceEpoch() + lifetime.count();
    if (end % 1000 == 0)
        ++end;
    return {"EVAL",
            "redis.call('SET', KEYS[1], ARGV[1]) return redis.call('PEXPIREAT', KEYS[1], ARGV[2])",
            "1",
            name,
            value,
            QByteArray::number(end)};
}

RedisReply PrivateRedis::run(const RedisCommand &command)
{
    return runAll({command}).front();
}

bool PrivateRedis::restart()
{
    kill();
    return startProcess();
}

QByteArray followersAnswer(PrivateRedis &server)
{
    const QByteArray info = server.run({"INFO", "replication"}).text;
    return '$' + QByteArray::number(info.size()) + "\r\n" + info + "\r\n*3\r\n$6\r\nmaster\r\n:"
           + QByteArray::number(server.run({"ROLE"}).elements[1].integer) + "\r\n*0\r\n";
}

void PrivateRedis::stop()
{
    ::kill(static_cast<pid_t>(m_process.processId()), SIGSTOP);
}

void PrivateRedis::resume()
{
    ::kill(static_cast<pid_t>(m_process.processId()), SIGCONT);
}

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/privateredis.h"

#include "core/lab/servers/programs.h"
#include "core/text/words.h"

#include <QFile>
#include <QFileInfo>

#include <csignal>
#include <thread>

#include <hiredis.h>

namespace lockmaster {

namespace {

using Steady = std::chrono::steady_clock;

struct ContextDeleter {
    void operator()(redisContext *context) const { redisFree(context); }
};

/** Whether the server answers at all; being refused for a missing password is an answer. */
bool answers(const QString &socketPath)
{
    constexpr timeval patience = {1, 0};
    const std::unique_ptr<redisContext, ContextDeleter> context(
        redisConnectUnixWithTimeout(QFile::encodeName(socketPath).constData(), patience));
    if (!context || context->err != 0 || redisSetTimeout(context.get(), patience) != REDIS_OK)
        return false;
    auto *const reply = static_cast<redisReply *>(redisCommand(context.get(), "PING"));
    const bool answered =
        reply != nullptr
        && (reply->type == REDIS_REPLY_STATUS || QByteArrayView(reply->str).startsWith("NOAUTH"));
    freeReplyObject(reply);
    return answered;
}

} // namespace

Result<std::unique_ptr<PrivateRedis>> PrivateRedis::start(const Options &options)
{
    std::unique_ptr<PrivateRedis> server(new PrivateRedis);
    server->m_options = options;
    server->m_program = options.program;
    if (options.program.isEmpty()) {
        const auto program =
            findServerProgram(QStringLiteral("redis-server"), QStringLiteral("redis-server"));
        if (!program)
            return passOn(program);
        server->m_program = *program;
    }
    const SteadyTime deadline = Steady::now() + options.timeout;
    server->m_keeper = options.keeper;
    if (!server->m_keeper) {
        const auto keeper = Keeper::start();
        if (!keeper)
            return passOn(keeper);
        server->m_keeper = *keeper;
    }
    server->m_stem = QStringLiteral("redis-") + QString::fromLatin1(randomPassword().left(6));
    if (options.password) {
        server->m_password = Secret(randomPassword());
        const auto file = server->m_keeper->writeFile(server->m_stem + QLatin1String(".password"),
                                                      server->m_password.reveal() + '\n');
        if (!file)
            return passOn(file);
        server->m_passwordFile = *file;
    }
    if (const auto launched = server->launch(deadline); !launched)
        return passOn(launched);
    return server;
}

PrivateRedis::~PrivateRedis()
{
    if (m_keeper && m_child != 0)
        kill();
}

QString PrivateRedis::file(const char *suffix) const
{
    return m_keeper->directory() + u'/' + m_stem + QLatin1String(suffix);
}

QString PrivateRedis::socketPath() const
{
    return file(".sock");
}

QByteArray PrivateRedis::config() const
{
    QByteArrayList lines = {
        "bind 127.0.0.1",
        "port " + QByteArray::number(m_port),
        "unixsocket " + QFile::encodeName(socketPath()),
        "unixsocketperm 700",
        "save \"\"",
        "appendonly no",
        "daemonize no",
        "protected-mode yes",
        "dir " + QFile::encodeName(m_keeper->directory()),
    };
    if (!m_password.isEmpty())
        lines += "requirepass " + m_password.reveal();
    for (const QByteArray &user : m_options.users)
        lines += "user " + user;
    if (m_tlsPort != 0) {
        lines += "tls-port " + QByteArray::number(m_tlsPort);
        lines += "tls-ca-cert-file " + QFile::encodeName(m_options.tlsCa);
        lines += "tls-cert-file " + QFile::encodeName(m_options.tlsCert);
        lines += "tls-key-file " + QFile::encodeName(m_options.tlsKey);
        lines += m_options.tlsClientCertificates ? "tls-auth-clients yes" : "tls-auth-clients no";
    }
    return (lines + m_options.configLines).join('\n') + '\n';
}

Result<void> PrivateRedis::launch(SteadyTime deadline)
{
    const bool portsGiven = m_port != 0;
    const QString log = m_stem + QLatin1String(".log");
    // Somebody else may take the port between our look and the server's.
    for (int attempt = 0; attempt < 5; ++attempt) {
        if (!portsGiven) {
            m_port = freeLoopbackPort();
            m_tlsPort = m_options.tlsCert.isEmpty() ? quint16(0) : freeLoopbackPort();
        }
        const auto written = m_keeper->writeFile(m_stem + QLatin1String(".conf"), config());
        if (!written)
            return passOn(written);
        const auto child = m_keeper->run(m_program, {*written}, log);
        if (!child)
            return passOn(child);
        m_child = *child;
        if (waitUntilUp(deadline))
            return {};
        if (Steady::now() >= deadline)
            break;
    }
    const QString words = m_keeper->lastWords(log);
    if (Steady::now() >= deadline) {
        return failure(ErrorKind::Timeout,
                       Words::tr("The private Redis did not answer in time. %1").arg(words));
    }
    return failure(ErrorKind::Config,
                   Words::tr("The private Redis ended by itself: %1").arg(words));
}

bool PrivateRedis::waitUntilUp(SteadyTime deadline)
{
    while (Steady::now() < deadline && !m_keeper->child(m_child).exitCode) {
        if (answers(socketPath()))
            return true;
        m_keeper->waitForExit(m_child, Steady::now() + Millis(20));
    }
    return false;
}

BackendSpec PrivateRedis::spec(const QString &name) const
{
    BackendSpec spec;
    spec.name = name;
    spec.kind = BackendKind::Redis;
    spec.port = m_port;
    spec.passwordFile = m_passwordFile;
    return spec;
}

void PrivateRedis::kill()
{
    m_keeper->signal(m_child, SIGKILL);
    m_keeper->waitForExit(m_child, Steady::now() + std::chrono::seconds(10));
    QFile::remove(socketPath());
}

Result<void> PrivateRedis::restart()
{
    return launch(Steady::now() + m_options.timeout);
}

void PrivateRedis::freeze()
{
    m_keeper->signal(m_child, SIGSTOP);
}

void PrivateRedis::thaw()
{
    m_keeper->signal(m_child, SIGCONT);
}

} // namespace lockmaster

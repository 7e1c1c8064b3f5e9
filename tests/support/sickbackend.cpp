// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sickbackend.h"

#include "core/systems/registry/registry.h"
#include "core/redis/redisconnection.h"

#include <QDateTime>

namespace lockmaster::test {

using namespace std::chrono_literals;

namespace {

/** As few as a MySQL server can be told to take. */
constexpr size_t mostConnections = 10;

class SickSqlServer final : public SickBackend
{
public:
    SickSqlServer(LiveSqlServer &server, const QString &name)
        : SickBackend(server.endpoint().port, name), m_server(server), m_scratch(server)
    {
        run("CREATE TABLE dist_lock (name VARCHAR(100) NOT NULL PRIMARY KEY, "
            "owner VARCHAR(100) NOT NULL, expiry DATETIME NOT NULL)");
        for (int i = 0; i < lockCount; ++i)
            m_scratch.run(QStringLiteral(
                              "INSERT INTO dist_lock VALUES (?, 'web-1', NOW() + INTERVAL 1 HOUR)"),
                          {QStringLiteral("job-%1").arg(i)});
    }
    BackendSpec spec() const override
    {
        BackendSpec spec = throughProxy(m_scratch.backend());
        spec.tables = {distLockTable()};
        spec.systems = QStringList{QStringLiteral("dist_lock")};
        spec.urlPassword = Secret(SqlScratch::password());
        return spec;
    }
    void freeze() override { m_server.freeze(); }
    void thaw() override { m_server.thaw(); }
    void kill() override { m_server.kill(); }
    bool revive() override
    {
        QString why;
        const bool up = m_server.restart(&why);
        m_scratch.reconnect();
        return up;
    }
    void fillConnections() override
    {
        m_scratch.run(QStringLiteral("SET GLOBAL max_connections = %1").arg(mostConnections));
        proxy.setRefusing(true);
        proxy.dropConnections();
        // Beside the administrator's; those that were dropped leave in their own time.
        const SteadyTime until = soon();
        while (m_others.size() < mostConnections - 1 && soon(0ms) < until) {
            auto other = std::make_unique<SqlSession>(m_scratch.reader());
            if (other->isOpen())
                m_others.push_back(std::move(other));
        }
        proxy.setRefusing(false);
    }
    void freeConnections() override
    {
        m_others.clear();
        run("SET GLOBAL max_connections = 151");
    }

private:
    void run(const char *sql) { m_scratch.run(QString::fromUtf8(sql)); }

    LiveSqlServer &m_server;
    SqlScratch m_scratch;
    std::vector<std::unique_ptr<SqlSession>> m_others;
};

class SickRedis final : public SickBackend
{
public:
    SickRedis(PrivateRedis &server, const QString &name, bool push)
        : SickBackend(server.port(), name), m_server(server), m_push(push)
    {
        setLocks();
    }
    BackendSpec spec() const override
    {
        BackendSpec spec = throughProxy(m_server.spec());
        spec.patterns = {"lock:*"};
        spec.push = m_push;
        return spec;
    }
    void freeze() override { m_server.stop(); }
    void thaw() override { m_server.resume(); }
    void kill() override { m_server.kill(); }
    bool revive() override
    {
        // Nobody gets in before the locks are back: an empty server would truly have none.
        proxy.setRefusing(true);
        const bool up = m_server.restart();
        setLocks();
        proxy.setRefusing(false);
        return up;
    }
    void fillConnections() override
    {
        // Ours stays open, or nobody could undo it.
        auto opened = RedisConnection::open(endpointOf(m_server.spec(), {}), soon());
        if (!opened)
            qFatal("%s", qPrintable(opened.error().message));
        m_last = std::move(*opened);
        allowClients("1");
        proxy.dropConnections();
    }
    void freeConnections() override
    {
        if (m_last)
            allowClients("1000");
        m_last.reset();
    }

private:
    void allowClients(const char *count)
    {
        if (!m_last->pipeline({{"CONFIG", "SET", "maxclients", count}}, soon()))
            qFatal("redis-server did not take maxclients");
    }
    void setLocks()
    {
        std::vector<RedisCommand> commands = {{"FLUSHALL"}};
        for (int i = 0; i < lockCount; ++i)
            commands.push_back(
                {"SET", "lock:job-" + QByteArray::number(i), "web-1", "PXAT", m_expiry});
        m_server.runAll(commands);
    }

    PrivateRedis &m_server;
    const bool m_push;
    const QByteArray m_expiry = QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 3'600'000);
    std::unique_ptr<RedisConnection> m_last;
};

} // namespace

std::unique_ptr<SickBackend> SickBackend::on(LiveSqlServer &server, const QString &name)
{
    return std::make_unique<SickSqlServer>(server, name);
}

std::unique_ptr<SickBackend> SickBackend::on(PrivateRedis &server, const QString &name, bool push)
{
    return std::make_unique<SickRedis>(server, name, push);
}

BackendSpec SickBackend::throughProxy(BackendSpec spec) const
{
    spec.name = m_name;
    spec.socketPath.clear();
    spec.host = QStringLiteral("127.0.0.1");
    spec.port = proxy.port();
    spec.poll = 200ms;
    spec.timeout = 500ms;
    return spec;
}

} // namespace lockmaster::test

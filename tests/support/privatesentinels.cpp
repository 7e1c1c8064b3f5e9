// SPDX-License-Identifier: Apache-2.0
#include "tests/support/privatesentinels.h"

#include "core/config/secrets.h"
#include "core/redis/redisconnection.h"
#include "tests/support/lowport.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <sys/prctl.h>

namespace lockmaster::test {

using namespace std::chrono_literals;

namespace {

const QByteArray serverPassword = "of-the-servers";
const QByteArray sentinelPassword = "of-the-sentinels";
constexpr int patienceMs = 30'000;

} // namespace

std::unique_ptr<PrivateSentinels> PrivateSentinels::start()
{
    auto group = std::make_unique<PrivateSentinels>();
    for (size_t number = 0; number < size; ++number) {
        QList<QByteArray> lines{"masterauth " + serverPassword, "repl-diskless-sync-delay 0"};
        if (number > 0)
            lines << "replicaof 127.0.0.1 " + QByteArray::number(group->m_servers.front()->port());
        group->m_servers.push_back(
            PrivateRedis::start({.password = serverPassword, .lines = lines}));
        if (!group->m_servers.back())
            return nullptr;
    }
    for (size_t number = 0; number < size; ++number) {
        if (!group->startSentinel(group->m_servers.front()->port()))
            return nullptr;
    }
    QFile password(group->m_directory.filePath(QStringLiteral("password")));
    if (!password.open(QIODevice::WriteOnly) || password.write(sentinelPassword) < 0
        || !password.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
        return nullptr;
    password.close();
    if (!QTest::qWaitFor([&group] { return group->isSettled(); }, patienceMs)) {
        qWarning("The sentinels did not find each other.");
        return nullptr;
    }
    return group;
}

PrivateSentinels::~PrivateSentinels()
{
    for (const auto &sentinel : m_sentinels) {
        sentinel->process.kill();
        sentinel->process.waitForFinished();
    }
}

bool PrivateSentinels::startSentinel(quint16 master)
{
    auto sentinel = std::make_unique<Sentinel>();
    sentinel->port = lowPort();
    QFile file(sentinel->directory.filePath(QStringLiteral("sentinel.conf")));
    if (!file.open(QIODevice::WriteOnly))
        return false;
    file.write("bind 127.0.0.1\nport " + QByteArray::number(sentinel->port) + "\ndir "
               + QFile::encodeName(sentinel->directory.path()) + "\nrequirepass " + sentinelPassword
               + "\nsentinel monitor m 127.0.0.1 " + QByteArray::number(master)
               + " 2\nsentinel auth-pass m " + serverPassword + "\nsentinel sentinel-pass "
               + sentinelPassword
               + "\nsentinel down-after-milliseconds m 1000\nsentinel failover-timeout m 3000\n");
    file.close();
    sentinel->process.setStandardOutputFile(QProcess::nullDevice());
    sentinel->process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    sentinel->process.start(PrivateRedis::program(),
                            {file.fileName(), QStringLiteral("--sentinel")});
    m_sentinels.push_back(std::move(sentinel));
    return m_sentinels.back()->process.waitForStarted();
}

BackendSpec PrivateSentinels::spec(size_t named) const
{
    BackendSpec spec;
    spec.name = QStringLiteral("cache");
    spec.kind = BackendKind::Redis;
    spec.host.clear();
    spec.sentinel.master = QStringLiteral("m");
    for (size_t number = 0; number < named; ++number)
        spec.sentinel.hosts.push_back({QStringLiteral("127.0.0.1"), sentinelPort(number)});
    spec.sentinel.passwordFile = m_directory.filePath(QStringLiteral("password"));
    spec.urlPassword = Secret(serverPassword);
    spec.patterns = {"lock:*"};
    spec.timeout = 5s;
    return spec;
}

PasswordSource PrivateSentinels::passwords() const
{
    return passwordsOf(spec());
}

RedisReply PrivateSentinels::askSentinel(size_t number, const RedisCommand &command) const
{
    BackendSpec spec;
    spec.kind = BackendKind::Redis;
    spec.port = sentinelPort(number);
    const SteadyTime deadline = systemClock().now() + 5s;
    const auto connection =
        RedisConnection::open(endpointOf(spec, Secret(sentinelPassword)), deadline);
    const auto reply = connection ? (*connection)->command(command, deadline)
                                  : tl::make_unexpected(connection.error());
    return reply.value_or(RedisReply());
}

bool PrivateSentinels::isSettled() const
{
    for (size_t number = 0; number < size; ++number) {
        const auto enough = askSentinel(number, {"SENTINEL", "CKQUORUM", "m"});
        if (!enough.text.startsWith("OK 3"))
            return false;
        const auto replicas = askSentinel(number, {"SENTINEL", "REPLICAS", "m"});
        const auto isUp = [](const RedisReply &replica) {
            const auto &fields = replica.elements;
            const auto follows = std::count_if(fields.begin(), fields.end(), [](const auto &field) {
                return field.text == "slave" || field.text == "ok";
            });
            return follows >= 3; // its flags, its role and its link
        };
        if (replicas.elements.size() != size - 1
            || !std::all_of(replicas.elements.begin(), replicas.elements.end(), isUp))
            return false;
    }
    return true;
}

PrivateRedis &PrivateSentinels::master()
{
    const auto address = askSentinel(0, {"SENTINEL", "GET-MASTER-ADDR-BY-NAME", "m"});
    const auto port = address.elements.size() == 2 ? address.elements[1].text.toUShort() : 0;
    const auto found = std::find_if(m_servers.begin(), m_servers.end(),
                                    [port](const auto &each) { return each->port() == port; });
    return found == m_servers.end() ? *m_servers.front() : **found;
}

void PrivateSentinels::killSentinel(size_t number)
{
    QProcess &process = m_sentinels.at(number)->process;
    process.kill();
    process.waitForFinished();
}

void PrivateSentinels::reviveSentinel(size_t number)
{
    QProcess &process = m_sentinels.at(number)->process;
    if (process.state() == QProcess::NotRunning)
        process.start();
}

} // namespace lockmaster::test

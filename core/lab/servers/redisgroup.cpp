// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/redisgroup.h"

#include "core/config/profilefile.h"
#include "core/lab/servers/programs.h"
#include "core/text/words.h"

#include <QFile>

#include <algorithm>
#include <map>
#include <thread>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

const QString user = QStringLiteral("default");
const QByteArray masterName = QByteArrayLiteral("lab");
constexpr Millis patienceWithServers = 5s;

QString sentinelSocket(const QString &directory, size_t number)
{
    return QStringLiteral("%1/sentinel-%2.sock").arg(directory).arg(number);
}

std::optional<quint16> masterPort(PlainRedis &sentinel)
{
    const auto told = sentinel.command({"SENTINEL", "GET-MASTER-ADDR-BY-NAME", masterName});
    if (!told || told->elements.size() != 2)
        return std::nullopt;
    return told->elements.at(1).toUShort();
}

} // namespace

Result<std::unique_ptr<RedisGroup>> RedisGroup::start(const std::stop_token &stop)
{
    auto keeper = Keeper::start();
    if (!keeper)
        return passOn(keeper);
    std::unique_ptr<RedisGroup> group(new RedisGroup);
    group->m_keeper = *keeper;
    group->m_password = Secret(randomPassword());
    const auto launched = group->launch(stop);
    if (stop.stop_requested())
        return failure(ErrorKind::Cancelled, Words::tr("The start was cancelled."));
    if (!launched)
        return passOn(launched);
    return group;
}

Result<void> RedisGroup::launch(const std::stop_token &stop)
{
    const QByteArray password = m_password.reveal();
    for (size_t number = 0; number < size; ++number) {
        QByteArrayList lines{"requirepass " + password, "masterauth " + password,
                             "repl-diskless-sync-delay 0"};
        if (number > 0)
            lines += "replicaof 127.0.0.1 " + QByteArray::number(m_servers.front()->port());
        auto server =
            PrivateRedis::start({.password = false, .configLines = lines, .keeper = m_keeper});
        if (!server)
            return passOn(server);
        m_servers.push_back(std::move(*server));
    }
    for (size_t number = 0; number < size; ++number) {
        if (auto launched = launchSentinel(number); !launched)
            return launched;
    }
    const SteadyTime deadline = steady_clock::now() + 20s;
    while (!isWhole()) {
        if (stop.stop_requested())
            return {};
        if (steady_clock::now() >= deadline) {
            return failure(ErrorKind::Timeout,
                           Words::tr("The private sentinels did not find each other in time."));
        }
        std::this_thread::sleep_for(50ms);
    }
    return writeProfile();
}

Result<void> RedisGroup::launchSentinel(size_t number)
{
    const auto program =
        findServerProgram(QStringLiteral("redis-server"), QStringLiteral("redis-server"));
    if (!program)
        return passOn(program);
    const QByteArray password = m_password.reveal();
    const QByteArray monitor = "sentinel monitor " + masterName + " 127.0.0.1 "
                               + QByteArray::number(m_servers.front()->port()) + " 2";
    m_sentinelPorts.push_back(freeLoopbackPort());
    const QString socket = sentinelSocket(m_keeper->directory(), number);
    const QByteArrayList lines{
        "bind 127.0.0.1",
        "port " + QByteArray::number(m_sentinelPorts.back()),
        "unixsocket " + QFile::encodeName(socket),
        "unixsocketperm 700",
        "dir " + QFile::encodeName(m_keeper->directory()),
        "requirepass " + password,
        monitor,
        "sentinel auth-pass " + masterName + ' ' + password,
        "sentinel sentinel-pass " + password,
        "sentinel down-after-milliseconds " + masterName + ' '
            + QByteArray::number(qint64(silence.count())),
        "sentinel failover-timeout " + masterName + " 4000",
    };
    const auto file = m_keeper->writeFile(QStringLiteral("sentinel-%1.conf").arg(number),
                                          lines.join('\n') + '\n');
    if (!file)
        return passOn(file);
    const QString log = QStringLiteral("sentinel-%1.log").arg(number);
    const auto child = m_keeper->run(*program, {*file, QStringLiteral("--sentinel")}, log);
    if (!child)
        return passOn(child);
    const SteadyTime deadline = steady_clock::now() + patienceWithServers;
    for (;;) {
        auto opened = PlainRedis::open(socket, user, m_password);
        if (opened) {
            m_sentinels.push_back(std::move(*opened));
            return {};
        }
        if (m_keeper->child(*child).exitCode || steady_clock::now() >= deadline) {
            return failure(
                ErrorKind::Config,
                Words::tr("A private sentinel ended by itself: %1").arg(m_keeper->lastWords(log)));
        }
        std::this_thread::sleep_for(20ms);
    }
}

Result<void> RedisGroup::writeProfile()
{
    const auto password =
        m_keeper->writeFile(QStringLiteral("group.password"), m_password.reveal() + '\n');
    if (!password)
        return passOn(password);
    QStringList hosts;
    for (const quint16 port : m_sentinelPorts)
        hosts += QStringLiteral("127.0.0.1:%1").arg(port);
    const QByteArray profile =
        QStringLiteral(R"(# A private group of Redis servers. It goes with its experiment.

[[backend]]
name = "lab-group"
url = "redis+sentinel://%1/%2/0"
environment = "development"
password_file = "%3"
sentinel_password_file = "%3"
match = ["lab:*"]
)")
            .arg(hosts.join(u','), QString::fromLatin1(masterName), *password)
            .toUtf8();
    const auto path = m_keeper->writeFile(QStringLiteral("group.toml"), profile);
    if (!path)
        return passOn(path);
    const Profile parsed = parseProfile(profile);
    if (!parsed.problems.empty())
        return failure(ErrorKind::Config, parsed.problems.front().message);
    m_watched = parsed.backends.front();
    m_configPath = *path;
    return {};
}

QString RedisGroup::addressOf(size_t number) const
{
    return QStringLiteral("127.0.0.1:%1").arg(m_servers.at(number)->port());
}

/** Everybody knows everybody, and both others have all that the master has. */
bool RedisGroup::isWhole()
{
    const auto knowsAll = [](PlainRedis &sentinel) {
        const auto told = sentinel.command({"SENTINEL", "MASTER", masterName});
        const auto valueOf = [&told](const char *field) {
            return told ? told->elements.value(told->elements.indexOf(field) + 1) : QByteArray();
        };
        return valueOf("flags") == "master" && valueOf("num-slaves") == "2"
               && valueOf("num-other-sentinels") == "2";
    };
    if (!std::all_of(m_sentinels.begin(), m_sentinels.end(), knowsAll))
        return false;
    auto first = connect(0);
    const auto replication =
        first ? first->command({"INFO", "replication"}) : tl::make_unexpected(first.error());
    return replication && replication->text.count("state=online") == 2;
}

std::optional<size_t> RedisGroup::master()
{
    std::map<quint16, size_t> votes;
    for (PlainRedis &sentinel : m_sentinels) {
        const auto port = masterPort(sentinel);
        if (!port || 2 * ++votes[*port] <= m_sentinels.size())
            continue;
        for (size_t number = 0; number < size; ++number) {
            if (m_servers[number]->port() == *port)
                return number;
        }
    }
    return std::nullopt;
}

bool RedisGroup::follows(size_t number) const
{
    auto there = connect(number);
    const auto told =
        there ? there->command({"INFO", "replication"}) : tl::make_unexpected(there.error());
    return told && told->text.contains("role:slave");
}

Result<void> RedisGroup::replaceMaster()
{
    return m_sentinels.front()
        .command({"SENTINEL", "FAILOVER", masterName})
        .map([](const PlainRedis::Reply &) {});
}

Result<PlainRedis> RedisGroup::connect(size_t number) const
{
    return PlainRedis::open(m_servers.at(number)->socketPath(), user, m_password);
}

QByteArray RedisGroup::places() const
{
    QByteArrayList lines{m_password.reveal()};
    for (size_t number = 0; number < size; ++number)
        lines += sentinelSocket(m_keeper->directory(), number).toUtf8();
    for (const auto &server : m_servers)
        lines += QByteArray::number(server->port()) + ' ' + server->socketPath().toUtf8();
    return lines.join('\n') + '\n';
}

RedisGroupPlaces readRedisGroupPlaces(const QByteArray &text)
{
    RedisGroupPlaces places;
    const QByteArrayList lines = text.split('\n');
    places.password = Secret(lines.value(0));
    for (qsizetype at = 1; at <= qsizetype(RedisGroup::size); ++at)
        places.sentinelSockets += QString::fromUtf8(lines.value(at));
    for (qsizetype at = 1; at <= qsizetype(RedisGroup::size); ++at) {
        const QByteArray line = lines.value(qsizetype(RedisGroup::size) + at);
        const qsizetype space = line.indexOf(' ');
        places.servers.push_back(
            {line.first(space).toUShort(), QString::fromUtf8(line.sliced(space + 1))});
    }
    return places;
}

Result<PlainRedis> RedisGroupPlaces::connect(size_t server, Millis patience) const
{
    return PlainRedis::open(servers.at(server).socketPath, user, password, patience);
}

std::optional<size_t> RedisGroupPlaces::askMaster() const
{
    for (const QString &socket : sentinelSockets) {
        auto sentinel = PlainRedis::open(socket, user, password);
        const auto port = sentinel ? masterPort(*sentinel) : std::nullopt;
        for (size_t number = 0; port && number < servers.size(); ++number) {
            if (servers[number].port == *port)
                return number;
        }
    }
    return std::nullopt;
}

} // namespace lockmaster

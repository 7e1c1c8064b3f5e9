// SPDX-License-Identifier: Apache-2.0
#include "tests/support/privatecluster.h"

#include "core/redis/redisconnection.h"
#include "tests/support/lowport.h"

#include <QTest>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace lockmaster::test {

using namespace std::chrono_literals;

namespace {

const QByteArray password = "of-the-cluster";
constexpr int patienceMs = 30'000;

QByteArray number(qint64 value)
{
    return QByteArray::number(value);
}

} // namespace

std::unique_ptr<PrivateCluster> PrivateCluster::start(Login login)
{
    auto cluster = std::make_unique<PrivateCluster>();
    if (login == Login::Password)
        cluster->m_password = password;
    for (size_t at = 0; at < 2 * shards; ++at) {
        if (!cluster->startNode())
            return nullptr;
    }
    constexpr qint64 part = redisSlotCount / qint64(shards);
    for (size_t at = 0; at < shards; ++at) {
        const qint64 first = qint64(at) * part;
        const qint64 last = at + 1 == shards ? redisSlotCount - 1 : first + part - 1;
        cluster->node(at).run({"CLUSTER", "ADDSLOTSRANGE", number(first), number(last)});
    }
    if (!cluster->meetAll())
        return nullptr;
    for (size_t at = shards; at < 2 * shards; ++at)
        cluster->node(at).run({"CLUSTER", "REPLICATE", cluster->id(at - shards)});
    if (!QTest::qWaitFor([&cluster] { return cluster->isSettled(); }, patienceMs)) {
        qWarning("The nodes of the cluster did not find each other.");
        return nullptr;
    }
    return cluster;
}

bool PrivateCluster::startNode()
{
    m_busPorts.push_back(lowPort());
    QList<QByteArray> lines{"cluster-enabled yes", "cluster-port " + number(m_busPorts.back()),
                            "cluster-node-timeout 1000", "repl-diskless-sync-delay 0"};
    if (!m_password.isEmpty())
        lines << "masterauth " + m_password;
    m_nodes.push_back(PrivateRedis::start({.password = m_password, .lines = lines}));
    if (!m_nodes.back())
        return false;
    m_ids.push_back(node(size() - 1).run({"CLUSTER", "MYID"}).text);
    node(size() - 1).run({"CLUSTER", "SET-CONFIG-EPOCH", number(qint64(size()))});
    return true;
}

bool PrivateCluster::meetAll() const
{
    for (size_t at = 1; at < size(); ++at)
        m_nodes.front()->run(
            {"CLUSTER", "MEET", "127.0.0.1", number(m_nodes[at]->port()), number(m_busPorts[at])});
    return QTest::qWaitFor(
        [this] {
            const auto known = "cluster_known_nodes:" + number(qint64(size())) + '\r';
            for (size_t at = 0; at < size(); ++at) {
                const QByteArray nodes = ask(at, {"CLUSTER", "NODES"}).text;
                if (!ask(at, {"CLUSTER", "INFO"}).text.contains(known)
                    || nodes.contains("handshake"))
                    return false;
            }
            return true;
        },
        patienceMs);
}

BackendSpec PrivateCluster::spec(const std::vector<size_t> &named) const
{
    BackendSpec spec;
    spec.name = QStringLiteral("cluster");
    spec.kind = BackendKind::Redis;
    spec.host.clear();
    for (const size_t at : named)
        spec.cluster.push_back({QStringLiteral("127.0.0.1"), m_nodes[at]->port()});
    spec.urlPassword = Secret(m_password);
    spec.patterns = {"lock:*"};
    spec.timeout = 5s;
    return spec;
}

RedisReply PrivateCluster::ask(size_t number, const RedisCommand &command) const
{
    return askAll(number, {command});
}

RedisReply PrivateCluster::askAll(size_t number, const std::vector<RedisCommand> &commands) const
{
    BackendSpec spec;
    spec.kind = BackendKind::Redis;
    spec.port = m_nodes.at(number)->port();
    const SteadyTime deadline = systemClock().now() + 1s;
    const auto connection = RedisConnection::open(endpointOf(spec, Secret(m_password)), deadline);
    const auto replies = connection ? (*connection)->pipeline(commands, deadline)
                                    : tl::make_unexpected(connection.error());
    return replies ? replies->back() : RedisReply();
}

size_t PrivateCluster::ownerOf(int slot, size_t asked) const
{
    const RedisReply map = ask(asked, {"CLUSTER", "SLOTS"});
    for (const RedisReply &range : map.elements) {
        if (range.elements.size() < 3 || slot < range.elements[0].integer
            || slot > range.elements[1].integer)
            continue;
        const auto port = quint16(range.elements[2].elements.at(1).integer);
        const auto found = std::find_if(m_nodes.begin(), m_nodes.end(),
                                        [port](const auto &each) { return each->port() == port; });
        return size_t(found - m_nodes.begin());
    }
    return size();
}

size_t PrivateCluster::addEmptyNode()
{
    if (!startNode() || !meetAll())
        qFatal("A node could not be added to the cluster.");
    return size() - 1;
}

void PrivateCluster::open(int slot, size_t from, size_t to)
{
    node(to).run({"CLUSTER", "SETSLOT", number(slot), "IMPORTING", id(from)});
    node(from).run({"CLUSTER", "SETSLOT", number(slot), "MIGRATING", id(to)});
}

void PrivateCluster::moveKeys(int slot, size_t from, size_t to, int count)
{
    const RedisReply keys =
        node(from).run({"CLUSTER", "GETKEYSINSLOT", number(slot), number(count)});
    for (const RedisReply &key : keys.elements)
        node(from).run({"MIGRATE", "127.0.0.1", number(node(to).port()), key.text, "0", "5000",
                        "AUTH", m_password});
}

void PrivateCluster::close(int slot, size_t from, size_t to)
{
    node(to).run({"CLUSTER", "SETSLOT", number(slot), "NODE", id(to)});
    node(from).run({"CLUSTER", "SETSLOT", number(slot), "NODE", id(to)});
}

namespace {

/** Who follows whom, who has which slots and since which vote, by one node's word. */
std::map<QByteArray, QByteArrayList> mapOf(const QByteArray &nodes)
{
    enum Column { Id, Address, Flags, Follows, Pinged, Ponged, Epoch, Link, Slots };
    std::map<QByteArray, QByteArrayList> map;
    for (const QByteArray &line : nodes.trimmed().split('\n')) {
        const QByteArrayList columns = line.split(' ');
        if (columns.size() < Slots)
            return {};
        QByteArrayList &node = map[columns[Id]];
        node = {columns[Follows], columns[Epoch]};
        std::copy_if(columns.begin() + Slots, columns.end(), std::back_inserter(node),
                     [](const QByteArray &slot) { return !slot.startsWith('['); });
    }
    return map;
}

/** Of two masters with one epoch one takes another soon, and who does not know of that votes in
 * vain. */
bool isVotedOn(const std::map<QByteArray, QByteArrayList> &map)
{
    std::set<QByteArray> epochs;
    return std::all_of(map.begin(), map.end(), [&epochs](const auto &node) {
        return node.second[0] != "-" || epochs.insert(node.second[1]).second;
    });
}

} // namespace

bool PrivateCluster::isSettled() const
{
    const auto map = mapOf(ask(0, {"CLUSTER", "NODES"}).text);
    if (map.size() != size() || !isVotedOn(map))
        return false;
    for (size_t at = 0; at < size(); ++at) {
        if (!ask(at, {"CLUSTER", "INFO"}).text.contains("cluster_state:ok"))
            return false;
        const QByteArray nodes = ask(at, {"CLUSTER", "NODES"}).text;
        if (nodes.contains("fail") || nodes.count(" connected") != qsizetype(size())
            || mapOf(nodes) != map)
            return false;
        const QByteArray info = ask(at, {"INFO", "replication"}).text;
        const bool follows = info.contains("master_link_status:up");
        if (!follows && !info.contains("state=online"))
            return false;
    }
    return true;
}

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "core/redis/groups/clusterclient.h"

#include "core/redis/redisconnection.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

using By = ClusterClient::By;

struct Routing {
    QByteArrayView command;
    By by;
};

/** All others are routed by their first word. */
constexpr std::array routings = {
    Routing{"SCAN", By::Scan},      Routing{"TIME", By::Clock},     Routing{"PUBSUB", By::Everyone},
    Routing{"OBJECT", By::Second},  Routing{"MEMORY", By::Second},  Routing{"INFO", By::Nothing},
    Routing{"PING", By::Nothing},   Routing{"ROLE", By::Nothing},   Routing{"ACL", By::Nothing},
    Routing{"CONFIG", By::Nothing}, Routing{"CLIENT", By::Nothing}, Routing{"UNWATCH", By::Nothing},
    Routing{"WAIT", By::Nothing},
};

/** The same question about channels of one shard. */
RedisCommand sharded(const RedisRequest::Part &numsub)
{
    RedisCommand command = RedisRequest::commandOf(numsub);
    if (command.size() > 1)
        command[1] = "SHARDNUMSUB";
    return command;
}

By routingOf(const RedisRequest::Part &command)
{
    const auto known =
        std::find_if(routings.begin(), routings.end(), [&command](const Routing &each) {
            return each.command == command.first.front();
        });
    if (known != routings.end())
        return known->by;
    return command.words > 1 ? By::First : By::Nothing;
}

/** `2:1760` is the cursor 1760 of the third node; without that it is of the first. */
std::pair<qsizetype, QByteArray> cursorOf(QByteArrayView text)
{
    const qsizetype colon = text.indexOf(':');
    if (colon < 0)
        return {0, text.toByteArray()};
    return {text.first(colon).toByteArray().toLongLong(), text.sliced(colon + 1).toByteArray()};
}

} // namespace

/** One master, and what was sent to it. */
struct ClusterClient::Lane {
    QByteArray id;
    NodeAddress address;
    RedisConnection *connection = nullptr; ///< null: it is not reached
    std::deque<quint64> sent = {};         ///< tickets that are under way, the oldest first
    std::map<quint64, std::vector<RedisReply>> arrived = {};
    RedisRequest request = {}; ///< the next one
};

struct ClusterClient::Batch {
    RedisRequest request;
    std::vector<Place> places;    ///< of each command
    std::vector<size_t> scans;    ///< which of them are a SCAN
    std::vector<quint64> tickets; ///< of each lane; 0: nothing went there
};

ClusterClient::ClusterClient(ClusterNodes &nodes, const QString &user)
    : m_nodes(nodes), m_user(user)
{
}

ClusterClient::~ClusterClient() = default;

void ClusterClient::use(const ClusterWord &word)
{
    m_batches.clear();
    m_lanes.clear();
    m_places.clear();
    m_owners = word.owners;
    m_leaving = word.leaving;
    m_over.reset();
    m_lost.reset();
    for (const ClusterWord::Master &master : word.masters) {
        m_places.push_back(Place(m_lanes.size()));
        m_lanes.push_back(std::make_unique<Lane>(Lane{master.id, master.address}));
        if (master.answer)
            m_lanes.back()->connection = m_nodes.connection(master.id);
        if (!m_lanes.back()->connection)
            m_lost = m_nodes.whyNot(master.id);
    }
}

void ClusterClient::rest()
{
    m_batches.clear();
    m_lanes.clear();
    m_places.clear();
}

QByteArray ClusterClient::anyKey() const
{
    const Place place = reference();
    QByteArray key = RedisClient::anyKey();
    for (int number = 0; place != nobody && m_owners[size_t(redisSlot(key))] != place; ++number)
        key = RedisClient::anyKey() + ':' + QByteArray::number(number);
    return key;
}

bool ClusterClient::isAnswering(Place place) const
{
    return place < m_lanes.size() && m_lanes[place]->connection != nullptr;
}

bool ClusterClient::isAnswering(const QByteArray &id) const
{
    return std::any_of(m_lanes.begin(), m_lanes.end(),
                       [&id](const auto &lane) { return lane->id == id && lane->connection; });
}

/** The same one for as long as it answers, whatever the order: clocks differ. */
ClusterClient::Place ClusterClient::reference() const
{
    Place best = nobody;
    for (const Place place : m_places) {
        if (isAnswering(place) && (best == nobody || m_lanes[place]->id < m_lanes[best]->id))
            best = place;
    }
    return best;
}

ClusterClient::Place ClusterClient::placeOf(const RedisRequest::Part &command, By by,
                                            Place beside) const
{
    switch (by) {
    case By::First:
        return m_owners.empty() ? nobody : m_owners[size_t(redisSlot(command.first[1]))];
    case By::Second:
        return m_owners.empty() || command.words < 3
                   ? nobody
                   : m_owners[size_t(redisSlot(command.first[2]))];
    case By::Scan: {
        const auto place = cursorOf(command.first[1]).first;
        return place >= 0 && place < std::ssize(m_lanes) ? Place(place) : nobody;
    }
    case By::Clock: return beside != nobody ? beside : reference();
    case By::Nothing: return reference();
    case By::Everyone: return everybody;
    }
    Q_UNREACHABLE();
}

/** Those that a command goes to, answering or not. */
std::span<const ClusterClient::Place> ClusterClient::lanesOf(Place place) const
{
    const std::span<const Place> all(m_places);
    return place == everybody ? all : place == nobody ? all.first(0) : all.subspan(place, 1);
}

void ClusterClient::post(Lane &lane, const RedisRequest &request)
{
    lane.sent.push_back(++m_lastTicket);
    if (const auto sent = lane.connection->send(request); !sent)
        lose(lane, sent.error());
}

void ClusterClient::lose(Lane &lane, const Error &why)
{
    m_nodes.lose(lane.id, why);
    lane.connection = nullptr;
    m_lost = why;
    // Too large together: whoever asked has to ask for less, and of that node too.
    if (why.kind == ErrorKind::Truncated || reference() == nobody)
        m_over = why;
}

Result<void> ClusterClient::send(const RedisRequest &request)
{
    Batch batch{request, {}, {}, std::vector<quint64>(m_lanes.size(), 0)};
    std::vector<RedisRequest::Part> parts;
    std::vector<By> routes;
    parts.reserve(request.size());
    routes.reserve(request.size());
    batch.places.reserve(request.size());
    for (qsizetype at = 0; parts.size() < request.size();) {
        parts.push_back(batch.request.partAt(at));
        routes.push_back(routingOf(parts.back()));
    }
    const auto scanAt = [&](size_t at) {
        return at < parts.size() && routes[at] == By::Scan ? placeOf(parts[at], By::Scan, nobody)
                                                           : nobody;
    };
    for (size_t at = 0; at < parts.size(); ++at) {
        Place beside = nobody;
        if (routes[at] == By::Clock)
            beside = at > 0 && scanAt(at - 1) != nobody ? scanAt(at - 1) : scanAt(at + 1);
        const Place place = placeOf(parts[at], routes[at], beside);
        batch.places.push_back(place);
        if (routes[at] == By::Scan) {
            batch.scans.push_back(at);
            addScan(parts[at], place);
            continue;
        }
        for (const Place lane : lanesOf(place)) {
            if (!isAnswering(lane))
                continue;
            m_lanes[lane]->request.add(parts[at]);
            if (place == everybody)
                m_lanes[lane]->request.add(sharded(parts[at]));
        }
    }
    for (size_t at = 0; at < m_lanes.size(); ++at) {
        Lane &lane = *m_lanes[at];
        if (!lane.request.isEmpty()) {
            post(lane, lane.request);
            batch.tickets[at] = m_lastTicket;
        }
        lane.request.clear();
    }
    m_batches.push_back(std::move(batch));
    return {};
}

void ClusterClient::addScan(const RedisRequest::Part &command, Place place)
{
    if (!isAnswering(place))
        return;
    RedisCommand scan = RedisRequest::commandOf(command);
    scan[1] = cursorOf(scan[1]).second;
    m_lanes[place]->request.add(scan);
}

/** Fewer than `count` where the node is lost. */
std::vector<RedisReply> ClusterClient::await(Lane &lane, quint64 ticket, size_t count,
                                             SteadyTime deadline)
{
    const auto now = std::chrono::steady_clock::now();
    const SteadyTime patience =
        std::min(deadline, now + std::max<SteadyTime::duration>(1s, (deadline - now) / 2));
    while (lane.connection && !lane.arrived.contains(ticket)) {
        auto replies = lane.connection->replies(patience);
        if (!replies) {
            lose(lane, replies.error());
            break;
        }
        lane.arrived[lane.sent.front()] = std::move(*replies);
        lane.sent.pop_front();
    }
    std::vector<RedisReply> replies = std::move(lane.arrived[ticket]);
    lane.arrived.erase(ticket);
    if (replies.size() != count)
        replies.clear();
    return replies;
}

RedisReply ClusterClient::notReached(Place place) const
{
    RedisReply reply;
    reply.type = RedisReply::Type::Error;
    reply.text = "CLUSTERDOWN "
                 + (place < m_lanes.size() ? m_nodes.whyNot(m_lanes[place]->id).message
                                           : Words::tr("No node has its slot."))
                       .toUtf8();
    return reply;
}

/** Its cursor says which node comes next; of one that is not reached it is the last page. */
RedisReply ClusterClient::pageOf(RedisReply reply, Place place) const
{
    RedisReply page = std::move(reply);
    if (!isAnswering(place) && page.isError()) {
        page = {RedisReply::Type::Array, 0, {}, std::vector<RedisReply>(2)};
        page.elements[0] = {RedisReply::Type::Bulk, 0, "0", {}};
        page.elements[1].type = RedisReply::Type::Array;
    }
    if (!page.isArray() || page.elements.size() != 2)
        return page;
    QByteArray &cursor = page.elements.front().text;
    const bool isOver = cursor == "0";
    if (!isOver || place + 1U < m_lanes.size())
        cursor = QByteArray::number(isOver ? place + 1 : place) + ':' + cursor;
    return page;
}

namespace {

/** What each of them counts beside names, added up. */
RedisReply sumOf(std::vector<RedisReply> replies)
{
    const auto refused = std::find_if(replies.begin(), replies.end(),
                                      [](const RedisReply &reply) { return reply.isError(); });
    if (refused != replies.end())
        return std::move(*refused);
    constexpr qint64 most = 1'000'000'000; // whatever a server claims, the sum is a number
    RedisReply sum = std::move(replies.front());
    for (auto other = replies.begin() + 1; other != replies.end(); ++other) {
        const size_t count = std::min(sum.elements.size(), other->elements.size());
        for (size_t at = 0; at < count; ++at)
            sum.elements[at].integer = std::clamp<qint64>(sum.elements[at].integer, 0, most)
                                       + std::clamp<qint64>(other->elements[at].integer, 0, most);
    }
    return sum;
}

/** Where somebody was not asked, nobody knows how many there are. */
void forgetCounts(RedisReply &counts)
{
    for (size_t at = 1; at < counts.elements.size(); at += 2)
        counts.elements[at].type = RedisReply::Type::Nil;
}

} // namespace

Result<std::vector<RedisReply>> ClusterClient::replies(SteadyTime deadline)
{
    Batch batch = std::move(m_batches.front());
    m_batches.pop_front();
    std::vector<size_t> counts(m_lanes.size(), 0);
    for (const Place place : batch.places) {
        for (const Place lane : lanesOf(place))
            counts[lane] += place == everybody ? 2U : 1U;
    }
    std::vector<std::vector<RedisReply>> came(m_lanes.size());
    for (size_t lane = 0; lane < m_lanes.size(); ++lane) {
        if (batch.tickets[lane] != 0)
            came[lane] = await(*m_lanes[lane], batch.tickets[lane], counts[lane], deadline);
    }
    if (m_over)
        return tl::make_unexpected(*m_over);
    std::vector<size_t> next(m_lanes.size(), 0);
    const auto take = [&](Place lane) {
        const size_t at = next[lane]++;
        return at < came[lane].size() ? std::move(came[lane][at]) : notReached(lane);
    };
    std::vector<RedisReply> replies;
    replies.reserve(batch.places.size());
    for (const Place place : batch.places) {
        if (place == everybody) {
            std::vector<RedisReply> all;
            for (const Place lane : m_places) {
                RedisReply usual = take(lane);
                RedisReply ofShard = take(lane);
                if (!isAnswering(lane))
                    continue;
                all.push_back(std::move(usual));
                // Before Redis 7 there are none, and not every account may ask.
                if (!ofShard.isError())
                    all.push_back(std::move(ofShard));
            }
            replies.push_back(all.empty() ? notReached(nobody) : sumOf(std::move(all)));
            if (m_lost)
                forgetCounts(replies.back());
        } else {
            replies.push_back(place == nobody ? notReached(place) : take(place));
        }
    }
    for (const size_t scan : batch.scans)
        replies[scan] = pageOf(std::move(replies[scan]), batch.places[scan]);
    follow(batch, replies, deadline);
    return replies;
}

/** The node that was meant: a slot that is leaving says for whom, by its id. */
std::vector<std::unique_ptr<ClusterClient::Lane>>::const_iterator
ClusterClient::laneOf(const QByteArray &slot, const QByteArray &where, bool isAsk) const
{
    const auto leaving = isAsk ? m_leaving.find(slot.toUShort()) : m_leaving.end();
    return std::find_if(m_lanes.begin(), m_lanes.end(), [&](const auto &one) {
        const bool isMeant = leaving != m_leaving.end() ? one->id == leaving->second
                                                        : one->address.text().toUtf8() == where;
        return one->connection && isMeant;
    });
}

/** Once, and only where the cluster is known to have a node. */
void ClusterClient::follow(const Batch &batch, std::vector<RedisReply> &replies,
                           SteadyTime deadline)
{
    struct Moved {
        size_t reply;
        size_t lane;
        bool isAsk;
    };
    if (std::none_of(replies.begin(), replies.end(), isElsewhere))
        return;
    std::vector<Moved> moved;
    qsizetype at = 0;
    for (size_t reply = 0; reply < replies.size(); ++reply) {
        const RedisRequest::Part command = batch.request.partAt(at);
        if (!isElsewhere(replies[reply]))
            continue;
        const QByteArray &said = replies[reply].text;
        const bool isAsk = said.startsWith('A');
        const QByteArrayList words = said.split(' ');
        const auto lane = laneOf(words.value(1), words.value(2), isAsk);
        if (lane == m_lanes.end())
            continue;
        if (isAsk)
            (*lane)->request.addWords("ASKING");
        (*lane)->request.add(command);
        moved.push_back({reply, size_t(lane - m_lanes.begin()), isAsk});
    }
    if (moved.empty())
        return;
    std::vector<std::vector<RedisReply>> came(m_lanes.size());
    std::vector<quint64> tickets(m_lanes.size(), 0);
    for (size_t lane = 0; lane < m_lanes.size(); ++lane) {
        if (m_lanes[lane]->request.isEmpty())
            continue;
        post(*m_lanes[lane], m_lanes[lane]->request);
        tickets[lane] = m_lastTicket;
    }
    for (size_t lane = 0; lane < m_lanes.size(); ++lane) {
        if (tickets[lane] != 0)
            came[lane] =
                await(*m_lanes[lane], tickets[lane], m_lanes[lane]->request.size(), deadline);
        m_lanes[lane]->request.clear();
    }
    std::vector<size_t> next(m_lanes.size(), 0);
    for (const Moved &one : moved) {
        next[one.lane] += one.isAsk ? 1U : 0U;
        const size_t answer = next[one.lane]++;
        if (answer < came[one.lane].size())
            replies[one.reply] = std::move(came[one.lane][answer]);
    }
}

} // namespace lockmaster

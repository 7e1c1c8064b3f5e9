// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/redisreader.h"

#include "core/tunnels/tunnelexamination.h"
#include "core/tunnels/tunnels.h"
#include "core/domain/servermoment.h"
#include "core/redis/keyspace/keyspaceproblems.h"
#include "core/redis/groups/redisaccess.h"
#include "core/redis/keyspace/redisexamination.h"
#include "core/redis/keyspace/oldmaster.h"
#include "core/redis/keyspace/rediskeyspace.h"
#include "core/redis/keyspace/redislistener.h"
#include "core/redis/redisconnection.h"
#include "core/redis/redisinfo.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <set>
#include <utility>

namespace lockmaster {

namespace {

constexpr std::chrono::milliseconds oldPatience(500);

/** Its client is the connection, of which it notes what came. */
class RedisReader final : public BackendReader, private RedisClient
{
public:
    RedisReader(const BackendSpec &spec, PasswordSource password, RedisFormats formats,
                const Clock &clock);

    BackendReading read(Depth depth, SteadyTime deadline) override;
    BackendReading readNamed(const std::vector<QByteArray> &names, SteadyTime deadline) override;
    void told(const std::vector<QByteArray> &names) override;
    Examination examine(SteadyTime deadline) override;
    void interrupt() noexcept override;

private:
    Result<void> connect(SteadyTime deadline);
    void drop();
    bool wasStartedSince(SteadyTime moment) const;
    void noteFollowers();
    bool isSureOfMaster() const;
    void noteMaster();
    void noteNewMaster();
    void leaveMaster();
    void lookAtOld(BackendReading &reading, Observation &observation, SteadyTime deadline);
    bool isAnothers(const LockRecord &lock, const LockRecord &old) const;
    Followers followers() const;
    void clearInterrupts() noexcept;
    QString user() const override { return m_spec.user; }
    Result<void> send(const RedisRequest &request) override;
    Result<std::vector<RedisReply>> replies(SteadyTime deadline) override;
    BackendReading readOnce(Depth depth, SteadyTime deadline);
    BackendReading readUnfed(SteadyTime deadline);
    std::optional<Error> newsOfGroup(SteadyTime deadline);
    Observation unread() const;
    BackendReading readingOf(Observation observation, SteadyTime deadline);
    void noteRole(const Observation &observation, SteadyTime deadline);
    BackendReading unlessClosed(BackendReading reading);
    Result<void> lookInto(Examination &examination, SteadyTime deadline);
    ServerInfo serverInfo(const std::optional<ClockReading> &clock) const;

    const BackendSpec m_spec;
    const Clock &m_clock;
    const RedisFormats m_formats;
    RedisKeyspace m_keyspace;
    std::shared_ptr<SocketInterrupt> m_interrupt = std::make_shared<SocketInterrupt>();
    std::shared_ptr<SocketInterrupt> m_listenerInterrupt = std::make_shared<SocketInterrupt>();
    RedisAccess m_access;
    std::unique_ptr<RedisConnection> m_connection;
    RedisServer m_server;  ///< as of the last connection
    QByteArray m_identity; ///< its `serverDigest`
    FollowerMemory m_followers;
    SteadyTime m_heard{};             ///< when it answered last
    std::optional<Error> m_lastError; ///< of the transport, in the call under way
    qint64 m_answers = 0;             ///< round trips answered on this connection
    struct Master {
        QByteArray run;
        QString address;
        QByteArray replicationId;
        qint64 offset = -1;
        SteadyTime seen{};
    };
    std::optional<Master> m_master;            ///< of a group, as it stood at the last look at it
    std::vector<MasterChange> m_masterChanges; ///< the last one
    std::unique_ptr<OldMaster> m_old; ///< null: there was none lately, or it is over with it
    std::set<QByteArray> m_changed;   ///< what is shown of them may differ from what was read here
};

RedisKeyspace::Settings settingsOf(const BackendSpec &spec)
{
    return {spec.name, spec.redisDatabase, spec.patterns};
}

RedisReader::RedisReader(const BackendSpec &spec, PasswordSource password, RedisFormats formats,
                         const Clock &clock)
    : m_spec(spec), m_clock(clock), m_formats(std::move(formats)),
      m_keyspace(settingsOf(spec), m_formats(), clock),
      m_access(spec, std::move(password), m_interrupt)
{
}

Result<void> RedisReader::connect(SteadyTime deadline)
{
    if (m_connection && m_connection->usable())
        return {};
    drop();
    // One may outlive the next, and each has its own descriptor to be shut down.
    auto connection = m_access.open(deadline, std::make_shared<SocketInterrupt>(m_interrupt));
    if (!connection)
        return passOn(connection);
    m_connection = std::move(*connection);
    if (m_old && m_old->isRun(m_connection->server().runId))
        m_old.reset(); // it is the master again
    const QByteArray runBefore = std::exchange(m_server, m_connection->server()).runId;
    if (m_server.runId != runBefore && !wasStartedSince(m_heard))
        m_followers.forget();
    noteFollowers();
    noteNewMaster();
    m_identity = serverDigest(m_server.runId);
    m_answers = 0;
    m_keyspace.connectionChanged();
    return {};
}

void RedisReader::interrupt() noexcept
{
    m_interrupt->interrupt();
    m_listenerInterrupt->interrupt();
}

void RedisReader::clearInterrupts() noexcept
{
    m_interrupt->clear();
    m_listenerInterrupt->clear();
}

void RedisReader::drop()
{
    m_connection.reset();
}

/** Then it is the server that was there before, started again; and else another one. */
bool RedisReader::wasStartedSince(SteadyTime moment) const
{
    constexpr std::chrono::seconds rounding(5);
    return m_server.upFor && m_clock.now() - moment + rounding >= *m_server.upFor;
}

/** An old master loses some or all, and goes on as the same run: what was seen is remembered. */
void RedisReader::noteFollowers()
{
    m_heard = m_clock.now();
    if (m_server.replicasTold && !m_server.replica)
        m_followers.note(m_server.replicas, m_heard);
}

/** By the word of most of the sentinels. */
bool RedisReader::isSureOfMaster() const
{
    const auto &group = m_access.group();
    return m_access.isOfGroup() && group && group->state != GroupMember::State::Partial;
}

/** What there is to compare a new master with. */
void RedisReader::noteMaster()
{
    const RedisServer &server = m_connection->server();
    if (!isSureOfMaster() || m_access.hasMoved() || server.replica || server.runId.isEmpty())
        return;
    const Endpoint &here = m_connection->endpoint();
    m_master = Master{server.runId, NodeAddress{here.host, here.port}.text(), server.replicationId,
                      server.offset, m_clock.now()};
}

/** What a promoted server goes on from is what it had of its old master's history. */
void RedisReader::noteNewMaster()
{
    if (!isSureOfMaster() || !m_master || m_server.replica || m_server.runId.isEmpty()
        || m_server.runId == m_master->run)
        return;
    const Endpoint &here = m_connection->endpoint();
    MasterChange change;
    change.from = m_master->address;
    change.to = NodeAddress{here.host, here.port}.text();
    change.lastSeen = m_master->seen;
    change.unwatched = std::chrono::duration_cast<Micros>(m_clock.now() - m_master->seen);
    const bool isSuccessor = !m_master->replicationId.isEmpty() && m_master->offset >= 0
                             && m_server.idBefore == m_master->replicationId
                             && m_server.offsetBefore > 0;
    if (isSuccessor)
        change.lostBytes = std::max<qint64>(0, m_master->offset - (m_server.offsetBefore - 1));
    m_masterChanges = {change};
    m_master.reset();
}

/** What it goes on taking until it hears of it stays in sight. */
void RedisReader::leaveMaster()
{
    if (m_master && m_connection->usable() && m_connection->server().runId == m_master->run)
        m_old = std::make_unique<OldMaster>(std::move(m_connection), settingsOf(m_spec),
                                            m_formats(), m_clock);
    drop();
}

/** Two who each have it for themselves; whoever shares it may be on either. */
bool RedisReader::isAnothers(const LockRecord &lock, const LockRecord &old) const
{
    if (!isHeld(lock.state) || lock.holders.size() != 1 || old.holders.size() != 1
        || lock.id != old.id)
        return false;
    const Holder &here = lock.holders.constFirst();
    const Holder &there = old.holders.constFirst();
    const bool isSame = here.raw == there.raw && here.rawBytes == there.rawBytes;
    return !isSame && !m_keyspace.isShared(lock);
}

/** Behind a whole read of the new master: what began on the old one since that took over. */
void RedisReader::lookAtOld(BackendReading &reading, Observation &observation, SteadyTime deadline)
{
    m_old->noteSuccessor(observation.records);
    // What is left of the poll is the new one's.
    const auto half = (deadline - m_clock.now()) / 2;
    auto begun = m_old->look(m_clock.now() + std::min<SteadyTime::duration>(half, oldPatience));
    if (!begun) {
        m_old.reset();
        return;
    }
    QHash<QByteArray, LockRecord *> stands;
    for (LockRecord &lock : observation.records)
        stands.insert(lock.id.name, &lock);
    for (LockRecord &lock : *begun) {
        LockRecord *const here = stands.value(lock.id.name);
        if (!here) {
            reading.stranded.push_back(std::move(lock));
        } else if (isAnothers(*here, lock)
                   && !m_old->wasAtSuccessor(lock.id.name, here->holders.constFirst())) {
            // One that stood here before may have been let go of there, which nobody hears here.
            here->findings.push_back(
                {FindingId::TwoHolders,
                 Words::tr("%1 took it on %2, which was the master before and has not been told to "
                           "follow this one yet: both believe to hold it.")
                     .arg(literalText(lock.holders.constFirst().label), m_old->address())});
        }
    }
}

Followers RedisReader::followers() const
{
    const Followers told = m_server.followers();
    return {told.now, m_server.replica ? told.most : std::max(told.most, m_followers.most())};
}

Result<void> RedisReader::send(const RedisRequest &request)
{
    auto sent = m_connection->send(request);
    if (!sent)
        m_lastError = sent.error();
    return sent;
}

Result<std::vector<RedisReply>> RedisReader::replies(SteadyTime deadline)
{
    auto replies = m_connection->replies(deadline);
    if (replies)
        ++m_answers;
    else
        m_lastError = replies.error();
    return replies;
}

ServerInfo RedisReader::serverInfo(const std::optional<ClockReading> &clock) const
{
    ServerInfo info = serverInfoOf(m_server, m_spec);
    info.identity = info.run = m_identity;
    info.followers = followers();
    info.group = m_access.group();
    if (clock)
        info.clockOffset = clock->serverAt(m_clock.now()) - m_clock.wallNow();
    return info;
}

BackendReading RedisReader::readOnce(Depth depth, SteadyTime deadline)
{
    m_lastError.reset();
    BackendReading reading;
    if (const auto connected = connect(deadline); !connected) {
        reading.failure = connected.error();
        reading.observations.push_back(unread());
        reading.server = serverInfo({});
        return reading;
    }
    return readingOf(m_keyspace.read(*this, m_server, depth, deadline), deadline);
}

Observation RedisReader::unread() const
{
    Observation unread;
    unread.source = m_keyspace.name();
    unread.systems = m_keyspace.systems();
    return unread;
}

/**
 * A server that has begun to follow another drops what it has. Nobody let go of those locks, so it
 * is asked after the read, wherever that might say that something is not there, or free.
 */
void RedisReader::noteRole(const Observation &observation, SteadyTime deadline)
{
    const bool allHeld =
        observation.asked && observation.records.size() == observation.asked->size()
        && std::none_of(observation.records.begin(), observation.records.end(),
                        [](const LockRecord &lock) { return lock.state == LockState::Free; });
    // How its group stands is told with each poll.
    const bool matters =
        observation.complete ? !allHeld : m_access.isOfGroup() && !observation.asked;
    if (m_lastError || !matters)
        return;
    if (auto replica = m_connection->isReplica(deadline); !replica) {
        m_lastError = replica.error();
        return;
    }
    // Who left may be forgotten by now.
    if (m_connection->server().replicas < followers().most) {
        if (const auto asked = m_connection->followers(deadline); !asked) {
            m_lastError = asked.error();
            return;
        }
    }
    const RedisServer &now = m_connection->server();
    m_server.replica = now.replica;
    m_server.replicas = now.replicas;
    m_server.replicasTold = now.replicasTold;
    m_server.backlog = now.backlog;
    noteFollowers();
    m_access.look(*m_connection, deadline);
    noteMaster();
}

BackendReading RedisReader::readingOf(Observation observation, SteadyTime deadline)
{
    const bool isWhole = observation.complete && !observation.asked;
    noteRole(observation, deadline);
    BackendReading reading;
    if (m_old && m_old->isOver())
        m_old.reset();
    if (m_old && isWhole && !m_lastError && m_access.isNamed() && !m_server.replica)
        lookAtOld(reading, observation, deadline);
    reading.latency = observation.latency;
    reading.server =
        serverInfo(observation.clock.local == SteadyTime{} ? std::optional<ClockReading>()
                                                           : observation.clock);
    const auto &group = m_access.group();
    if (group && group->state != GroupMember::State::Settled && m_connection) {
        observation.complete = false;
        doubtFree(observation);
        observation.problems.push_back(group->trouble);
        if (m_access.hasMoved())
            leaveMaster();
    } else if (m_server.replica) {
        observation.complete = false;
        doubtFree(observation);
        observation.problems.push_back(redisReplicaProblem());
    } else if (const Followers all = followers(); all.areMissing()) {
        observation.fewerFollow = true;
        doubtFree(observation);
        observation.problems.push_back(redisFewerFollowProblem(m_spec.name, all));
    }
    if (m_server.cluster) {
        observation.complete = false;
        observation.problems.insert(observation.problems.begin(), redisClusterProblem(m_spec));
    }
    if (m_lastError) {
        // It concerns the whole backend: told there, and not twice.
        std::erase(observation.problems, *m_lastError);
        reading.failure = m_lastError;
        drop();
    } else {
        reading.masterChanges = m_masterChanges;
    }
    reading.observations.push_back(std::move(observation));
    return reading;
}

BackendReading RedisReader::read(Depth depth, SteadyTime deadline)
{
    // No format of a keyspace elects leaders by itself.
    if (depth == Depth::Leaders)
        return {};
    if (depth == Depth::Unfed)
        return readUnfed(deadline);
    const bool reused = m_connection && m_connection->usable();
    m_answers = 0;
    BackendReading reading = readOnce(depth, deadline);
    // A server may close what has been idle: that is no failure of its.
    if (reused && m_answers == 0 && reading.failure && reading.failure->kind == ErrorKind::Network
        && !m_interrupt->interrupted())
        reading = readOnce(depth, deadline);
    if (!reading.failure)
        m_changed.clear();
    clearInterrupts();
    return reading;
}

void RedisReader::told(const std::vector<QByteArray> &names)
{
    m_changed.insert(names.begin(), names.end());
}

/** No feed tells how the group stands, nor how far the master has come. None: nothing changed. */
std::optional<Error> RedisReader::newsOfGroup(SteadyTime deadline)
{
    if (!m_access.isOfGroup())
        return std::nullopt;
    const auto before = m_access.group();
    if (const auto asked = m_connection->isReplica(deadline); !asked)
        return asked.error();
    ++m_answers;
    m_access.look(*m_connection, deadline);
    noteMaster();
    // As long as the old master goes on by itself, only a poll looks at it.
    if (m_access.group() == before && (!m_old || m_old->isOver()))
        return std::nullopt;
    return Error{ErrorKind::Network, 0, Words::tr("Its group changed."), {}}; // a poll tells how
}

BackendReading RedisReader::readUnfed(SteadyTime deadline)
{
    if (!m_connection || !m_connection->usable())
        return {};
    m_lastError.reset();
    m_answers = 0;
    if (auto news = newsOfGroup(deadline)) {
        BackendReading failed;
        failed.failure = std::move(news);
        return unlessClosed(std::move(failed));
    }
    const auto changed = m_keyspace.changedBeside(*this, m_changed, deadline);
    if (!changed)
        return unlessClosed(readingOf(unread(), deadline));
    m_changed.insert(changed->begin(), changed->end());
    std::erase_if(m_changed,
                  [this](const QByteArray &name) { return !m_keyspace.isAskedAbout(name); });
    BackendReading reading = readNamed({m_changed.begin(), m_changed.end()}, deadline);
    // What was not read is a doubt until it is.
    if (!reading.failure && !reading.observations.empty())
        m_changed.clear();
    return reading;
}

BackendReading RedisReader::readNamed(const std::vector<QByteArray> &names, SteadyTime deadline)
{
    if (names.empty() || !m_connection || !m_connection->usable())
        return {};
    m_lastError.reset();
    m_answers = 0;
    return unlessClosed(
        readingOf(m_keyspace.readNamed(*this, m_server, names, deadline), deadline));
}

/** What was closed while it was idle is opened again by the next whole read. */
BackendReading RedisReader::unlessClosed(BackendReading reading)
{
    const bool closed = m_answers == 0 && reading.failure
                        && reading.failure->kind == ErrorKind::Network
                        && !m_interrupt->interrupted();
    clearInterrupts();
    return closed ? BackendReading() : reading;
}

Result<void> RedisReader::lookInto(Examination &examination, SteadyTime deadline)
{
    if (auto connected = connect(deadline); !connected)
        return connected;
    const SteadyTime asked = m_clock.now();
    const auto time = m_connection->command({"TIME"}, deadline);
    if (!time)
        return passOn(time);
    const SteadyTime answered = m_clock.now();
    examination.latency = std::chrono::duration_cast<Micros>(answered - asked);
    m_access.look(*m_connection, deadline);
    examination.server = serverInfo(clockOf(*time, asked, answered));
    auto capabilities = examineRedis(*this, m_keyspace, m_spec, followers(), deadline);
    if (!capabilities)
        return passOn(capabilities);
    examination.capabilities = std::move(*capabilities);
    if (const auto &group = m_access.group())
        examination.capabilities.push_back(
            groupCapability(QStringLiteral("redis.sentinels"),
                            Words::tr("Sentinels that agree on the master"), *group));
    if (m_spec.push) {
        const auto connect = [&](SteadyTime until) {
            return RedisConnection::open(m_connection->endpoint(), until, {}, m_listenerInterrupt);
        };
        const auto listener = RedisListener::open({connect, m_spec.patterns}, deadline);
        examination.capabilities.push_back(
            pushCapability(listener.map([](const auto &told) { return told->kind(); })));
    }
    return {};
}

Examination RedisReader::examine(SteadyTime deadline)
{
    retryTunnel(m_spec.tunnel);
    Examination examination;
    examination.server = serverInfo({});
    const bool reused = m_connection && m_connection->usable();
    auto looked = lookInto(examination, deadline);
    if (!looked && reused && !m_interrupt->interrupted())
        looked = lookInto(examination, deadline);
    if (!looked)
        examination.problems.push_back({{}, looked.error()});
    if (m_connection && m_server.cluster)
        examination.problems.push_back({m_keyspace.name(), redisClusterProblem(m_spec)});
    if (m_connection && m_server.replica)
        examination.problems.push_back({m_keyspace.name(), redisReplicaProblem()});
    clearInterrupts();
    addHops(examination, m_spec);
    return examination;
}

} // namespace

std::unique_ptr<BackendReader> makeRedisReader(const BackendSpec &spec, PasswordSource password,
                                               RedisFormats formats, const Clock &clock)
{
    return std::make_unique<RedisReader>(spec, std::move(password), std::move(formats), clock);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/clusterreader.h"

#include "core/domain/servermoment.h"
#include "core/redis/groups/clusterclient.h"
#include "core/redis/groups/clusterclocks.h"
#include "core/redis/redisconnection.h"
#include "core/redis/keyspace/redisexamination.h"
#include "core/redis/keyspace/rediskeyspace.h"
#include "core/redis/keyspace/redislistener.h"
#include "core/redis/keyspace/redistellers.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"
#include "core/tunnels/tunnelexamination.h"
#include "core/tunnels/tunnels.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int mostPasses = 3;

class ClusterReader final : public BackendReader
{
public:
    ClusterReader(const BackendSpec &spec, PasswordSource password,
                  std::vector<std::unique_ptr<RedisFormat>> formats, const Clock &clock);

    BackendReading read(Depth depth, SteadyTime deadline) override;
    BackendReading readNamed(const std::vector<QByteArray> &names, SteadyTime deadline) override;
    void told(const std::vector<QByteArray> &names) override;
    Examination examine(SteadyTime deadline) override;
    void interrupt() noexcept override { m_interrupt->interrupt(); }

private:
    /** A master at the last look that was sure of it. */
    struct Seen {
        QString address;
        std::vector<SlotRange> ranges;
        QByteArray run;
        QByteArray replicationId;
        qint64 offset = -1;
        SteadyTime at{};
    };

    Result<void> begin(SteadyTime deadline);
    BackendReading readOnce(Depth depth, SteadyTime deadline);
    BackendReading readUnfed(SteadyTime deadline);
    std::optional<Error> newsOfGroup(SteadyTime deadline);
    BackendReading readingOf(Observation seen, SteadyTime deadline);
    BackendReading failed(const Error &why) const;
    bool isSamePass(const ClusterWord &word) const;
    void noteWhoAnswered();
    void forgetWhoDidNot();
    void judge(Observation &seen, SteadyTime deadline);
    std::shared_ptr<const SlotSet> sureSlots(const ClusterWord &before,
                                             const ClusterWord &after) const;
    void noteChanges(const ClusterWord &word);
    void rememberMasters(const ClusterWord &word);
    void noteSuccessor(const Seen &before, const ClusterWord::Master &master);
    MasterChange changeOf(const Seen &before) const;
    void noteChange(MasterChange change);
    Result<std::vector<Capability>> examineMasters(const Followers &followers, SteadyTime deadline);
    std::optional<ClockReading> surestClock() const;
    ServerInfo serverInfo(const std::optional<ClockReading> &clock) const;

    const BackendSpec m_spec;
    const Clock &m_clock;
    const std::shared_ptr<SocketInterrupt> m_interrupt = std::make_shared<SocketInterrupt>();
    ClusterNodes m_nodes;
    ClusterClient m_client;
    RedisKeyspace m_keyspace;
    std::optional<ClusterWord> m_word; ///< by which is looked
    std::optional<GroupMember> m_group;
    RedisServer m_server;    ///< one of them: what all can
    bool m_hasMoved = false; ///< slots did, during the last look
    /** Who has answered all along since the last whole look began, and which run it was. */
    std::map<QByteArray, QByteArray> m_read;
    std::map<QByteArray, Seen> m_masters;
    std::vector<MasterChange> m_changes;
    std::set<QByteArray> m_told; ///< what is shown of these may differ from what was read here
};

ClusterReader::ClusterReader(const BackendSpec &spec, PasswordSource password,
                             std::vector<std::unique_ptr<RedisFormat>> formats, const Clock &clock)
    : m_spec(spec), m_clock(clock), m_nodes(spec, std::move(password), m_interrupt),
      m_client(m_nodes, spec.user),
      m_keyspace({spec.name, spec.redisDatabase, spec.patterns}, std::move(formats), clock)
{
}

/** Whether a pass over the keys may go on: in the same order, at the same runs of the same nodes.
 */
bool ClusterReader::isSamePass(const ClusterWord &word) const
{
    return m_word
           && std::equal(m_word->masters.begin(), m_word->masters.end(), word.masters.begin(),
                         word.masters.end(), [this](const auto &a, const auto &b) {
                             const auto run = m_read.find(b.id);
                             const auto &answers = m_nodes.answers();
                             return a.id == b.id && a.ranges == b.ranges
                                    && (run != m_read.end()) == b.answer.has_value()
                                    && (!b.answer || run->second == answers[*b.answer].runId);
                         });
}

/** Behind a look: by then the connections are the nodes' again. */
void ClusterReader::noteWhoAnswered()
{
    m_read.clear();
    for (const ClusterWord::Master &master : m_word->masters) {
        if (master.answer && m_client.isAnswering(master.id))
            m_read[master.id] = m_nodes.answers()[*master.answer].runId;
    }
    m_client.rest();
}

/** Behind a look at some keys, or one that failed: a pass over all of them has not come further by
 * it. */
void ClusterReader::forgetWhoDidNot()
{
    std::erase_if(m_read, [this](const auto &node) { return !m_client.isAnswering(node.first); });
    m_client.rest();
}

/** Asks who has what, and looks there from then on. */
Result<void> ClusterReader::begin(SteadyTime deadline)
{
    auto word = m_nodes.ask(deadline);
    if (!word) {
        m_word.reset();
        m_group = silentCluster(word.error());
        return passOn(word);
    }
    const bool goesOn = isSamePass(*word);
    noteChanges(*word);
    if (!goesOn)
        m_keyspace.connectionChanged();
    m_group = word->group;
    m_word = std::move(*word);
    m_client.use(*m_word);
    m_server = oldestServer(m_nodes, *m_word);
    return {};
}

/** What a promoted node goes on from is what it had of its old master's history. */
void ClusterReader::noteSuccessor(const Seen &before, const ClusterWord::Master &master)
{
    const QString address = master.address.text();
    const ClusterAnswer &own = m_nodes.answers()[*master.answer];
    const bool goesOn = !before.replicationId.isEmpty() && before.offset >= 0
                        && own.idBefore == before.replicationId && own.offsetBefore > 0;
    const bool followed =
        m_group && std::any_of(m_group->nodes.begin(), m_group->nodes.end(), [&](const auto &node) {
            return node.address == address && node.follows == before.address;
        });
    // Else the slots were given to it.
    if (!goesOn && !followed)
        return;
    MasterChange change = changeOf(before);
    change.to = address;
    if (goesOn)
        change.lostBytes = std::max<qint64>(0, before.offset - (own.offsetBefore - 1));
    noteChange(std::move(change));
}

MasterChange ClusterReader::changeOf(const Seen &before) const
{
    MasterChange change;
    change.from = before.address;
    change.ranges = before.ranges;
    change.lastSeen = before.at;
    change.unwatched = std::chrono::duration_cast<Micros>(m_clock.now() - before.at);
    return change;
}

void ClusterReader::noteChange(MasterChange change)
{
    if (m_changes.size() == MasterChange::mostKept)
        m_changes.erase(m_changes.begin());
    m_changes.push_back(std::move(change));
}

/** Who is in the place of a master that was seen, or was started anew. */
void ClusterReader::noteChanges(const ClusterWord &word)
{
    const auto &answers = m_nodes.answers();
    for (auto seen = m_masters.begin(); seen != m_masters.end();) {
        const auto same =
            std::find_if(word.masters.begin(), word.masters.end(),
                         [&](const ClusterWord::Master &one) { return one.id == seen->first; });
        if (same != word.masters.end()) {
            const QByteArray run = same->answer ? answers[*same->answer].runId : QByteArray();
            if (!run.isEmpty() && !seen->second.run.isEmpty() && run != seen->second.run) {
                MasterChange change = changeOf(seen->second);
                change.to = change.from;
                noteChange(std::move(change));
                seen->second.run = run;
                seen->second.replicationId.clear();
            }
            ++seen;
            continue;
        }
        const ClusterWord::Master *owner = word.ownerOf(seen->second.ranges.front().first);
        if (!owner || !owner->answer) {
            ++seen; // nobody is in its place yet
            continue;
        }
        if (!m_masters.contains(owner->id))
            noteSuccessor(seen->second, *owner);
        seen = m_masters.erase(seen);
    }
}

/** What there is to compare with later, behind a look; nothing of those of which others doubt. */
void ClusterReader::rememberMasters(const ClusterWord &word)
{
    const auto &answers = m_nodes.answers();
    for (const ClusterWord::Master &master : word.masters) {
        if (!master.answer || word.stateOf(master.ranges.front().first) == GroupMember::State::Split
            || word.stateOf(master.ranges.front().first) == GroupMember::State::Partial)
            continue;
        const ClusterAnswer &own = answers[*master.answer];
        m_masters[master.id] = {master.address.text(), master.ranges, own.runId,
                                own.replicationId,     own.offset,    m_clock.now()};
    }
}

ServerInfo ClusterReader::serverInfo(const std::optional<ClockReading> &clock) const
{
    ServerInfo info = serverInfoOf(m_server, m_spec);
    if (m_word)
        info.identity = info.run = serverDigest(m_word->identity);
    info.group = m_group;
    if (clock)
        info.clockOffset = clock->serverAt(m_clock.now()) - m_clock.wallNow();
    return info;
}

BackendReading ClusterReader::failed(const Error &why) const
{
    BackendReading reading;
    reading.failure = why;
    reading.server = serverInfo({});
    Observation unread;
    unread.source = m_keyspace.name();
    unread.systems = m_keyspace.systems();
    reading.observations.push_back(std::move(unread));
    return reading;
}

/** Of which nobody had a doubt before and after the look, and whose node answered all along. */
std::shared_ptr<const SlotSet> ClusterReader::sureSlots(const ClusterWord &before,
                                                        const ClusterWord &after) const
{
    auto sure = std::make_shared<SlotSet>();
    for (int slot = 0; slot < redisSlotCount; ++slot) {
        const ClusterWord::Master *owner = before.ownerOf(slot);
        sure->set(size_t(slot), owner && m_read.contains(owner->id)
                                    && before.stateOf(slot) == GroupMember::State::Settled
                                    && after.stateOf(slot) == GroupMember::State::Settled);
    }
    // One that is busy or loads for a moment says nothing of what it was asked then.
    for (const QByteArray &name : m_keyspace.away())
        sure->reset(size_t(redisSlot(name)));
    return sure;
}

/** Whether what was seen is so: not where keys may have moved past who looked for them. */
void ClusterReader::judge(Observation &seen, SteadyTime deadline)
{
    const ClusterWord before = *m_word;
    const auto lost = m_client.lost();
    if (seen.asked)
        forgetWhoDidNot();
    else
        noteWhoAnswered();
    const auto after = m_nodes.ask(deadline);
    m_hasMoved = after && !after->hasSameMap(before);
    if (!after) {
        m_group->state = GroupMember::State::Partial;
        m_group->trouble = after.error();
    } else {
        noteChanges(*after);
        rememberMasters(*after);
        const bool wasSettled = before.group.state == GroupMember::State::Settled;
        m_group = wasSettled ? after->group : before.group;
        m_group->nodes = after->group.nodes;
        if (m_hasMoved && m_group->state == GroupMember::State::Settled) {
            m_group->state = GroupMember::State::Switching;
            m_group->trouble = {ErrorKind::Unsupported,
                                0,
                                Words::tr("Slots moved from one node to another during the look."),
                                {}};
        }
    }
    if (lost && m_group->state == GroupMember::State::Settled) {
        m_group->state = GroupMember::State::Partial;
        m_group->trouble = *lost;
    }
    shiftEnds(seen, *m_word, m_nodes.answers());
    if (m_group->state != GroupMember::State::Settled) {
        if (after && !m_hasMoved && (seen.complete || seen.onlyAway))
            seen.sureSlots = sureSlots(before, *after);
        seen.complete = false;
        doubtFree(seen);
        seen.problems.push_back(m_group->trouble);
    }
    if (auto apart = clocksDiffer(m_nodes.answers(), m_clock.now()))
        seen.problems.push_back(*std::move(apart));
}

BackendReading ClusterReader::readOnce(Depth depth, SteadyTime deadline)
{
    m_hasMoved = false;
    if (const auto begun = begin(deadline - (deadline - m_clock.now()) / 2); !begun)
        return failed(begun.error());
    const auto left = deadline - m_clock.now();
    return readingOf(m_keyspace.read(m_client, m_server, depth, deadline - left / 8), deadline);
}

BackendReading ClusterReader::readingOf(Observation seen, SteadyTime deadline)
{
    if (const auto over = m_client.over()) {
        forgetWhoDidNot();
        return failed(*over);
    }
    // What changes by the end of this look is told with the next one, which may miss something.
    const std::vector<MasterChange> changes = m_changes;
    judge(seen, deadline);
    BackendReading reading;
    reading.latency = seen.latency;
    reading.server =
        serverInfo(seen.clock.local == SteadyTime{} ? std::optional<ClockReading>() : seen.clock);
    reading.masterChanges = changes;
    reading.observations.push_back(std::move(seen));
    return reading;
}

BackendReading ClusterReader::read(Depth depth, SteadyTime deadline)
{
    // No format of a keyspace elects leaders by itself.
    if (depth == Depth::Leaders)
        return {};
    const SteadyTime begun = m_clock.now();
    BackendReading reading =
        depth == Depth::Unfed ? readUnfed(deadline) : readOnce(depth, deadline);
    const bool isSingle = depth == Depth::Full || depth == Depth::Listing;
    for (int pass = 1; pass < mostPasses && isSingle && m_hasMoved; ++pass) {
        const SteadyTime now = m_clock.now();
        const bool hasTime = (now - begun) / pass < deadline - now;
        if (!hasTime || m_interrupt->interrupted())
            break;
        reading = readOnce(depth, deadline);
    }
    if (depth != Depth::Unfed && !reading.failure)
        m_told.clear();
    m_interrupt->clear();
    return reading;
}

BackendReading ClusterReader::readNamed(const std::vector<QByteArray> &names, SteadyTime deadline)
{
    if (names.empty() || !m_word)
        return {};
    m_hasMoved = false;
    m_client.use(*m_word);
    // What was closed while it was idle is opened again by the next whole read.
    if (m_client.lost()) {
        forgetWhoDidNot();
        return {};
    }
    const auto left = deadline - m_clock.now();
    BackendReading reading =
        readingOf(m_keyspace.readNamed(m_client, m_server, names, deadline - left / 8), deadline);
    m_interrupt->clear();
    return reading;
}

void ClusterReader::told(const std::vector<QByteArray> &names)
{
    m_told.insert(names.begin(), names.end());
}

/** No feed tells how the nodes stand, nor how far they have come. None: nothing changed. */
std::optional<Error> ClusterReader::newsOfGroup(SteadyTime deadline)
{
    auto word = m_nodes.ask(deadline);
    if (!word)
        return word.error();
    if (m_group != word->group || !isSamePass(*word))
        return Error{
            ErrorKind::Network, 0, Words::tr("Its group changed."), {}}; // a poll tells how
    rememberMasters(*word);
    m_word = std::move(*word);
    return std::nullopt;
}

BackendReading ClusterReader::readUnfed(SteadyTime deadline)
{
    if (!m_word)
        return {};
    if (auto news = newsOfGroup(deadline)) {
        BackendReading changed;
        changed.failure = std::move(news);
        return changed;
    }
    m_client.use(*m_word);
    const auto changed = m_keyspace.changedBeside(m_client, m_told, deadline);
    forgetWhoDidNot();
    if (!changed)
        return failed(changed.error());
    m_told.insert(changed->begin(), changed->end());
    std::erase_if(m_told,
                  [this](const QByteArray &name) { return !m_keyspace.isAskedAbout(name); });
    BackendReading reading = readNamed({m_told.begin(), m_told.end()}, deadline);
    // What was not read is a doubt until it is.
    if (!reading.failure && !reading.observations.empty())
        m_told.clear();
    return reading;
}

/** What one of them does not allow is not there, and it is told which. */
Result<std::vector<Capability>> ClusterReader::examineMasters(const Followers &followers,
                                                              SteadyTime deadline)
{
    std::vector<Capability> all;
    for (const ClusterWord::Master &master : m_word->masters) {
        RedisConnection *connection = m_nodes.connection(master.id);
        if (!connection)
            continue;
        auto own = examineRedis(*connection, m_keyspace, m_spec, followers, deadline);
        if (!own)
            return passOn(own);
        addCapabilities(all, std::move(*own), master.address.text());
    }
    return all;
}

/** Of the one that was not kept waiting by others. */
std::optional<ClockReading> ClusterReader::surestClock() const
{
    std::optional<ClockReading> surest;
    for (const ClusterAnswer &answer : m_nodes.answers()) {
        if (answer.clock && (!surest || answer.clock->uncertainty < surest->uncertainty))
            surest = answer.clock;
    }
    return surest;
}

Examination ClusterReader::examine(SteadyTime deadline)
{
    retryTunnel(m_spec.tunnel);
    Examination examination;
    const SteadyTime asked = m_clock.now();
    const auto begun = begin(deadline);
    examination.latency = std::chrono::duration_cast<Micros>(m_clock.now() - asked);
    const auto clock = begun ? surestClock() : std::nullopt;
    if (clock)
        examination.latency = 2 * clock->uncertainty;
    examination.server = serverInfo(clock);
    if (begun) {
        const auto follow =
            std::count_if(m_group->nodes.begin(), m_group->nodes.end(), [](const GroupNode &node) {
                return node.role == NodeRole::Replica && node.trouble.isEmpty();
            });
        auto capabilities = examineMasters({follow, follow}, deadline);
        if (capabilities)
            examination.capabilities = std::move(*capabilities);
        else
            examination.problems.push_back({{}, capabilities.error()});
        if (auto apart = clocksDiffer(m_nodes.answers(), m_clock.now()))
            examination.problems.push_back({m_keyspace.name(), *std::move(apart)});
    } else {
        examination.problems.push_back({{}, begun.error()});
    }
    if (begun && m_spec.push) {
        const auto listeners =
            listenToMasters(m_nodes, *m_word, m_spec.patterns, deadline, m_interrupt);
        examination.capabilities.push_back(pushCapability(listeners.map(updatesOf)));
    }
    examination.capabilities.push_back(
        groupCapability(QStringLiteral("redis.cluster"),
                        Words::tr("Nodes that agree on who has which keys"), *m_group));
    m_interrupt->clear();
    addHops(examination, m_spec);
    return examination;
}

} // namespace

std::unique_ptr<BackendReader> makeClusterReader(const BackendSpec &spec, PasswordSource password,
                                                 std::vector<std::unique_ptr<RedisFormat>> formats,
                                                 const Clock &clock)
{
    return std::make_unique<ClusterReader>(spec, std::move(password), std::move(formats), clock);
}

} // namespace lockmaster

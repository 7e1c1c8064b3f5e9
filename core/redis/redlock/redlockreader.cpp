// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redlock/redlockreader.h"

#include "core/domain/servermoment.h"
#include "core/redis/keyspace/redisexamination.h"
#include "core/redis/redlock/believers.h"
#include "core/redis/redlock/readerstogether.h"
#include "core/redis/redlock/redlockshares.h"
#include "core/text/words.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

/** So many are asked for once more; there are as many only where they are no Redlock's. */
constexpr size_t mostAskedAgain = 1000;
/** One that was silent keeps no others waiting for so long. */
constexpr std::chrono::seconds leftAlone(5);
/** With less time left nothing is asked for once more. */
constexpr Millis shortestSecondLook(50);

class RedlockReader final : public BackendReader
{
public:
    RedlockReader(const BackendSpec &spec, std::vector<std::unique_ptr<BackendReader>> members,
                  const Clock &clock);

    BackendReading read(Depth depth, SteadyTime deadline) override;
    Examination examine(SteadyTime deadline) override;
    void interrupt() noexcept override { m_readers.interrupt(); }

private:
    /** One of the servers, and what it showed. */
    struct Member {
        QString address;
        BackendReading look = {};                    ///< but for its locks
        std::optional<Error> trouble = std::nullopt; ///< why it does not count at that look
        QHash<LockId, LockRecord> locks = {};        ///< as seen last, also before that look
        QSet<QByteArray> shown = {};                 ///< the names of those of that look
        QByteArray run = {};                         ///< as told last
        SteadyTime silentUntil = {}; ///< until then it is not asked; then it did not answer

        /** It is told there, or told not to be. */
        bool isKnown(const LockId &id) const;
        const LockRecord *find(const LockId &id) const;
    };

    bool look(SteadyTime deadline,
              const std::function<BackendReading(BackendReader &, SteadyTime)> &ask);
    void take(Member &member);
    void noteRun(Member &member);
    void findTwins();
    void join();
    void askAgain(SteadyTime deadline);
    std::vector<ShareSeen> sharesOf(const LockId &id) const;
    void addLocks(Observation &seen, bool isLast);
    void keepLease(LockRecord &lock) const;
    Observation observation() const;
    BackendReading failed(const Error &why) const;
    size_t silent() const;
    GroupMember group() const;
    ServerInfo serverInfo() const;
    const Member *firstThatCounts() const;
    ClockReading clock() const;

    const BackendSpec m_spec;
    const Clock &m_clock;
    ReadersTogether m_readers;
    std::vector<Member> m_members;
    std::optional<Error> m_fault;       ///< two of them are one server
    int m_restarts = 0;                 ///< of any of them
    QHash<LockId, LockRecord> m_joined; ///< at the look under way
    /** What was told of a lease, by whom. */
    struct Told {
        QByteArray token;
        Lease lease;
    };
    QHash<LockId, Told> m_before;
    Believers m_believers;
};

RedlockReader::RedlockReader(const BackendSpec &spec,
                             std::vector<std::unique_ptr<BackendReader>> members,
                             const Clock &clock)
    : m_spec(spec), m_clock(clock), m_readers(std::move(members))
{
    for (const NodeAddress &server : spec.redlock)
        m_members.push_back({server.text()});
}

bool RedlockReader::Member::isKnown(const LockId &id) const
{
    return !trouble && (shown.contains(id.name) || look.observations.front().complete);
}

const LockRecord *RedlockReader::Member::find(const LockId &id) const
{
    const auto found = locks.constFind(id);
    return found == locks.cend() ? nullptr : &*found;
}

/** All of them at the same time, but for those that were silent a moment ago. */
bool RedlockReader::look(SteadyTime deadline,
                         const std::function<BackendReading(BackendReader &, SteadyTime)> &ask)
{
    const SteadyTime begun = m_clock.now();
    // What is left is for joining, and for a second look.
    const SteadyTime until = begun + (deadline - begun) / 4 * 3;
    std::vector<size_t> which;
    for (size_t number = 0; number < m_members.size(); ++number) {
        if (m_members[number].silentUntil <= begun)
            which.push_back(number);
    }
    const auto givenUp = m_readers.ask(which, size_t(m_spec.needed()), m_spec.timeout / 2,
                                       [&](size_t number, BackendReader &reader) {
                                           const bool mayEnd = m_readers.mayEndAtOnce(number);
                                           BackendReading &look = m_members[number].look;
                                           look = ask(reader, until);
                                           if (look.failure && mayEnd)
                                               look = ask(reader, until);
                                           return !look.failure;
                                       });
    if (!givenUp)
        return false;
    for (size_t at = 0; at < which.size(); ++at) {
        Member &member = m_members[which[at]];
        const auto &failure = member.look.failure;
        if ((*givenUp)[at])
            member.look.failure = Error{
                ErrorKind::Timeout, 0, Words::tr("It did not answer in time."),
                Words::tr("Check whether the server hangs or is overloaded, or allow a longer "
                          "timeout.")};
        member.silentUntil = failure && failure->kind == ErrorKind::Timeout
                                 ? m_clock.now() + leftAlone
                                 : SteadyTime{};
    }
    return true;
}

/** Of what it does not tell now, what it told before is kept until it must be over. */
void RedlockReader::take(Member &member)
{
    member.trouble.reset();
    if (member.look.failure)
        member.trouble = *member.look.failure;
    else if (member.look.observations.empty())
        member.trouble = Error{ErrorKind::Network, 0, Words::tr("It was not asked."), {}};
    else if (member.look.server.replica)
        member.trouble =
            Error{ErrorKind::Unsupported, 0, Words::tr("It follows another server."), {}};
    else if (member.look.server.run.isEmpty())
        member.trouble = untoldServer(m_spec.user);
    member.shown.clear();
    QSet<LockId> here;
    if (!member.trouble) {
        noteRun(member);
        auto &records = member.look.observations.front().records;
        for (LockRecord &lock : records) {
            const LockId id = lock.id;
            here.insert(id);
            member.shown.insert(id.name);
            member.locks.emplace(id, std::move(lock));
        }
        records = {};
    }
    const SteadyTime now = m_clock.now();
    member.locks.removeIf([&](const auto &known) {
        const Lease &lease = known.value().lease;
        const bool isOver = lease.hasExpiry && lease.expiresAt && lease.deadline < now;
        return !here.contains(known.key()) && (isOver || member.isKnown(known.key()));
    });
}

/** What it does not show any more may have gone with its start. */
void RedlockReader::noteRun(Member &member)
{
    const QByteArray &now = member.look.server.run;
    if (now.isEmpty())
        return;
    if (!member.run.isEmpty() && member.run != now)
        ++m_restarts;
    member.run = now;
}

/** By two names, or two ways. */
void RedlockReader::findTwins()
{
    m_fault.reset();
    for (auto one = m_members.begin(); one != m_members.end(); ++one) {
        if (one->trouble || one->run.isEmpty())
            continue;
        const auto twin = std::find_if(m_members.begin(), one, [one](const Member &other) {
            return !other.trouble && other.run == one->run;
        });
        if (twin == one)
            continue;
        m_fault = twinServers(twin->address, one->address);
        one->trouble = m_fault;
    }
}

std::vector<ShareSeen> RedlockReader::sharesOf(const LockId &id) const
{
    std::vector<ShareSeen> shares;
    for (const Member &member : m_members)
        shares.push_back({member.address, member.isKnown(id), member.find(id)});
    return shares;
}

/** What all of them have, as far as it is not joined yet. */
void RedlockReader::join()
{
    const ClockReading read = clock();
    for (const Member &member : m_members) {
        for (auto lock = member.locks.cbegin(); lock != member.locks.cend(); ++lock) {
            if (m_joined.contains(lock.key()))
                continue;
            const auto shares = sharesOf(lock.key());
            const bool isTold = std::any_of(shares.begin(), shares.end(), [](const auto &share) {
                return share.isKnown && share.lock;
            });
            // Those that do not answer cannot hold it by what they had.
            if (isTold || !isSureOfAbsence(shares, m_spec.needed()))
                m_joined.insert(lock.key(), joinedLock(shares, m_spec.needed(), read));
        }
    }
}

/** Whoever takes a lock asks one server after the other, and so does whoever lets go. */
void RedlockReader::askAgain(SteadyTime deadline)
{
    QSet<QByteArray> few;
    for (auto lock = m_joined.cbegin(); lock != m_joined.cend(); ++lock) {
        if (lock->hasFinding(FindingId::Minority) && few.size() < qsizetype(mostAskedAgain))
            few.insert(lock.key().name);
    }
    std::vector<size_t> which;
    for (size_t number = 0; number < m_members.size(); ++number) {
        if (!m_members[number].trouble)
            which.push_back(number);
    }
    if (few.isEmpty() || which.empty() || deadline - m_clock.now() < shortestSecondLook)
        return;
    const std::vector<QByteArray> names(few.begin(), few.end());
    std::vector<BackendReading> again(m_members.size());
    const auto asked = m_readers.ask(which, which.size(), m_spec.timeout / 2,
                                     [&](size_t number, BackendReader &reader) {
                                         again[number] = reader.readNamed(names, deadline);
                                         return true;
                                     });
    if (!asked)
        return;
    for (const size_t number : which) {
        if (again[number].failure || again[number].observations.empty())
            continue;
        Observation &seen = again[number].observations.front();
        if (!seen.asked || !seen.complete)
            continue;
        Member &member = m_members[number];
        for (const QByteArray &name : *seen.asked)
            member.shown.remove(name);
        const QSet<QByteArray> told(seen.asked->begin(), seen.asked->end());
        member.locks.removeIf([&told](const auto &lock) { return told.contains(lock.key().name); });
        for (LockRecord &lock : seen.records) {
            const LockId id = lock.id;
            member.shown.insert(id.name);
            member.locks.emplace(id, std::move(lock));
        }
    }
    m_joined.removeIf([&few](const auto &lock) { return few.contains(lock.key().name); });
    join();
}

BackendReading RedlockReader::read(Depth depth, SteadyTime deadline)
{
    // No format of a keyspace elects leaders by itself, and no feed tells of these servers.
    if (depth == Depth::Leaders || depth == Depth::Unfed)
        return {};
    const bool isLooked = look(deadline, [depth](BackendReader &reader, SteadyTime until) {
        return reader.read(depth, until);
    });
    if (!isLooked)
        return failed({ErrorKind::Cancelled, 0, Words::tr("It was interrupted."), {}});
    for (Member &member : m_members)
        take(member);
    findTwins();
    m_joined.clear();
    join();
    askAgain(deadline);
    if (!firstThatCounts())
        return failed(*m_members.front().trouble);
    BackendReading reading;
    reading.observations.push_back(observation());
    addLocks(reading.observations.front(), depth == Depth::Listing);
    reading.server = serverInfo();
    for (const Member &member : m_members)
        reading.latency = std::max(reading.latency, member.look.latency);
    return reading;
}

BackendReading RedlockReader::failed(const Error &why) const
{
    BackendReading reading;
    reading.failure = why;
    reading.server = serverInfo();
    reading.observations.push_back(observation());
    reading.observations.front().complete = false;
    reading.observations.front().problems.clear();
    return reading;
}

const RedlockReader::Member *RedlockReader::firstThatCounts() const
{
    const auto first = std::find_if(m_members.begin(), m_members.end(),
                                    [](const Member &member) { return !member.trouble; });
    return first == m_members.end() ? nullptr : &*first;
}

/** Those that do not count now. */
size_t RedlockReader::silent() const
{
    return size_t(std::count_if(m_members.begin(), m_members.end(),
                                [](const Member &member) { return member.trouble.has_value(); }));
}

/** Always that of the same server, as far as it answers: how old a look is is reckoned by it. */
ClockReading RedlockReader::clock() const
{
    const Member *first = firstThatCounts();
    const auto read = first && !first->look.observations.empty()
                          ? first->look.observations.front().clock
                          : ClockReading();
    return read.local == SteadyTime{} ? ClockReading{m_clock.wallNow(), m_clock.now(), {}} : read;
}

GroupMember RedlockReader::group() const
{
    const auto size = m_members.size();
    GroupMember group;
    group.size = qint64(size);
    group.role = Words::tr("Redlock of %1 servers, of which %2 have to agree")
                     .arg(size)
                     .arg(m_spec.needed());
    for (const Member &member : m_members) {
        group.nodes.push_back({member.address, NodeRole::Member,
                               member.trouble ? member.trouble->message : QString()});
    }
    if (m_fault) {
        group.state = GroupMember::State::Partial;
        group.trouble = *m_fault;
    } else if (silent() >= size_t(m_spec.needed())) {
        group.state = GroupMember::State::Partial;
        group.trouble = {ErrorKind::Network, 0,
                         Words::tr("Only %1 of %2 servers answer, and the others may hold locks by "
                                   "themselves.")
                             .arg(size - silent())
                             .arg(size),
                         Words::tr("See why the others do not answer.")};
    }
    return group;
}

ServerInfo RedlockReader::serverInfo() const
{
    ServerInfo info;
    if (const Member *first = firstThatCounts())
        info = first->look.server;
    info.replica = false;
    info.followers = {};
    info.identity = redlockIdentity(m_spec);
    info.run = serverDigest(info.identity + QByteArray::number(m_restarts));
    info.group = group();
    return info;
}

/** Without locks. */
Observation RedlockReader::observation() const
{
    Observation seen;
    seen.source = QStringLiteral("db %1").arg(m_spec.redisDatabase);
    int incomplete = 0;
    for (const Member &member : m_members) {
        if (!member.look.observations.empty() && seen.systems.empty())
            seen.systems = member.look.observations.front().systems;
        const auto tell = [&](Error problem) {
            problem.message = Words::tr("The node %1: %2").arg(member.address, problem.message);
            seen.problems.push_back(std::move(problem));
        };
        if (member.trouble) {
            ++incomplete;
            tell(*member.trouble);
            continue;
        }
        const Observation &own = member.look.observations.front();
        incomplete += own.complete ? 0 : 1;
        seen.fewerFollow = seen.fewerFollow || own.fewerFollow;
        seen.latency = std::max(seen.latency, own.latency);
        if (own.notDecoded > seen.notDecoded) {
            seen.notDecoded = own.notDecoded;
            seen.notDecodedKinds = own.notDecodedKinds;
        }
        for (const Error &problem : own.problems)
            tell(problem);
    }
    seen.complete = incomplete < m_spec.needed() && !m_fault;
    seen.clock = clock();
    return seen;
}

/** `isLast`: nothing is kept for a next look. */
void RedlockReader::addLocks(Observation &seen, bool isLast)
{
    std::vector<Believers::Server> servers;
    for (const Member &member : m_members)
        servers.push_back({member.address, member.run, !member.trouble});
    QHash<LockId, Told> told;
    seen.records.reserve(size_t(m_joined.size()));
    for (LockRecord &lock : m_joined) {
        if (!isLast) {
            keepLease(lock);
            m_believers.judge(lock, servers, m_clock.now());
            told.insert(lock.id, {redlockToken(lock), lock.lease});
        }
        seen.records.push_back(std::move(lock));
    }
    m_before = std::move(told);
    m_joined.clear();
    if (!isLast)
        m_believers.forget(m_clock.now());
}

/** What is taken off for clocks hangs on when it was looked at first: the same lease ends once. */
void RedlockReader::keepLease(LockRecord &lock) const
{
    const auto before = m_before.constFind(lock.id);
    if (before == m_before.cend() || before->token != redlockToken(lock)
        || before->lease.stored != lock.lease.stored || !before->lease.expiresAt
        || !lock.lease.expiresAt)
        return;
    const auto off = between(before->lease.deadline, lock.lease.deadline);
    const Micros mostOff = redlockDrift(between(m_clock.now(), lock.lease.deadline)) + Millis(500);
    if (off < mostOff && -off < mostOff)
        lock.lease = before->lease;
}

Examination RedlockReader::examine(SteadyTime deadline)
{
    std::vector<Examination> own(m_members.size());
    std::vector<size_t> all;
    for (size_t number = 0; number < m_members.size(); ++number)
        all.push_back(number);
    const auto givenUp =
        m_readers.ask(all, all.size(), m_spec.timeout, [&](size_t number, BackendReader &reader) {
            m_readers.mayEndAtOnce(number);
            own[number] = reader.examine(std::min(deadline, m_clock.now() + 2 * m_spec.timeout));
            return true;
        });
    Examination examination;
    if (!givenUp) {
        examination.problems.push_back(
            {{}, {ErrorKind::Cancelled, 0, Words::tr("It was interrupted."), {}}});
        return examination;
    }
    for (size_t number = 0; number < own.size(); ++number) {
        Member &member = m_members[number];
        Examination &one = own[number];
        member.look = {};
        member.look.server = one.server;
        member.look.observations.emplace_back();
        if (!one.problems.empty())
            member.look.failure = one.problems.front().error;
        take(member);
        examination.latency = std::max(examination.latency, one.latency);
        for (Problem &problem : one.problems) {
            problem.error.message =
                Words::tr("The node %1: %2").arg(member.address, problem.error.message);
            examination.problems.push_back(std::move(problem));
        }
        std::erase_if(one.capabilities,
                      [](const Capability &each) { return each.id == u"redis.push"; });
        addCapabilities(examination.capabilities, std::move(one.capabilities), member.address);
    }
    findTwins();
    examination.server = serverInfo();
    examination.capabilities.push_back(groupCapability(
        QStringLiteral("redis.redlock"),
        Words::tr("Servers that know nothing of each other, most of which agree"), group()));
    return examination;
}

} // namespace

std::unique_ptr<BackendReader>
makeRedlockReader(const BackendSpec &spec, std::vector<std::unique_ptr<BackendReader>> members,
                  const Clock &clock)
{
    return std::make_unique<RedlockReader>(spec, std::move(members), clock);
}

} // namespace lockmaster

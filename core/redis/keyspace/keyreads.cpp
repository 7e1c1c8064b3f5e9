// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/keyreads.h"

#include "core/redis/keyspace/keyspaceproblems.h"
#include "core/platform/heap.h"
#include "core/domain/redisglob.h"
#include "core/text/words.h"
#include "core/redis/acltext.h"
#include "core/redis/redisconnection.h"
#include "core/redis/redisinfo.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr qsizetype mostOversized = 1000;
constexpr qsizetype mostGone = 20'000;
constexpr qsizetype longestGone = 512; ///< of names that are remembered: they add up
constexpr auto askAgainAfter = 10s;
constexpr int enoughAlike = 32;
constexpr size_t leastRecords = 256;
constexpr size_t fewJobs = 100;
constexpr qsizetype largestRequest = 4 << 20;

// An estimate of the server's time for one command, from measurements.
constexpr std::chrono::nanoseconds costOfCommand{1500};

KeyJob::Step stepOf(const KeyReading &reading)
{
    const bool isString = reading.type == "string";
    const bool whole = isString ? !reading.value.isEmpty() && reading.length <= reading.value.size()
                                : reading.length <= static_cast<qint64>(reading.fields.size());
    return readingStep(reading.type, whole);
}

/** What a lock takes beyond the kilobyte of a usual one, in 64 bytes: its name, and who holds it.
 */
quint16 extraOf(const KeyReading &reading)
{
    constexpr qsizetype usual = 1024;
    constexpr qsizetype unit = 64;
    qsizetype bytes = reading.key.size() + reading.value.size();
    for (const auto &[name, value] : reading.fields)
        bytes += unit + name.size() + value.size();
    return bytes <= usual ? 0
                          : quint16(std::min<qsizetype>((bytes - usual) / unit + 1, UINT16_MAX));
}

} // namespace

KeyReads::KeyReads(KeyspaceMemory &memory, RedisClient &client, const RedisServer &server,
                   Purpose purpose, SteadyTime deadline)
    : m_memory(memory), m_client(client), m_purpose(purpose), m_deadline(deadline)
{
    m_context.backend = memory.settings.backend;
    m_context.source = QStringLiteral("db %1").arg(memory.settings.database);
    m_context.version = server.version;
    m_findings.observation.source = m_context.source;
    for (const auto &format : memory.formats)
        m_findings.observation.systems.push_back(format->system());
    memory.guesses.resize(memory.settings.patterns.size() + 1);
}

bool KeyReads::learnRights()
{
    const SteadyTime asked = m_memory.clock.now();
    // What was denied may have been allowed since, as we advised.
    if (m_memory.rights && !m_memory.rights->problems.empty()
        && asked > m_memory.rightsAskedAt + askAgainAfter)
        m_memory.rights.reset();
    if (!m_memory.rights) {
        auto rights = probeTimeRights(m_client, m_deadline);
        if (!rights)
            return fail(rights.error());
        m_memory.fastestRoundTrip =
            std::chrono::duration_cast<Micros>(m_memory.clock.now() - asked);
        m_memory.rights = std::move(*rights);
        m_memory.rightsAskedAt = asked;
    }
    for (const Error &problem : m_memory.rights->problems)
        addProblem(problem);
    // Without a way to see a key's end there is no way to see whether it is there.
    return m_memory.rights->expiry.commands() > 0;
}

void KeyReads::queueKnown()
{
    reserveRecords(static_cast<size_t>(m_memory.known.size()));
    for (auto entry = m_memory.known.cbegin(); entry != m_memory.known.cend(); ++entry) {
        KeyJob job{entry.key(), entry->pattern, entry->step, true, 0};
        if (isSuspect(job))
            m_queue.push_front(std::move(job));
        else
            m_queue.push_back(std::move(job));
    }
}

KeyReads::Sent KeyReads::plan(const std::optional<RedisCommand> &added, bool withJobs)
{
    Sent trip;
    RedisRequest &request = m_request;
    request.clear();
    auto &planned = trip.planned;
    const size_t jobs = nextTripsJobs(added.has_value());
    if (!m_clockAsked) {
        m_clockAsked = true;
        if (auto command = clockCommand(*m_memory.rights)) {
            trip.clockReply = request.size();
            request.add(*command);
        }
    }
    if (added) {
        trip.addedTimed = m_memory.rights->time;
        if (trip.addedTimed)
            request.add(*clockCommand(*m_memory.rights));
        trip.addedReply = request.size();
        request.add(*added);
        if (trip.addedTimed)
            request.add(*clockCommand(*m_memory.rights));
    }
    if (!withJobs)
        return trip;
    const bool suspects = suspectsNext();
    planned.reserve(jobs);
    // Each question repeats its key, which may be a long one.
    while (planned.size() < jobs && isSuspect(m_queue.front()) == suspects
           && request.bytes().size() < largestRequest) {
        Planned next{std::move(m_queue.front()), request.size(), 0};
        m_queue.pop_front();
        next.replies =
            static_cast<size_t>(appendKeyCommands(next.job, m_memory.rights->expiry, request));
        planned.push_back(std::move(next));
    }
    return trip;
}

/**
 * Of known keys, few at first and at last: the server has nothing to do before it is asked, and
 * nobody works beside us once it has answered. Where there is something else for it to do, all
 * that are left go with that.
 */
size_t KeyReads::nextTripsJobs(bool withAdded) const
{
    if (suspectsNext())
        return std::min(m_queue.size(), m_memory.suspectsPerTrip);
    const size_t most = std::min(m_queue.size(), m_memory.jobsPerTrip);
    if (withAdded || m_queue.empty() || !m_queue.front().known)
        return most;
    const size_t rest = m_clockAsked ? m_queue.size() / 2 : 0;
    return std::min(most, std::max(fewJobs, rest));
}

bool KeyReads::isSuspect(const KeyJob &job) const
{
    return m_memory.suspects.contains(job.key);
}

/** The replies were beyond the bound: the same trip would fail for ever. */
void KeyReads::suspect(const Sent &sent)
{
    KeyspaceMemory &memory = m_memory;
    const auto &planned = sent.planned;
    if (sent.addedReply) {
        // Together with keys, nobody can tell which it was.
        m_findings.addedTooLarge = planned.empty();
        memory.addedAlone = true;
        return;
    }
    memory.suspects.clear();
    if (planned.size() == 1) {
        // A known one has outgrown its kind, and is looked at anew; others are left alone.
        const KeyJob &job = planned.front().job;
        if (job.known)
            memory.forgetLock(job.key);
        else if (memory.oversized.size() < mostOversized)
            memory.oversized.insert(job.key);
        return;
    }
    for (const Planned &each : planned)
        memory.suspects.insert(each.job.key);
    memory.suspectsPerTrip = std::max<size_t>(1, planned.size() / 4);
}

/** Its replies are within the bound: if those of all suspects are, it was all together. */
void KeyReads::clearSuspect(const KeyJob &job)
{
    KeyspaceMemory &memory = m_memory;
    if (memory.suspects.remove(job.key) && memory.suspects.isEmpty())
        memory.jobsPerTrip = std::max<size_t>(1, memory.jobsPerTrip / 2);
}

bool KeyReads::isAddedUnderWay() const
{
    return std::any_of(m_underWay.begin(), m_underWay.end(),
                       [](const Sent &sent) { return sent.addedReply.has_value(); });
}

/**
 * Whether the next trip says nothing that depends on the one under way. Where answers were too
 * large, it is to be clear which.
 */
bool KeyReads::mayGoAhead() const
{
    return m_clockAsked && mayStayBehind() && m_memory.suspects.isEmpty()
           && m_memory.jobsPerTrip > 1;
}

Result<void> KeyReads::sendNext(const std::optional<RedisCommand> &added)
{
    // Known keys need no page to be asked about: with those, the fewer trips the better.
    const bool known = !m_queue.empty() && m_queue.front().known;
    const bool together = !m_memory.addedAlone && (known || !mayGoAhead());
    Sent trip = plan(added, !added || together);
    if (m_request.isEmpty())
        return {};
    trip.times.asked = m_memory.clock.now();
    auto sent = m_client.send(m_request);
    m_underWay.push_back(std::move(trip));
    if (!sent)
        takeOutcomes(); // what was answered is answered
    return sent;
}

Result<KeyReads::Trip> KeyReads::roundTrip(const std::optional<RedisCommand> &added)
{
    const bool isAhead = !m_underWay.empty();
    if (!isAhead || mayGoAhead()) {
        if (auto sent = sendNext(added); !sent)
            return passOn(sent);
    }
    if (m_underWay.empty()) {
        takeOutcomes();
        return Trip{};
    }
    const SteadyTime begun = m_memory.clock.now();
    if (m_underWay.size() == 1 && mayGoAhead()) {
        if (auto sent = sendNext({}); !sent)
            return passOn(sent);
    }
    const bool works = isAhead || m_underWay.size() > 1 || !m_answered.planned.empty();
    takeOutcomes();
    const auto own = m_memory.clock.now() - begun;
    auto replies = m_client.replies(m_deadline);
    Sent sent = std::move(m_underWay.front());
    m_underWay.pop_front();
    sent.times.answered = m_memory.clock.now();
    const auto took = std::chrono::duration_cast<Micros>(
        sent.times.answered - (isAhead ? begun : sent.times.asked) - own);
    m_findings.observation.latency += took;
    if (!replies) {
        if (replies.error().kind == ErrorKind::Truncated)
            suspect(sent);
        return passOn(replies);
    }
    if (!works)
        m_memory.fastestRoundTrip = std::min(m_memory.fastestRoundTrip, took);
    sent.replies = std::move(*replies);
    Trip trip = takeArrival(sent, took);
    m_answered = std::move(sent);
    if (!mayStayBehind())
        takeOutcomes();
    return trip;
}

/** Whatever the next round trip depends on. */
KeyReads::Trip KeyReads::takeArrival(Sent &sent, Micros took)
{
    if (sent.clockReply)
        takeClock(sent.replies[*sent.clockReply], sent.times);
    if (!m_clockRead) {
        // Nobody may ask for the server's clock; the problem has been told.
        m_clockRead = true;
        m_findings.observation.clock = {m_memory.clock.wallNow(), sent.times.answered, {}};
    }
    m_context.clock = m_findings.observation.clock;
    Trip trip;
    trip.took = took;
    trip.cost = costOfCommand * sent.replies.size();
    for (const Planned &planned : sent.planned) {
        if (!planned.job.known)
            trip.reading += costOfCommand * planned.replies;
    }
    if (sent.addedReply) {
        trip.pageTook = serverTimeOfAdded(sent);
        m_memory.clockMoves = trip.pageTook.has_value();
        trip.page = std::move(sent.replies[*sent.addedReply]);
    }
    return trip;
}

/**
 * Whether answers may wait for the next round trip to be sent. Not where times are taken from how
 * long a round trip took: for want of a clock that tells, or of absolute ends.
 */
bool KeyReads::mayStayBehind() const
{
    return m_memory.clockMoves && !m_memory.rights->expiry.relative;
}

void KeyReads::takeOutcomes()
{
    const auto wanted = [this](const QByteArray &type) {
        return std::any_of(m_memory.formats.begin(), m_memory.formats.end(),
                           [&type](const auto &format) { return format->wantsType(type); });
    };
    for (const Planned &planned : m_answered.planned) {
        takeOutcome(planned.job,
                    understandKey(
                        planned.job, m_memory.rights->expiry,
                        std::span(m_answered.replies).subspan(planned.firstReply, planned.replies),
                        wanted));
    }
    m_answered = {};
}

/** None where the server's clock stood still: it is not looked at within a round trip everywhere.
 */
std::optional<Micros> KeyReads::serverTimeOfAdded(const Sent &sent)
{
    if (!sent.addedTimed)
        return std::nullopt;
    const auto tell = [&sent](size_t reply) {
        return clockOf(sent.replies[reply], sent.times.asked, sent.times.answered);
    };
    const auto before = tell(*sent.addedReply - 1);
    const auto after = tell(*sent.addedReply + 1);
    if (!before || !after || after->server <= before->server)
        return std::nullopt;
    return after->server - before->server;
}

void KeyReads::takeClock(const RedisReply &reply, const RoundTrip &times)
{
    if (const auto clock = clockOf(reply, times.asked, times.answered)) {
        m_findings.observation.clock = *clock;
        m_clockRead = true;
    } else {
        m_findings.clockLost = true;
    }
}

int KeyReads::patternOf(const QByteArray &key) const
{
    const auto &patterns = m_memory.settings.patterns;
    for (size_t i = 0; i < patterns.size(); ++i) {
        if (redisGlobMatches(patterns[i], key))
            return static_cast<int>(i);
    }
    return -1;
}

bool KeyReads::isHidden(const QByteArray &key) const
{
    return std::any_of(m_memory.formats.begin(), m_memory.formats.end(),
                       [&key](const auto &format) { return format->hides(key); });
}

KeyGuess &KeyReads::guessOf(int pattern) const
{
    const std::ptrdiff_t index = pattern;
    return m_memory.guesses[static_cast<size_t>(index + 1)];
}

/** A key of another type than was thought answers with an error, and is asked for its type then. */
KeyJob::Step KeyReads::firstStep(int pattern) const
{
    const KeyGuess &guess = guessOf(pattern);
    return guess.inARow >= enoughAlike ? guess.step : KeyJob::Step::Type;
}

void KeyReads::learnType(const KeyJob &job, const KeyOutcome &outcome)
{
    KeyGuess &guess = guessOf(job.pattern);
    const auto *again = std::get_if<KeyAgain>(&outcome);
    if (job.step != KeyJob::Step::Type) {
        if (again && again->step == KeyJob::Step::Type)
            guess.inARow = 0;
    } else if (again) {
        guess.inARow = guess.step == again->step ? guess.inARow + 1 : 1;
        guess.step = again->step;
    } else if (std::holds_alternative<KeyOther>(outcome)) {
        guess.inARow = 0;
    }
}

void KeyReads::takeOutcome(const KeyJob &job, KeyOutcome outcome)
{
    if (m_purpose == Purpose::Search && !job.known)
        learnType(job, outcome);
    if (!std::holds_alternative<KeyAgain>(outcome))
        clearSuspect(job);
    if (auto *answer = std::get_if<KeyAnswer>(&outcome)) {
        takeAnswer(job, *answer);
    } else if (const auto *again = std::get_if<KeyAgain>(&outcome)) {
        KeyJob next = job;
        next.step = again->step;
        ++next.tries;
        m_queue.push_back(std::move(next));
    } else if (const auto *refusal = std::get_if<KeyRefused>(&outcome)) {
        takeRefusal(job, *refusal);
    } else if (std::holds_alternative<KeyUnsettled>(outcome)) {
        takeUnsettled(job);
    } else if (const auto *other = std::get_if<KeyOther>(&outcome)) {
        takeOther(job, other->type);
    } else {
        takeGone(job);
    }
}

void KeyReads::takeGone(const KeyJob &job)
{
    if (m_purpose == Purpose::Named)
        m_memory.absent.insert(job.key);
    forget(job, std::nullopt);
}

/** What is too large to look into may be a lock to who met it while it was small. */
void KeyReads::takeOther(const KeyJob &job, const QByteArray &type)
{
    if (m_purpose == Purpose::Named && !job.known && job.step != KeyJob::Step::Type) {
        m_findings.unread.push_back(job.key);
        return;
    }
    forget(job, RedisOthers::Reason::NoLock, type);
}

void KeyReads::forget(const KeyJob &job, std::optional<RedisOthers::Reason> reason,
                      const QByteArray &type)
{
    if (job.known)
        m_memory.forgetLock(job.key);
    if (job.known && !reason)
        rememberGone(job);
    if (reason)
        remember(job, *reason, type);
}

/** Most locks come again, and look the same then. */
void KeyReads::rememberGone(const KeyJob &job)
{
    if (m_purpose != Purpose::Named || job.key.size() > longestGone)
        return;
    if (m_memory.wereLocks.size() >= mostGone)
        m_memory.wereLocks.clear();
    m_memory.wereLocks.insert(job.key, job.step);
}

void KeyReads::remember(const KeyJob &job, RedisOthers::Reason reason, const QByteArray &type)
{
    if (m_purpose == Purpose::Search)
        m_memory.others.add(job.key, reason, type);
}

/** There is something: a lock that was known is not gone, and the next read may have more luck. */
void KeyReads::takeUnsettled(const KeyJob &job)
{
    if (m_purpose == Purpose::Named) {
        m_findings.unread.push_back(job.key);
        return;
    }
    if (!job.known)
        return;
    m_findings.knownUnread = true;
    addProblem(restlessLockProblem());
}

void KeyReads::takeRefusal(const KeyJob &job, const KeyRefused &refusal)
{
    // An account from before these were read sees all that it saw.
    if (!job.known && job.pattern < 0 && refusal.wholeCommand && isOptional(job.step)
        && refusal.error.kind != ErrorKind::Network) {
        forget(job, RedisOthers::Reason::NoLock);
        return;
    }
    const bool passes = refusal.error.kind == ErrorKind::Network;
    if (job.known && passes)
        m_findings.away.push_back(job.key);
    else if (job.known)
        m_findings.knownUnread = true;
    if (!job.known && !refusal.wholeCommand) {
        remember(job, RedisOthers::Reason::Refused);
        // A search counts them: it may meet as many as a server likes to invent.
        if (m_purpose == Purpose::Named)
            m_findings.unread.push_back(job.key);
        return;
    }
    Error error = refusal.error;
    if (error.kind == ErrorKind::Denied) {
        if (!error.message.endsWith(u'.'))
            error.message += u'.';
        error.message += u' ' + Words::tr("Locks cannot be read without it.");
        // A key that was readable before is closed now; the command itself is not.
        error.remedy = aclStatement(
            m_client.user(), refusal.wholeCommand ? QByteArrayList{'+' + refusal.command.toLower()}
                                                  : keyRules(m_memory.settings.patterns));
    }
    // What was found cannot be read: nothing is complete.
    if (!job.known)
        m_findings.knownUnread = true;
    // It may be a lock at whoever has it by now.
    if (passes && !job.known && m_purpose == Purpose::Named)
        m_findings.unread.push_back(job.key);
    m_findings.typeDenied = m_findings.typeDenied || (job.step == KeyJob::Step::Type && !passes);
    // Nobody asks for this key again before the next pass: until then it may be a lock.
    if (!job.known && m_purpose == Purpose::Search && !m_memory.refusal)
        m_memory.refusal = error;
    addProblem(std::move(error));
}

void KeyReads::takeAnswer(const KeyJob &job, KeyAnswer &answer)
{
    auto before = m_memory.known.find(job.key);
    const bool isKnown = before != m_memory.known.end();
    // SCAN may tell of a key twice.
    if (isKnown && !job.known)
        return;
    if (!isKnown && m_memory.known.size() >= m_memory.settings.mostLocks) {
        m_findings.tooMany = m_memory.tooMany = true;
        return;
    }
    settleExpiry(answer, m_memory.rights->expiry, m_findings.observation.clock, m_answered.times,
                 isKnown ? before->storedExpiryMs : -1);
    KeyReading &reading = answer.reading;
    if (job.pattern >= 0)
        reading.pattern = m_memory.settings.patterns[static_cast<size_t>(job.pattern)];
    for (size_t i = 0; i < m_memory.formats.size(); ++i) {
        if (!m_memory.formats[i]->wantsType(reading.type))
            continue;
        auto record = m_memory.formats[i]->decode(reading, m_context);
        if (!record)
            continue;
        const quint16 extra = extraOf(reading);
        const quint16 had = isKnown ? before->extra : quint16(0);
        const bool isTooLong = extra == UINT16_MAX; // and how much longer is not known
        if (isTooLong
            || (extra > had && m_memory.extra - had + extra > KeyspaceMemory::mostExtra)) {
            leaveOut(job);
            return;
        }
        m_memory.extra += extra - had;
        addRecord(std::move(*record));
        m_formatOf.push_back(i);
        const KnownLock now{stepOf(reading), static_cast<quint8>(i), extra, job.pattern,
                            reading.storedExpiryMs};
        if (isKnown)
            *before = now;
        else
            m_memory.known.insert(job.key, now);
        return;
    }
    // SETNX may have been seen without the EXPIRE that follows.
    forget(job, RedisOthers::Reason::NotYet, reading.type);
}

/**
 * Locks that are large beyond what is usual share one bound. Those that are not go on being found:
 * whoever writes large ones must not hide the others.
 */
void KeyReads::leaveOut(const KeyJob &job)
{
    m_memory.forgetLock(job.key);
    m_findings.tooLong = m_memory.tooLong = true;
    if (m_purpose == Purpose::Named)
        m_findings.unread.push_back(job.key);
}

/** A first look does not know how many will come. */
void KeyReads::addRecord(LockRecord record)
{
    auto &records = m_findings.observation.records;
    if (records.size() == records.capacity())
        reserveRecords(std::max(leastRecords, 2 * records.size()));
    records.push_back(std::move(record));
}

void KeyReads::reserveRecords(size_t count)
{
    auto &records = m_findings.observation.records;
    std::vector<LockRecord> wider;
    wider.reserve(count);
    preferLargePages(wider.data(), wider.capacity() * sizeof(LockRecord));
    std::move(records.begin(), records.end(), std::back_inserter(wider));
    records = std::move(wider);
}

void KeyReads::addProblem(Error error)
{
    auto &problems = m_findings.observation.problems;
    if (std::find(problems.begin(), problems.end(), error) == problems.end())
        problems.push_back(std::move(error));
}

bool KeyReads::fail(const Error &error)
{
    m_findings.failed = true;
    addProblem(error);
    return false;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/sources/keyspacelook.h"

#include "core/sources/keyspaceproblems.h"
#include "core/sources/redisglob.h"
#include "core/transport/redisconnection.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr size_t jobsAtOnce = 1000;
constexpr size_t questionsAtOnce = 1000;
constexpr qsizetype longestKey = 16 << 10;
constexpr qsizetype mostOversized = 1000;

constexpr auto askAgainAfter = 10s;
constexpr int leastPerScan = 100;
constexpr Micros longestScan = 1ms;
constexpr Micros shortScan = 300us;

// Estimates of the server's time for one of each, from measurements.
constexpr std::chrono::nanoseconds costOfCommand{1500};
constexpr std::chrono::nanoseconds costOfScannedKey{300};

KeyJob::Step stepOf(const KeyReading &reading)
{
    if (reading.type == "hash")
        return KeyJob::Step::Hash;
    return reading.value.isEmpty() || reading.length > reading.value.size()
               ? KeyJob::Step::GuardedString
               : KeyJob::Step::String;
}

} // namespace

KeyspaceLook::KeyspaceLook(KeyspaceMemory &memory, const RedisPipeline &pipeline,
                           const RedisServer &server, BackendReader::Depth depth,
                           SteadyTime deadline)
    : m_memory(memory), m_pipeline(pipeline), m_server(server),
      m_full(depth == BackendReader::Depth::Full), m_start(memory.clock.now()), m_deadline(deadline)
{
    // A poll is not to be late because of the pass; a single look may use nearly all of its time.
    const auto left = deadline - m_start;
    m_passUntil = m_start + (m_full ? left * 9 / 10 : left / 2);
    m_context.backend = memory.settings.backend;
    m_context.source = QStringLiteral("db %1").arg(memory.settings.database);
    m_context.version = server.version;
    m_observation.source = m_context.source;
    for (const auto &format : memory.formats)
        m_observation.systems.push_back(format->system());
}

Observation KeyspaceLook::run()
{
    if (!learnRights())
        return std::move(m_observation);
    queueKnown();
    startPass();
    do {
        if (!roundTrip())
            break;
        if (m_passScanned && m_queue.empty())
            finishPass();
    } while (!m_queue.empty() || wantsScan());
    if (!m_failed)
        askFormats();
    conclude();
    return std::move(m_observation);
}

bool KeyspaceLook::learnRights()
{
    const SteadyTime asked = m_memory.clock.now();
    // What was denied may have been allowed since, as we advised.
    if (m_memory.rights && !m_memory.rights->problems.empty()
        && asked > m_memory.rightsAskedAt + askAgainAfter)
        m_memory.rights.reset();
    if (!m_memory.rights) {
        auto rights = probeTimeRights(m_pipeline, m_deadline);
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

void KeyspaceLook::queueKnown()
{
    m_observation.records.reserve(static_cast<size_t>(m_memory.known.size()));
    for (auto entry = m_memory.known.cbegin(); entry != m_memory.known.cend(); ++entry) {
        KeyJob job{entry.key(), entry->pattern, entry->step, true, 0};
        if (isSuspect(job))
            m_queue.push_front(std::move(job));
        else
            m_queue.push_back(std::move(job));
    }
}

void KeyspaceLook::startPass()
{
    if (m_full) {
        m_memory.others.clear();
        m_memory.cursor.clear();
    }
    if (m_memory.cursor.isEmpty()) {
        if (!m_full && !m_memory.budget.mayStartPass())
            return;
        m_memory.others.beginPass();
        m_memory.refusal.reset();
        m_memory.lastTooMany = m_memory.lastTooMany || m_memory.tooMany;
        m_memory.tooMany = false;
        m_memory.budget.passStarted();
        m_memory.cursor = "0";
    }
    m_passing = true;
}

bool KeyspaceLook::wantsScan() const
{
    return m_passing && !m_passScanned && !m_passFinished && !m_scanRefused && !m_scanUseless
           && !m_tooMany && m_queue.size() <= jobsAtOnce && (m_full || m_memory.budget.maySpend())
           && m_memory.clock.now() < m_passUntil;
}

void KeyspaceLook::plan()
{
    m_commands.clear();
    m_planned.clear();
    m_clockReply.reset();
    m_scanReply.reset();
    if (!m_clockRead) {
        if (auto command = clockCommand(*m_memory.rights)) {
            m_clockReply = m_commands.size();
            m_commands.push_back(std::move(*command));
        }
    }
    const bool suspects = !m_queue.empty() && isSuspect(m_queue.front());
    if (!suspects && wantsScan()) {
        m_scanReply = m_commands.size();
        RedisCommand scan{"SCAN", m_memory.cursor, "COUNT", QByteArray::number(m_memory.perScan)};
        if (!m_memory.match.isEmpty())
            scan.insert(scan.begin() + 2, {"MATCH", m_memory.match});
        m_commands.push_back(std::move(scan));
    }
    const size_t jobs =
        std::min(m_queue.size(), suspects ? m_memory.suspectsPerTrip : m_memory.jobsPerTrip);
    m_planned.reserve(jobs);
    while (m_planned.size() < jobs && isSuspect(m_queue.front()) == suspects) {
        Planned planned{std::move(m_queue.front()), m_commands.size(), 0};
        m_queue.pop_front();
        planned.replies = static_cast<size_t>(
            appendKeyCommands(planned.job, m_memory.rights->expiry, m_commands));
        m_planned.push_back(std::move(planned));
    }
}

bool KeyspaceLook::isSuspect(const KeyJob &job) const
{
    return m_memory.suspects.contains(job.key);
}

/** The replies were beyond the bound: the same trip would fail for ever. */
void KeyspaceLook::suspectPlanned()
{
    KeyspaceMemory &memory = m_memory;
    memory.suspects.clear();
    if (m_planned.size() == 1 && !m_scanReply) {
        // A known one has outgrown its kind, and is looked at anew; others are left alone.
        const KeyJob &job = m_planned.front().job;
        if (job.known)
            memory.known.remove(job.key);
        else if (memory.oversized.size() < mostOversized)
            memory.oversized.insert(job.key);
        return;
    }
    for (const Planned &planned : m_planned)
        memory.suspects.insert(planned.job.key);
    memory.suspectsPerTrip = std::max<size_t>(1, m_planned.size() / 4);
}

/** Its replies are within the bound: if those of all suspects are, it was all together. */
void KeyspaceLook::clearSuspect(const KeyJob &job)
{
    KeyspaceMemory &memory = m_memory;
    if (memory.suspects.remove(job.key) && memory.suspects.isEmpty())
        memory.jobsPerTrip = std::max<size_t>(1, memory.jobsPerTrip / 2);
}

bool KeyspaceLook::roundTrip()
{
    plan();
    if (m_commands.empty())
        return true;
    m_asked = m_memory.clock.now();
    auto replies = m_pipeline(m_commands, m_deadline);
    m_answered = m_memory.clock.now();
    const auto took = std::chrono::duration_cast<Micros>(m_answered - m_asked);
    m_observation.latency += took;
    if (!replies) {
        // Keys beyond all measure may sit close together: fewer of them at a time.
        if (replies.error().kind == ErrorKind::Truncated && m_scanReply)
            m_memory.perScan = m_memory.mostPerScan = std::max(1, m_memory.perScan / 10);
        if (replies.error().kind == ErrorKind::Truncated)
            suspectPlanned();
        return fail(replies.error());
    }
    if (m_scanReply)
        adaptCount(took);
    m_memory.fastestRoundTrip = std::min(m_memory.fastestRoundTrip, took);
    takeReplies(*replies);
    return true;
}

/** What a round trip took beyond the way and the other commands was the SCAN, about. */
void KeyspaceLook::adaptCount(Micros took)
{
    const Micros others = std::chrono::ceil<Micros>(costOfCommand * m_commands.size());
    const Micros scan = took - std::min(took, m_memory.fastestRoundTrip + others);
    if (scan > longestScan)
        m_memory.perScan = std::max(leastPerScan, m_memory.perScan * 2 / 3);
    else if (scan < shortScan)
        m_memory.perScan += 100;
    m_memory.perScan = std::min(m_memory.perScan, m_memory.mostPerScan);
}

void KeyspaceLook::takeReplies(std::vector<RedisReply> &replies)
{
    if (m_clockReply)
        takeClock(replies[*m_clockReply]);
    if (!m_clockRead) {
        // Nobody may ask for the server's clock; the problem has been told.
        m_clockRead = true;
        m_observation.clock = {m_memory.clock.wallNow(), m_answered, {}};
    }
    m_context.clock = m_observation.clock;
    std::chrono::nanoseconds searching{0};
    std::chrono::nanoseconds reading{0};
    if (m_scanReply)
        searching = costOfScannedKey * m_memory.perScan;
    const auto wanted = [this](const QByteArray &type) {
        return std::any_of(m_memory.formats.begin(), m_memory.formats.end(),
                           [&type](const auto &format) { return format->wantsType(type); });
    };
    for (Planned &planned : m_planned) {
        if (!planned.job.known)
            reading += costOfCommand * planned.replies;
        takeOutcome(planned.job,
                    understandKey(planned.job, m_memory.rights->expiry,
                                  std::span(replies).subspan(planned.firstReply, planned.replies),
                                  wanted));
    }
    if (m_scanReply)
        takePage(replies[*m_scanReply]);
    m_memory.budget.spend(std::chrono::ceil<Micros>(searching), std::chrono::ceil<Micros>(reading));
}

void KeyspaceLook::takeClock(const RedisReply &reply)
{
    if (const auto clock = clockOf(reply, m_asked, m_answered)) {
        m_observation.clock = *clock;
        m_clockRead = true;
    } else {
        m_clockLost = true;
    }
}

void KeyspaceLook::takePage(const RedisReply &reply)
{
    const bool isPage = reply.isArray() && reply.elements.size() == 2 && reply.elements[1].isArray()
                        && !reply.elements[0].text.isEmpty();
    if (!isPage) {
        m_scanRefused = true;
        Error error = errorOfReply(reply, QStringLiteral("SCAN"));
        if (error.kind == ErrorKind::Denied) {
            error.remedy = QCoreApplication::translate(
                "lockmaster", "Without it no lock is found: ACL SETUSER ... +scan");
        }
        m_memory.cursor.clear();
        m_memory.lastRefusal = error;
        addProblem(std::move(error));
        return;
    }
    for (const RedisReply &key : reply.elements[1].elements)
        considerKey(key.text);
    m_memory.cursor = reply.elements[0].text;
    m_passScanned = m_memory.cursor == "0";
}

void KeyspaceLook::considerKey(const QByteArray &key)
{
    if (m_memory.known.contains(key) || isHidden(key))
        return;
    const int pattern = patternOf(key);
    if (pattern < 0 && !m_memory.settings.patterns.empty())
        return;
    if (m_memory.others.isSettled(key))
        return;
    if (m_memory.oversized.contains(key))
        m_memory.others.add(key, RedisOthers::Reason::Refused);
    else if (key.size() > longestKey)
        m_memory.others.add(key, RedisOthers::Reason::NoLock);
    else
        m_queue.push_back({key, pattern, KeyJob::Step::Type, false, 0});
}

int KeyspaceLook::patternOf(const QByteArray &key) const
{
    const auto &patterns = m_memory.settings.patterns;
    for (size_t i = 0; i < patterns.size(); ++i) {
        if (redisGlobMatches(patterns[i], key))
            return static_cast<int>(i);
    }
    return -1;
}

bool KeyspaceLook::isHidden(const QByteArray &key) const
{
    return std::any_of(m_memory.formats.begin(), m_memory.formats.end(),
                       [&key](const auto &format) { return format->hides(key); });
}

void KeyspaceLook::takeOutcome(const KeyJob &job, KeyOutcome outcome)
{
    if (!std::holds_alternative<KeyAgain>(outcome))
        clearSuspect(job);
    if (auto *answer = std::get_if<KeyAnswer>(&outcome)) {
        takeAnswer(job, std::move(*answer));
    } else if (const auto *again = std::get_if<KeyAgain>(&outcome)) {
        KeyJob next = job;
        next.step = again->step;
        ++next.tries;
        m_queue.push_back(std::move(next));
    } else if (const auto *refusal = std::get_if<KeyRefused>(&outcome)) {
        takeRefusal(job, *refusal);
    } else if (std::holds_alternative<KeyUnsettled>(outcome)) {
        takeUnsettled(job);
    } else if (std::holds_alternative<KeyOther>(outcome)) {
        forget(job, RedisOthers::Reason::NoLock);
    } else {
        forget(job, std::nullopt);
    }
}

void KeyspaceLook::forget(const KeyJob &job, std::optional<RedisOthers::Reason> reason)
{
    if (job.known)
        m_memory.known.remove(job.key);
    if (reason)
        m_memory.others.add(job.key, *reason);
}

/** There is something: a lock that was known is not gone, and the next read may have more luck. */
void KeyspaceLook::takeUnsettled(const KeyJob &job)
{
    if (!job.known)
        return;
    m_knownUnread = true;
    addProblem(restlessLockProblem());
}

void KeyspaceLook::takeRefusal(const KeyJob &job, const KeyRefused &refusal)
{
    if (job.known)
        m_knownUnread = true;
    else if (!refusal.wholeCommand)
        m_memory.others.add(job.key, RedisOthers::Reason::Refused);
    if (!job.known && !refusal.wholeCommand)
        return;
    Error error = refusal.error;
    if (error.kind == ErrorKind::Denied) {
        error.remedy =
            QCoreApplication::translate("lockmaster", "Locks cannot be read without it: ACL "
                                                      "SETUSER ... +%1")
                .arg(QString::fromLatin1(refusal.command).toLower());
    }
    // What was found cannot be read: nothing is complete.
    m_knownUnread = true;
    m_scanUseless = m_scanUseless || job.step == KeyJob::Step::Type;
    // Nobody asks for this key again before the next pass: until then it may be a lock.
    if (!job.known && !m_memory.refusal)
        m_memory.refusal = error;
    addProblem(std::move(error));
}

void KeyspaceLook::takeAnswer(const KeyJob &job, KeyAnswer answer)
{
    auto before = m_memory.known.find(job.key);
    const bool isKnown = before != m_memory.known.end();
    // SCAN may tell of a key twice.
    if (isKnown && !job.known)
        return;
    if (!isKnown && m_memory.known.size() >= m_memory.settings.mostLocks) {
        m_tooMany = m_memory.tooMany = true;
        return;
    }
    settleExpiry(answer, m_memory.rights->expiry, m_observation.clock, {m_asked, m_answered},
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
        m_observation.records.push_back(std::move(*record));
        m_formatOf.push_back(i);
        const KnownLock now{stepOf(reading), job.pattern, reading.storedExpiryMs};
        if (isKnown)
            *before = now;
        else
            m_memory.known.insert(job.key, now);
        return;
    }
    // SETNX may have been seen without the EXPIRE that follows.
    forget(job, RedisOthers::Reason::NotYet);
}

void KeyspaceLook::finishPass()
{
    m_memory.others.endPass();
    m_memory.noLocks = m_memory.others.noLocks();
    m_memory.refused = m_memory.others.refused();
    m_memory.lastTooMany = std::exchange(m_memory.tooMany, false);
    m_memory.lastRefusal = std::exchange(m_memory.refusal, std::nullopt);
    m_memory.cursor.clear();
    m_memory.passedOnce = true;
    m_passScanned = false;
    m_passFinished = true;
}

bool KeyspaceLook::askFormats()
{
    if (m_memory.questionsTooLarge) {
        addProblem(*m_memory.questionsTooLarge);
        return true;
    }
    struct Asked {
        size_t format;
        std::vector<LockRecord *> locks;
        size_t commands;
    };
    std::vector<Asked> asked;
    std::vector<RedisCommand> commands;
    for (size_t i = 0; i < m_memory.formats.size(); ++i) {
        Asked one{i, {}, 0};
        for (size_t record = 0; record < m_formatOf.size(); ++record) {
            if (m_formatOf[record] == i)
                one.locks.push_back(&m_observation.records[record]);
        }
        auto questions = m_memory.formats[i]->questions(one.locks);
        one.commands = questions.size();
        std::move(questions.begin(), questions.end(), std::back_inserter(commands));
        asked.push_back(std::move(one));
    }
    std::vector<RedisReply> replies;
    replies.reserve(commands.size());
    for (size_t at = 0; at < commands.size(); at += questionsAtOnce) {
        const auto begin = commands.begin() + static_cast<std::ptrdiff_t>(at);
        const auto size = std::min(questionsAtOnce, commands.size() - at);
        const SteadyTime start = m_memory.clock.now();
        auto some = m_pipeline({begin, begin + static_cast<std::ptrdiff_t>(size)}, m_deadline);
        if (!some) {
            // The locks matter more than what else is told of them.
            if (some.error().kind == ErrorKind::Truncated)
                m_memory.questionsTooLarge = some.error();
            return fail(some.error());
        }
        m_observation.latency += std::chrono::duration_cast<Micros>(m_memory.clock.now() - start);
        std::move(some->begin(), some->end(), std::back_inserter(replies));
    }
    auto next = std::make_move_iterator(replies.begin());
    for (const Asked &one : asked) {
        const auto end = next + static_cast<std::ptrdiff_t>(one.commands);
        m_memory.formats[one.format]->answer(one.locks, {next, end}, m_context, m_observation);
        next = end;
    }
    return true;
}

void KeyspaceLook::addProblem(Error error)
{
    auto &problems = m_observation.problems;
    if (std::find(problems.begin(), problems.end(), error) == problems.end())
        problems.push_back(std::move(error));
}

bool KeyspaceLook::fail(const Error &error)
{
    m_failed = true;
    addProblem(error);
    // The page on its way is lost; its keys come with the next pass.
    m_memory.cursor.clear();
    return false;
}

void KeyspaceLook::conclude()
{
    if (m_clockLost)
        m_memory.rights.reset();
    const KeyspaceMemory &memory = m_memory;
    m_observation.notDecoded = memory.passedOnce ? memory.noLocks : memory.others.noLocks();
    const qint64 refused = memory.passedOnce ? memory.refused : memory.others.refused();
    if (refused > 0)
        addProblem(keysRefusedProblem(refused));
    for (const auto &refusal : {memory.refusal, memory.lastRefusal}) {
        if (refusal)
            addProblem(*refusal);
    }
    const bool refusedAny = memory.refusal || memory.lastRefusal;
    const bool tooMany = memory.tooMany || memory.lastTooMany;
    if (tooMany)
        addProblem(tooManyLocksProblem(memory.settings.mostLocks));
    if (m_server.cluster)
        addProblem(redisClusterProblem());
    const bool searched = m_full ? m_passFinished : memory.passedOnce;
    if (!m_failed && !searched && !m_scanRefused && !m_scanUseless && !tooMany)
        addProblem(notSearchedProblem(m_full));
    m_observation.complete = searched && !m_failed && !m_scanRefused && !tooMany && !m_knownUnread
                             && !refusedAny && refused == 0 && !m_server.cluster;
}

} // namespace lockmaster

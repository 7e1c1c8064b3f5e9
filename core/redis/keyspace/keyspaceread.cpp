// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/keyspaceread.h"

#include "core/redis/keyspace/keyspaceproblems.h"
#include "core/text/words.h"
#include "core/redis/acltext.h"
#include "core/redis/redisconnection.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr size_t jobsAtOnce = 1000;
constexpr int leastPerScan = 100;
constexpr Micros longestScan = 1ms;
constexpr Micros shortScan = 300us;
constexpr int slowPagesInARow = 2;

// An estimate of the server's time for one key looked at by SCAN, from measurements.
constexpr std::chrono::nanoseconds costOfScannedKey{300};

/** It is sent back, and kept from page to page: a number, or what another server makes of it. */
bool isCursor(const QByteArray &text)
{
    constexpr qsizetype longest = 4096;
    return !text.isEmpty() && text.size() <= longest;
}

} // namespace

KeyspaceRead::KeyspaceRead(KeyspaceMemory &memory, RedisClient &client, const RedisServer &server,
                           BackendReader::Depth depth, SteadyTime deadline)
    : m_memory(memory), m_user(client.user()), m_full(depth != BackendReader::Depth::Routine),
      m_start(memory.clock.now()),
      m_reads(memory, client, server, KeyReads::Purpose::Search, deadline)
{
    // A poll is not to be late because of the pass; a single look may use nearly all of its time.
    const auto left = deadline - m_start;
    m_passUntil = m_start + (m_full ? left * 9 / 10 : left / 2);
    if (depth == BackendReader::Depth::Listing)
        m_reads.beBrief();
}

Observation KeyspaceRead::run()
{
    KeyReads::Findings &findings = m_reads.findings();
    if (!m_reads.learnRights())
        return std::move(findings.observation);
    m_reads.queueKnown();
    startPass();
    do {
        if (!roundTrip())
            break;
        if (m_passScanned && m_reads.isDone())
            finishPass();
    } while (!m_reads.isDone() || wantsScan());
    if (!findings.failed)
        m_reads.askFormats();
    conclude();
    return std::move(findings.observation);
}

void KeyspaceRead::startPass()
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
        m_memory.lastTooLong = m_memory.lastTooLong || m_memory.tooLong;
        m_memory.tooLong = false;
        m_memory.budget.passStarted();
        m_memory.cursor = "0";
    }
    m_passing = true;
}

bool KeyspaceRead::wantsScan() const
{
    const KeyReads::Findings &findings = m_reads.findings();
    return m_passing && !m_passScanned && !m_passFinished && !m_scanRefused && !findings.typeDenied
           && !findings.tooMany && m_reads.queued() <= jobsAtOnce
           && (m_full || m_memory.budget.maySpend()) && m_memory.clock.now() < m_passUntil;
}

std::optional<RedisCommand> KeyspaceRead::nextScan() const
{
    if (m_reads.isAddedUnderWay() || m_reads.suspectsNext() || !wantsScan())
        return std::nullopt;
    RedisCommand scan{"SCAN", m_memory.cursor, "COUNT", QByteArray::number(m_memory.perScan)};
    if (!m_memory.match.isEmpty())
        scan.insert(scan.begin() + 2, {"MATCH", m_memory.match});
    return scan;
}

bool KeyspaceRead::roundTrip()
{
    const auto trip = m_reads.roundTrip(nextScan());
    if (!trip) {
        // Keys beyond all measure may sit close together: fewer of them at a time.
        if (m_reads.findings().addedTooLarge)
            m_memory.perScan = m_memory.mostPerScan = std::max(1, m_memory.perScan / 10);
        return m_reads.fail(trip.error());
    }
    std::chrono::nanoseconds searching{0};
    if (trip->page) {
        adaptCount(*trip);
        searching = costOfScannedKey * m_memory.perScan;
        takePage(*trip->page);
    }
    m_memory.budget.spend(std::chrono::ceil<Micros>(searching),
                          std::chrono::ceil<Micros>(trip->reading));
    return true;
}

/**
 * By the server's own clock where it tells; else, what the round trip took beyond the way and the
 * other commands was the SCAN, about. One slow page says nothing: anybody may be held up.
 */
void KeyspaceRead::adaptCount(const KeyReads::Trip &trip)
{
    const Micros others = std::chrono::ceil<Micros>(trip.cost);
    const Micros scan =
        trip.pageTook.value_or(trip.took - std::min(trip.took, m_memory.fastestRoundTrip + others));
    m_memory.slowPages = scan > longestScan ? m_memory.slowPages + 1 : 0;
    if (m_memory.slowPages == slowPagesInARow) {
        m_memory.slowPages = 0;
        m_memory.perScan = std::max(leastPerScan, m_memory.perScan * 2 / 3);
    } else if (scan < shortScan) {
        m_memory.perScan += 100;
    }
    m_memory.perScan = std::min(m_memory.perScan, m_memory.mostPerScan);
}

void KeyspaceRead::takePage(const RedisReply &reply)
{
    const bool isPage = reply.isArray() && reply.elements.size() == 2 && reply.elements[1].isArray()
                        && isCursor(reply.elements[0].text);
    if (!isPage) {
        m_scanRefused = true;
        Error error = errorOfReply(reply, QStringLiteral("SCAN"));
        if (error.kind == ErrorKind::Denied) {
            error.message += u' ' + Words::tr("Without it no lock is found.");
            error.remedy = aclStatement(m_user, {"+scan", "+type"});
        }
        m_memory.cursor.clear();
        m_memory.lastRefusal = error;
        m_reads.addProblem(std::move(error));
        return;
    }
    for (const RedisReply &key : reply.elements[1].elements)
        considerKey(key.text);
    m_memory.cursor = reply.elements[0].text;
    m_passScanned = m_memory.cursor == "0";
}

void KeyspaceRead::considerKey(const QByteArray &key)
{
    if (m_memory.known.contains(key) || m_reads.isHidden(key))
        return;
    const int pattern = m_reads.patternOf(key);
    if (pattern < 0 && !m_memory.settings.patterns.empty())
        return;
    if (m_memory.others.isSettled(key))
        return;
    if (m_memory.oversized.contains(key))
        m_memory.others.add(key, RedisOthers::Reason::Refused, {});
    else if (key.size() > KeyReads::longestKey)
        m_memory.others.add(key, RedisOthers::Reason::NoLock, {});
    else
        m_reads.queue({key, pattern, m_reads.firstStep(pattern), false, 0});
}

void KeyspaceRead::finishPass()
{
    m_memory.others.endPass();
    m_memory.noLocks = m_memory.others.noLocks();
    m_memory.noLockKinds = m_memory.others.kinds();
    m_memory.refused = m_memory.others.refused();
    m_memory.lastTooMany = std::exchange(m_memory.tooMany, false);
    m_memory.lastTooLong = std::exchange(m_memory.tooLong, false);
    m_memory.lastRefusal = std::exchange(m_memory.refusal, std::nullopt);
    m_memory.cursor.clear();
    m_memory.passedOnce = true;
    m_passScanned = false;
    m_passFinished = true;
}

void KeyspaceRead::conclude()
{
    KeyReads::Findings &findings = m_reads.findings();
    // The page on its way is lost; its keys come with the next pass.
    if (findings.failed)
        m_memory.cursor.clear();
    if (findings.clockLost)
        m_memory.rights.reset();
    const KeyspaceMemory &memory = m_memory;
    findings.observation.notDecoded = memory.passedOnce ? memory.noLocks : memory.others.noLocks();
    findings.observation.notDecodedKinds =
        memory.passedOnce ? memory.noLockKinds : memory.others.kinds();
    const qint64 refused = memory.passedOnce ? memory.refused : memory.others.refused();
    if (refused > 0)
        m_reads.addProblem(keysRefusedProblem(refused, m_user, memory.settings.patterns));
    for (const auto &refusal : {memory.refusal, memory.lastRefusal}) {
        if (refusal)
            m_reads.addProblem(*refusal);
    }
    const bool refusedAny = memory.refusal || memory.lastRefusal;
    const bool tooMany = memory.tooMany || memory.lastTooMany;
    if (tooMany)
        m_reads.addProblem(tooManyLocksProblem(memory.settings.mostLocks));
    const bool tooLong = memory.tooLong || memory.lastTooLong || findings.tooLong;
    if (tooLong)
        m_reads.addProblem(tooLargeLocksProblem());
    const bool searched = m_full ? m_passFinished : memory.passedOnce;
    if (!findings.failed && !searched && !m_scanRefused && !findings.typeDenied && !tooMany)
        m_reads.addProblem(notSearchedProblem(m_full));
    const bool isAllElse = searched && !findings.failed && !m_scanRefused && !tooMany && !tooLong
                           && !findings.knownUnread && !refusedAny && refused == 0;
    findings.observation.complete = isAllElse && findings.away.empty();
    findings.observation.onlyAway = isAllElse && !findings.away.empty();
    m_memory.away = std::move(findings.away);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "tests/core/leaders/leaderworld.h"

#include <algorithm>

namespace lockmaster::test {

using namespace std::chrono_literals;

namespace {

const ManualClock startOfTime;

} // namespace

LeaderWorld::LeaderWorld(const Setting &setting, quint32 seed)
    : tracker(false, startOfTime.now(), startOfTime.wallNow()), m_setting(setting), m_random(seed),
      m_source(std::make_shared<const SourceId>(
          SourceId{QStringLiteral("b"), QStringLiteral("leader"), QStringLiteral("db.leaders")}))
{
    m_nextLook = m_clock.now() + random(setting.poll);
}

Micros LeaderWorld::random(Micros below)
{
    return below > Micros::zero() ? Micros(m_random.bounded(qint64(below.count())))
                                  : Micros::zero();
}

size_t LeaderWorld::add(const QByteArray &identity, Micros skew)
{
    Candidate candidate;
    candidate.identity = identity;
    candidate.period = m_setting.period;
    candidate.skew = skew;
    m_candidates.push_back(candidate);
    start(m_candidates.size() - 1);
    return m_candidates.size() - 1;
}

void LeaderWorld::start(size_t index)
{
    Candidate &candidate = m_candidates[index];
    candidate.runs = true;
    candidate.plan = now() + random(candidate.period);
    candidate.nextTick = candidate.plan;
}

void LeaderWorld::kill(size_t index)
{
    m_candidates[index].runs = false;
    m_candidates[index].leads = false;
}

void LeaderWorld::remove(size_t index)
{
    m_candidates.erase(m_candidates.begin() + qsizetype(index));
}

void LeaderWorld::clearRow()
{
    m_row = Row{{}, 0};
}

std::optional<size_t> LeaderWorld::leader() const
{
    for (size_t i = 0; i < m_candidates.size(); ++i) {
        const Candidate &candidate = m_candidates[i];
        if (candidate.runs && candidate.leads && m_row && m_row->holder == candidate.identity)
            return i;
    }
    return std::nullopt;
}

qint64 LeaderWorld::wall(SteadyTime at) const
{
    const ServerTime then =
        startOfTime.wallNow() + std::chrono::duration_cast<Micros>(at - startOfTime.now());
    return then.time_since_epoch().count();
}

qint64 LeaderWorld::toColumn(qint64 micros) const
{
    const qint64 unit = std::max<qint64>(1, m_setting.precision.count());
    return (m_setting.rounds ? micros + unit / 2 : micros) / unit * unit;
}

void LeaderWorld::tick(Candidate &candidate)
{
    candidate.plan += candidate.period;
    candidate.nextTick = candidate.plan + random(m_setting.jitter);
    if (!candidate.runs)
        return;
    const qint64 mine = wall(now()) + candidate.skew.count();
    const bool isMine = m_row && m_row->holder == candidate.identity;
    const bool over = !m_row || m_row->stored + m_setting.lease.count() < mine;
    if (!isMine && !over && !candidate.reckless) {
        candidate.leads = false;
        return;
    }
    if (!isMine || over)
        changes.push_back({now(), candidate.identity});
    candidate.leads = true;
    m_row = Row{candidate.identity, toColumn(mine)};
}

void LeaderWorld::look()
{
    const SteadyTime begun = now();
    m_nextLook = begun + m_setting.poll + m_setting.pollDrift + random(m_setting.pollDrift);
    if (silent) {
        tracker.unseen(begun);
        return;
    }
    ++looks;
    if (!m_row || rowMissing) {
        tracker.gone(begun);
        return;
    }
    shown.push_back({begun, m_row->holder, m_row->stored});
    // As read in the middle of a round trip; our idea of the server's clock is off by part of it.
    const SteadyTime answered = begun + 1ms;
    LockRecord lock;
    lock.id = {m_source, "service"};
    lock.lease.granted = m_setting.lease;
    lock.lease.precision = m_setting.precision;
    lock.lease.rounds = m_setting.rounds;
    lock.state = LockState::Free;
    if (!m_row->holder.isEmpty()) {
        const Micros age = Micros(wall(begun) + serverJump.count() - m_row->stored);
        lock.holders = {
            {m_row->holder, m_row->holder.size(), QString::fromLatin1(m_row->holder), 1, nullptr}};
        lock.lease.hasExpiry = true;
        lock.lease.stored = m_row->stored;
        lock.lease.expiresAt = ServerTime(Micros(m_row->stored) + m_setting.lease);
        lock.lease.deadline = begun - age + m_setting.lease + random(1ms);
        lock.state = lock.lease.deadline >= begun ? LockState::Held : LockState::Expired;
    }
    tracker.look(lock, begun, answered);
    const auto before = m_seen;
    m_seen = std::make_shared<const LockRecord>(std::move(lock));
    if (before && before->findings != m_seen->findings)
        ++toggles;
    for (const Finding &finding : m_seen->findings) {
        const QString name = findingName(finding.id) + QStringLiteral(": ");
        const auto same = [&name](const QString &each) { return each.startsWith(name); };
        if (std::none_of(everFound.begin(), everFound.end(), same))
            everFound << name + finding.evidence;
    }
}

void LeaderWorld::run(Micros duration)
{
    const SteadyTime end = now() + duration;
    for (;;) {
        auto next = std::min_element(
            m_candidates.begin(), m_candidates.end(),
            [](const Candidate &a, const Candidate &b) { return a.nextTick < b.nextTick; });
        const bool ticks = next != m_candidates.end() && next->nextTick <= m_nextLook;
        const SteadyTime at = ticks ? next->nextTick : m_nextLook;
        if (at > end)
            break;
        m_clock.advance(std::chrono::duration_cast<Micros>(at - now()));
        if (ticks)
            tick(*next);
        else
            look();
    }
    m_clock.advance(std::chrono::duration_cast<Micros>(end - now()));
}

std::optional<Micros> LeaderWorld::runUntil(FindingId id, bool there, Micros most)
{
    const SteadyTime begun = now();
    while (has(id) != there) {
        if (now() - begun >= most)
            return std::nullopt;
        run(10ms);
    }
    return std::chrono::duration_cast<Micros>(now() - begun);
}

std::shared_ptr<const LeaderWatch> LeaderWorld::watch()
{
    return tracker.watch(m_seen);
}

QString LeaderWorld::evidence(FindingId id) const
{
    for (const Finding &finding : m_seen ? m_seen->findings : QList<Finding>()) {
        if (finding.id == id)
            return finding.evidence;
    }
    return {};
}

} // namespace lockmaster::test

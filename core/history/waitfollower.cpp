// SPDX-License-Identifier: Apache-2.0
#include "core/history/waitfollower.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Servers tell whole seconds, and look at two moments: what is less may be the same wait. */
constexpr Micros askedJitter = 2s;
/** Who waits for a lock that was let go of has it by then, or does not wait. */
constexpr Micros takenSoon = 2s;

bool isHeldBy(const LockRecord &lock, const std::optional<qint64> &connection, const QString &label)
{
    return std::any_of(lock.holders.begin(), lock.holders.end(), [&](const Holder &holder) {
        if (connection)
            return holder.detail && holder.detail->connectionId == connection;
        return holder.label == label;
    });
}

bool isOf(const WaitFollower::OpenWait &wait, const Waiter &waiter)
{
    return waiter.connectionId || wait.connection ? wait.connection == waiter.connectionId
                                                  : wait.label == waiter.label;
}

/** Nobody waits but whom the next look will know again. */
bool namesAllWaiters(const LockRecord &lock)
{
    const auto identified = std::count_if(lock.waiters.list.begin(), lock.waiters.list.end(),
                                          [](const Waiter &waiter) { return waiter.identified; });
    return lock.waiters.count && *lock.waiters.count <= qint64(identified);
}

} // namespace

void WaitFollower::follow(Waits &waits, const LockRecord &now, Look look)
{
    if (now.waiters.list.empty() && !waits)
        return;
    if (!waits)
        waits = std::make_unique<LockWaits>();
    else
        look.wholeBefore = waits->whole;
    waits->freed.reset();
    std::vector<OpenWait> before = std::exchange(waits->open, {});
    const bool allNamed = namesAllWaiters(now);
    waits->whole = allNamed;
    for (const Waiter &waiter : now.waiters.list) {
        // What tells of the waiters may be a little older than what tells of the holder.
        if (!waiter.identified || isHeldBy(now, waiter.connectionId, waiter.label))
            continue;
        const auto found = std::find_if(before.begin(), before.end(),
                                        [&](const OpenWait &wait) { return isOf(wait, waiter); });
        if (found == before.end()) {
            open(*waits, waiter, look, false);
            continue;
        }
        OpenWait wait = std::move(*found);
        *found = std::move(before.back());
        before.pop_back();
        if (goOn(wait, waiter, look)) {
            waits->open.push_back(std::move(wait));
        } else {
            close(wait, WaitEnd::Unseen, look.before, look.before);
            open(*waits, waiter, look, true);
        }
    }
    const bool heldSinceTold = now.heldBasis == HeldBasis::Server && now.heldSince;
    for (OpenWait &wait : before) {
        if (isHeldBy(now, wait.connection, wait.label)) {
            const ServerTime took = heldSinceTold ? look.wallAt(*now.heldSince) : look.at;
            close(wait, WaitEnd::Took, std::clamp(took, std::min(look.before, look.at), look.at),
                  look.before);
        } else if (allNamed) {
            close(wait, WaitEnd::Left, look.at, look.before);
        } else {
            close(wait, WaitEnd::Unseen, look.before, look.before);
        }
    }
    if (waits->open.empty())
        waits.reset();
}

/**
 * Takes in what the server told at that look. @return false where it may be another wait: it asked
 * anew behind another hold.
 */
bool WaitFollower::isOneUntil(OpenWait &wait, ServerTime at, std::optional<Micros> waiting)
{
    if (!waiting || at - *waiting <= wait.asked + askedJitter)
        return true;
    wait.asked = at - *waiting;
    if (std::exchange(wait.passedOn, false))
        return false;
    // It asks again and again, and may have begun to long before it was seen.
    if (wait.mayBeOlder && wait.how != HistoryBegin::FirstSeen) {
        wait.how = HistoryBegin::FirstSeen;
        m_writer.noteWaitIsOlder(wait.id);
    }
    return true;
}

bool WaitFollower::goOn(OpenWait &wait, const Waiter &waiter, const Look &look)
{
    // Looks that showed the same were not handed on.
    const bool wasOne = isOneUntil(wait, look.before, wait.waiting);
    wait.passedOn = wait.passedOn || look.passedOn;
    wait.waiting = waiter.waiting;
    return isOneUntil(wait, look.at, wait.waiting) && wasOne;
}

/** @param again it asks anew: nobody knows since when it waits */
void WaitFollower::open(LockWaits &waits, const Waiter &waiter, const Look &look, bool again)
{
    if (m_open >= mostOpen) {
        waits.whole = false;
        if (!std::exchange(m_overflowTold, true))
            m_writer.event(QStringLiteral("waits_not_recorded"), m_backend, look.at,
                           QString::number(mostOpen));
        return;
    }
    OpenWait wait;
    wait.connection = waiter.connectionId;
    wait.label = waiter.label;
    wait.mayBeOlder = !look.wholeBefore;
    wait.began = look.at;
    std::optional<ServerTime> after;
    if (waiter.waiting) {
        wait.how = again ? HistoryBegin::FirstSeen : HistoryBegin::Told;
        wait.began = look.at - *waiter.waiting;
    } else if (look.wholeBefore) {
        wait.how = HistoryBegin::Watched;
        after = look.before;
    }
    wait.asked = wait.began;
    wait.waiting = waiter.waiting;
    wait.id = m_writer.openWait({look.lock(), wait.label, wait.how, wait.began, after});
    ++m_open;
    waits.open.push_back(std::move(wait));
}

void WaitFollower::close(OpenWait &wait, WaitEnd end, ServerTime until, ServerTime last)
{
    if (!isOneUntil(wait, last, wait.waiting)) {
        end = WaitEnd::Unseen;
        until = last;
    }
    m_writer.closeWait(wait.id, wait.began, end, until, last);
    --m_open;
    if (m_open < mostOpen / 2)
        m_overflowTold = false;
}

void WaitFollower::endAll(Waits &waits, ServerTime until, ServerTime last)
{
    if (!waits)
        return;
    for (OpenWait &wait : waits->open)
        close(wait, WaitEnd::Left, until, last);
    waits.reset();
}

void WaitFollower::park(const LockId &lock, Waits &&waits)
{
    m_parked[lock] = std::move(waits);
}

WaitFollower::Waits WaitFollower::unpark(const LockId &lock)
{
    if (m_parked.empty())
        return nullptr;
    const auto found = m_parked.find(lock);
    if (found == m_parked.end())
        return nullptr;
    Waits waits = std::move(found->second);
    m_parked.erase(found);
    return waits;
}

void WaitFollower::endParked(ServerTime now)
{
    for (auto parked = m_parked.begin(); parked != m_parked.end();) {
        const auto [freed, last] = *parked->second->freed;
        if (now < freed + takenSoon) {
            ++parked;
            continue;
        }
        endAll(parked->second, freed, last);
        parked = m_parked.erase(parked);
    }
}

void WaitFollower::loseParked()
{
    for (auto &entry : m_parked)
        lose(entry.second, entry.second->freed->second);
    m_parked.clear();
}

void WaitFollower::lose(Waits &waits, ServerTime last)
{
    if (!waits)
        return;
    for (OpenWait &wait : waits->open)
        close(wait, WaitEnd::Unseen, last, last);
    waits.reset();
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/leadertrackers.h"

#include <utility>

namespace lockmaster {

namespace {

/** The lock once a complete look did not show it: free, or unknown where none came after that. */
std::shared_ptr<const LockRecord> withoutHolder(const LockRecord &last, LockState state)
{
    const auto copy = std::make_shared<LockRecord>();
    copy->id = last.id;
    copy->state = state;
    copy->variant = last.variant;
    copy->lease.granted = last.lease.granted;
    copy->lease.precision = last.lease.precision;
    copy->lease.rounds = last.lease.rounds;
    return copy;
}

} // namespace

void LeaderTrackers::setMarks(std::set<LockId> marks)
{
    m_marks = std::move(marks);
    std::erase_if(m_followed, [this](const auto &entry) {
        return entry.second.marked && !isMarked(entry.first);
    });
}

void LeaderTrackers::look(LockRecord &lock, bool elects, Moments moments)
{
    auto found = m_followed.find(lock.id);
    if (found == m_followed.end()) {
        if (m_followed.size() >= mostFollowed && !isMarked(lock.id)) {
            m_refused = true;
            return;
        }
        const ServerTime wall =
            m_clock.wallNow() - std::chrono::duration_cast<Micros>(m_clock.now() - moments.begun);
        found = m_followed.try_emplace(lock.id).first;
        found->second.marked = !elects;
        found->second.tracker = std::make_unique<LeaderTracker>(!elects, moments.begun, wall);
    }
    Followed &followed = found->second;
    followed.tracker->keepHeartbeats(mostHeartbeats / m_followed.size());
    followed.tracker->look(lock, moments.begun, moments.answered);
    followed.seenAt = moments.begun;
    followed.goneSince.reset();
    followed.unseen = false;
}

void LeaderTrackers::settle(Followed &followed, const Standing &standing, SteadyTime begun) const
{
    if (standing.absent) {
        followed.tracker->gone(begun);
        if ((!followed.goneSince || followed.unseen) && followed.shown)
            followed.shown = withoutHolder(*followed.shown, LockState::Free);
        followed.listed = {};
        if (!followed.goneSince)
            followed.goneSince = begun;
        followed.seenAt = begun;
        followed.unseen = false;
        return;
    }
    if (standing.shown && followed.listed != standing.shown) {
        followed.listed = standing.shown;
        followed.shown = standing.shown.record();
    }
    const bool told = standing.shown && standing.shown.state() != LockState::Unknown;
    if (!told && !followed.unseen) {
        followed.tracker->unseen(followed.seenAt);
        followed.unseen = true;
        if (followed.goneSince && followed.shown)
            followed.shown = withoutHolder(*followed.shown, LockState::Unknown);
    }
}

void LeaderTrackers::close(SteadyTime begun,
                           const std::function<Standing(const LockId &)> &standingOf)
{
    m_overflows = std::exchange(m_refused, false);
    m_watches.clear();
    for (auto entry = m_followed.begin(); entry != m_followed.end();) {
        Followed &followed = entry->second;
        if (const Standing standing = standingOf(entry->first); standing.lookedFor)
            settle(followed, standing, begun);
        if (followed.goneSince && !isMarked(entry->first)
            && begun - *followed.goneSince > forgetAfter) {
            entry = m_followed.erase(entry);
            continue;
        }
        if (auto watch = followed.shown ? followed.tracker->watch(followed.shown) : nullptr)
            m_watches.push_back(std::move(watch));
        ++entry;
    }
}

} // namespace lockmaster

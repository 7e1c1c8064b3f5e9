// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/serverlist.h"

#include <algorithm>
#include <tuple>

namespace lockmaster {

namespace {

/** What is not known may be worse than anything that is. */
int rankOf(const ServerEntry &server)
{
    switch (server.state) {
    case BackendState::Offline: return 0;
    case BackendState::Connecting: return 1;
    case BackendState::Stale: return 2;
    case BackendState::Online: break;
    }
    return server.isWhole && server.problem.isEmpty() ? 4 : 3;
}

} // namespace

ServerFigures ServerFigures::of(const LockList &locks)
{
    ServerFigures figures;
    for (const PackedLock &lock : locks)
        figures.add(lock);
    return figures;
}

void ServerFigures::add(const PackedLock &lock)
{
    ++locks;
    ++troubles.at(size_t(troubleOf(lock)));
    for (unsigned left = lock.findings(), id = 0; left != 0; left >>= 1, ++id)
        findings.at(id) += left & 1u;
    const LockState state = lock.state();
    if (state == LockState::Unknown) {
        ++unknown;
        return;
    }
    blocked += state == LockState::Blocked ? 1 : 0;
    waiters += lock.waiterCount().value_or(0);
    moreMayWait = moreMayWait || (!lock.waiterCount() && lock.mayBeWaitedFor());
    if (!isHeld(state))
        return;
    const std::optional<SteadyTime> since = lock.heldSince();
    // Of one that says nothing it may be longer than of any that does.
    oldestIsLeast = oldestIsLeast || !since || lock.heldBasis() == HeldBasis::Observed;
    if (since && (!oldest || *since < *oldest))
        oldest = since;
}

ServerFigures &ServerFigures::operator+=(const ServerFigures &more)
{
    locks += more.locks;
    blocked += more.blocked;
    unknown += more.unknown;
    waiters += more.waiters;
    moreMayWait = moreMayWait || more.moreMayWait;
    if (more.oldest && (!oldest || *more.oldest < *oldest))
        oldest = more.oldest;
    oldestIsLeast = oldestIsLeast || more.oldestIsLeast;
    for (size_t id = 0; id < findings.size(); ++id)
        findings.at(id) += more.findings.at(id);
    for (size_t trouble = 0; trouble < troubles.size(); ++trouble)
        troubles.at(trouble) += more.troubles.at(trouble);
    return *this;
}

ServerEntry ServerEntry::of(const BackendStatus &status)
{
    ServerEntry entry;
    entry.name = status.name;
    entry.environment = status.environment;
    entry.readOnly = status.readOnly;
    entry.state = status.state;
    entry.paused = status.paused;
    entry.isWhole = std::all_of(status.sources.begin(), status.sources.end(),
                                [](const SourceStatus &source) { return source.complete; });
    entry.dataFrom = status.dataFrom;
    if (!status.problems.empty())
        entry.problem = errorText(status.problems.front().error);
    return entry;
}

bool troublesMore(const ServerEntry &a, const ServerEntry &b)
{
    if (rankOf(a) != rankOf(b))
        return rankOf(a) < rankOf(b);
    const auto trouble = [](const ServerEntry &server) {
        const ServerFigures &figures = server.figures;
        return std::tuple(figures[Trouble::Conflict], figures[Trouble::Blocked],
                          figures[Trouble::Finding], figures.waiters, figures.unknown);
    };
    return trouble(a) > trouble(b);
}

std::shared_ptr<const ServerList> ServerLister::list(const Backends &backends)
{
    std::vector<Counted> counted;
    auto list = std::make_shared<ServerList>();
    for (size_t i = 0; i < backends.size(); ++i) {
        const LockList &locks = backends[i]->locks;
        // Another order of the servers is another profile, and rare.
        if (i < m_counted.size() && m_counted[i].locks.isSharedWith(locks))
            counted.push_back(std::move(m_counted[i]));
        else
            counted.push_back({locks, ServerFigures::of(locks)});
        list->push_back(ServerEntry::of(backends[i]->status));
        list->back().figures = counted.back().figures;
    }
    m_counted = std::move(counted);
    if (!m_list || *m_list != *list)
        m_list = std::move(list);
    return m_list;
}

void ServerLister::forget()
{
    m_counted.clear();
    m_list.reset();
}

} // namespace lockmaster

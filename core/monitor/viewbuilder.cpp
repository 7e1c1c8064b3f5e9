// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/viewbuilder.h"

#include "core/monitor/diff.h"

#include <algorithm>
#include <numeric>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr size_t mostOfSameOwner = 64;
/** Views may follow each other by the millisecond, and a list is of all locks, or all servers. */
constexpr auto listPeriod = 900ms;
constexpr qint32 notKept = -1;

bool sameRows(const ViewQuery &a, const ViewQuery &b)
{
    return a.filter.text() == b.filter.text() && a.scope == b.scope && a.sortColumn == b.sortColumn
           && a.descending == b.descending && a.pins == b.pins && a.alarmed == b.alarmed
           && (!a.scope.owner || a.ownerRules == b.ownerRules);
}

bool isShownApart(const ViewScope &scope, const std::vector<ViewBuilder::Backend> &backends)
{
    return std::any_of(backends.begin(), backends.end(), [&](const ViewBuilder::Backend &backend) {
        return backend.apart
               && (scope.backend.isEmpty() ? scope.apart
                                           : scope.backend == backend.snapshot->status.name);
    });
}

bool isOfOwner(const PackedLock &lock, const ViewQuery &query)
{
    static const std::vector<OwnerRule> none;
    const std::vector<OwnerRule> &rules = query.ownerRules ? *query.ownerRules : none;
    const LockRecord record = lock.unpack();
    return query.scope.ownerHolds ? isHeldBy(record, *query.scope.owner, rules)
                                  : isOf(record, *query.scope.owner, rules);
}

bool inScope(const PackedLock &lock, const BackendStatus &backend, const ViewQuery &query)
{
    const ViewScope &scope = query.scope;
    const SourceId &source = *lock.source();
    return (!scope.environment || scope.environment == backend.environment)
           && (scope.backend.isEmpty() || scope.backend == source.backend)
           && (scope.source.isEmpty() || scope.source == source.name)
           && (scope.system.isEmpty() || scope.system == source.system)
           && (!scope.finding || lock.hasFinding(*scope.finding))
           && (!scope.owner || isOfOwner(lock, query));
}

RowMark markOf(const LockRecord &before, const LockRecord &after)
{
    const bool known = before.state != LockState::Unknown && after.state != LockState::Unknown;
    if (known && sameHold(before, after) && renewed(before, after))
        return RowMark::Renewed;
    return visiblyChanged(before, after) ? RowMark::Changed : RowMark::None;
}

/** Whether the first owner of `a` also has `b`. Numbers of sessions mean something per server. */
bool ownsBoth(const LockRecord &a, const PackedLock &b)
{
    if (a.holders.empty() || a.holders.front().raw.isEmpty())
        return false;
    const bool perServer = !a.session.isEmpty() || !b.session().isEmpty();
    if (perServer && a.id.source->backend != b.source()->backend)
        return false;
    return b.anyHolder([&owner = a.holders.front()](const PackedLock::HolderView &holder) {
        return holder.raw == owner.raw && holder.rawBytes == owner.rawBytes;
    });
}

std::strong_ordering compareIds(const PackedLock &a, const PackedLock &b)
{
    return a == b ? std::strong_ordering::equal : a.compareId(b);
}

/** Whether a lock that the backend does not list any more is gone, and not merely out of sight. */
bool wasSeenToGo(LockState last, const BackendStatus &backend)
{
    return last != LockState::Unknown && backend.state == BackendState::Online;
}

} // namespace

struct ViewBuilder::Build {
    Build(const ViewQuery &asked, SteadyTime at, size_t oldRows)
        : query(asked), now(at), timeDecides(asked.filter.dependsOnTime()),
          view(std::make_shared<ViewSnapshot>()), newRowOfOld(oldRows, -1),
          keptLock(oldRows, notKept), ghost(oldRows, false)
    {
    }

    const ViewQuery &query;
    SteadyTime now;
    bool follows = false; ///< the same rows of the same backends: marks, ghosts and merging
    bool timeDecides;
    bool reorders = false;  ///< the same rows may stand elsewhere than in the last view
    bool sameLocks = false; ///< in all backends as in the last view
    std::shared_ptr<ViewSnapshot> view;
    std::vector<qint32> newRowOfOld;

    std::vector<Slot> backends;
    std::vector<ViewRow> rows;
    std::vector<Place> places;         ///< of the new rows
    std::vector<Candidate> candidates; ///< rows to be merged in
    std::vector<qint32> keptLock;      ///< for each old row: its lock now, or `notKept`
    std::vector<bool> ghost;           ///< for each old row
    std::vector<qint32> keptRows;      ///< old rows that keep their order, ghosts among them
    size_t nextKept = 0;
};

ViewBuilder::ViewBuilder(const Clock &clock)
    : m_clock(clock), m_view(std::make_shared<const ViewSnapshot>()), m_churn(clock)
{
}

bool ViewBuilder::agesByItself() const
{
    const ViewQuery &query = m_view->query;
    return m_hasGhosts || query.wantsOwners || query.wantsServers || query.countsChanges()
           || query.filter.dependsOnTime();
}

ViewUpdate ViewBuilder::build(std::vector<Backend> backends, const ViewQuery &query,
                              const ViewNews &counted)
{
    Build build(query, m_clock.now(), m_view->rows.size());
    build.view->showsApart = isShownApart(query.scope, backends);
    std::stable_partition(backends.begin(), backends.end(), [&build](const Backend &backend) {
        return backend.apart == build.view->showsApart;
    });
    const auto same = [](const Backend &a, const Slot &b) {
        return a.key == b.key && a.apart == b.apart;
    };
    build.follows =
        sameRows(query, m_view->query)
        && std::equal(backends.begin(), backends.end(), m_slots.begin(), m_slots.end(), same);
    build.view->sequence = m_view->sequence + 1;
    build.view->query = query;
    build.view->builtAt = build.now;
    build.view->changes = changesOf(backends, query, counted);
    build.reorders =
        query.sortColumn == LockColumn::Changes && build.view->changes != m_view->changes;

    for (const Backend &backend : backends)
        (backend.apart ? build.view->apart : *build.view).backends.push_back(backend.snapshot);
    if (isSettled(build, backends))
        keepRows(build, backends);
    else
        makeRows(build, backends);
    summarize(build);

    m_view = build.view;
    m_slots = std::move(build.backends);
    ViewUpdate update;
    update.view = m_view;
    update.newRowOfOld = std::move(build.newRowOfOld);
    return update;
}

/** The rows are those of the last view: no lock changed, and no mark of then has to go. */
bool ViewBuilder::isSettled(const Build &build, const std::vector<Backend> &backends) const
{
    if (!build.follows || build.timeDecides || build.reorders || m_hasGhosts || m_hasMarks)
        return false;
    return std::equal(backends.begin(), backends.end(), m_slots.begin(), m_slots.end(),
                      [](const Backend &a, const Slot &b) {
                          return a.snapshot->locks.isSharedWith(b.snapshot->locks);
                      });
}

void ViewBuilder::keepRows(Build &build, const std::vector<Backend> &backends)
{
    build.view->rows = m_view->rows;
    std::iota(build.newRowOfOld.begin(), build.newRowOfOld.end(), 0);
    for (size_t i = 0; i < backends.size(); ++i) {
        Slot &old = m_slots[i];
        build.backends.push_back(
            {old.key, backends[i].snapshot, std::move(old.rowOfLock), old.counts, old.apart});
    }
    build.sameLocks = true;
}

void ViewBuilder::makeRows(Build &build, const std::vector<Backend> &backends)
{
    const bool hadGhosts = m_hasGhosts;
    for (const Backend &backend : backends) {
        const auto old = std::find_if(m_slots.begin(), m_slots.end(),
                                      [&](const Slot &slot) { return slot.key == backend.key; });
        Slot slot;
        slot.key = backend.key;
        slot.snapshot = backend.snapshot;
        slot.apart = backend.apart;
        slot.rowOfLock.assign(backend.snapshot->locks.size(), -1);
        build.backends.push_back(std::move(slot));
        takeSlot(build, static_cast<qint32>(build.backends.size()) - 1,
                 old == m_slots.end() ? nullptr : &*old);
    }
    placeRows(build);
    if (hadGhosts)
        mapGhosts(build);
    build.view->rows = std::move(build.rows);
    m_places = std::move(build.places);
}

/** Walks the locks of a backend and those it had in the last view side by side. */
void ViewBuilder::takeSlot(Build &build, qint32 slotIndex, const Slot *old)
{
    const LockList &locks = build.backends[static_cast<size_t>(slotIndex)].snapshot->locks;
    if (!old) {
        for (size_t i = 0; i < locks.size(); ++i)
            takeLock(build, slotIndex, static_cast<qint32>(i), nullptr, -1);
        return;
    }
    const LockList &before = old->snapshot->locks;
    size_t oldLock = 0;
    for (size_t i = 0; i < locks.size(); ++i) {
        auto order = std::strong_ordering::greater;
        while (oldLock < before.size() && (order = compareIds(before[oldLock], locks[i])) < 0)
            takeGone(build, slotIndex, *old, static_cast<qint32>(oldLock++));
        const bool known = oldLock < before.size() && order == 0;
        takeLock(build, slotIndex, static_cast<qint32>(i), old,
                 known ? static_cast<qint32>(oldLock) : -1);
        oldLock += known ? 1 : 0;
    }
    while (oldLock < before.size())
        takeGone(build, slotIndex, *old, static_cast<qint32>(oldLock++));
}

void ViewBuilder::takeLock(Build &build, qint32 slotIndex, qint32 lock, const Slot *old,
                           qint32 oldLock)
{
    Slot &slot = build.backends[static_cast<size_t>(slotIndex)];
    const PackedLock &record = slot.snapshot->locks[static_cast<size_t>(lock)];
    const bool wasThere = old && oldLock >= 0;
    const PackedLock *before =
        wasThere ? &old->snapshot->locks[static_cast<size_t>(oldLock)] : nullptr;
    const qint32 oldRow = wasThere ? old->rowOfLock[static_cast<size_t>(oldLock)] : -1;
    const bool unchanged = before && *before == record;
    slot.counts.add(record);

    const bool settled = unchanged && build.follows && !build.timeDecides;
    const bool shown = settled ? oldRow >= 0
                               : slot.apart == build.view->showsApart
                                     && inScope(record, slot.snapshot->status, build.query)
                                     && build.query.filter.matches(record, build.now);
    if (!shown)
        return;
    if (unchanged && build.follows && !build.reorders && oldRow >= 0) {
        build.keptLock[static_cast<size_t>(oldRow)] = lock;
        return;
    }
    Candidate candidate;
    candidate.lock = record; // counted now, while it is at hand, and moved from here on
    candidate.place = {slotIndex, lock};
    candidate.oldRow = oldRow;
    if (build.follows && before && !unchanged)
        candidate.mark = markOf(before->unpack(), record.unpack());
    else if (build.follows && old && !before && old->snapshot->status.dataFrom)
        candidate.mark = RowMark::Appeared;
    build.candidates.push_back(std::move(candidate));
}

/** A lock that the last view knew and that is not there any more. */
void ViewBuilder::takeGone(Build &build, qint32 slotIndex, const Slot &old, qint32 oldLock)
{
    Slot &slot = build.backends[static_cast<size_t>(slotIndex)];
    const PackedLock &lock = old.snapshot->locks[static_cast<size_t>(oldLock)];
    const qint32 oldRow = old.rowOfLock[static_cast<size_t>(oldLock)];
    // A ghost keeps its place, and there is none in another order.
    if (oldRow >= 0 && build.follows && !build.reorders
        && wasSeenToGo(lock.state(), slot.snapshot->status))
        build.ghost[static_cast<size_t>(oldRow)] = true;
}

/** A ghost of the last view goes; if its lock is back, the row goes on as that lock's. */
void ViewBuilder::mapGhosts(Build &build) const
{
    for (size_t row = 0; row < m_places.size(); ++row) {
        if (m_places[row].lock >= 0)
            continue;
        for (const Slot &slot : build.backends) {
            const LockList &locks = slot.snapshot->locks;
            const auto back = findLock(locks, m_view->rows[row].lock.id());
            if (back != locks.end())
                build.newRowOfOld[row] = slot.rowOfLock[static_cast<size_t>(back - locks.begin())];
        }
    }
}

void ViewBuilder::placeRows(Build &build)
{
    const RowOrder order(build.query, build.view->changes);
    std::vector<RowOrder::Key> keys;
    keys.reserve(build.candidates.size());
    for (const Candidate &candidate : build.candidates)
        keys.push_back(order.keyOf(candidate.lock));
    for (size_t row = 0; row < build.keptLock.size(); ++row) {
        if (build.keptLock[row] != notKept || build.ghost[row])
            build.keptRows.push_back(static_cast<qint32>(row));
    }

    const size_t count = build.keptRows.size() + build.candidates.size();
    build.rows.reserve(count);
    build.places.reserve(count);
    m_hasGhosts = false;
    m_hasMarks = false;
    for (const quint32 place : order.sorted(keys)) {
        Candidate &candidate = build.candidates[place];
        m_hasMarks = m_hasMarks || candidate.mark != RowMark::None;
        appendKept(build, keptBefore(build, order, keys[place]));
        appendRow(build, {std::move(candidate.lock), candidate.place.slot, candidate.mark},
                  candidate.place, candidate.oldRow);
    }
    appendKept(build, static_cast<qint32>(build.keptRows.size()));
}

/** How many of the kept rows stand before `candidate`. */
qint32 ViewBuilder::keptBefore(const Build &build, const RowOrder &order,
                               const RowOrder::Key &key) const
{
    const auto from = build.keptRows.begin() + static_cast<qptrdiff>(build.nextKept);
    const auto place = std::partition_point(from, build.keptRows.end(), [&](qint32 row) {
        const PackedLock &kept = m_view->rows[static_cast<size_t>(row)].lock;
        return order.before(order.keyOf(kept), key);
    });
    return static_cast<qint32>(place - build.keptRows.begin());
}

void ViewBuilder::appendKept(Build &build, qint32 upTo)
{
    for (; build.nextKept < static_cast<size_t>(upTo); ++build.nextKept) {
        const qint32 oldRow = build.keptRows[build.nextKept];
        const auto row = static_cast<size_t>(oldRow);
        const bool ghost = build.ghost[row];
        ViewRow kept = m_view->rows[row];
        kept.mark = ghost ? RowMark::Gone : RowMark::None;
        m_hasGhosts = m_hasGhosts || ghost;
        appendRow(build, std::move(kept), {m_places[row].slot, build.keptLock[row]}, oldRow);
    }
}

void ViewBuilder::appendRow(Build &build, ViewRow row, Place place, qint32 oldRow)
{
    const auto newRow = static_cast<qint32>(build.rows.size());
    if (oldRow >= 0)
        build.newRowOfOld[static_cast<size_t>(oldRow)] = newRow;
    if (place.lock >= 0)
        build.backends[static_cast<size_t>(place.slot)].rowOfLock[static_cast<size_t>(place.lock)] =
            newRow;
    build.rows.push_back(std::move(row));
    build.places.push_back(place);
}

void ViewBuilder::summarize(Build &build)
{
    ViewSnapshot &view = *build.view;
    ViewPart &others = view;
    for (const Slot &slot : build.backends) {
        ViewPart &part = slot.apart ? view.apart : others;
        part.totalLocks += static_cast<qint64>(slot.snapshot->locks.size());
        slot.counts.appendSources(part.sourceCounts, slot.snapshot->status);
        for (size_t i = 0; i < part.findingCounts.size(); ++i)
            part.findingCounts[i] += slot.counts.findings()[i];
    }
    view.matchesElsewhere = matchesElsewhere(build);
    view.scopeLocks = scopeLocks(build);
    view.focus = focusOf(build);
    if (view.focus)
        view.focus->changes = view.changes ? view.changes->of(view.focus->lock->id) : std::nullopt;
    view.owners = ownersOf(build);
    view.servers = serversOf(build);
}

/** Where no sum tells how many there are. Costs a look at all locks, where one filters. */
qint64 ViewBuilder::scopeLocks(const Build &build) const
{
    const ViewQuery &query = build.query;
    if (!query.scope.needsLook())
        return 0;
    if (query.filter.isEmpty())
        return std::count_if(build.view->rows.begin(), build.view->rows.end(),
                             [](const ViewRow &row) { return row.mark != RowMark::Gone; });
    if (build.sameLocks)
        return m_view->scopeLocks;
    qint64 count = 0;
    for (const Slot &slot : build.backends) {
        if (slot.apart != build.view->showsApart)
            continue;
        const LockList &locks = slot.snapshot->locks;
        count += std::count_if(locks.begin(), locks.end(), [&](const PackedLock &lock) {
            return inScope(lock, slot.snapshot->status, query);
        });
    }
    return count;
}

std::shared_ptr<const OwnerList> ViewBuilder::ownersOf(const Build &build)
{
    const ViewQuery &query = build.query;
    if (!query.wantsOwners) {
        m_owners.forget();
        return nullptr;
    }
    const auto sameChecks = [](const HolderCheck &a, const HolderCheck &b) {
        return a.lock == b.lock && a.until == b.until;
    };
    const ViewQuery &before = m_view->query;
    const bool sameQuestion = m_view->owners && query.ownerRules == before.ownerRules
                              && std::equal(query.checks.begin(), query.checks.end(),
                                            before.checks.begin(), before.checks.end(), sameChecks);
    if (sameQuestion && build.now - m_ownersAt < listPeriod)
        return m_view->owners;
    m_ownersAt = build.now;
    return m_owners.list(build.view->backends, query.ownerRules, query.checks, build.now);
}

std::shared_ptr<const ServerList> ViewBuilder::serversOf(const Build &build)
{
    if (!build.query.wantsServers) {
        m_servers.forget();
        return nullptr;
    }
    if (m_view->servers && build.now - m_serversAt < listPeriod)
        return m_view->servers;
    m_serversAt = build.now;
    return m_servers.list(build.view->backends);
}

LockChangesPointer ViewBuilder::changesOf(const std::vector<Backend> &backends,
                                          const ViewQuery &query, const ViewNews &counted)
{
    if (!query.countsChanges()) {
        m_churn.forget();
        return nullptr;
    }
    ViewBackends snapshots;
    for (const Backend &backend : backends)
        snapshots.push_back(backend.snapshot);
    return m_churn.list(snapshots, counted);
}

/** Who finds nothing is told where there is something. Costs a look at all locks, for no row. */
qint64 ViewBuilder::matchesElsewhere(const Build &build) const
{
    const ViewQuery &query = build.query;
    if (!build.view->rows.empty() || query.filter.isEmpty() || query.scope == query.scope.whole())
        return 0;
    if (build.sameLocks)
        return m_view->matchesElsewhere;
    qint64 count = 0;
    for (const Slot &slot : build.backends) {
        if (slot.apart != build.view->showsApart)
            continue;
        count += std::count_if(slot.snapshot->locks.begin(), slot.snapshot->locks.end(),
                               [&](const PackedLock &lock) {
                                   return !inScope(lock, slot.snapshot->status, query)
                                          && query.filter.matches(lock, build.now);
                               });
    }
    return count;
}

/** What is said of the focused lock once no backend lists it. */
FocusedLock ViewBuilder::withoutItsLock(const Build &build, const FocusedLock &before) const
{
    const QString &name = before.lock->id.source->backend;
    const auto ofName = [&name](const Slot &slot) { return slot.snapshot->status.name == name; };
    const auto slot = std::find_if(build.backends.begin(), build.backends.end(), ofName);
    const auto old = std::find_if(m_slots.begin(), m_slots.end(), ofName);
    const bool sameBackend =
        slot != build.backends.end() && old != m_slots.end() && slot->key == old->key;
    FocusedLock focus;
    if (sameBackend && before.goneAt)
        focus.goneAt = before.goneAt;
    else if (sameBackend && wasSeenToGo(before.lock->state, slot->snapshot->status))
        focus.goneAt = build.now;
    const bool asBefore = focus.goneAt || before.lock->state == LockState::Unknown;
    focus.lock = asBefore ? before.lock : std::make_shared<LockRecord>(asUnknown(*before.lock));
    return focus;
}

std::optional<FocusedLock> ViewBuilder::focusOf(const Build &build)
{
    const std::optional<LockId> &wanted = build.query.focus;
    const PackedLock before = std::exchange(m_focused, {});
    if (!wanted || !wanted->source)
        return std::nullopt;
    const bool wasThere = m_view->focus && m_view->focus->lock->id == *wanted;
    FocusedLock focus;
    bool isApart = false;
    for (const Slot &slot : build.backends) {
        const LockList &locks = slot.snapshot->locks;
        if (slot.snapshot->status.name != wanted->source->backend)
            continue;
        isApart = slot.apart;
        if (const auto found = findLock(locks, *wanted); found != locks.end())
            m_focused = *found;
    }
    if (m_focused)
        focus.lock = wasThere && m_focused == before ? m_view->focus->lock : m_focused.record();
    else if (wasThere)
        focus = withoutItsLock(build, *m_view->focus);
    else
        return std::nullopt;
    if (build.sameLocks && wasThere && focus.lock == m_view->focus->lock)
        return m_view->focus;
    for (const Slot &slot : build.backends) {
        if (slot.apart != isApart)
            continue;
        for (const PackedLock &lock : slot.snapshot->locks) {
            if (lock.hasId(focus.lock->id))
                continue;
            const Relation relation = relationBetween(*focus.lock, lock);
            if (focus.related.wants(relation))
                focus.related.add(relation, lock.unpack(), slot.snapshot->status.dataFrom);
            if (focus.sameOwner.size() < mostOfSameOwner && ownsBoth(*focus.lock, lock))
                focus.sameOwner.push_back(lock);
        }
    }
    return focus;
}

} // namespace lockmaster

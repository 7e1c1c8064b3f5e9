// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/savedview.h"
#include "core/monitor/backendsnapshot.h"
#include "core/monitor/filter.h"
#include "core/monitor/lockchanges.h"
#include "core/monitor/ownerlister.h"
#include "core/monitor/serverlist.h"
#include "core/verdict/verdict.h"
#include "core/verdict/relations.h"

#include <array>

namespace lockmaster {

/** What sidebar and owners narrow the table to; each empty field narrows nothing. */
struct ViewScope {
    std::optional<Environment> environment; ///< of the backends; of the view's own part alone
    QString backend;
    QString source; ///< within `backend`
    QString system; ///< within `backend`, or of all
    std::optional<FindingId> finding;
    std::optional<OwnerId> owner; ///< what it holds, on all backends, and waits for
    bool ownerHolds = false;      ///< of `owner`, without what it only waits for
    bool apart = false; ///< of `ViewSnapshot::apart`; a named `backend` decides that by itself

    /** All of the part that it is in. */
    ViewScope whole() const
    {
        ViewScope all;
        all.apart = apart;
        return all;
    }

    /** How many locks are in it is told by no sum that is kept: each lock must be looked at. */
    bool needsLook() const
    {
        return owner
               || (finding
                   && (environment || !backend.isEmpty() || !source.isEmpty()
                       || !system.isEmpty()));
    }

    static ViewScope of(const SavedView &view)
    {
        ViewScope scope;
        scope.environment = view.environment;
        scope.backend = view.backend;
        scope.source = view.source;
        scope.system = view.system;
        scope.finding = view.finding;
        return scope;
    }

    friend bool operator==(const ViewScope &, const ViewScope &) = default;
};

/** Some locks, ordered by name; null: none. Others are another pointer. */
using LockSet = std::shared_ptr<const std::vector<LockId>>;

LockSet makeLockSet(std::vector<LockId> ids);
bool isIn(const LockSet &set, const PackedLock &lock);

/** What is asked of the view worker. */
struct ViewQuery {
    Filter filter;
    ViewScope scope;
    LockColumn sortColumn = LockColumn::Name;
    bool descending = false;
    std::optional<LockId> focus; ///< the lock in the details pane
    bool wantsOwners = false;    ///< `ViewSnapshot::owners`
    OwnerLister::Rules ownerRules = {};
    std::vector<HolderCheck> checks = {}; ///< for the owners' verdicts
    bool wantsServers = false;            ///< `ViewSnapshot::servers`
    bool wantsChanges = false;            ///< `ViewSnapshot::changes`
    LockSet pins = {};                    ///< before all others, where filter and scope leave them
    LockSet alarmed = {};                 ///< of which an alert waits for somebody: in trouble

    /** An order by them needs them as well. */
    bool countsChanges() const { return wantsChanges || sortColumn == LockColumn::Changes; }
};

/** What happened to a row since the view before. */
enum class RowMark : quint8 { None, Appeared, Renewed, Changed, Gone };

/** One row: points into the snapshots of `ViewSnapshot::shown()`, or to a ghost. Never null. */
struct ViewRow {
    PackedLock lock;
    qint32 backend = 0; ///< index into the backends of `ViewSnapshot::shown()`
    RowMark mark = RowMark::None;
};

struct SourceCount {
    QString backend;
    QString source;
    QString system;
    qint64 count = 0;
    qint64 likely = 0; ///< of `count`: see `Certainty`
};

using ViewBackends = std::vector<std::shared_ptr<const BackendSnapshot>>;

/** The lock in the details pane, and what stands around it. */
struct FocusedLock {
    std::shared_ptr<const LockRecord> lock;  ///< the last that was seen of it; the same while it is
    std::optional<SteadyTime> goneAt;        ///< when it was seen not to be there any more
    std::vector<PackedLock> sameOwner;       ///< its other locks, at most 64
    RelatedLocks related = {};               ///< what else is held by its process, and on its host
    std::optional<SeenChanges> changes = {}; ///< none: nobody asked, or it cannot be told
};

/** Backends that are counted together, before scope and filter. */
struct ViewPart {
    ViewBackends backends; ///< in the profile's order
    qint64 totalLocks = 0;
    std::vector<SourceCount> sourceCounts;                    ///< zero counts included
    std::array<qint64, allFindingIds.size()> findingCounts{}; ///< indexed as `FindingId`
};

/**
 * All backends merged, filtered and sorted. Immutable. Built by the view worker, freed there.
 * A lock that went stays as a ghost (`RowMark::Gone`) for one view.
 *
 * What is watched as an experiment beside the operator's own servers is a part of its own. The view
 * itself is the other part: whoever does not ask for `apart` neither lists nor counts any of it.
 */
struct ViewSnapshot : ViewPart {
    ViewPart apart;
    bool showsApart = false; ///< the rows are of `apart`, and of nothing else
    quint64 sequence = 0;
    ViewQuery query;
    SteadyTime builtAt{};
    SharedList<ViewRow> rows;
    qint64 matchesElsewhere =
        0;                 ///< the filter, beyond the scope; counted only where no row is left
    qint64 scopeLocks = 0; ///< where `scope.needsLook()`, whatever the filter; 0 in any other
    std::optional<FocusedLock> focus;
    /** Of the view's own part, whatever scope and filter; null: nobody asked. */
    std::shared_ptr<const OwnerList> owners;
    std::shared_ptr<const ServerList> servers; ///< likewise
    LockChangesPointer changes;                ///< of both parts; null: nobody asked

    const ViewPart &part(bool ofApart) const
    {
        const ViewPart &own = *this;
        return ofApart ? apart : own;
    }
    /** The same backends, narrowed to nothing: what pages beside the locks show. */
    ViewSnapshot wholePart(bool ofApart = false) const;
    /** The part that the rows are of. */
    const ViewPart &shown() const { return part(showsApart); }
    /** In either part, the view's own first; null: there is none of that name. */
    const BackendSnapshot *backend(const QString &name) const;
};

/**
 * Whether whoever holds `lock` lives, by what is known in `view`; none where nobody holds it. What
 * else its process holds counts where the lock is the view's focus. `check`: what the operator's
 * own check said of it.
 */
std::optional<Verdict> verdictOf(const LockRecord &lock, const ViewSnapshot &view, SteadyTime now,
                                 const std::optional<LifeEvidence> &check = {});

/** What happened on the backends of a part since the update before. */
struct ViewNews {
    std::vector<Event> events; ///< oldest first
    qint64 droppedEvents = 0;  ///< more happened than was kept
};

/** A view and how it follows from the one before it. The news are of the view's own part. */
struct ViewUpdate : ViewNews {
    std::shared_ptr<const ViewSnapshot> view;
    /** For each row of the view before: its row now, or -1. */
    std::vector<qint32> newRowOfOld;
    ViewNews apart;
};

} // namespace lockmaster

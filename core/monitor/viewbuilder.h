// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockchurn.h"
#include "core/monitor/lockcounts.h"
#include "core/monitor/roworder.h"
#include "core/monitor/viewsnapshot.h"

namespace lockmaster {

/**
 * Makes each view from the one before: rows whose record did not change keep their order, only
 * what changed is filtered, sorted and merged in. Lives on one thread (the view worker's).
 */
class ViewBuilder
{
public:
    /** A backend and the newest that is known of it; never null. */
    struct Backend {
        quint64 key = 0; ///< another key is another backend, whatever its name
        std::shared_ptr<const BackendSnapshot> snapshot;
        bool apart = false; ///< an experiment beside the operator's own: see `ViewSnapshot`
    };

    /** `clock` must outlive the builder. */
    explicit ViewBuilder(const Clock &clock);

    /**
     * The view that follows the last one built; events are the caller's to add. `counted`: what
     * happened to locks and servers of both parts, where the query counts changes.
     */
    ViewUpdate build(std::vector<Backend> backends, const ViewQuery &query,
                     const ViewNews &counted = {});

    /** Whether the view changes by itself: it shows ghosts, or lists owners or servers, or counts
     * changes, or its filter depends on time.
     */
    bool agesByItself() const;

    const std::shared_ptr<const ViewSnapshot> &view() const { return m_view; }

private:
    /** A backend in the last view. */
    struct Slot {
        quint64 key = 0;
        std::shared_ptr<const BackendSnapshot> snapshot;
        std::vector<qint32> rowOfLock; ///< -1: not in the view
        LockCounts counts;
        bool apart = false;
    };
    /** Where a row's lock stands: in which slot, and where in its snapshot; -1 for a ghost. */
    struct Place {
        qint32 slot = 0;
        qint32 lock = -1;
    };
    struct Candidate {
        PackedLock lock;
        Place place;
        qint32 oldRow = -1;
        RowMark mark = RowMark::None;
    };
    struct Build; // what one build works on

    void takeSlot(Build &build, qint32 slotIndex, const Slot *old);
    void takeLock(Build &build, qint32 slotIndex, qint32 lock, const Slot *old, qint32 oldLock);
    void takeGone(Build &build, qint32 slotIndex, const Slot &old, qint32 oldLock);
    void placeRows(Build &build);
    void mapGhosts(Build &build) const;
    void appendKept(Build &build, qint32 upTo);
    void appendRow(Build &build, ViewRow row, Place place, qint32 oldRow);
    qint32 keptBefore(const Build &build, const RowOrder &order, const RowOrder::Key &key) const;
    bool isSettled(const Build &build, const std::vector<Backend> &backends) const;
    void keepRows(Build &build, const std::vector<Backend> &backends);
    void makeRows(Build &build, const std::vector<Backend> &backends);
    void summarize(Build &build);
    qint64 matchesElsewhere(const Build &build) const;
    qint64 scopeLocks(const Build &build) const;
    std::shared_ptr<const OwnerList> ownersOf(const Build &build);
    std::shared_ptr<const ServerList> serversOf(const Build &build);
    LockChangesPointer changesOf(const std::vector<Backend> &backends, const ViewQuery &query,
                                 const ViewNews &counted);
    FocusedLock withoutItsLock(const Build &build, const FocusedLock &before) const;
    std::optional<FocusedLock> focusOf(const Build &build);

    const Clock &m_clock;
    std::shared_ptr<const ViewSnapshot> m_view;
    std::vector<Slot> m_slots;   ///< those of the shown part first, as its rows index them
    std::vector<Place> m_places; ///< of the rows of `m_view`
    PackedLock m_focused;        ///< what the focus of `m_view` was unpacked from
    OwnerLister m_owners;
    ServerLister m_servers;
    LockChurn m_churn;
    SteadyTime m_ownersAt{};  ///< when they were last listed
    SteadyTime m_serversAt{}; ///< likewise
    bool m_hasGhosts = false;
    bool m_hasMarks = false;
};

} // namespace lockmaster

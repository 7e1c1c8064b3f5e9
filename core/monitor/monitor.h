// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "core/monitor/snapshottap.h"
#include "core/sources/backendreader.h"
#include "core/sources/changefeed.h"

#include <QObject>

#include <memory>

namespace lockmaster {

/**
 * Watches backends: an observer thread for each, one view worker for all, and a `LockStore` that
 * holds the outcome on the thread this object lives on. Nothing here waits on that thread.
 *
 * A backend that does not answer by its poll's deadline turns its locks unknown within another half
 * second and is tried again with backoff; it delays no other. Polls re-arm after completion.
 * Where a backend has a feed (`FeedFactory`) changes arrive without polls.
 */
class Monitor : public QObject
{
    Q_OBJECT

public:
    /** Without a factory for feeds every backend is polled. */
    explicit Monitor(ReaderFactory readers, FeedFactory feeds = {},
                     const Clock &clock = systemClock(), QObject *parent = nullptr);
    /** Stops everything within a second; a thread stuck in the system is left behind. */
    ~Monitor() override;

    LockStore &store();

    /** One more that gets everything, for example to record it; outlives the monitor. Before
     * backends. */
    void addTap(SnapshotTap *tap);

    /**
     * The backends to watch, in this order; experiments beside them stand `apart` in all views.
     * Those that did not change go on undisturbed, also where they come to stand apart.
     */
    void setBackends(const std::vector<BackendSpec> &backends,
                     const std::vector<BackendSpec> &apart = {});

    /** Another filter, scope, order or focus; answered by an update of the store. */
    void setQuery(const ViewQuery &query);

    /** Paused: no polls; the data age and say so. */
    void setPaused(bool paused);
    bool isPaused() const;

    /** One period for all backends; none: each its own from the profile. */
    void setPeriod(std::optional<Millis> period);
    std::optional<Millis> period() const;

    /**
     * Locks that elect a leader by the operator's word, though their system does not say so: their
     * histories begin at once. Those of a mark that is missing from the list end.
     */
    void setLeaderMarks(std::vector<LockId> marks);
    const std::vector<LockId> &leaderMarks() const;

    /**
     * Whether leader tables are read between the polls, too (on by default): heartbeats and
     * failovers shorter than a period are not seen without.
     */
    void setLeaderSampling(bool on);

    /**
     * Whether anybody looks (on by default). While nobody does, backends that tell nothing by
     * themselves are polled every 5 s at most; pushed ones go on, and leaders are sampled as
     * before, because both are recorded.
     */
    void setAttention(bool attended);

    /** Polls every backend now, also when paused. */
    void refresh();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockmaster

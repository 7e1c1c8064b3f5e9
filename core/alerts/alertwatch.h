// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/openalerts.h"
#include "core/monitor/snapshottap.h"
#include "core/platform/worker.h"

namespace lockmaster {

/**
 * Watches what a monitor publishes for what the rules ask, on a thread of its own: see
 * `AlertEngine`. Of each backend the newest snapshot counts: what waits is bounded, and nobody
 * waits for it.
 *
 * Any thread may call any function; none waits, except `flush()` and the destructor, which gives
 * the thread a second to end. An alert that goes on when the watch ends is not told to end: where
 * it was kept in the file, the next watch knows it.
 */
class AlertWatch : public SnapshotTap
{
public:
    struct Places {
        QString history; ///< the store that tells what is usual; empty: nothing is
        QString memory;  ///< what outlives the program; empty: nothing does
    };
    /** Something is to be told, or the board is another one. On the watch's thread, not to wait. */
    using Listener = std::function<void(const std::vector<AlertNews> &news,
                                        const std::shared_ptr<const AlertBoard> &board)>;

    /** `clock` must live as long as the program. */
    AlertWatch(const AlertSettings &settings, const Places &places, Listener listener,
               const Clock &clock = systemClock());
    ~AlertWatch() override;
    AlertWatch(const AlertWatch &) = delete;
    AlertWatch &operator=(const AlertWatch &) = delete;

    void take(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot,
              const std::vector<Event> &events) override;
    void end(quint64 key) override;

    void setSettings(const AlertSettings &settings);

    /// For the operator; see `AlertEngine`.

    void acknowledge(const AlertSubject &subject);
    /** What that rule says of these, and nothing else that is said of them. */
    void acknowledge(const QString &rule, const std::vector<AlertSubject> &subjects);
    void snooze(const AlertSubject &subject, Micros length);
    void wake(const AlertSubject &subject);

    /** As it stands; never null. */
    std::shared_ptr<const AlertBoard> board() const;

    /** Waits until what was taken so far was looked at, at this moment of the clock. For tests. */
    void flush();

private:
    struct Shared;
    class Work;

    std::shared_ptr<Shared> m_shared;
    WorkerThread m_worker;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/eventqueue.h"
#include "core/monitor/snapshotmonitor.h"

#include <QObject>

#include <map>
#include <mutex>

namespace lockmaster {

/**
 * Watches backends for what happens there, and for nothing else: a queue in place of the views,
 * which nobody would look at.
 *
 * Lives on one thread, which need not keep up: see `EventQueue`. Ends as `SnapshotMonitor` does.
 */
class EventMonitor : public QObject, private SnapshotTap
{
    Q_OBJECT

public:
    /** How many events of locks wait at most, about 100 MB of them, and of backends beside them. */
    static constexpr size_t usualCapacity = 100'000;

    /** Without a factory for feeds every backend is polled. */
    EventMonitor(const std::vector<BackendSpec> &backends, const ReaderFactory &readers,
                 const FeedFactory &feeds, EventQueue::Wanted wanted,
                 size_t capacity = usualCapacity, const Clock &clock = systemClock(),
                 QObject *parent = nullptr);

    /** A problem of a backend that answers, which began or ended. */
    struct ProblemNews {
        QString backend;
        Problem problem;
        bool over = false;
        bool isAbsence = false; ///< a default table that is denied, and not looked at
    };

    /** What began and ended since this was asked last. */
    std::vector<ProblemNews> takeProblems();

    /** The next events; empty where there are none. Any number of calls for one signal. */
    EventQueue::News take(size_t most);

signals:
    /** There is something to take. Not emitted again before a take that left nothing. */
    void happened();
    /** There are problems to take that began, or ended. */
    void problemsChanged();

private:
    void take(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot,
              const std::vector<Event> &events) override;
    void end(quint64) override {}

    void compareProblems(quint64 key, const BackendStatus &status);

    std::mutex m_mutex;
    std::map<quint64, std::vector<ProblemNews>> m_problems; ///< as they stood at the last look
    std::vector<ProblemNews> m_problemNews;
    EventQueue m_queue; ///< outlives the monitor, which pushes to it
    SnapshotMonitor m_monitor;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/monitor/snapshottap.h"
#include "core/platform/worker.h"

#include <QStringList>

#include <functional>
#include <memory>

namespace lockmaster {

/** What is kept, where and for how long. */
struct HistorySettings {
    QString path;    ///< of the store
    QString program; ///< who records: `lockmaster`, `lockctl serve`
    Micros keep = std::chrono::days(30);
    qint64 mostBytes = 1'000'000'000;
    Millis pace{500};     ///< between two batches
    Millis retry{30'000}; ///< after something stood in the way
};

/** How recording goes. Texts are translated. */
struct HistoryStatus {
    bool recording = false;       ///< the store is open, and takes what comes
    std::optional<Error> problem; ///< why nothing is recorded
    QString setAside;             ///< where a damaged store is now; empty: none was met
    QStringList elsewhere;        ///< backends that another Lockmaster records
    qint64 droppedEvents = 0;     ///< more happened than could be taken in

    friend bool operator==(const HistoryStatus &, const HistoryStatus &) = default;
};

/**
 * Writes down what a monitor publishes, on a thread of its own: see `BackendFollower` for what, and
 * `HistoryReader` for reading it. Monitoring does not depend on it: where the store cannot be
 * written, that is told, nothing is recorded, and it is tried again.
 *
 * Any thread may call any function; none waits, except `flush()` and the destructor, which writes
 * what waits and gives the thread a second to end.
 */
class HistoryRecorder : public SnapshotTap
{
public:
    /** The status is another one. Called on the recorder's thread, and not to wait there. */
    using Changed = std::function<void(const HistoryStatus &status)>;

    /** `clock` must live as long as the program. */
    explicit HistoryRecorder(HistorySettings settings, Changed changed = {},
                             const Clock &clock = systemClock());
    ~HistoryRecorder() override;
    HistoryRecorder(const HistoryRecorder &) = delete;
    HistoryRecorder &operator=(const HistoryRecorder &) = delete;

    void take(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot,
              const std::vector<Event> &events) override;
    void end(quint64 key) override;

    HistoryStatus status() const;

    /** Waits until what was taken so far is on the disk, or cannot be. For tests and measuring. */
    void flush();

private:
    struct Shared;
    class Work;

    std::shared_ptr<Shared> m_shared;
    WorkerThread m_worker;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historyreader.h"
#include "core/history/historyrecorder.h"
#include "core/monitor/backendtracker.h"
#include "tests/support/fakereader.h"
#include "tests/support/manualclock.h"

#include <QTemporaryDir>

namespace lockmaster::test {

/** One backend, `b`, whose tracker is driven by hand, and a recorder of what it publishes. */
class HistoryStage
{
public:
    HistoryStage();

    ManualClock clock;
    QTemporaryDir directory;
    HistorySettings settings;
    std::shared_ptr<const SourceId> source = fakeSource(QStringLiteral("b"));

    /** A recorder; the one before ends first. */
    void record();
    /** As a crash would, as far as that can be had in one process: nothing is told. */
    void stop() { m_recorder.reset(); }
    HistoryRecorder &recorder() { return *m_recorder; }

    LockRecord lock(const QByteArray &name, const QByteArray &owner = "o",
                    std::optional<Micros> ttl = std::chrono::seconds(30)) const;

    /// Each is told to the recorder, and takes a second.
    void read(std::vector<LockRecord> records, bool complete = true);
    void lose();
    void setPaused(bool paused);
    /** As if the observer were another one. */
    void watchAnew();

    void publish(const BackendTracker::Outcome &outcome);

    ServerTime now() const { return clock.wallNow(); }
    HistoryPage page(HistoryQuery query = {});
    HistoryPage pageOf(const QByteArray &lock);
    HistoryMoment moment(ServerTime at);

    /** `a: o watched..released; ...`, oldest first. */
    static QString story(const std::vector<HistoryHold> &holds);

private:
    BackendSpec m_spec;
    std::unique_ptr<BackendTracker> m_tracker;
    std::unique_ptr<HistoryRecorder> m_recorder;
    quint64 m_key = 1;
};

} // namespace lockmaster::test

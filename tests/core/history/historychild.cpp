// SPDX-License-Identifier: Apache-2.0
#include "core/history/historyrecorder.h"
#include "core/monitor/backendtracker.h"
#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QCoreApplication>

#include <cstdio>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace {

/** Records a lock that changes hands ten times a second, until it is killed. Argument: the store.
 */
int recordUntilKilled(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    HistorySettings settings;
    settings.path = QCoreApplication::arguments().value(1);
    HistoryRecorder recorder(settings);
    BackendSpec spec;
    spec.name = QStringLiteral("b");
    BackendTracker tracker(spec, systemClock());
    const auto source = fakeSource(spec.name);
    for (int i = 0;; ++i) {
        const SteadyTime now = systemClock().now();
        auto outcome =
            tracker.read(fakeReading({fakeObservation(
                             source, {fakeLock(source, "a", QByteArray::number(i), 30s, now)})}),
                         now);
        recorder.take(1, outcome.snapshot, outcome.events);
        if (i == 5)
            recorder.flush();
        // Says that it took place before whoever reads this kills it.
        std::printf("%d %lld\n", i,
                    static_cast<long long>(systemClock().wallNow().time_since_epoch().count()));
        std::fflush(stdout);
        std::this_thread::sleep_for(100ms);
    }
}

} // namespace

LOCKMASTER_TEST_MAIN(recordUntilKilled)

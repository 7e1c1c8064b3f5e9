// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertengine.h"
#include "core/monitor/backendtracker.h"
#include "tests/bench/benchmark.h"
#include "tests/support/fakereader.h"

#include <QElapsedTimer>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;

constexpr int lockCount = 100'000;
constexpr int rounds = 9;

class NothingIsUsual : public HoldNorms
{
public:
    Norm of(const LockId & /*id*/) override { return {true, 0, {}}; }
};

class NothingWasTaken : public LockRhythms
{
public:
    const std::vector<TakenLock> *of(const AlertRule & /*rule*/, const QString &) override
    {
        return nullptr;
    }
};

double millisSince(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

/** What a hundred thousand locks cost the thread of the alerts, by the built-in rules. */
class Stage
{
public:
    Stage()
    {
        BackendSpec spec;
        spec.name = QStringLiteral("b");
        m_source = test::fakeSource(spec.name);
        m_tracker = std::make_unique<BackendTracker>(spec, systemClock());
        AlertSettings settings;
        settings.rules = builtInAlertRules();
        m_engine =
            std::make_unique<AlertEngine>(settings, m_norms, m_rhythms, m_checks, systemClock());
    }

    /** Another owner for each lock in each generation. */
    double look(int generation)
    {
        std::vector<LockRecord> records;
        records.reserve(lockCount);
        const SteadyTime now = systemClock().now();
        for (int i = 0; i < lockCount; ++i) {
            records.push_back(test::fakeLock(m_source, "lock:" + QByteArray::number(i),
                                             "owner-" + QByteArray::number(i + generation), 30s,
                                             now));
        }
        return take(
            m_tracker
                ->read(test::fakeReading({test::fakeObservation(m_source, std::move(records))}),
                       now)
                .snapshot);
    }
    double lookAgain() { return take(m_tracker->restate()); }

private:
    double take(const std::shared_ptr<const BackendSnapshot> &snapshot)
    {
        QElapsedTimer timer;
        timer.start();
        m_engine->take(1, snapshot);
        return millisSince(timer);
    }

    NothingIsUsual m_norms;
    NothingWasTaken m_rhythms;
    CommandChecks m_checks{systemClock()};
    std::shared_ptr<const SourceId> m_source;
    std::unique_ptr<BackendTracker> m_tracker;
    std::unique_ptr<AlertEngine> m_engine;
};

} // namespace

Result<Figures> alertLooks()
{
    Stage stage;
    const double first = stage.look(0);
    std::vector<double> changed;
    std::vector<double> quiet;
    for (int round = 1; round <= rounds; ++round) {
        changed.push_back(stage.look(round));
        quiet.push_back(stage.lookAgain());
    }
    return Figures{{QStringLiteral("alerts-first-look-100000"), QStringLiteral("ms"), first,
                    std::nullopt, 1000},
                   {QStringLiteral("alerts-changed-look-100000"), QStringLiteral("ms"),
                    median(std::move(changed)), std::nullopt, 1000},
                   {QStringLiteral("alerts-quiet-look-100000"), QStringLiteral("ms"),
                    median(std::move(quiet)), std::nullopt, 5}};
}

} // namespace lockmaster::bench

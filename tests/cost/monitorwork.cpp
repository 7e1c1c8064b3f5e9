// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/backendtracker.h"
#include "core/monitor/viewbuilder.h"
#include "tests/cost/work.h"
#include "tests/support/fakereader.h"
#include "tests/support/manualclock.h"

#include <memory>

namespace lockmaster::cost {

namespace {

using namespace std::chrono_literals;
using namespace lockmaster::test;

constexpr int lockCount = 20'000;
constexpr int changed = lockCount / 100;

/** A backend of many locks: one hundredth changes hands from each reading to the next. */
class World
{
public:
    World() : m_tracker(spec(), clock), m_builder(clock) {}

    BackendReading nextReading()
    {
        clock.advance(1s);
        std::vector<LockRecord> records;
        records.reserve(lockCount);
        for (int i = 0; i < lockCount; ++i) {
            const bool changes = m_readings > 0 && i % (lockCount / changed) == 0;
            const int owner = changes ? i + m_readings : i;
            records.push_back(fakeLock(m_source, nameOf(i), ownerOf(owner), Micros(10min),
                                       changes ? clock.now() : m_begun));
        }
        ++m_readings;
        return fakeReading({fakeObservation(m_source, std::move(records))});
    }
    size_t read(BackendReading reading)
    {
        BackendTracker::Outcome outcome = m_tracker.read(std::move(reading), clock.now());
        m_backend.snapshot = std::move(outcome.snapshot);
        return outcome.events.size();
    }
    size_t build(const ViewQuery &query)
    {
        m_update = m_builder.build({m_backend}, query);
        return m_update.view->rows.size();
    }

    ManualClock clock;

private:
    static BackendSpec spec()
    {
        BackendSpec spec;
        spec.name = QStringLiteral("db");
        return spec;
    }
    static QByteArray nameOf(int i)
    {
        return "billing:" + QByteArray::number(i % 7) + ":order:" + QByteArray::number(i);
    }
    static QByteArray ownerOf(int i) { return "web-" + QByteArray::number(i * 7919 % lockCount); }

    const std::shared_ptr<const SourceId> m_source = fakeSource(QStringLiteral("db"));
    const SteadyTime m_begun = clock.now();
    BackendTracker m_tracker;
    ViewBuilder m_builder;
    ViewBuilder::Backend m_backend{1, nullptr};
    ViewUpdate m_update;
    int m_readings = 0;
};

std::function<bool()> readingOf(const std::shared_ptr<World> &world, size_t leastEvents)
{
    const auto reading = std::make_shared<BackendReading>(world->nextReading());
    return [=] { return world->read(std::move(*reading)) >= leastEvents; };
}

std::function<bool()> viewOf(const std::shared_ptr<World> &world, LockColumn order)
{
    ViewQuery query;
    query.sortColumn = order;
    return [=] { return world->build(query) == lockCount; };
}

std::function<bool()> filteredViewOf(const std::shared_ptr<World> &world)
{
    ViewQuery query;
    query.filter = *Filter::parse(QStringLiteral("order -name:order:1 state:held ttl<1h"));
    return [=] {
        const size_t rows = world->build(query);
        return rows > 0 && rows < lockCount;
    };
}

} // namespace

std::vector<Work> monitorWork()
{
    const auto world = std::make_shared<World>();
    return {
        {QStringLiteral("tracker-first-20000"), [=] { return readingOf(world, 0); }},
        {QStringLiteral("view-first-20000"), [=] { return viewOf(world, LockColumn::Name); }},
        {QStringLiteral("tracker-next-20000"), [=] { return readingOf(world, changed); }},
        {QStringLiteral("view-next-20000"), [=] { return viewOf(world, LockColumn::Name); }},
        {QStringLiteral("view-sort-20000"), [=] { return viewOf(world, LockColumn::Owner); }},
        {QStringLiteral("view-filter-20000"), [=] { return filteredViewOf(world); }},
    };
}

} // namespace lockmaster::cost

// SPDX-License-Identifier: Apache-2.0
#include "tests/preview/overviewpreview.h"

#include "ui/overview/overviewview.h"
#include "ui/window/overviewcontroller.h"

#include <cmath>

namespace lockmaster::test {

namespace {

using namespace std::chrono_literals;

/** Five minutes ago at first. */
class EarlierClock final : public Clock
{
public:
    SteadyTime now() const override { return systemClock().now() - m_earlier; }
    ServerTime wallNow() const override { return systemClock().wallNow(); }
    void catchUp() { m_earlier = {}; }

private:
    std::chrono::seconds m_earlier = 5min + 5s;
};

/** Some trouble, so that there is something to come first. */
void addTrouble(ViewFeed &feed)
{
    for (size_t i = 0; i < feed.locks.size(); ++i) {
        LockSpec &lock = feed.locks[i];
        if (lock.state == LockState::Unknown)
            continue;
        lock.held = Millis(1'000 * qint64(i % 997 + 1));
        lock.basis = i % 3 == 0 ? HeldBasis::Observed : HeldBasis::Server;
        if (i % 173 == 1)
            lock.state = LockState::Blocked;
        if (i % 211 == 2)
            lock.findings = {{FindingId::TwoHolders, {}}};
        if (i % 97 == 3)
            lock.findings.push_back({FindingId::NoExpiry, {}});
        lock.waiters = i % 41 == 0 ? std::optional<qint64>(i % 7) : std::optional<qint64>(0);
    }
}

/** Waves of changes, of each server in its own rhythm. */
ViewUpdate minutes(const ViewFeed &feed, LockStore &store, SteadyTime now)
{
    ViewUpdate update;
    update.view = store.view();
    for (size_t row = 0; row < update.view->rows.size(); ++row)
        update.newRowOfOld.push_back(qint32(row));
    for (size_t i = 0; i < feed.backends.size(); ++i) {
        for (int at = 0; i % 4 != 3 && at < 300; ++at) {
            const QByteArray name = "order:" + QByteArray::number(300 * qint64(i) + at);
            Event event;
            event.kind = EventKind::Appeared;
            event.backend = feed.backends[i].name;
            event.wallTime = systemClock().wallNow();
            event.after = makeLock({.name = name, .backend = event.backend}, systemClock());
            event.seenAt = now - std::chrono::seconds(300 - at);
            const double wave = std::sin(at / 20.0 + double(i)) + 1;
            for (int n = 0; n < int(wave * double(i % 5)); ++n)
                update.events.push_back(event);
        }
    }
    return update;
}

} // namespace

void showOverviewState(MainWindow &window, LockStore &store, ViewFeed &feed)
{
    static EarlierClock clock; // outlives the window
    addTrouble(feed);
    auto *overview = new OverviewController(window, store, clock);
    overview->view().setOffersBackends(true);
    window.showPage(PageId::Overview);
    feed.query = window.query();
    feed.build({});
    clock.catchUp();
    store.apply(minutes(feed, store, clock.now()));
    feed.build({});
}

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "tests/preview/ownerspreview.h"

#include "core/display/alivechecks.h"
#include "ui/window/ownerscontroller.h"

namespace lockmaster::test {

namespace {

using namespace std::chrono_literals;

constexpr auto beat = 10s;

/** Locks of one host that were renewed regularly until so long ago. */
struct HostLocks {
    QString host;
    QString backend;
    QString source;
    int count = 1;
    Micros silent;
    Millis held;
};

void addLocks(ViewFeed &feed, const HostLocks &of, SteadyTime now)
{
    static int number = 100;
    for (int i = 0; i < of.count; ++i) {
        LockSpec spec{.name = "order:" + QByteArray::number(++number),
                      .backend = of.backend,
                      .source = of.source};
        spec.owner = of.host.toUtf8() + ':' + QByteArray::number(4000 + i);
        spec.host = of.host;
        spec.held = of.held;
        const SteadyTime last = now - of.silent;
        spec.renewals = Renewals{12, last - 11 * beat, last, 1s, beat};
        feed.locks.push_back(spec);
    }
}

} // namespace

void showOwnersState(MainWindow &window, LockStore &store, ViewFeed &feed)
{
    const SteadyTime now = systemClock().now();
    static AliveChecks checks(systemClock()); // outlives the window
    const QString billing = QStringLiteral("billing-db");
    const QString cache = QStringLiteral("cache");
    const QString table = QStringLiteral("billing.dist_lock");
    const QString db = QStringLiteral("db 0");
    addLocks(feed, {QStringLiteral("shop-7c9d-x2k4q"), cache, db, 5, 140s, 190'000ms}, now);
    addLocks(feed, {QStringLiteral("shop-7c9d-x2k4q"), billing, table, 2, 140s, 212'000ms}, now);
    addLocks(feed, {QStringLiteral("shop-7c9d-b8m1z"), cache, db, 9, 3s, 64'000ms}, now);
    addLocks(feed, {QStringLiteral("shop-7c9d-b8m1z"), billing, table, 1, 3s, 61'000ms}, now);
    addLocks(feed, {QStringLiteral("batch-2"), billing, table, 4, 5s, 5'400'000ms}, now);
    addLocks(feed, {QStringLiteral("batch-1"), billing, table, 1, 95s, 7'140'000ms}, now);
    new OwnersController(window, store, systemClock(), checks);
    window.showPage(PageId::Owners);
    feed.query = window.query();
    feed.build({});
}

} // namespace lockmaster::test

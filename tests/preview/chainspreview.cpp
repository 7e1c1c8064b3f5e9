// SPDX-License-Identifier: Apache-2.0
#include "tests/preview/chainspreview.h"

#include "tests/support/fakereader.h"
#include "tests/support/viewfixtures.h"
#include "ui/chains/chainsview.h"

namespace lockmaster::test {

namespace {

using namespace std::chrono_literals;

std::shared_ptr<const HolderDetail> whoIs(const char *host, std::optional<qint64> session = {})
{
    HolderDetail detail;
    detail.host = QString::fromLatin1(host);
    detail.user = session ? QStringLiteral("app") : QString();
    detail.connectionId = session;
    return std::make_shared<const HolderDetail>(std::move(detail));
}

QString labelOf(const HolderDetail &detail)
{
    if (!detail.connectionId)
        return detail.host;
    return QStringLiteral("#%1 app@%2").arg(*detail.connectionId).arg(detail.host);
}

struct Told {
    std::shared_ptr<const HolderDetail> who;
    std::optional<Micros> waiting;
};

LockRecord lockOf(const char *backend, const char *system, const QByteArray &name,
                  const std::shared_ptr<const HolderDetail> &holder, Micros held,
                  const std::vector<Told> &waiters, qint64 unnamed = 0)
{
    const auto source = std::make_shared<SourceId>(
        SourceId{QString::fromLatin1(backend), QString::fromLatin1(system),
                 QStringLiteral("app.%1").arg(QLatin1StringView(system))});
    LockRecord lock = fakeLock(source, name, labelOf(*holder).toUtf8());
    lock.holders.front().label = labelOf(*holder);
    lock.holders.front().detail = holder;
    lock.heldSince = systemClock().now() - held;
    lock.heldBasis = HeldBasis::Server;
    lock.waiters = {};
    for (const Told &told : waiters)
        lock.waiters.list.push_back(
            {labelOf(*told.who), told.who->connectionId, told.waiting, true, told.who});
    lock.waiters.count = lock.waiters.list.size() + unnamed;
    return lock;
}

SessionWait rowWait(qint64 waiter, qint64 blocker, const char *table)
{
    SessionWait wait;
    wait.table = QString::fromLatin1(table);
    wait.waiter = *whoIs("10.0.3.9", waiter);
    wait.blocker = *whoIs("10.0.3.4", blocker);
    wait.waiting = 41s;
    return wait;
}

std::shared_ptr<const BackendSnapshot> snapshotOf(const char *name, BackendKind kind,
                                                  const std::vector<LockRecord> &locks,
                                                  std::vector<SessionWait> waits = {})
{
    auto snapshot = std::make_shared<BackendSnapshot>();
    snapshot->status = makeStatus(QString::fromLatin1(name), kind, systemClock());
    snapshot->status.waits = std::make_shared<const ToldWaits>(ToldWaits{std::move(waits), false});
    std::vector<PackedLock> packed;
    for (const LockRecord &lock : locks)
        packed.emplace_back(lock);
    snapshot->locks = std::move(packed);
    return snapshot;
}

} // namespace

void showChainsState(MainWindow &window, LockStore &store, const QString &state)
{
    auto *const view = new ChainsView(store, systemClock());
    view->setLive(false); // what is shown stays
    window.addPage(PageId::Chains, view);
    window.showPage(PageId::Chains);
    if (state == u"chains-none")
        return;
    std::vector<Told> many;
    for (qint64 id = 201; id < 209; ++id)
        many.push_back({whoIs("10.0.5.1", id), Millis(900 * (id - 195))});
    const auto db = snapshotOf(
        "billing-db", BackendKind::MySql,
        {lockOf("billing-db", "user_lock", "order:42", whoIs("10.0.3.17", 71), 41min,
                {{whoIs("10.0.4.2", 88), 12min}, {whoIs("10.0.4.3", 91), 3min}}),
         lockOf("billing-db", "user_lock", "report:daily", whoIs("10.0.4.2", 88), 13min,
                {{whoIs("10.0.4.9", 95), 2min}}, 3),
         lockOf("billing-db", "user_lock", "stock:1002", whoIs("10.0.3.21", 104), 30s, many)},
        {rowWait(71, 66, "app.orders")});
    const auto cache =
        snapshotOf("session-cache", BackendKind::Redis,
                   {lockOf("session-cache", "redisson", "cart:9", whoIs("web-3"), 25s,
                           {{whoIs("web-4"), std::nullopt}}),
                    lockOf("session-cache", "redisson", "invoice:7", whoIs("web-4"), 26s,
                           {{whoIs("web-3"), std::nullopt}, {whoIs("batch-1"), std::nullopt}})});
    view->setScene(chainScene({db, cache}, {}, systemClock().now()));
}

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/viewfixtures.h"

#include <QHash>

#include <algorithm>

namespace lockmaster::test {

using namespace std::chrono_literals;

std::shared_ptr<const LockRecord> makeLock(const LockSpec &spec, const Clock &clock)
{
    auto lock = std::make_shared<LockRecord>();
    lock->id.source =
        std::make_shared<const SourceId>(SourceId{spec.backend, spec.system, spec.source});
    lock->id.name = spec.name;
    lock->state = spec.state;
    Holder holder;
    holder.raw = spec.owner;
    holder.rawBytes = spec.owner.size();
    holder.label = spec.label.isEmpty() ? QString::fromUtf8(spec.owner) : spec.label;
    if (!spec.host.isEmpty()) {
        HolderDetail detail;
        detail.host = spec.host;
        holder.detail = std::make_shared<const HolderDetail>(std::move(detail));
    }
    lock->renewals = spec.renewals;
    if (spec.state != LockState::Free)
        lock->holders.push_back(std::move(holder));
    if (spec.ttl) {
        lock->lease.hasExpiry = true;
        lock->lease.deadline = clock.now() + *spec.ttl;
        lock->lease.expiresAt = clock.wallNow() + *spec.ttl;
        lock->lease.granted = spec.granted;
        lock->lease.stored = lock->lease.expiresAt->time_since_epoch().count();
    }
    if (spec.held) {
        lock->heldSince = clock.now() - *spec.held;
        lock->heldBasis = spec.basis;
    }
    lock->waiters.count = spec.waiters;
    lock->findings = spec.findings;
    lock->certainty = spec.certainty;
    return lock;
}

BackendStatus makeStatus(const QString &name, BackendKind kind, const Clock &clock)
{
    BackendStatus status;
    status.name = name;
    status.kind = kind;
    status.state = BackendState::Online;
    status.server.product =
        kind == BackendKind::MySql ? QStringLiteral("MariaDB") : QStringLiteral("Redis");
    status.server.version = QStringLiteral("10.11.14");
    status.latency = 1200us;
    status.dataFrom = clock.now();
    return status;
}

int ViewFeed::backendIndex(const QString &name) const
{
    for (size_t i = 0; i < backends.size(); ++i) {
        if (backends[i].name == name)
            return static_cast<int>(i);
    }
    return 0;
}

void ViewFeed::publish()
{
    std::vector<ViewRow> rows;
    rows.reserve(locks.size());
    for (const LockSpec &spec : locks)
        rows.push_back(
            {PackedLock(*makeLock(spec, m_clock)), backendIndex(spec.backend), spec.mark});
    publishRows(std::move(rows));
}

void ViewFeed::publishRows(SharedList<ViewRow> rows)
{
    auto view = std::make_shared<ViewSnapshot>();
    view->sequence = ++m_sequence;
    view->query = query;
    view->builtAt = m_clock.now();
    for (const BackendStatus &status : backends) {
        auto backend = std::make_shared<BackendSnapshot>();
        backend->sequence = m_sequence;
        backend->status = status;
        std::vector<PackedLock> listed;
        for (const ViewRow &row : rows) {
            if (row.lock.source()->backend == status.name && row.mark != RowMark::Gone)
                listed.push_back(row.lock);
        }
        for (const LockSpec &spec : hidden) {
            if (spec.backend == status.name)
                listed.emplace_back(*makeLock(spec, m_clock));
        }
        std::sort(listed.begin(), listed.end(),
                  [](const auto &a, const auto &b) { return a.compareId(b) < 0; });
        backend->locks = std::move(listed);
        for (const auto &leader : leaders) {
            if (leader->lock->id.source->backend == status.name)
                backend->leaders.push_back(leader);
        }
        std::sort(backend->leaders.begin(), backend->leaders.end(),
                  [](const auto &a, const auto &b) { return a->lock->id < b->lock->id; });
        view->backends.push_back(std::move(backend));
    }
    view->rows = std::move(rows);
    count(*view);

    QHash<LockId, qint32> rowOf;
    for (size_t row = 0; row < view->rows.size(); ++row)
        rowOf.insert(view->rows[row].lock.id(), static_cast<qint32>(row));
    ViewUpdate update;
    for (const ViewRow &old : m_store.view()->rows)
        update.newRowOfOld.push_back(rowOf.value(old.lock.id(), -1));
    if (focus) {
        for (const ViewRow &row : view->rows) {
            if (row.lock.hasId(*focus))
                view->focus = FocusedLock{row.lock.record(), {}, {}};
        }
    }
    update.view = std::move(view);
    update.events = std::move(events);
    events.clear();
    m_store.apply(update);
}

void ViewFeed::build(const QStringList &apart)
{
    std::vector<ViewBuilder::Backend> given;
    for (const BackendStatus &status : backends) {
        auto backend = std::make_shared<BackendSnapshot>();
        backend->status = status;
        std::vector<PackedLock> listed;
        for (const LockSpec &spec : locks) {
            if (spec.backend == status.name)
                listed.emplace_back(*makeLock(spec, m_clock));
        }
        std::sort(listed.begin(), listed.end(),
                  [](const auto &a, const auto &b) { return a.compareId(b) < 0; });
        backend->locks = std::move(listed);
        for (const auto &leader : leaders) {
            if (leader->lock->id.source->backend == status.name)
                backend->leaders.push_back(leader);
        }
        given.push_back({given.size() + 1, std::move(backend), apart.contains(status.name)});
    }
    m_store.apply(m_builder.build(std::move(given), query));
}

void ViewFeed::count(ViewSnapshot &view) const
{
    view.totalLocks = static_cast<qint64>(view.rows.size() + hidden.size()) + filteredOut;
    view.matchesElsewhere = matchesElsewhere;
    for (const ViewRow &row : view.rows) {
        const SourceId &id = *row.lock.source();
        const auto found = std::find_if(
            view.sourceCounts.begin(), view.sourceCounts.end(), [&id](const SourceCount &count) {
                return count.backend == id.backend && count.source == id.name
                       && count.system == id.system;
            });
        const qint64 likely = row.lock.certainty() == Certainty::Likely ? 1 : 0;
        if (found == view.sourceCounts.end()) {
            view.sourceCounts.push_back({id.backend, id.name, id.system, 1, likely});
        } else {
            ++found->count;
            found->likely += likely;
        }
        for (const FindingId finding : allFindingIds)
            view.findingCounts.at(static_cast<size_t>(finding)) += row.lock.hasFinding(finding);
    }
}

void fillShowcase(ViewFeed &feed, const Clock &clock)
{
    BackendStatus billing = makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, clock);
    billing.environment = Environment::Production;
    billing.readOnly = true;
    BackendStatus cache = makeStatus(QStringLiteral("cache"), BackendKind::Redis, clock);
    cache.latency = 300us;
    BackendStatus legacy = makeStatus(QStringLiteral("legacy"), BackendKind::MySql, clock);
    legacy.state = BackendState::Stale;
    legacy.dataFrom = clock.now() - 4s;
    feed.backends = {billing, cache, legacy};

    const QString leaders = QStringLiteral("leader");
    const QString leaderTable = QStringLiteral("billing.service_leader_lock");
    const QString userLock = QStringLiteral("user_lock");
    const QString userLocks = QStringLiteral("user-level locks");
    const QString redisson = QStringLiteral("redisson");
    const QString redisString = QStringLiteral("redis_string");
    const QString cacheName = QStringLiteral("cache");
    const QString db0 = QStringLiteral("db 0");
    const Finding sleeping{FindingId::SleepingHolder,
                           QStringLiteral("The session has run nothing for 14 m while 3 wait: "
                                          "typical of a lock left on a pooled connection.")};
    const Finding noExpiry{FindingId::NoExpiry,
                           QStringLiteral("A crash of the client frees it only when the server "
                                          "notices (wait_timeout 8 h).")};
    const Finding unsignedOwner{FindingId::UnsignedOwner,
                                QStringLiteral("The value is empty: anyone's release fits.")};
    feed.locks = {
        {.name = "daily-close",
         .owner = "9f1c7a20-1111",
         .label = QStringLiteral("web-3 (9f1c..)")},
        {.name = "정산-일마감",
         .label = QStringLiteral("web-1 (03bd..)"),
         .ttl = 58s,
         .held = 2s,
         .mark = RowMark::Renewed},
        {.name = "batch-leader",
         .system = leaders,
         .source = leaderTable,
         .owner = "pod-7f9c",
         .ttl = 800ms,
         .granted = 1200ms,
         .held = 11520s,
         .waiters = 2},
        {.name = "user:42:card",
         .system = userLock,
         .source = userLocks,
         .owner = "812",
         .label = QStringLiteral("#812 app@10.0.0.7 · asleep 14 m"),
         .ttl = std::nullopt,
         .held = 845s,
         .basis = HeldBasis::Server,
         .waiters = 3,
         .findings = {noExpiry, sleeping}},
        {.name = "product:1002",
         .backend = cacheName,
         .system = redisson,
         .source = db0,
         .owner = "1c4eddfe-e10b-4e47-9e08-b510e610ca3c:3020424071110789844",
         .ttl = 3100ms,
         .granted = 5s,
         .held = 9s,
         .waiters = 1},
        {.name = "product:1003",
         .backend = cacheName,
         .system = redisString,
         .source = db0,
         .owner = "",
         .label = QStringLiteral("(unsigned)"),
         .ttl = 800ms,
         .granted = 5s,
         .held = 4s,
         .findings = {unsignedOwner}},
        {.name = "coupon:77",
         .backend = cacheName,
         .system = redisson,
         .source = db0,
         .owner = "8a2f60d1-aaaa-11be:42",
         .ttl = 24s,
         .granted = 30s,
         .held = 362s},
        {.name = "report:weekly",
         .state = LockState::Expired,
         .owner = "web-9",
         .ttl = -2h,
         .held = std::nullopt,
         .findings = {{FindingId::ExpiredNotTaken, QStringLiteral("Free to take for 2 h.")}}},
        {.name = "mail:lock",
         .backend = cacheName,
         .system = redisString,
         .source = db0,
         .owner = "02fc00000001",
         .label = QStringLiteral("redis-py · 02:fc:00:00:00:01 · 11:5"),
         .ttl = 12s,
         .granted = 30s,
         .held = 18s},
        {.name = "gone:5511",
         .backend = cacheName,
         .system = redisson,
         .source = db0,
         .owner = "8a2f60d1-11be:57",
         .ttl = 9400ms,
         .granted = 10s,
         .held = 1s,
         .mark = RowMark::Gone},
        {.name = "legacy-sync",
         .backend = QStringLiteral("legacy"),
         .state = LockState::Unknown,
         .owner = "host-a",
         .ttl = 20s},
        {.name = "inventory",
         .system = leaders,
         .source = leaderTable,
         .state = LockState::Blocked,
         .owner = "pod-2",
         .label = QStringLiteral("pod-2 · row locked by #919"),
         .ttl = 1s,
         .granted = 1200ms,
         .held = 41s,
         .waiters = 1},
    };
}

} // namespace lockmaster::test

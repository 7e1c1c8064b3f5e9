// SPDX-License-Identifier: Apache-2.0
#include "tests/support/historyshowcase.h"

#include "core/audit/auditlog.h"

#include <algorithm>
#include <array>

namespace lockmaster::test {

using namespace std::chrono_literals;

namespace {

HistoryWriter::Counts counts(qint64 renewals, std::optional<qint64> waiters)
{
    HistoryWriter::Counts made;
    made.renewals = renewals;
    made.waiters = waiters;
    return made;
}

} // namespace

HistoryShowcase::HistoryShowcase()
{
    clock.advance(5h);
    auto opened = HistoryDb::openForWriting(store());
    Q_ASSERT(opened);
    m_db = std::move(*opened);
    m_writer = std::make_unique<HistoryWriter>(*m_db);
    m_turns = std::make_unique<HistoryFileLocks>(store());
    m_writer->beginRun(QStringLiteral("showcase"), ago(2h));
    const qint64 billing = m_writer->takeBackend(QStringLiteral("billing-db"));
    const qint64 cache = m_writer->takeBackend(QStringLiteral("cache"));
    m_tables = m_writer->place(billing, QStringLiteral("billing.dist_lock"));
    m_keys = m_writer->place(cache, QStringLiteral("db 0"));
    m_writer->beginStretch(m_tables, ago(2h), ago(33min), true);
    m_writer->beginStretch(m_tables, ago(28min), ago(0s), true);
    m_writer->beginStretch(m_keys, ago(2h), ago(0s), true);
    m_turns->takeBackend(QStringLiteral("billing-db"));
    m_turns->takeBackend(QStringLiteral("cache"));

    hold("daily-close", "web-3", 47min, {}, HistoryEnd::Open, counts(46, 2));
    hold("invoice-run", "batch-7f9c4d6b58-x2kqz", 90min, 33min, HistoryEnd::Unseen, counts(57, 0),
         HistoryBegin::FirstSeen);
    hold("invoice-run", "batch-7f9c4d6b58-x2kqz", 28min, 17min, HistoryEnd::Expired, counts(11, 4),
         HistoryBegin::FirstSeen);
    hold("invoice-run", "batch-66d8f7c4b9-p4lwm", 16min + 40s, {}, HistoryEnd::Open, counts(16, 1));
    hold("user:42:card", "1c4e9a7f:302", 52min, 38min, HistoryEnd::Released, counts(0, 3));
    hold("user:42:card", "77ab01c2:118", 37min, 36min, HistoryEnd::OwnerChanged, counts(0, 1));
    hold("user:42:card", "9f1c22d0:77", 36min, 21min, HistoryEnd::Expired, counts(4, {}));
    hold("coupon:7", "web-1", 11min, 10min, HistoryEnd::Expired, counts(0, {}));
    busy("order:42", 40, 80s);
    wait("daily-close", "#812 app@web-1", 41min, 30min, WaitEnd::Left);
    wait("daily-close", "#815 app@web-2", 12min, {}, WaitEnd::Open);
    for (int i = 0; i < 30; ++i) {
        const Micros began = 70s * (30 - i);
        wait("order:42", "web-" + QByteArray::number(1 + i % 3), began,
             began - 250ms - Millis(i * 6007 % 2500) - (i % 11 == 3 ? Micros(13s) : 0s),
             i % 7 == 2 ? WaitEnd::Left : WaitEnd::Took);
    }
    m_writer->event(QStringLiteral("finding_appeared"), billing, ago(14min),
                    QStringLiteral("sleeping-holder"),
                    m_writer->lock(m_tables, QStringLiteral("dist_lock"), "daily-close"));
    commit();
    release("user:42:card");
}

void HistoryShowcase::end(qint64 hold, Micros began, Micros ended)
{
    m_writer->closeHold(hold, ago(began), HistoryEnd::Released, ago(ended), ago(ended) - 1s, {});
}

qint64 HistoryShowcase::hold(const QByteArray &lock, const QByteArray &owner, Micros began,
                             std::optional<Micros> ended, HistoryEnd end,
                             HistoryWriter::Counts counted, HistoryBegin how)
{
    const Holder holder{owner, owner.size(), QString::fromUtf8(owner), 1, nullptr};
    HistoryWriter::NewHold hold;
    hold.lock = lockRow(lock);
    hold.holder = &holder;
    hold.how = how;
    hold.began = ago(began);
    if (how == HistoryBegin::Watched)
        hold.after = hold.began - 1s;
    hold.counts = counted;
    const qint64 id = m_writer->openHold(hold);
    if (!ended)
        m_writer->noteCounts(id, counted);
    else
        m_writer->closeHold(id, hold.began, end, ago(*ended), ago(*ended) - 1s, counted);
    return id;
}

void HistoryShowcase::wait(const QByteArray &lock, const QByteArray &waiter, Micros began,
                           std::optional<Micros> ended, WaitEnd end)
{
    const qint64 id = m_writer->openWait({lockRow(lock), QString::fromUtf8(waiter),
                                          HistoryBegin::Watched, ago(began), ago(began + 1s)});
    if (ended)
        m_writer->closeWait(id, ago(began), end, ago(*ended), ago(*ended) - 1s);
}

qint64 HistoryShowcase::lockRow(const QByteArray &lock)
{
    const bool isKey = lock.contains(':');
    return m_writer->lock(isKey ? m_keys : m_tables,
                          isKey ? QStringLiteral("redis_string") : QStringLiteral("dist_lock"),
                          lock);
}

void HistoryShowcase::busy(const QByteArray &lock, int count, Micros step)
{
    for (int i = 0; i < count; ++i) {
        const Micros began = step * (count - i);
        const Micros length = 400ms + Millis(i * 7919 % 3000) + (i % 13 == 5 ? Micros(41s) : 0s);
        hold(lock, "web-" + QByteArray::number(1 + i % 3), began, began - length,
             i % 9 == 4 ? HistoryEnd::Expired : HistoryEnd::Released, counts(i % 4, i % 5 / 3));
    }
}

void HistoryShowcase::contended()
{
    // Nobody looked for an hour and a half of the night.
    m_writer->beginStretch(m_keys, ago(44h), ago(17h), true);
    m_writer->beginStretch(m_keys, ago(15h + 30min), ago(2h), true);
    static constexpr std::array names = {"stock:warehouse-7:reservations",
                                         "order:settlement",
                                         "user:42:wallet",
                                         "coupon:black-friday",
                                         "invoice:numbers",
                                         "search:reindex",
                                         "mail:digest",
                                         "report:daily-revenue",
                                         "cart:merge",
                                         "payment:capture",
                                         "shipping:labels",
                                         "sitemap:build",
                                         "feed:google-shopping",
                                         "loyalty:points",
                                         "returns:inbox",
                                         "price:update:eu",
                                         "price:update:us",
                                         "thumbnail:queue",
                                         "session:gc",
                                         "export:customers:2026",
                                         "import:supplier-3",
                                         "ledger:close",
                                         "quota:tenant-19",
                                         "webhook:retries"};
    for (int hour = 43; hour >= 0; --hour) {
        if (hour == 16 || hour == 15)
            continue;
        for (int lock = 0; lock < int(names.size()); ++lock) {
            const int busy = (hour * 7 + lock * 5) % 11 + (hour % 24 < 9 ? 8 : 0) - lock / 2;
            const Micros from = hour * 1h + Micros(3min) + lock * 20s;
            const bool isTold = lock % 6 != 4;
            for (int turn = 0; turn < std::clamp(busy, 0, 12); ++turn) {
                const Micros began = from + 40min - turn * 3min;
                const Micros length = 20s + (turn * 37 + lock * 11) % 140 * 1s;
                hold(names[size_t(lock)], "web-" + QByteArray::number(1 + turn % 4), began,
                     began - length, HistoryEnd::Released,
                     isTold ? counts(0, lock % 6 == 2 ? turn % 3 : turn % 2)
                            : HistoryWriter::Counts());
                if (isTold && lock % 6 != 2 && turn % 2 == 1)
                    wait(names[size_t(lock)], "web-" + QByteArray::number(1 + (turn + 1) % 4),
                         began, began - length * (12 - std::min(lock, 11)) / 12, WaitEnd::Took);
            }
        }
    }
}

void HistoryShowcase::commit()
{
    m_writer->commit();
}

void HistoryShowcase::release(const QByteArray &lock)
{
    ManualClock then;
    then.advance(5h - 38min);
    const AuditLog log(audit(), then);
    AuditIntent intent;
    intent.action = QStringLiteral("delete");
    intent.backend = QStringLiteral("cache");
    intent.lock = LockId{std::make_shared<const SourceId>(SourceId{QStringLiteral("cache"),
                                                                   QStringLiteral("redis_string"),
                                                                   QStringLiteral("db 0")}),
                         lock};
    intent.owner = QStringLiteral("1c4e9a7f:302");
    intent.program = QStringLiteral("lockmaster");
    const auto id = log.begin(intent);
    AuditOutcome outcome;
    outcome.outcome = QStringLiteral("released");
    if (id)
        (void)log.finish(*id, outcome);
}

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/listexport.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_listexport {

/** The list that is saved is the one that is seen. */
class TestListExport : public QObject
{
    Q_OBJECT

    ManualClock m_clock;

    std::shared_ptr<const ViewSnapshot> shown()
    {
        LockStore store;
        ViewFeed feed(store, m_clock);
        fillShowcase(feed, m_clock);
        feed.locks.push_back({.name = "=1+1", .owner = "a,b \"c\""});
        feed.publish();
        return store.view();
    }

private slots:
    void aSpreadsheetHasALineForEachLock()
    {
        const auto view = shown();
        const QByteArrayList lines = lockListCsv(*view, m_clock.now()).trimmed().split('\n');
        const auto gone = std::count_if(view->rows.begin(), view->rows.end(),
                                        [](const auto &row) { return row.mark == RowMark::Gone; });
        QVERIFY(gone > 0);
        QCOMPARE(lines.size(), qsizetype(view->rows.size()) - gone + 1);
        QVERIFY(lines[0].startsWith("name,state,owner,ttl_ms,expires_at,held_ms,"));
        QVERIFY2(lines[1].startsWith("daily-close,held,9f1c7a20-1111,41000,2026-01-02T"),
                 lines[1].constData());
        // Nothing of a name becomes a formula, or a column of its own.
        QVERIFY2(lines.constLast().startsWith("'=1+1,held,\"a,b \"\"c\"\"\","),
                 lines.constLast().constData());
    }

    void changesAreThereWhereTheyWereAskedFor()
    {
        ViewSnapshot view = *shown();
        const auto first = [](const ViewSnapshot &listed, const ManualClock &clock) {
            const QByteArray json = lockListJson(listed, clock.now(), clock.wallNow());
            return QJsonDocument::fromJson(json).object()[u"locks"].toArray()[0].toObject();
        };
        const auto line = [this, &view] {
            return lockListCsv(view, m_clock.now()).split('\n').at(1).trimmed();
        };
        QVERIFY(!first(view, m_clock).contains(u"changes_last_minute"));
        QVERIFY2(line().endsWith(",,"), line().constData());

        const LockId id = view.rows[0].lock.id();
        auto changes = std::make_shared<LockChanges>();
        changes->counted = {{id, 7}};
        changes->watched = {{id.source->backend, true, false}};
        view.changes = changes;
        QCOMPARE(first(view, m_clock)[u"changes_last_minute"].toInt(), 7);
        QCOMPARE(first(view, m_clock)[u"changes_at_least"].toBool(), true);
        QVERIFY2(line().endsWith(",7,true"), line().constData());
        view.changes = std::make_shared<const LockChanges>();
        QVERIFY(first(view, m_clock)[u"changes_last_minute"].isNull());
    }

    void jsonIsAsLockctlWritesIt()
    {
        const auto view = shown();
        const QByteArray json = lockListJson(*view, m_clock.now(), m_clock.wallNow());
        QCOMPARE(listViolations(json), QStringList());
        const QJsonArray locks = QJsonDocument::fromJson(json).object()[u"locks"].toArray();
        QCOMPARE(locks[0][u"name"].toString(), QStringLiteral("daily-close"));
        QCOMPARE(locks.last()[u"name"].toString(), QStringLiteral("=1+1"));
        // What the next command needs to release it is there as well.
        QVERIFY(locks[0][u"witness"].toString().startsWith(u"lm2."));
    }
};

LOCKMASTER_TEST(TestListExport, QCoreApplication)

} // namespace tst_listexport

#include "tst_listexport.moc"

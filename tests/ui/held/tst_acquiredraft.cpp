// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "core/display/acquiredraft.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_acquiredraft {

class TestAcquireDraft : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    AcquireDraft m_draft;

    void production()
    {
        m_draft.place.backend.environment = Environment::Production;
        m_draft.reason = QStringLiteral("drill");
    }
    QString problem() const { return m_draft.problem().text; }

private slots:
    void init()
    {
        m_draft = {};
        m_draft.place.backend.name = QStringLiteral("billing-db");
        m_draft.place.system = {QStringLiteral("dist_lock"), QStringLiteral("dist_lock"),
                                QStringLiteral("Lock table"), BackendKind::MySql};
        m_draft.place.form.sources = {QStringLiteral("billing.dist_lock")};
        m_draft.name = "daily-close";
        m_draft.owner = QStringLiteral("lockmaster:kim");
        m_draft.ttl = QStringLiteral("30s");
    }

    void aWholeDraftHasNoProblemAndBecomesAnOrder()
    {
        m_draft.wait = QStringLiteral("1500ms");
        m_draft.holdForAWhile = true;
        m_draft.hold = QStringLiteral("10m");
        m_draft.reason = QStringLiteral("  drill ");
        QCOMPARE(problem(), QString());
        const HoldOrder order = m_draft.order();
        QCOMPARE(order.system, QStringLiteral("dist_lock"));
        QCOMPARE(order.request.name, QByteArray("daily-close"));
        QCOMPARE(order.request.owner, QByteArray("lockmaster:kim"));
        QCOMPARE(*order.request.ttl, Millis(30s));
        QCOMPARE(order.wait, 1500ms);
        QCOMPARE(*order.hold, Millis(10min));
        QCOMPARE(order.reason, QStringLiteral("drill"));
    }

    void withoutAPlaceNothingCanBeTaken()
    {
        m_draft.place = {};
        QVERIFY(!problem().isEmpty());
    }

    void aNameIsNeededAndHasItsBytesCounted()
    {
        m_draft.name.clear();
        QVERIFY(m_draft.problem().missing);
        m_draft.place.form.mostNameBytes = 9;
        m_draft.name = QByteArray("가나다"); // three letters, nine bytes
        QCOMPARE(problem(), QString());
        m_draft.name += 'x';
        QVERIFY(problem().contains(QStringLiteral("10")));
        QVERIFY(!m_draft.problem().missing);
    }

    /** What the dialog begins with is what the system takes, in each of its kinds. */
    void everySystemTakesWhatItProposes()
    {
        BackendSpec sql;
        sql.name = QStringLiteral("billing-db");
        sql.database = QStringLiteral("billing");
        sql.tables = {distLockTable(), leaderTable()};
        BackendSpec redis;
        redis.name = QStringLiteral("cache");
        redis.kind = BackendKind::Redis;
        QStringList systems;
        for (const AcquirePlace &place : acquirePlaces({sql, redis})) {
            systems << place.system.id;
            m_draft.place = place;
            m_draft.owner = QString::fromUtf8(place.form.owner);
            QStringList variants{QString()};
            for (const AcquireForm::Variant &variant : place.form.variants)
                variants << variant.id;
            for (const QString &variant : variants) {
                m_draft.variant = variant;
                QVERIFY2(problem().isEmpty(),
                         qPrintable(place.system.id + u' ' + variant + u' ' + problem()));
            }
            m_draft.variant.clear();
            if (place.system.id != u"redisson")
                continue;
            m_draft.owner = QStringLiteral("lockmaster:kim@ops-1:1");
            QVERIFY2(problem().contains(QStringLiteral("UUID"))
                         && problem().contains(QStringLiteral("Leave it empty")),
                     qPrintable(problem()));
            QVERIFY(!m_draft.problem().missing);
            m_draft.owner = QStringLiteral("6a0b4f3e-8c1d-4e2f-9a7b-0c1d2e3f4a5b:21");
            QCOMPARE(problem(), QString());
        }
        QCOMPARE(systems.size(), 5);
    }

    void timesAreChecked_data()
    {
        QTest::addColumn<QString>("ttl");
        QTest::addColumn<QString>("wait");
        QTest::addColumn<QString>("hold");
        QTest::addColumn<bool>("fine");
        const QString t = QStringLiteral("30s");
        QTest::newRow("all") << t << t << t << true;
        QTest::newRow("no wait") << t << QString() << t << true;
        QTest::newRow("one try") << t << QStringLiteral("0s") << t << true;
        QTest::newRow("no ttl") << QString() << t << t << false;
        QTest::newRow("ttl of nothing") << QStringLiteral("0s") << t << t << false;
        QTest::newRow("ttl without unit") << QStringLiteral("30") << t << t << false;
        QTest::newRow("negative ttl") << QStringLiteral("-3s") << t << t << false;
        QTest::newRow("wait in words") << t << QStringLiteral("long") << t << false;
        QTest::newRow("no hold") << t << t << QString() << false;
        QTest::newRow("hold of nothing") << t << t << QStringLiteral("0s") << false;
    }
    void timesAreChecked()
    {
        QFETCH(QString, ttl);
        QFETCH(QString, wait);
        QFETCH(QString, hold);
        QFETCH(bool, fine);
        m_draft.ttl = ttl;
        m_draft.wait = wait;
        m_draft.hold = hold;
        m_draft.holdForAWhile = true;
        QCOMPARE(problem().isEmpty(), fine);
    }

    void aFormatWithoutTtlOrOwnerNeedsNone()
    {
        m_draft.place.form.hasTtl = false;
        m_draft.place.form.hasOwner = false;
        m_draft.ttl = QStringLiteral("nonsense");
        QCOMPARE(problem(), QString());
        QVERIFY(!m_draft.order().request.ttl);
        QVERIFY(m_draft.order().request.owner.isEmpty());
        const QString command = m_draft.command({});
        QVERIFY(!command.contains(QStringLiteral("--ttl")));
        QVERIFY(!command.contains(QStringLiteral("--owner")));
    }

    void aReadOnlyServerRefuses()
    {
        m_draft.writable = false;
        QVERIFY(problem().contains(QStringLiteral("read-only")));
        m_draft.place.backend.readOnly = true;
        m_draft.writable = true;
        QCOMPARE(problem(), QString());
        QVERIFY(m_draft.command({}).endsWith(QStringLiteral("--allow-writes")));
    }

    void productionWantsAReasonAndTheNameAgain()
    {
        production();
        m_draft.reason = QStringLiteral("  \u200b ");
        m_draft.typedName = QStringLiteral("daily-close");
        QVERIFY(problem().contains(QStringLiteral("reason")));
        m_draft.reason = QStringLiteral("drill");
        QCOMPARE(problem(), QString());
        for (const QString &wrong :
             {QString(), QStringLiteral("daily-clos"), QStringLiteral("Daily-Close"),
              QStringLiteral("daily-close "), QStringLiteral(" daily-close")}) {
            m_draft.typedName = wrong;
            QVERIFY2(!problem().isEmpty(), qPrintable(wrong));
        }
    }

    void anEmptyTextNeverConfirms()
    {
        production();
        m_draft.name.clear();
        m_draft.typedName.clear();
        QVERIFY(!problem().isEmpty());
        m_draft.typedName = QStringLiteral("");
        QVERIFY(!problem().isEmpty());
    }

    void aScratchNameNeedsNoConfirmation()
    {
        production();
        m_draft.name = AcquireDraft::scratchName();
        QVERIFY(m_draft.name.startsWith("lockmaster-test:"));
        QVERIFY(!m_draft.needsTypedName());
        QCOMPARE(problem(), QString());
        m_draft.name = "x-lockmaster-test:";
        QVERIFY(m_draft.needsTypedName());
        m_draft.place.backend.environment = Environment::Staging;
        QVERIFY(!m_draft.needsTypedName());
    }

    void aHostileNameIsConfirmedAsItIsShown()
    {
        production();
        m_draft.name = QByteArray("a\0\n\xff", 4);
        QVERIFY(!AcquireDraft::canBeTyped(m_draft.name));
        QCOMPARE(m_draft.nameToType(), QStringLiteral("a\\x00\\n\\xff"));
        m_draft.typedName = m_draft.nameToType();
        QCOMPARE(problem(), QString());
        QCOMPARE(m_draft.order().request.name, m_draft.name);
        QVERIFY(m_draft.command({}).isEmpty());
        QVERIFY(AcquireDraft::canBeTyped("정산 <b>'\"$(x)"));
    }

    void theCommandIsOneLineAndQuoted()
    {
        m_draft.name = "it's $(rm -rf ~)";
        m_draft.wait = QStringLiteral("3s");
        m_draft.holdForAWhile = true;
        m_draft.hold = QStringLiteral("10m");
        m_draft.reason = QStringLiteral("drill\n--allow-writes");
        m_draft.place.form.sources = {QStringLiteral("a.x"), QStringLiteral("b.x")};
        m_draft.source = QStringLiteral("b.x");
        m_draft.place.form.variants = {{QStringLiteral("token"), QStringLiteral("Token")},
                                       {QStringLiteral("empty"), QStringLiteral("Empty")}};
        m_draft.variant = QStringLiteral("empty");
        QCOMPARE(m_draft.command({QStringLiteral("--config"), QStringLiteral("/a b.toml")}),
                 QStringLiteral("lockctl acquire --config '/a b.toml' --backend 'billing-db' "
                                "--system dist_lock --source 'b.x' --variant 'empty' "
                                "--name 'it'\\''s $(rm -rf ~)' --owner 'lockmaster:kim' --ttl 30s "
                                "--wait 3s --hold 10m --reason 'drill\\n--allow-writes'"));
    }

    void aLockThatIsThereIsNoted_data()
    {
        QTest::addColumn<LockState>("state");
        QTest::addColumn<QString>("words");
        QTest::newRow("held") << LockState::Held << QStringLiteral("web-3 (41 s): you would wait");
        QTest::newRow("expired") << LockState::Expired << QStringLiteral("can be taken");
        QTest::newRow("free") << LockState::Free << QStringLiteral("nobody");
        QTest::newRow("blocked") << LockState::Blocked << QStringLiteral("transaction");
        QTest::newRow("unknown") << LockState::Unknown << QStringLiteral("nothing is known");
    }
    void aLockThatIsThereIsNoted()
    {
        QFETCH(LockState, state);
        QFETCH(QString, words);
        LockStore store;
        ViewFeed feed(store, m_clock);
        feed.backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock)};
        feed.locks = {{.name = "other"}, {.name = "daily-close", .state = state}};
        feed.publish();
        m_draft.wait = QStringLiteral("3s");
        const LockPointer seen = m_draft.seen(*store.view());
        QVERIFY(seen);
        QVERIFY2(m_draft.note(*seen, m_clock.now()).contains(words),
                 qPrintable(m_draft.note(*seen, m_clock.now())));
        m_draft.source = QStringLiteral("another.table");
        QVERIFY(!m_draft.seen(*store.view()));
    }
};

LOCKMASTER_TEST(TestAcquireDraft, QCoreApplication)

} // namespace tst_acquiredraft

#include "tst_acquiredraft.moc"

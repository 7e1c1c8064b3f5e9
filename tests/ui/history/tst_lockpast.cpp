// SPDX-License-Identifier: Apache-2.0
#include "tests/support/historyshowcase.h"
#include "tests/support/testprogram.h"
#include "core/display/lockpast.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_lockpast {

/** What is told of one lock beside its record. */
class TestLockPast : public QObject
{
    Q_OBJECT

    std::unique_ptr<HistoryShowcase> m_shown;

    static LockId lock(const QByteArray &name)
    {
        const bool isKey = name.contains(':');
        return {std::make_shared<const SourceId>(
                    isKey ? SourceId{QStringLiteral("cache"), QStringLiteral("redis_string"),
                                     QStringLiteral("db 0")}
                          : SourceId{QStringLiteral("billing-db"), QStringLiteral("dist_lock"),
                                     QStringLiteral("billing.dist_lock")}),
                name};
    }
    std::optional<DetailSection> sectionOf(const QByteArray &name) const
    {
        const std::atomic<bool> never(false);
        HistoryAnswer answer =
            answerFromHistory({m_shown->store(), {}}, LockPast::question(lock(name)), never);
        answer.asked = m_shown->clock.wallNow();
        return LockPast::sectionOf(answer);
    }
    static const DetailRow *row(const std::optional<DetailSection> &section, const char *label)
    {
        for (const DetailRow &each : section->rows) {
            if (each.label == QLatin1String(label))
                return &each;
        }
        return nullptr;
    }

private slots:
    void init() { m_shown = std::make_unique<HistoryShowcase>(); }

    void aHeldLockTellsSinceWhenAndOfThoseBefore()
    {
        const auto section = sectionOf("invoice-run");
        QVERIFY(section);
        QVERIFY2(row(section, "Held since")->value.endsWith(QStringLiteral("renewed 16 times")),
                 qPrintable(row(section, "Held since")->value));
        const QStringList before = row(section, "Held before")->value.split(QLatin1Char('\n'));
        QCOMPARE(before.size(), 2);
        QVERIFY(before[0].startsWith(QStringLiteral("batch-7f9c4d6b58-x2kqz: ≥ 11 m, expired ")));
        QVERIFY(before[1].contains(QStringLiteral("lost from sight")));
        QVERIFY(!row(section, "Usually")); // none was seen whole
        QVERIFY(row(sectionOf("user:42:card"), "Held before"));
        QVERIFY(!row(sectionOf("user:42:card"), "Usually")); // of three nothing is usual
    }

    void atMostFiveAreToldOf()
    {
        const auto section = sectionOf("order:42");
        QCOMPARE(row(section, "Held before")->value.split(QLatin1Char('\n')).size(), 5);
        QVERIFY(!row(section, "Held since"));
        QVERIFY2(row(section, "Usually")->value.contains(QStringLiteral("(median of 40)")),
                 qPrintable(row(section, "Usually")->value));
        QCOMPARE(row(section, "Usually")->tone, Tone::Plain);
    }

    void aHoldThatTakesUnusuallyLongStandsOut()
    {
        m_shown->hold("order:42", "web-9", 60s, {}, HistoryEnd::Open);
        m_shown->commit();
        const auto section = sectionOf("order:42");
        QVERIFY(row(section, "Usually")->value.endsWith(QStringLiteral("; this one: 1 m")));
        QCOMPARE(row(section, "Usually")->tone, Tone::Expiring);
    }

    void ofWhatWasNeverSeenNothingIsTold()
    {
        QVERIFY(!sectionOf("never-seen"));
        // The same name elsewhere is another lock.
        LockId other = lock("daily-close");
        other.source = lock("a:key").source;
        const std::atomic<bool> never(false);
        QVERIFY(!LockPast::sectionOf(
            answerFromHistory({m_shown->store(), {}}, LockPast::question(other), never)));
        QVERIFY(!LockPast::sectionOf(
            answerFromHistory({QStringLiteral("/nowhere"), {}}, LockPast::question(other), never)));
    }

    void theLockThatIsMeantLastIsTheOneThatIsTold()
    {
        LockPast past({m_shown->store(), {}}, m_shown->clock);
        QSignalSpy changed(&past, &LockPast::changed);
        past.setLock(lock("order:42"));
        past.setLock(lock("daily-close"));
        QTRY_VERIFY(past.section());
        QVERIFY(row(past.section(), "Held since"));
        QCOMPARE(changed.size(), 1);
        past.setLock({});
        QVERIFY(!past.section());
        QCOMPARE(changed.size(), 2);
    }

    void whatNobodySeesIsNotAskedFor()
    {
        LockPast past({m_shown->store(), {}}, m_shown->clock);
        past.setLive(false);
        past.setLock(lock("daily-close"));
        QTest::qWait(50);
        QVERIFY(!past.section());
        past.setLive(true);
        QTRY_VERIFY(past.section());
    }
};

LOCKMASTER_TEST(TestLockPast, QApplication)

} // namespace tst_lockpast

#include "tst_lockpast.moc"

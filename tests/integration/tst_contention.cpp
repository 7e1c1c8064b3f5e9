// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/contentionrun.h"
#include "tests/support/testprogram.h"

#include <csignal>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_contention {

class TestContention : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyExperimentIsDescribed();
    void withoutALockThereAreTooManyCards();
    void thePooledTemplateLeaksAndLetsIntrudersIn();
    void oneConnectionMakesExactlyTwoCards();
    void whatIsOutOfBoundsIsRefused();
    void onlyOneRunsAtATime();
    void aCancelledOneLeavesNothing_data();
    void aCancelledOneLeavesNothing();
    void oneWhoseProgramDiesIsAnErrorAndLeavesNothing();
    void itNeedsASandbox();

private:
    std::unique_ptr<ContentionRun> m_run;
};

void TestContention::initTestCase()
{
    auto sandbox = Sandbox::start({}, {});
    LOCKMASTER_NEED_SERVER(sandbox);
    m_run = std::make_unique<ContentionRun>(std::move(*sandbox));
}

void TestContention::everyExperimentIsDescribed()
{
    QStringList ids;
    for (const ContentionInfo &info : contentionExperiments()) {
        ids += info.id;
        QVERIFY(!info.title.isEmpty() && !info.expectation.isEmpty());
        QVERIFY(info.fewest <= info.requests && info.requests <= info.most);
    }
    QCOMPARE(ids.join(u' '),
             QStringLiteral("cards-unlocked cards-pooled cards minute-job order coupon "
                            "master-planned master-killed master-frozen"));
}

void TestContention::withoutALockThereAreTooManyCards()
{
    const ContentionReport report = m_run->run("cards-unlocked");
    QCOMPARE(report.id, QStringLiteral("cards-unlocked"));
    QCOMPARE(figure(report, "requests"), 20);
    QVERIFY(figure(report, "cards") > 2);
    QCOMPARE(report.violations, int(figure(report, "cards")) - 2);
    QVERIFY(report.course);
    QCOMPARE(report.course->workers, 20);
    QCOMPARE(report.course->violations, report.violations);
    QVERIFY(report.asExpected);
    QVERIFY(report.events.size() > 20);
    m_run->verifyNothingIsLeft();
}

void TestContention::thePooledTemplateLeaksAndLetsIntrudersIn()
{
    ContentionReport report;
    QVERIFY(m_run->seenWhile(QStringLiteral("user:77:card"), report, "cards-pooled"));
    QVERIFY(figure(report, "cards") > 2);
    QCOMPARE(report.violations, int(figure(report, "cards")) - 2);
    QVERIFY(figure(report, "intruders") > 0);
    QVERIFY(figure(report, "releases_missed") > 0);
    QCOMPARE(figure(report, "leaked"), 1);
    QVERIFY(report.asExpected);
    m_run->verifyNothingIsLeft();
}

void TestContention::oneConnectionMakesExactlyTwoCards()
{
    const ContentionReport report = m_run->run("cards", {.requests = 12});
    QCOMPARE(figure(report, "requests"), 12);
    QCOMPARE(figure(report, "cards"), 2);
    QCOMPARE(figure(report, "most_at_once"), 1);
    QCOMPARE(figure(report, "releases_missed"), 0);
    QCOMPARE(report.violations, 0);
    QVERIFY(report.asExpected);
    m_run->verifyNothingIsLeft();
}

void TestContention::whatIsOutOfBoundsIsRefused()
{
    const LabPlace place = m_run->place();
    const auto kindOf = [&place](const char *id, const ContentionOptions &options) {
        const auto report = runContention(QString::fromLatin1(id), place, options, {}, {});
        return report ? QString() : errorKindName(report.error().kind);
    };
    QCOMPARE(kindOf("tea", {}), QStringLiteral("not_found"));
    QCOMPARE(kindOf("cards", {.requests = 3}), QStringLiteral("config"));
    QCOMPARE(kindOf("cards", {.requests = 41}), QStringLiteral("config"));
    QCOMPARE(kindOf("cards", {.skew = 1s}), QStringLiteral("config"));
    QCOMPARE(kindOf("minute-job", {.skew = 61s}), QStringLiteral("config"));
    QCOMPARE(kindOf("minute-job", {.skew = -1s}), QStringLiteral("config"));
}

void TestContention::onlyOneRunsAtATime()
{
    // On the heap: GCC 12 takes one on the stack for uninitialised here.
    const auto stop = std::make_unique<std::stop_source>();
    const LabPlace place = m_run->place();
    std::promise<void> begun;
    auto first = std::async(std::launch::async, [&] {
        bool told = false;
        return runContention(
            QStringLiteral("cards"), place, {},
            [&](const QString &, int) {
                if (!told)
                    begun.set_value();
                told = true;
            },
            stop->get_token());
    });
    begun.get_future().wait();
    const auto second = runContention(QStringLiteral("order"), place, {}, {}, {});
    QVERIFY(!second);
    QCOMPARE(second.error().kind, ErrorKind::Config);
    stop->request_stop();
    QVERIFY(!first.get());
    m_run->verifyNothingIsLeft();
}

void TestContention::aCancelledOneLeavesNothing_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<int>("percent"); // of the progress at which it is cancelled
    QTest::newRow("before it began") << QStringLiteral("cards") << 0;
    QTest::newRow("waiting for the lock") << QStringLiteral("cards") << 25;
    QTest::newRow("pooled") << QStringLiteral("cards-pooled") << 50;
    QTest::newRow("jobs") << QStringLiteral("minute-job") << 15;
    QTest::newRow("orders") << QStringLiteral("order") << 20;
    QTest::newRow("coupons") << QStringLiteral("coupon") << 20;
    QTest::newRow("before the sentinels met") << QStringLiteral("master-planned") << 1;
    QTest::newRow("with a master that sleeps") << QStringLiteral("master-frozen") << 30;
}

void TestContention::aCancelledOneLeavesNothing()
{
    QFETCH(const QString, id);
    QFETCH(const int, percent);
    // On the heap: GCC 12 takes one on the stack for uninitialised here.
    const auto stop = std::make_unique<std::stop_source>();
    const auto report = runContention(
        id, m_run->place(), {},
        [&](const QString &, int now) {
            if (now >= percent)
                stop->request_stop();
        },
        stop->get_token());
    QVERIFY(!report);
    QCOMPARE(report.error().kind, ErrorKind::Cancelled);
    m_run->verifyNothingIsLeft();
}

void TestContention::oneWhoseProgramDiesIsAnErrorAndLeavesNothing()
{
    bool killed = false;
    const auto report = runContention(QStringLiteral("cards"), m_run->place(), {},
                                      [&](const QString &, int percent) {
                                          if (percent < 30 || killed)
                                              return;
                                          for (const pid_t pid : players())
                                              ::kill(pid, SIGKILL);
                                          killed = true;
                                      },
                                      {});
    QVERIFY(!report);
    QCOMPARE(report.error().kind, ErrorKind::Network);
    m_run->verifyNothingIsLeft();
}

void TestContention::itNeedsASandbox()
{
    LabPlace place = m_run->place();
    place.sandbox = false;
    const auto report = runContention(QStringLiteral("cards"), place, {}, {}, {});
    QVERIFY(!report);
    QCOMPARE(report.error().kind, ErrorKind::NotFound);
}

LOCKMASTER_TEST(TestContention, QCoreApplication)

} // namespace tst_contention

#include "tst_contention.moc"

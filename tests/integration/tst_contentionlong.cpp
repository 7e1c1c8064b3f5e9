// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/contentionrun.h"
#include "tests/support/testprogram.h"

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_contentionlong {

class TestContentionLong : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void clocksThatAgreeRunTheJobOnceInAPeriod();
    void aClockAheadOfTheHoldRunsTheJobTwice();
    void anOrderThatOutlastsItsLockRemovesAnothersLock();
    void redissonRemovesNobodyElsesLock();

private:
    std::unique_ptr<ContentionRun> m_run;
};

void TestContentionLong::initTestCase()
{
    auto sandbox = Sandbox::start({}, {});
    LOCKMASTER_NEED_SERVER(sandbox);
    m_run = std::make_unique<ContentionRun>(std::move(*sandbox));
}

void TestContentionLong::clocksThatAgreeRunTheJobOnceInAPeriod()
{
    const ContentionReport report = m_run->run("minute-job", {.skew = 0ms});
    QCOMPARE(figure(report, "machines"), 3);
    QCOMPARE(figure(report, "runs"), 2);
    QCOMPARE(report.violations, 0);
    QVERIFY(report.asExpected);
    m_run->verifyNothingIsLeft();
}

void TestContentionLong::aClockAheadOfTheHoldRunsTheJobTwice()
{
    ContentionReport report;
    QVERIFY(m_run->seenWhile(QStringLiteral("minute-job"), report, "minute-job", {.requests = 2}));
    QCOMPARE(figure(report, "skew_ms"), 1500);
    QVERIFY(figure(report, "double_runs") >= 1);
    QCOMPARE(report.violations, int(figure(report, "double_runs")));
    QVERIFY(report.asExpected);
    m_run->verifyNothingIsLeft();
}

void TestContentionLong::anOrderThatOutlastsItsLockRemovesAnothersLock()
{
    ContentionReport report;
    QVERIFY(m_run->seenWhile(QStringLiteral("product:2002"), report, "order", {.seed = 7}));
    QVERIFY(figure(report, "wrong_dels") >= 1);
    QVERIFY(report.violations >= 1);
    QCOMPARE(report.violations, int(figure(report, "two_at_once")));
    QVERIFY(report.asExpected);
    m_run->verifyNothingIsLeft();
}

void TestContentionLong::redissonRemovesNobodyElsesLock()
{
    ContentionReport report;
    QVERIFY(
        m_run->seenWhile(QStringLiteral("coupon:grand-opening"), report, "coupon", {.seed = 7}));
    QCOMPARE(figure(report, "wrong_dels"), 0);
    QCOMPARE(figure(report, "unlocks_refused"), figure(report, "jobs"));
    QVERIFY(report.violations >= 1);
    QVERIFY(report.asExpected);
    m_run->verifyNothingIsLeft();
}

LOCKMASTER_TEST(TestContentionLong, QCoreApplication)

} // namespace tst_contentionlong

#include "tst_contentionlong.moc"

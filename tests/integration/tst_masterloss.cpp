// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/contentionrun.h"
#include "tests/support/testprogram.h"

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_masterloss {

/** What becomes of the locks of a group's master that goes. */
class TestMasterLoss : public QObject
{
    Q_OBJECT

    std::unique_ptr<ContentionRun> m_run;

private slots:
    void initTestCase()
    {
        auto sandbox = Sandbox::start({}, {});
        LOCKMASTER_NEED_SERVER(sandbox);
        m_run = std::make_unique<ContentionRun>(std::move(*sandbox));
    }

    /** Its group is watched as an operator would. */
    void aPlannedChangeLosesWhatTheOldMasterStillGrants()
    {
        std::promise<BackendSpec> made;
        bool isThere = false;
        ContentionOptions options{.requests = 2};
        options.watch = [&](const std::optional<BackendSpec> &backend, const QString &configPath) {
            if (backend && QFile::exists(configPath))
                made.set_value(*backend);
            isThere = backend.has_value();
        };
        auto running =
            std::async(std::launch::async, [&] { return m_run->run("master-planned", options); });
        const BackendSpec group = made.get_future().get();
        const auto reader = makeReader(group, passwordsOf(group));
        size_t seen = 0;
        while (running.wait_for(100ms) != std::future_status::ready) {
            const BackendReading reading =
                reader->read(BackendReader::Depth::Full, std::chrono::steady_clock::now() + 5s);
            if (!reading.failure)
                seen = std::max(seen, reading.observations.front().records.size());
        }
        const ContentionReport report = running.get();
        QVERIFY(seen > 0);
        QVERIFY(!isThere);
        QCOMPARE(figure(report, "clients"), 2);
        QVERIFY(figure(report, "lost") > 0);
        QVERIFY(figure(report, "lost") < figure(report, "locks"));
        QCOMPARE(report.violations, int(figure(report, "lost")));
        QVERIFY(report.asExpected);
        m_run->verifyNothingIsLeft();
    }

    void aKilledOneTakesLittleWithIt()
    {
        const ContentionReport report = m_run->run("master-killed", {.requests = 2});
        QCOMPARE(figure(report, "by_old_master"), 0);
        QVERIFY(figure(report, "gap_ms") >= 800); // so long it has to be silent
        QVERIFY(report.asExpected);
        m_run->verifyNothingIsLeft();
    }

    /** One of the two clients waits for it, the other one asks where the master is. */
    void aFrozenOneGrantsLocksThatNobodyHas()
    {
        ContentionOptions options{.requests = 2};
        int lostMeanwhile = 0;
        options.told = [&lostMeanwhile](const WorkCourse &course) {
            lostMeanwhile = course.violations;
        };
        const ContentionReport report = m_run->run("master-frozen", options);
        QVERIFY(figure(report, "by_old_master") > 0);
        // One may have been taken, and passed on, before it was frozen, and its answer come after
        // that.
        QVERIFY(figure(report, "lost") >= figure(report, "by_old_master") - 1);
        QVERIFY(!report.events.filter(QStringLiteral("wakes")).isEmpty());
        QVERIFY(report.events.last().contains(QStringLiteral("client 2")));
        QVERIFY(report.events.filter(QStringLiteral("client 0")).isEmpty());
        // Who looks on knows of most of them by then, and the drawing has them all in the end.
        QVERIFY(lostMeanwhile > 0 && lostMeanwhile <= report.violations);
        QVERIFY(report.course.has_value());
        QCOMPARE(report.course->violations, report.violations);
        QCOMPARE(report.course->locks, std::optional(int(figure(report, "locks"))));
        QCOMPARE(report.course->phases.size(), size_t(2)); // without a master, then with two
        QVERIFY(!report.course->phases[0].hasTwo && report.course->phases[1].hasTwo);
        QVERIFY(report.asExpected);
        m_run->verifyNothingIsLeft();
    }
};

LOCKMASTER_TEST(TestMasterLoss, QCoreApplication)

} // namespace tst_masterloss

#include "tst_masterloss.moc"

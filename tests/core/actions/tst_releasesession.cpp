// SPDX-License-Identifier: Apache-2.0
#include "core/platform/threadsleftbehind.h"
#include "core/actions/releasesession.h"
#include "tests/support/fakerelease.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_releasesession {

namespace {

constexpr int patienceMs = 20'000;

ReleaseOrder order(const char *name)
{
    return fakeOrder(fakeLock(name, "web-3"));
}

} // namespace

class TestReleaseSession : public QObject
{
    Q_OBJECT

private:
    struct Stage {
        QTemporaryDir home;
        ManualClock clock;
        ReleaseScript script;
        FakeReleaseSystem system{script};
        WriteGate gate{clock};
        AuditLog audit{home.filePath(QStringLiteral("audit")), clock};
        QSemaphore reached; ///< the thread is in the midst of the call
        QSemaphore goOn;    ///< and may leave it

        /** Threads may still be putting their tickets away. */
        ~Stage()
        {
            while (ThreadsLeftBehind::count(LeftBehind::Releasing) > 0)
                QThread::msleep(1);
        }

        std::unique_ptr<ReleaseSession> session(std::vector<ReleaseOrder> orders)
        {
            return std::make_unique<ReleaseSession>(std::move(orders),
                                                    fakeTools(system, gate, audit, clock));
        }
        QStringList commits() const { return script.steps().filter(QStringLiteral("commit")); }
        void holdCommits()
        {
            script.duringCommit = [this] {
                reached.release();
                goOn.acquire();
            };
        }
        bool waitReached() { return reached.tryAcquire(1, patienceMs); }
    };

private slots:
    void everyTicketIsOpenedAndChosenOnesAreCommitted()
    {
        Stage stage;
        const auto session = stage.session({order("a"), order("b"), order("c")});
        QSignalSpy opened(session.get(), &ReleaseSession::opened);
        QSignalSpy reported(session.get(), &ReleaseSession::reported);
        QSignalSpy finished(session.get(), &ReleaseSession::finished);
        session->open();
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 3, patienceMs);
        QCOMPARE(opened[1][0].toInt(), 1);
        QCOMPARE(opened[1][2].toString(), QStringLiteral("release by lease"));
        QCOMPARE(opened[1][3].toString(), QStringLiteral("release by instance"));

        session->commit({2, 0}, Compare::InstanceOnly, {});
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patienceMs);
        QCOMPARE(reported.size(), 2);
        QCOMPARE(reported[0][0].toInt(), 2);
        QCOMPARE(reported[1][0].toInt(), 0);
        QCOMPARE(reported[1][1].value<ReleaseReport>().outcome.result, ReleaseResult::Released);
        QCOMPARE(stage.commits().size(), 2);
        QCOMPARE(verifyAudit(stage.audit.directory())->lines, 4);
    }

    void whatIsNotDoneIsTold()
    {
        Stage stage;
        ReleaseOrder readOnly = order("a");
        readOnly.backend.readOnly = true;
        const auto session = stage.session({readOnly});
        QSignalSpy notDone(session.get(), &ReleaseSession::notDone);
        QSignalSpy reported(session.get(), &ReleaseSession::reported);
        session->open();
        session->commit({0}, Compare::InstanceAndLease, {});
        QTRY_COMPARE_WITH_TIMEOUT(notDone.size(), 1, patienceMs);
        QCOMPARE(notDone[0][1].value<NotDone>().why, NotDone::Why::ReadOnly);
        // The ticket is still good once that is lifted.
        stage.gate.lift(QStringLiteral("billing"), 1min);
        session->commit({0}, Compare::InstanceAndLease, {});
        QTRY_COMPARE_WITH_TIMEOUT(reported.size(), 1, patienceMs);
        QCOMPARE(stage.script.steps().filter(QStringLiteral("open")).size(), 1);
    }

    void aTicketThatCannotBeOpenedIsTold()
    {
        Stage stage;
        stage.script.preview = failure(ErrorKind::Network, QStringLiteral("Refused."));
        const auto session = stage.session({order("a"), order("b")});
        QSignalSpy notDone(session.get(), &ReleaseSession::notDone);
        session->open();
        QTRY_COMPARE_WITH_TIMEOUT(notDone.size(), 2, patienceMs);
        QCOMPARE(notDone[1][0].toInt(), 1);
        QCOMPARE(notDone[1][1].value<NotDone>().why, NotDone::Why::NotReached);
    }

    void cancellingBeginsNoFurtherItem()
    {
        Stage stage;
        stage.holdCommits();
        const auto session = stage.session({order("a"), order("b"), order("c")});
        QSignalSpy reported(session.get(), &ReleaseSession::reported);
        QSignalSpy finished(session.get(), &ReleaseSession::finished);
        session->open();
        session->commit({0, 1, 2}, Compare::InstanceAndLease, {});
        QVERIFY(stage.waitReached());
        session->cancel();
        stage.goOn.release(3);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patienceMs);
        QCOMPARE(reported.size(), 1);
        QCOMPARE(stage.commits().size(), 1);
    }

    void closingLetsTheCommandUnderWayFinishAndBeAudited()
    {
        Stage stage;
        stage.holdCommits();
        auto session = stage.session({order("a"), order("b")});
        session->open();
        session->commit({0, 1}, Compare::InstanceAndLease, {});
        QVERIFY(stage.waitReached());
        QCOMPARE(ReleaseSession::underWay(), 0);

        session.reset(); // returns while the command is still under way
        QCOMPARE(ReleaseSession::underWay(), 1);
        QVERIFY(!ReleaseSession::waitUnderWay(10ms));
        stage.goOn.release(2);
        QVERIFY(ReleaseSession::waitUnderWay(20s));
        const auto found = verifyAudit(stage.audit.directory());
        QCOMPARE(found->lines, 2);
        QCOMPARE(found->open.size(), size_t(0));
        QCOMPARE(stage.commits().size(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(ThreadsLeftBehind::count(LeftBehind::Releasing), 0, patienceMs);
    }

    void closingDropsAnOpenTicketWithoutACommand()
    {
        Stage stage;
        auto session = stage.session({order("a")});
        QSignalSpy opened(session.get(), &ReleaseSession::opened);
        session->open();
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, patienceMs);
        session.reset();
        QTRY_VERIFY_WITH_TIMEOUT(stage.script.steps().contains(QStringLiteral("close")),
                                 patienceMs);
        QVERIFY(stage.commits().isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(ThreadsLeftBehind::count(LeftBehind::Releasing), 0, patienceMs);
    }

    void closingWhileATicketIsBeingOpenedDoesNotWait()
    {
        Stage stage;
        stage.script.duringOpen = [&stage] {
            stage.reached.release();
            stage.goOn.acquire();
        };
        auto session = stage.session({order("a")});
        session->open();
        QVERIFY(stage.waitReached());
        session.reset(); // would hang here
        QCOMPARE(ReleaseSession::underWay(), 0);
        QCOMPARE(ThreadsLeftBehind::count(LeftBehind::Releasing), 1);
        stage.goOn.release();
        QTRY_COMPARE_WITH_TIMEOUT(ThreadsLeftBehind::count(LeftBehind::Releasing), 0, patienceMs);
    }

    void oldTicketsExpireAndCanBeOpenedAnew()
    {
        Stage stage;
        const auto session = stage.session({order("a")});
        QSignalSpy opened(session.get(), &ReleaseSession::opened);
        QSignalSpy expired(session.get(), &ReleaseSession::expired);
        session->open();
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, patienceMs);
        stage.clock.advance(ReleaseOrder::lookLife);
        QTRY_COMPARE_WITH_TIMEOUT(expired.size(), 1, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(stage.script.steps().contains(QStringLiteral("close")),
                                 patienceMs);
        session->open();
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 2, patienceMs);
        QCOMPARE(expired.size(), 1);
    }

    void ofVeryManyOnlySomeStayOpen()
    {
        Stage stage;
        std::vector<ReleaseOrder> orders;
        std::vector<int> indexes;
        for (int i = 0; i < 40; ++i) {
            orders.push_back(order(QByteArray::number(i).constData()));
            indexes.push_back(i);
        }
        const auto session = stage.session(std::move(orders));
        QSignalSpy opened(session.get(), &ReleaseSession::opened);
        QSignalSpy reported(session.get(), &ReleaseSession::reported);
        session->open();
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 40, patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(stage.script.steps().filter(QStringLiteral("close")).size(), 8,
                                  patienceMs);
        session->commit(indexes, Compare::InstanceAndLease, {});
        QTRY_COMPARE_WITH_TIMEOUT(reported.size(), 40, patienceMs);
        QCOMPARE(stage.commits().size(), 40);
    }
};

LOCKMASTER_TEST(TestReleaseSession, QCoreApplication)

} // namespace tst_releasesession

#include "tst_releasesession.moc"

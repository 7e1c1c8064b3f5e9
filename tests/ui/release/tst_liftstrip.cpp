// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "core/actions/writelifts.h"
#include "ui/release/liftstrip.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_liftstrip {

class TestLiftStrip : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    QTemporaryDir m_directory;
    BackendSpec m_backend;

private slots:
    void initTestCase()
    {
        m_backend.name = QStringLiteral("billing-db");
        m_backend.readOnly = true;
    }

    void theTimeLeftIsShownUntilItIsOver()
    {
        WriteGate gate(m_clock);
        WriteLifts lifts(gate, AuditLog(m_directory.path()), QStringLiteral("lockmaster"));
        LiftStrip strip(lifts);
        QVERIFY(strip.isHidden());
        QVERIFY(!lifts.isWritable(m_backend));
        lifts.allow(m_backend, QStringLiteral("OPS-311"));
        QTRY_VERIFY(lifts.isWritable(m_backend));
        QVERIFY(!strip.isHidden());
        QCOMPARE(strip.texts(),
                 QStringList(QStringLiteral("Writes to billing-db allowed for 10:00")));
        m_clock.advance(19s);
        emit lifts.ticked();
        QCOMPARE(strip.texts(),
                 QStringList(QStringLiteral("Writes to billing-db allowed for 9:41")));
        m_clock.advance(10min);
        QVERIFY(!lifts.isWritable(m_backend));
        QTRY_VERIFY(strip.isHidden());
        QVERIFY(lifts.names().isEmpty());
    }

    void itEndsEarlyByHand()
    {
        WriteGate gate(m_clock);
        WriteLifts lifts(gate, AuditLog(m_directory.path()), QStringLiteral("lockmaster"));
        LiftStrip strip(lifts);
        lifts.allow(m_backend, {});
        QTRY_VERIFY(!strip.isHidden());
        strip.findChild<QPushButton *>()->click();
        QVERIFY(!lifts.isWritable(m_backend));
        QVERIFY(strip.isHidden());
    }

    /** Of several that were asked for one is refused: the others are needed no more. */
    void whatWasAllowedForOneThingAloneEndsWithIt()
    {
        WriteGate gate(m_clock);
        WriteLifts lifts(gate, AuditLog(m_directory.path()), QStringLiteral("lockmaster"));
        BackendSpec other = m_backend;
        other.name = QStringLiteral("staging-db");
        BackendSpec third = m_backend;
        third.name = QStringLiteral("cache");
        const WriteLifts::Wanted wanted = WriteLifts::wanted();
        lifts.allow(third, {});
        QTRY_VERIFY(lifts.isWritable(third));
        for (const BackendSpec *backend : {&m_backend, &other, &third})
            lifts.allowWhile(wanted, *backend, {});
        QTRY_VERIFY(lifts.isWritable(m_backend) && lifts.isWritable(other));
        lifts.allow(other, {}); // somebody said so by hand
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
        lifts.withdraw(WriteLifts::wanted());
        QVERIFY(lifts.isWritable(m_backend));
        lifts.withdraw(wanted);
        QVERIFY(!lifts.isWritable(m_backend));
        QVERIFY(lifts.isWritable(other) && lifts.isWritable(third));
    }

    void aLiftIsInTheAuditLogFirst()
    {
        const QTemporaryDir directory;
        WriteGate gate(m_clock);
        WriteLifts lifts(gate, AuditLog(directory.path()), QStringLiteral("lockmaster"));
        const QSignalSpy changed(&lifts, &WriteLifts::changed);
        lifts.allow(m_backend, QStringLiteral("OPS-311"));
        QVERIFY(!lifts.isWritable(m_backend)); // the log is written elsewhere, and before
        QTRY_COMPARE(changed.size(), 1);
        const auto lines = readAudit(directory.path(), 10);
        QVERIFY(lines);
        QCOMPARE(lines->front().intent.action, QStringLiteral("allow-writes"));
        QCOMPARE(lines->front().intent.reason, QStringLiteral("OPS-311"));
        QCOMPARE(lines->back().outcome.outcome, QStringLiteral("allowed"));
    }

    /** Who gave up while the log was written is allowed nothing, and the log says so. */
    void aPermissionThatNobodyWaitsForIsNone()
    {
        const QTemporaryDir directory;
        WriteGate gate(m_clock);
        WriteLifts lifts(gate, AuditLog(directory.path()), QStringLiteral("lockmaster"));
        WriteLifts::Wanted wanted = WriteLifts::wanted();
        lifts.allowWhile(wanted, m_backend, QStringLiteral("OPS-311"));
        wanted.reset();
        const auto last = [&directory] {
            const auto lines = readAudit(directory.path(), 10);
            return lines && !lines->empty() ? lines->back().outcome.outcome : QString();
        };
        QTRY_VERIFY(!last().isEmpty());
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(!lifts.isWritable(m_backend));
        QVERIFY(lifts.names().isEmpty());
    }
};

LOCKMASTER_TEST(TestLiftStrip, QApplication)

} // namespace tst_liftstrip

#include "tst_liftstrip.moc"

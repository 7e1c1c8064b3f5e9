// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "core/display/heldmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_heldmodel {

class TestHeldModel : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::unique_ptr<HeldModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;

    HeldLock waiting(int id, const QByteArray &name) const
    {
        HeldLock lock;
        lock.id = id;
        lock.order.backend.name = QStringLiteral("billing-db");
        lock.order.system = QStringLiteral("dist_lock");
        lock.order.request.name = name;
        lock.order.request.owner = "lockmaster:kim@ops-1";
        lock.since = m_clock.now();
        return lock;
    }
    HeldLock held(int id, const QByteArray &name) const
    {
        HeldLock lock = waiting(id, name);
        lock.state = HeldLock::State::Held;
        lock.own = OwnLock{{std::make_shared<SourceId>(), name}, "lockmaster:kim@ops-1", 30s, {}};
        lock.leaseEnds = m_clock.now() + 30s;
        return lock;
    }
    QString text(int row, int column) const
    {
        return m_model->index(row, column).data().toString();
    }
    Tone tone(int row, int column) const
    {
        return m_model->index(row, column).data(ToneRole).value<Tone>();
    }

private slots:
    void init()
    {
        m_model = std::make_unique<HeldModel>(SystemNames(), m_clock);
        m_tester = std::make_unique<QAbstractItemModelTester>(
            m_model.get(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    }
    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void aLockKeepsItsRowThroughItsStates()
    {
        m_model->put(waiting(1, "a"));
        m_model->put(waiting(2, "b"));
        const QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
        const QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
        m_model->put(held(1, "a"));
        QCOMPARE(inserted.size(), 0);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(m_model->rowOf(1), 0);
        QCOMPARE(text(0, HeldModel::Progress), QStringLiteral("held"));
        QCOMPARE(text(1, HeldModel::Progress), QStringLiteral("waiting"));
        m_model->remove(1);
        QCOMPARE(m_model->rowOf(1), -1);
        QCOMPARE(m_model->rowOf(2), 0);
        m_model->remove(7);
        QCOMPARE(m_model->rowCount(), 1);
    }

    void theLeaseDrainsByOurClock()
    {
        m_model->put(held(1, "a"));
        QCOMPARE(text(0, HeldModel::Lease), QStringLiteral("30 s"));
        QCOMPARE(tone(0, HeldModel::Lease), Tone::Held);
        m_clock.advance(27s);
        QCOMPARE(text(0, HeldModel::Lease), QStringLiteral("3.0 s"));
        QCOMPARE(m_model->index(0, HeldModel::Lease).data(TtlShareRole).toDouble(), 0.1);
        QCOMPARE(tone(0, HeldModel::Lease), Tone::Expiring);
        m_clock.advance(10s);
        QCOMPARE(text(0, HeldModel::Lease), QStringLiteral("0 s"));
        QCOMPARE(text(0, HeldModel::Length), QStringLiteral("for 37 s"));
    }

    void aSessionsLockHasNoLease()
    {
        HeldLock lock = held(1, "a");
        lock.own->ttl.reset();
        lock.leaseEnds.reset();
        m_model->put(lock);
        QCOMPARE(tone(0, HeldModel::Lease), Tone::NoExpiry);
        QVERIFY(!m_model->index(0, HeldModel::Lease).data(TtlShareRole).isValid());
    }

    void theTickTouchesTheTimesOnly()
    {
        m_model->tick();
        m_model->put(held(1, "a"));
        QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
        m_model->tick();
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed.front().at(0).toModelIndex().column(), int(HeldModel::Lease));
        QCOMPARE(changed.front().at(1).toModelIndex().column(), int(HeldModel::Length));
    }

    void aLostLockIsToldInEveryCellAndHasNoLeaseLeft()
    {
        HeldLock lock = held(1, "a");
        lock.state = HeldLock::State::Lost;
        lock.message = QStringLiteral("taken over by web-9");
        m_model->put(lock);
        QCOMPARE(text(0, HeldModel::Progress), QStringLiteral("lost"));
        QCOMPARE(tone(0, HeldModel::Progress), Tone::Danger);
        QCOMPARE(tone(0, HeldModel::Name), Tone::Danger);
        QVERIFY(m_model->index(0, 0).data(AlarmRole).toBool());
        QCOMPARE(m_model->index(0, HeldModel::Progress).data(NoteRole).toString(), lock.message);
        QCOMPARE(text(0, HeldModel::Lease), QStringLiteral("–"));
        QCOMPARE(m_model->liveCount(), 0);
    }

    void everyStateHasAWordAndASign()
    {
        using State = HeldLock::State;
        QStringList words;
        for (const State state : {State::Waiting, State::Held, State::LettingGo, State::LetGo,
                                  State::NotAcquired, State::Lost, State::Failed, State::Unsure}) {
            HeldLock lock = held(1, "a");
            lock.state = state;
            m_model->put(lock);
            const QString word = text(0, HeldModel::Progress);
            QVERIFY(!word.isEmpty() && !words.contains(word));
            words << word;
            QVERIFY(!m_model->index(0, HeldModel::Progress).data(SignRole).toString().isEmpty());
            QCOMPARE(m_model->index(0, 0).data(AlarmRole).toBool(), state == State::Lost);
        }
    }

    void hostileTextsAreLiteral()
    {
        HeldLock lock = held(1, QByteArray("a\0<b>\n\xff", 7));
        lock.own->owner = "\xe2\x80\xae<i>";
        lock.state = HeldLock::State::Lost;
        lock.message = QStringLiteral("<img src=x>\u202e\nnext");
        m_model->put(lock);
        QCOMPARE(text(0, HeldModel::Name), QStringLiteral("a\\x00<b>\\n\\xff"));
        QCOMPARE(text(0, HeldModel::Owner), QStringLiteral("\\u202e<i>"));
        QCOMPARE(m_model->index(0, HeldModel::Progress).data(NoteRole).toString(),
                 QStringLiteral("<img src=x>\\u202e\\nnext"));
        QVERIFY(m_model->index(0, HeldModel::Progress)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("&lt;img")));
    }
};

LOCKMASTER_TEST(TestHeldModel, QCoreApplication)

} // namespace tst_heldmodel

#include "tst_heldmodel.moc"

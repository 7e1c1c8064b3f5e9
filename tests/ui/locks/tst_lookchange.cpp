// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "core/display/lookchange.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_lookchange {

/** What became of a lock since it was looked at. */
class TestLookChange : public QObject
{
    Q_OBJECT

private slots:
    void onlyAFreeLockIsGone_data()
    {
        QTest::addColumn<LockState>("state");
        QTest::addColumn<LookChange>("change");
        QTest::newRow("free") << LockState::Free << LookChange::Gone;
        QTest::newRow("held") << LockState::Held << LookChange::Same;
        QTest::newRow("expired") << LockState::Expired << LookChange::Same;
        QTest::newRow("blocked") << LockState::Blocked << LookChange::Same;
        QTest::newRow("unknown") << LockState::Unknown << LookChange::NotKnown;
    }

    /** A row may name no owner and be held all the same. */
    void onlyAFreeLockIsGone()
    {
        QFETCH(LockState, state);
        const ManualClock clock;
        LockRecord lock = *makeLock({.name = "job"}, clock);
        lock.holders.clear();
        LockRecord now = lock;
        now.state = state;
        BackendSnapshot backend;
        backend.status = makeStatus(lock.id.source->backend, BackendKind::MySql, clock);
        backend.locks = std::vector<PackedLock>{PackedLock(now)};
        ViewSnapshot view;
        view.backends.push_back(std::make_shared<const BackendSnapshot>(backend));
        QTEST(compareLook(lock, view).change, "change");
    }

    /** What too few of its servers have is known, though nobody holds it; what none told is not. */
    void onTooFewServersItIsKnown()
    {
        const ManualClock clock;
        for (const LockShare::Seen seen : {LockShare::Seen::Holder, LockShare::Seen::Unknown}) {
            LockRecord lock = asUnknown(*makeLock({.name = "job"}, clock));
            LockShares shares;
            shares.needed = 2;
            shares.all = {{QStringLiteral("r1"), seen, lock.holders.value(0), 1, {}}};
            lock.shares = std::make_shared<const LockShares>(shares);
            BackendSnapshot backend;
            backend.status = makeStatus(lock.id.source->backend, BackendKind::Redis, clock);
            backend.locks = std::vector<PackedLock>{PackedLock(lock)};
            ViewSnapshot view;
            view.backends.push_back(std::make_shared<const BackendSnapshot>(backend));
            QCOMPARE(compareLook(lock, view).change,
                     seen == LockShare::Seen::Holder ? LookChange::Same : LookChange::NotKnown);
        }
    }
};

LOCKMASTER_TEST(TestLookChange, QCoreApplication)

} // namespace tst_lookchange

#include "tst_lookchange.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/userlocksystem.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_userlockactions {

namespace {

LockRecord heldBy(std::optional<qint64> connection)
{
    HolderDetail detail;
    detail.connectionId = connection;
    Holder holder;
    holder.detail = std::make_shared<const HolderDetail>(detail);
    LockRecord record;
    record.state = LockState::Held;
    record.holders = {holder};
    return record;
}

} // namespace

class TestUserLockActions : public QObject
{
    Q_OBJECT

private slots:
    void aHolderThatIsKnownCanBeEnded();
    void everyWaiterThatIsKnownCanBeCancelled();
    void nothingCanBeDoneToAFreeLock();
};

void TestUserLockActions::aHolderThatIsKnownCanBeEnded()
{
    const auto actions = UserLockSystem().actions(heldBy(812));
    QCOMPARE(actions.size(), size_t(1));
    QCOMPARE(actions.front().id, QStringLiteral("kill"));
    QVERIFY(!actions.front().evenIfRenewed);
    QVERIFY(UserLockSystem().actions(heldBy(std::nullopt)).empty());
}

void TestUserLockActions::everyWaiterThatIsKnownCanBeCancelled()
{
    LockRecord record = heldBy(812);
    record.waiters.list = {{QStringLiteral("#9 app@h"), 9, {}},
                           {QStringLiteral("(unknown session)"), std::nullopt, {}},
                           {QStringLiteral("#7 app@h"), 7, {}}};
    const auto actions = UserLockSystem().actions(record);
    QCOMPARE(actions.size(), size_t(3));
    QCOMPARE(actions[1].id, QStringLiteral("kill-waiter"));
    QCOMPARE(actions[1].target, QByteArray("9"));
    QVERIFY(actions[1].label.contains(QLatin1String("#9 app@h")));
    QCOMPARE(actions[2].target, QByteArray("7"));
}

void TestUserLockActions::nothingCanBeDoneToAFreeLock()
{
    LockRecord record;
    record.state = LockState::Free;
    record.waiters.list = {{QStringLiteral("#9"), 9, {}}};
    QVERIFY(UserLockSystem().actions(record).empty());
}

LOCKMASTER_TEST(TestUserLockActions, QCoreApplication)

} // namespace tst_userlockactions

#include "tst_userlockactions.moc"

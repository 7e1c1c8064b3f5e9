// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/ownclient.h"

#include "core/systems/contract/textshapes.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QUuid>

using namespace lockmaster;

namespace tst_ownclient {

class TestOwnerId : public QObject
{
    Q_OBJECT

private slots:
    void theClientIsAUuidThatNamesTheProcess()
    {
        const QByteArray client = redisson::ownClient();
        QCOMPARE(redisson::ownClient(), client);
        QVERIFY(isUuid(client));
        const QUuid uuid(client);
        QCOMPARE(uuid.version(), QUuid::Random);
        QCOMPARE(uuid.variant(), QUuid::DCE);
        QVERIFY(client.startsWith("10c4a57e-4c4d-4"));
        QCOMPARE(client.right(7).toLongLong(), QCoreApplication::applicationPid());
    }

    void everyOwnerIsAnother()
    {
        const QByteArray first = redisson::nextOwner();
        const QByteArray second = redisson::nextOwner();
        QVERIFY(first != second);
        QCOMPARE(first.left(37), second.left(37));
        QVERIFY(redisson::checkedOwner(first).has_value());
    }

    void owners_data()
    {
        QTest::addColumn<QByteArray>("owner");
        QTest::addColumn<bool>("fits");
        const QByteArray client = "1c4eddfe-e10b-4e47-9e08-b510e610ca3c";
        QTest::newRow("thread") << client + ":302" << true;
        QTest::newRow("made-up thread") << client + ":3020424071110789844" << true;
        QTest::newRow("negative") << client + ":-7" << true;
        QTest::newRow("no thread") << client << false;
        QTest::newRow("empty thread") << client + ':' << false;
        QTest::newRow("words") << client + ":main" << false;
        QTest::newRow("writer's field") << client + ":302:write" << false;
        QTest::newRow("no uuid") << QByteArray("kim@ops-1:4711") << false;
        QTest::newRow("a byte more") << client + ":302\n" << false;
    }
    void owners()
    {
        QFETCH(QByteArray, owner);
        QFETCH(bool, fits);
        const auto checked = redisson::checkedOwner(owner);
        QCOMPARE(checked.has_value(), fits);
        if (!fits)
            QCOMPARE(checked.error().kind, ErrorKind::Config);
    }
};

LOCKMASTER_TEST(TestOwnerId, QCoreApplication)

} // namespace tst_ownclient

#include "tst_ownclient.moc"

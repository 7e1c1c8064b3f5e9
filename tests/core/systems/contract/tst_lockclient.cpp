// SPDX-License-Identifier: Apache-2.0
#include "core/systems/contract/lockclient.h"
#include "tests/support/testprogram.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QTest>

using namespace lockmaster;

namespace tst_lockclient {

class TestLockClient : public QObject
{
    Q_OBJECT

private slots:
    void theDefaultOwnerNamesProgramUserHostAndProcess();
};

void TestLockClient::theDefaultOwnerNamesProgramUserHostAndProcess()
{
    const QByteArray owner = defaultOwner();
    static const QRegularExpression shape(
        QStringLiteral("\\Alockmaster:([A-Za-z0-9._-]{1,32})@([A-Za-z0-9._-]+):([0-9]+)\\z"));
    const auto match = shape.match(QString::fromLatin1(owner));
    QVERIFY2(match.hasMatch(), owner.constData());
    QCOMPARE(match.captured(3).toLongLong(), QCoreApplication::applicationPid());
    QVERIFY(owner.size() <= 100);
    QCOMPARE(defaultOwner(), owner);
}

LOCKMASTER_TEST(TestLockClient, QCoreApplication)

} // namespace tst_lockclient

#include "tst_lockclient.moc"

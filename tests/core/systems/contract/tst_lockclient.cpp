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
    void aReasonStandsBehindIt_data();
    void aReasonStandsBehindIt();
    void whatIsWrittenIsRead();
    void whatOnlyLooksLikeItIsNot_data();
    void whatOnlyLooksLikeItIsNot();
    void whatOthersWriteIsShownLiterally();
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

void TestLockClient::aReasonStandsBehindIt_data()
{
    QTest::addColumn<QString>("reason");
    QTest::addColumn<int>("room"); // -1: no limit
    QTest::addColumn<QByteArray>("owner");
    const auto row = [](const char *name, const QString &reason, int room, const char *owner) {
        QTest::newRow(name) << reason << room << QByteArray(owner);
    };
    const auto words = [](const char *text) { return QString::fromUtf8(text); };
    row("whole", words("migration, OPS-311"), -1, "lockmaster:kim@ops-1:1 (migration, OPS-311)");
    row("none", {}, -1, "lockmaster:kim@ops-1:1");
    row("blank", words(" \t\n"), -1, "lockmaster:kim@ops-1:1");
    row("what is not printed", words("a \x1b b"), -1, "lockmaster:kim@ops-1:1 (a b)");
    row("nothing that is printed", words("\x1b \x1b"), -1, "lockmaster:kim@ops-1:1");
    row("lines", words(" two\n lines\x1b[31m "), -1, "lockmaster:kim@ops-1:1 (two lines[31m)");
    row("Korean", words("마이그레이션 (04:00까지)"), -1,
        "lockmaster:kim@ops-1:1 (마이그레이션 (04:00까지))");
    row("just room", words("OPS-311"), 32, "lockmaster:kim@ops-1:1 (OPS-311)");
    row("a word too little", words("OPS-311"), 31, "lockmaster:kim@ops-1:1");
    row("cut", words("migration of all orders"), 40, "lockmaster:kim@ops-1:1 (migration of..)");
    row("by characters", words("마이그레이션 마이그레이션"), 37,
        "lockmaster:kim@ops-1:1 (마이그레이션 마이그..)");
    row("hardly any room", words("migration"), 30, "lockmaster:kim@ops-1:1");
    row("less than none", words("migration"), 10, "lockmaster:kim@ops-1:1");
}

void TestLockClient::aReasonStandsBehindIt()
{
    QFETCH(QString, reason);
    QFETCH(int, room);
    QFETCH(QByteArray, owner);
    const auto most = room < 0 ? std::nullopt : std::optional<qint64>(room);
    QCOMPARE(withReason("lockmaster:kim@ops-1:1", reason, most), owner);
}

void TestLockClient::whatIsWrittenIsRead()
{
    const QString reason = QStringLiteral("migration (all), OPS-311");
    for (const bool isOfOne : {false, true}) {
        const QByteArray signature = isOfOne ? newOwner() : defaultOwner();
        for (const QByteArray &owner : {signature, withReason(signature, reason)}) {
            const auto own = ownSignature(owner);
            QVERIFY2(own, owner.constData());
            QCOMPARE(own->isOfOne, isOfOne);
            QCOMPARE(own->pid, QCoreApplication::applicationPid());
            QCOMPARE(own->reason, owner == signature ? QString() : reason);
            QVERIFY(signature.contains((own->user + u'@' + own->host).toUtf8()));
        }
    }
    const QString story(1000, u'x');
    QVERIFY(withReason(newOwner(), story).size() <= 350);
    QCOMPARE(ownSignature(withReason(newOwner(), story))->reason.size(), 200);
}

void TestLockClient::whatOnlyLooksLikeItIsNot_data()
{
    QTest::addColumn<QByteArray>("owner");
    for (const char *owner :
         {"", "lockmaster:", "lockmaster:kim", "lockmaster:kim@ops-1",
          "lockmaster:kim@ops-1:", "lockmaster:kim@ops-1:x", "lockmaster:kim@ops-1:1 ",
          "lockmaster:kim@ops-1:1 ()", "lockmaster:kim@ops-1:1 (cut", "lockmaster:kim@ops-1:1(why)",
          " lockmaster:kim@ops-1:1", "lockmaster:kim@ops-1:1\n", "lockmaster:k m@ops-1:1",
          "lockmaster:kim@ops 1:1", "lockmaster:kim@ops-1:99999999999999999999",
          "lockmaster:kim@ops-1:1:00ff", "lockmaster:@ops-1:1"})
        QTest::newRow(owner) << QByteArray(owner);
}

void TestLockClient::whatOnlyLooksLikeItIsNot()
{
    QFETCH(QByteArray, owner);
    QVERIFY(!ownSignature(owner));
}

void TestLockClient::whatOthersWriteIsShownLiterally()
{
    const auto own =
        ownSignature("lockmaster:kim@ops-1:1 (\x1b[31m\n" + QByteArray(500, 'y') + ")");
    QVERIFY(own);
    const QString label = signatureLabel(*own);
    QVERIFY2(!label.contains(u'\n') && !label.contains(QChar(0x1b)), qPrintable(label));
    QVERIFY2(label.size() < 120, qPrintable(label));
    QVERIFY2(label.startsWith(QStringLiteral("lockmaster kim@ops-1:1 (\\x1b[31m")),
             qPrintable(label));
}

LOCKMASTER_TEST(TestLockClient, QCoreApplication)

} // namespace tst_lockclient

#include "tst_lockclient.moc"

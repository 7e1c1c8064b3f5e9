// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/lockname.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_lockname {

namespace {

const QByteArray ga = "\xea\xb0\x80"; // one Hangul syllable
const QByteArray emoji = "\xf0\x9f\x98\x80";

} // namespace

class TestLockName : public QObject
{
    Q_OBJECT

private slots:
    void knowsWhichNamesAServerTakes_data();
    void knowsWhichNamesAServerTakes();
    void knowsHowAServerShowsAName_data();
    void knowsHowAServerShowsAName();
    void doesNotDoubtAnOrdinaryName();
    void writesNamesThatNoQuotingTouches();
};

void TestLockName::knowsWhichNamesAServerTakes_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("byMariaDb");
    QTest::addColumn<bool>("byMySql");

    QTest::newRow("empty") << QByteArray() << false << false;
    QTest::newRow("one") << QByteArray("a") << true << true;
    QTest::newRow("64") << QByteArray(64, 'a') << true << true;
    QTest::newRow("65") << QByteArray(65, 'a') << true << false;
    QTest::newRow("192") << QByteArray(192, 'a') << true << false;
    QTest::newRow("193") << QByteArray(193, 'a') << false << false;
    QTest::newRow("64 syllables") << ga.repeated(64) << true << true;
    QTest::newRow("65 syllables") << ga.repeated(65) << false << false;
    QTest::newRow("emoji") << emoji << true << false;
    QTest::newRow("not UTF-8") << QByteArray("\xff") << true << false;
    QTest::newRow("cut character") << QByteArray("a\xea\xb0") << true << false;
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << true << true;
}

void TestLockName::knowsWhichNamesAServerTakes()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, byMariaDb);
    QFETCH(bool, byMySql);

    QCOMPARE(canBeLockName(name, true), byMariaDb);
    QCOMPARE(canBeLockName(name, false), byMySql);
}

void TestLockName::knowsHowAServerShowsAName_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("shown");

    QTest::newRow("plain") << QByteArray("a b") << QByteArray("a b");
    QTest::newRow("64") << QByteArray(64, 'a') << QByteArray(64, 'a');
    QTest::newRow("65") << QByteArray(65, 'a') << QByteArray(64, 'a');
    QTest::newRow("64 syllables") << ga.repeated(64) << ga.repeated(64);
    QTest::newRow("syllable behind 63")
        << QByteArray(63, 'z') + ga + ga << QByteArray(63, 'z') + ga;
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << QByteArray("a");
    QTest::newRow("starts with NUL") << QByteArray("\0b", 2) << QByteArray();
    QTest::newRow("emoji") << emoji << QByteArray("????");
    QTest::newRow("not UTF-8") << QByteArray("caf\xe9") << QByteArray("caf?");
    QTest::newRow("overlong") << QByteArray("\xc0\x80") << QByteArray("??");
    QTest::newRow("cut character") << QByteArray("a\xea\xb0") << QByteArray("a??");
}

void TestLockName::knowsHowAServerShowsAName()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, shown);

    QCOMPARE(shownLockName(name), shown);
    if (shown != name && !name.contains('\0'))
        QVERIFY(mayStandForAnother(shown));
}

void TestLockName::doesNotDoubtAnOrdinaryName()
{
    QVERIFY(!mayStandForAnother("user:42"));
    QVERIFY(!mayStandForAnother(QByteArray(63, 'a')));
    QVERIFY(!mayStandForAnother(ga.repeated(63)));
    QVERIFY(mayStandForAnother(QByteArray(64, 'a')));
    QVERIFY(mayStandForAnother(ga.repeated(64)));
    QVERIFY(mayStandForAnother("why?"));
}

void TestLockName::writesNamesThatNoQuotingTouches()
{
    QCOMPARE(lockNameLiteral("a'\\"), QStringLiteral("_utf8mb4 X'61275c'"));
    QCOMPARE(lockNameLiteral(ga), QStringLiteral("_utf8mb4 X'eab080'"));
    QCOMPARE(lockNameLiteral("caf\xe9"), QStringLiteral("X'636166e9'"));
}

LOCKMASTER_TEST(TestLockName, NoApplication)

} // namespace tst_lockname

#include "tst_lockname.moc"

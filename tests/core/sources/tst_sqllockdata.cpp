// SPDX-License-Identifier: Apache-2.0
#include "core/sources/sqllockdata.h"

#include <QTest>

using namespace lockmaster;

class TestSqlLockData : public QObject
{
    Q_OBJECT

private slots:
    void readsTheFirstField_data();
    void readsTheFirstField();
    void knowsTheEndOfAnIndex();
};

void TestSqlLockData::readsTheFirstField_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<bool>("known");
    QTest::addColumn<QByteArray>("field");
    QTest::newRow("alone") << QByteArray("'daily-close'") << true << QByteArray("daily-close");
    QTest::newRow("with a row id") << QByteArray("'billing', 1") << true << QByteArray("billing");
    QTest::newRow("comma inside") << QByteArray("'a, b', 1") << true << QByteArray("a, b");
    QTest::newRow("quote") << QByteArray("'it''s', 1") << true << QByteArray("it's");
    QTest::newRow("quote at the end") << QByteArray("'its'''") << true << QByteArray("its'");
    QTest::newRow("empty") << QByteArray("''") << true << QByteArray("");
    QTest::newRow("bytes") << QByteArray("0xFF01") << true << QByteArray("\xff\x01");
    QTest::newRow("bytes with a row id")
        << QByteArray("0xFF01, 7") << true << QByteArray("\xff\x01");
    QTest::newRow("number") << QByteArray("17") << false << QByteArray();
    QTest::newRow("cut") << QByteArray("'daily-cl") << false << QByteArray();
    QTest::newRow("null") << QByteArray() << false << QByteArray();
    QTest::newRow("supremum") << QByteArray("supremum pseudo-record") << false << QByteArray();
}

void TestSqlLockData::readsTheFirstField()
{
    QFETCH(QByteArray, data);
    QFETCH(bool, known);
    QFETCH(QByteArray, field);
    const auto found = firstOfLockData(data);
    QCOMPARE(found.has_value(), known);
    QCOMPARE(found.value_or(QByteArray()), field);
}

void TestSqlLockData::knowsTheEndOfAnIndex()
{
    QVERIFY(isSupremum("supremum pseudo-record"));
    QVERIFY(!isSupremum("'supremum'"));
}

QTEST_GUILESS_MAIN(TestSqlLockData)
#include "tst_sqllockdata.moc"

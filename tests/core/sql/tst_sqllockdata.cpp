// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqllockdata.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_sqllockdata {

class TestSqlLockData : public QObject
{
    Q_OBJECT

private slots:
    void readsTheFirstField_data();
    void readsTheFirstField();
    void readsWhatFollowsTheFirstField();
    void knowsTheEndOfAnIndex();
    void makesRowsOfLockedEntries();
    void whoWaitsIsNoHolder();
    void holdsElsewhere();
};

namespace {

const QString primary = QStringLiteral("PRIMARY");
const QString byName = QStringLiteral("name");
const QString byOwner = QStringLiteral("owner");

SqlDataLock granted(quint64 session, const QString &index, const char *data)
{
    return {session, index, false, data};
}

SqlDataLock waiting(quint64 session, const QString &index, const char *data)
{
    return {session, index, true, data};
}

std::vector<SqlLockedRow> rows(std::initializer_list<SqlLockedRow> all)
{
    return all;
}

} // namespace

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

void TestSqlLockData::readsWhatFollowsTheFirstField()
{
    QCOMPARE(restOfLockData("'a, ''b', 7"), QByteArray("7"));
    QCOMPARE(restOfLockData("0xFF01, 'x', 7"), QByteArray("'x', 7"));
    QCOMPARE(restOfLockData("17, 5"), QByteArray("5"));
    QCOMPARE(restOfLockData("'alone'"), QByteArray());
    QCOMPARE(restOfLockData("'cut"), QByteArray());
    QCOMPARE(restOfLockData(""), QByteArray());
}

/** As MySQL lists them for a table whose key is a number and whose name has an index. */
void TestSqlLockData::makesRowsOfLockedEntries()
{
    const SqlLockedRows seen =
        lockedRowsOf({granted(1, byName, "'billing', 7"), granted(1, primary, "7"),
                      waiting(2, byName, "'billing', 7"), granted(3, byName, "'mailing', 'x', 8"),
                      granted(3, primary, "8")},
                     {byName});
    QVERIFY(seen.rows
            == rows({{1, "billing", false}, {2, "billing", true}, {3, "mailing", false}}));
    QVERIFY(seen.elsewhere.empty());
    QVERIFY(!seen.isWaiting(1) && seen.isWaiting(2));
}

void TestSqlLockData::whoWaitsIsNoHolder()
{
    // The one locked the row by its key; the other got the name's entry and waits for the row.
    const SqlLockedRows byKey =
        lockedRowsOf({granted(1, primary, "7"), granted(2, byName, "'billing', 7"),
                      waiting(2, primary, "7"), waiting(3, byName, "'billing', 7")},
                     {byName});
    QVERIFY(byKey.rows
            == rows({{1, "billing", false}, {2, "billing", true}, {3, "billing", true}}));
    QVERIFY(byKey.elsewhere.empty());
    // By an index that does not tell the name.
    const SqlLockedRows other = lockedRowsOf(
        {granted(1, primary, "7"), granted(2, byOwner, "'me', 7"), waiting(2, primary, "7")},
        {byName});
    QVERIFY(other.rows.empty());
    QVERIFY(other.elsewhere == std::vector<quint64>{1});
    // A name that is the key, and one of several who share the row wants it alone.
    const SqlLockedRows shared = lockedRowsOf(
        {granted(1, primary, "'a'"), granted(2, primary, "'a'"), waiting(2, primary, "'a'")},
        {primary});
    QVERIFY(shared.rows == rows({{1, "a", false}, {2, "a", true}}));
}

void TestSqlLockData::holdsElsewhere()
{
    // In a chain: it waits for one row, and holds another that is not named.
    const SqlLockedRows chain = lockedRowsOf(
        {granted(1, primary, "'a'"), waiting(2, primary, "'a'"), granted(2, byOwner, "'me', 'b'"),
         granted(2, primary, "'b'"), granted(3, primary, "supremum pseudo-record")},
        {primary});
    QVERIFY(chain.rows == rows({{1, "a", false}, {2, "a", true}, {2, "b", false}}));
    QVERIFY(chain.elsewhere.empty());
    QVERIFY(chain.isWaiting(2));
    const SqlLockedRows unnamed = lockedRowsOf(
        {waiting(2, byName, "'billing', 7"), granted(2, primary, "8"), granted(4, primary, "")},
        {byName});
    QVERIFY(unnamed.elsewhere == (std::vector<quint64>{2, 4}));
}

LOCKMASTER_TEST(TestSqlLockData, QCoreApplication)

} // namespace tst_sqllockdata

#include "tst_sqllockdata.moc"

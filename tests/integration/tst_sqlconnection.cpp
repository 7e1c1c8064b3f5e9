// SPDX-License-Identifier: Apache-2.0
#include "core/transport/sqlconnection.h"
#include "tests/support/sqlscratch.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

/** SqlConnection on every server found: reading, and every way in which it can go wrong. */
class TestSqlConnection : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase() { REQUIRE_SQL_SERVERS(m_servers); }

    void tellsWhoTheServerIs();
    void readsRowsInOrder();

private:
    SqlServers m_servers;
};

void TestSqlConnection::tellsWhoTheServerIs()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    const auto connection = connectTo(scratch.reader());
    QVERIFY(connection);
    const SqlServer &info = connection->server();
    QVERIFY2(info.version > 80000, qPrintable(info.versionText));
    QVERIFY(!info.identity.isEmpty());
    QVERIFY(info.connectionId > 0);
    QVERIFY(info.account.startsWith(scratch.user()));
    QCOMPARE(info.database, scratch.schema());
    QVERIFY(info.clientLibrary.startsWith(QStringLiteral("libmariadb 3.")));
    QVERIFY(info.cipher.isEmpty());
    QVERIFY(!info.replica);

    const auto second = connectTo(scratch.reader());
    QCOMPARE(second->server().identity, info.identity);
    QVERIFY(second->server().connectionId != info.connectionId);
}

void TestSqlConnection::readsRowsInOrder()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(QStringLiteral("CREATE TABLE t (n INT PRIMARY KEY, s VARCHAR(20) NULL)"));
    scratch.run(QStringLiteral("INSERT INTO t VALUES (?, ?), (?, ?)"),
                {1, QStringLiteral("하나"), 2, QVariant()});
    const auto connection = connectTo(scratch.reader());
    QVERIFY(connection);
    QList<qint64> numbers;
    QStringList texts;
    for (int round = 0; round < 3; ++round) {
        const auto rows =
            connection->select(QStringLiteral("SELECT n, s FROM t WHERE n >= ? ORDER BY n DESC"),
                               {1}, soon(), [&](const SqlRow &row) {
                                   numbers << row.integer(0);
                                   texts << (row.isNull(1) ? QStringLiteral("-") : row.text(1));
                               });
        QVERIFY2(rows, qPrintable(rows ? QString() : rows.error().message));
        QCOMPARE(*rows, 2);
    }
    QCOMPARE(numbers, (QList<qint64>{2, 1, 2, 1, 2, 1}));
    QCOMPARE(texts[1], QStringLiteral("하나"));
    QCOMPARE(texts[0], QStringLiteral("-"));
}

QTEST_GUILESS_MAIN(TestSqlConnection)
#include "tst_sqlconnection.moc"

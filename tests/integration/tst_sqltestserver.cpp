// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sqlsession.h"
#include "tests/support/sqltestserver.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_sqltestserver {

/** The servers and sessions that the other SQL tests stand on. */
class TestSqlTestServer : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase() { REQUIRE_SQL_SERVERS(m_servers); }
    void takesSessionsThatBlockEachOther();
    void startsAgainWithTheSameData();

private:
    SqlServers m_servers;
};

void TestSqlTestServer::takesSessionsThatBlockEachOther()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession holder(server->endpoint());
    SqlSession waiter(server->endpoint());
    SqlSession onlooker(server->endpoint());
    QVERIFY2(holder.isOpen(), qPrintable(holder.error()));
    QCOMPARE(holder.value(QStringLiteral("SELECT GET_LOCK('support', 0)")).toInt(), 1);

    waiter.begin(QStringLiteral("SELECT GET_LOCK(?, 60)"), {QStringLiteral("support")});

    QTRY_COMPARE_WITH_TIMEOUT(
        onlooker
            .value(QStringLiteral("SELECT STATE FROM information_schema.PROCESSLIST WHERE ID = ?"),
                   {waiter.id()})
            .toString(),
        QStringLiteral("User lock"), 20'000);
}

void TestSqlTestServer::startsAgainWithTheSameData()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isOurs())
        QSKIP("Not ours to stop.");
    QVERIFY(SqlSession(server->endpoint()).run(QStringLiteral("CREATE DATABASE kept")));
    const quint16 port = server->endpoint().port;

    QString why;
    QVERIFY2(server->restart(&why), qPrintable(why));

    QCOMPARE(server->endpoint().port, port);
    SqlSession again(server->endpoint());
    QVERIFY(again.run(QStringLiteral("DROP DATABASE kept")));
}

LOCKMASTER_TEST(TestSqlTestServer, QCoreApplication)

} // namespace tst_sqltestserver

#include "tst_sqltestserver.moc"

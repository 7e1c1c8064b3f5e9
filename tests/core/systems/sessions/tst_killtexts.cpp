// SPDX-License-Identifier: Apache-2.0
#include "core/sql/userlockrows.h"
#include "core/sql/accounttext.h"
#include "core/redis/acltext.h"
#include "core/systems/sessions/killtexts.h"
#include "core/systems/userlock/lockfacts.h"
#include "core/sql/sqlconnection.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_killtexts {

class TestKillTexts : public QObject
{
    Q_OBJECT

private slots:
    void namesTheMissingGrant_data();
    void namesTheMissingGrant();
    void quotesAccounts();
    void showsHostileNamesLiterally();
    void hintsAtProxies_data();
    void hintsAtProxies();
    void knowsASessionAgain();
    void knowsALockThatWasTakenAnew();
};

void TestKillTexts::namesTheMissingGrant_data()
{
    QTest::addColumn<bool>("mariaDb");
    QTest::addColumn<int>("version");
    QTest::addColumn<bool>("mayKill");
    QTest::addColumn<QString>("remedy");
    QTest::newRow("MySQL 8") << false << 80400 << false << "GRANT CONNECTION_ADMIN ON *.*";
    QTest::newRow("of the system") << false << 80400 << true << "GRANT SYSTEM_USER ON *.*";
    QTest::newRow("MySQL 5.7") << false << 50744 << false << "GRANT SUPER ON *.*";
    QTest::newRow("MariaDB") << true << 101119 << false << "GRANT CONNECTION ADMIN ON *.*";
    QTest::newRow("MariaDB 10.4") << true << 100434 << false << "GRANT SUPER ON *.*";
}

void TestKillTexts::namesTheMissingGrant()
{
    QFETCH(bool, mariaDb);
    QFETCH(int, version);
    QFETCH(bool, mayKill);
    QFETCH(QString, remedy);
    SqlServer server;
    server.mariaDb = mariaDb;
    server.version = version;
    server.account = QStringLiteral("app@%");
    const auto outcome = KillTexts(QStringLiteral("db"), "job", 812).denied(server, mayKill);
    QCOMPARE(outcome.result, ReleaseResult::Denied);
    QCOMPARE(outcome.remedy, remedy + QStringLiteral(" TO `app`@`%`;"));
    QVERIFY2(outcome.message.contains(QLatin1String("#812")), qPrintable(outcome.message));
}

void TestKillTexts::quotesAccounts()
{
    QCOMPARE(grantStatement(QStringLiteral("SELECT"),
                            quotedTableText(QStringLiteral("a.b"), QStringLiteral("c`d")),
                            QStringLiteral("o'`x@y@10.0.0.%")),
             QStringLiteral("GRANT SELECT ON `a.b`.`c``d` TO `o'``x@y`@`10.0.0.%`;"));
    QCOMPARE(aclStatement({}, {"+time"}), QStringLiteral("ACL SETUSER default +time"));
    QCOMPARE(aclPattern("a*[b]?\\ c"), QByteArray("a\\*\\[b\\]\\?\\\\?c"));
    QCOMPARE(aclStatement(QStringLiteral("a\"b"), keyRules({"lock:*", "x y"})),
             QStringLiteral("ACL SETUSER \"a\\\"b\" \"~lock:*\" ~x?y"));
    const QByteArray longest(300, 'k');
    QCOMPARE(aclStatement({}, keyRules({longest, longest + ' '})),
             QStringLiteral("ACL SETUSER default ~%1 ~%1?").arg(QString::fromLatin1(longest)));
    QCOMPARE(keyRules({}), QByteArrayList{"~*"});
    QCOMPARE(quotedAccount(QStringLiteral("o'x@%")), QStringLiteral("'o''x'@'%'"));
    QCOMPARE(quotedAccount(QStringLiteral("a@b@10.0.0.%")), QStringLiteral("'a@b'@'10.0.0.%'"));
    QCOMPARE(userOfAccount(QStringLiteral("a@b@10.0.0.%")), QStringLiteral("a@b"));
}

void TestKillTexts::showsHostileNamesLiterally()
{
    const auto outcome = KillTexts(QStringLiteral("db"), "a\nb\xff", 1).gone(false);
    QVERIFY2(outcome.message.contains(QLatin1String("a\\nb\\xff")), qPrintable(outcome.message));
    QCOMPARE(outcome.detail, ChangeDetail::Gone);
}

void TestKillTexts::hintsAtProxies_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("hint");
    QTest::newRow("none") << "java"
                          << "10.0.0.7:4711"
                          << "";
    QTest::newRow("program") << "ProxySQL_monitor"
                             << "10.0.0.7:4711"
                             << "ProxySQL_monitor";
    QTest::newRow("host") << ""
                          << "maxscale-1:4711"
                          << "maxscale-1:4711";
}

void TestKillTexts::hintsAtProxies()
{
    QFETCH(QString, program);
    QFETCH(QString, host);
    SessionFacts facts;
    facts.host = host;
    ConnectAttributes said;
    said.program = program;
    QTEST(proxyHint(facts, said), "hint");
}

void TestKillTexts::knowsASessionAgain()
{
    SessionFacts before;
    before.seen = true;
    before.user = QStringLiteral("app");
    before.host = QStringLiteral("10.0.0.7:4711");
    before.thread = 42;
    SessionFacts now = before;
    QVERIFY(sameSession(before, now));
    now.host = QStringLiteral("10.0.0.7:4712");
    QVERIFY(!sameSession(before, now));
    now = before;
    now.thread = 43;
    QVERIFY(!sameSession(before, now));
    now = before;
    now.seen = false; // it can be seen, and is not there
    QVERIFY(!sameSession(before, now));
    QVERIFY(sameSession({}, now)); // never seen: nothing to compare
}

void TestKillTexts::knowsALockThatWasTakenAnew()
{
    SessionFacts before;
    before.held = 5s;
    SessionFacts now = before;
    now.readAt = before.readAt + 10s;
    now.held = 15s;
    QVERIFY(!tookAnew(before, now));
    now.held = 2s;
    QVERIFY(tookAnew(before, now));
    now.held.reset();
    QVERIFY(!tookAnew(before, now));
    before.lockEvent = 7;
    now.lockEvent = 7;
    QVERIFY(!tookAnew(before, now));
    now.lockEvent = 9;
    QVERIFY(tookAnew(before, now));
}

LOCKMASTER_TEST(TestKillTexts, QCoreApplication)

} // namespace tst_killtexts

#include "tst_killtexts.moc"

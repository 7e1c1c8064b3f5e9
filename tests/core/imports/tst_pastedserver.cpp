// SPDX-License-Identifier: Apache-2.0
#include "core/imports/pastedserver.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_pastedserver {

/** Servers as people have them written down. */
class TestPastedServer : public QObject
{
    Q_OBJECT

private slots:
    void isUnderstood_data();
    void isUnderstood();
    void isRefused_data();
    void isRefused();
};

namespace {

/** All of it that matters, in one line. */
QString textOf(const PastedServer &server)
{
    const BackendSpec &s = server.spec;
    QStringList parts{s.isGroup() ? s.farAddress()
                      : s.socketPath.isEmpty()
                          ? QStringLiteral("%1:%2").arg(s.host).arg(s.effectivePort())
                          : s.socketPath,
                      s.user,
                      s.kind == BackendKind::MySql ? s.database : QString::number(s.redisDatabase),
                      QString::fromUtf8(s.urlPassword.reveal()),
                      s.tls == TlsMode::Verify ? QStringLiteral("tls") : QString(),
                      s.caFile,
                      s.tunnel.ssh,
                      server.ignored.join(u' ')};
    return backendKindName(s.kind) + u' ' + parts.join(u'|');
}

} // namespace

void TestPastedServer::isUnderstood_data()
{
    QTest::addColumn<QString>("meant");
    const auto row = [](const char *text, const char *meant) {
        QTest::newRow(text) << QString::fromUtf8(meant);
    };
    row("mysql://app:se%40cret@db1:3307/billing", "mysql db1:3307|app|billing|se@cret||||");
    row("mysql2://app@db1/billing?encoding=utf8mb4", "mysql db1:3306|app|billing|||||encoding");
    row("jdbc:mysql://db1:3306/app?useSSL=false", "mysql db1:3306||app|||||");
    row("jdbc:mariadb://db1/app?user=ops&password=a%26b&sslMode=verify-full&token=hidden",
        "mysql db1:3306|ops|app|a&b|tls|||token");
    row("mysql -h db1 --login-token=hidden", "mysql db1:3306|||||||--login-token");
    row("  rediss://:pw@cache:6380/3 \n", "redis cache:6380||3|pw|tls|||");
    row("mysql -h db1 -P 3307 -u app -psecret billing", "mysql db1:3307|app|billing|secret||||");
    row("mysql -hdb1 -uapp -p billing", "mysql db1:3306|app|billing|||||");
    row("/usr/bin/mariadb --host=db1 --user app --password='a b' -D x",
        "mysql db1:3306|app|x|a b||||");
    row("$ mysql --ssl_ca=/ca.pem -h db1 --ssl-mode=VERIFY_IDENTITY -N -e 'select 1' app",
        "mysql db1:3306||app||tls|/ca.pem||-N");
    row("mysql -S /run/mysqld/mysqld.sock", "mysql /run/mysqld/mysqld.sock|||||||");
    row("ssh me@bastion mysql -h db1.internal app", "mysql db1.internal:3306||app||||me@bastion|");
    row("redis-cli -h cache -p 6380 -n 3 --user ops --pass \"a'b\" --tls --cacert /ca.pem get x -h",
        "redis cache:6380|ops|3|a'b|tls|/ca.pem||");
    row("valkey-cli -u redis://cache:7000/0 -c", "redis the cluster of cache:7000||0|||||");
    row("redis-cli -c -h n1 -p 7001", "redis the cluster of n1:7001||0|||||");
    row("redis-cli -c -u redis+cluster://n1,n2", "redis the cluster of n1:6379, n2:6379||0|||||");
    row("redis-cli -s /run/redis.sock -a pw --no-auth-warning", "redis /run/redis.sock||0|pw||||");
    row("redis-cli", "redis 127.0.0.1:6379||0|||||");
    row("mysql -h $(touch /tmp/x) `id`", "mysql $(touch:3306||`id`|||||");
}

void TestPastedServer::isUnderstood()
{
    QFETCH(QString, meant);
    const auto server = pastedServer(QString::fromUtf8(QTest::currentDataTag()));
    QVERIFY2(server, qPrintable(server ? QString() : server.error().message));
    QCOMPARE(textOf(*server), meant);
}

void TestPastedServer::isRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text :
         {"", "   ", "hello", "mysql -h", "mysql 'open", "ssh -oProxyCommand=x mysql -h a",
          "postgres://db1/app", "psql -h db1", "redis-cli -u", "redis-cli -u http://x",
          "sudo mysql", "mysql://", "mysql -P 70000", "mysql -P x", "mysql -P 0",
          "redis-cli -p 70000", "redis-cli -n x"})
        QTest::newRow(text) << QString::fromUtf8(text);
    QTest::newRow("long") << QStringLiteral("mysql -h ") + QString(100'000, u'a');
}

void TestPastedServer::isRefused()
{
    QFETCH(QString, text);
    const auto server = pastedServer(text);
    QVERIFY(!server);
    QCOMPARE(server.error().kind, ErrorKind::Config);
    QVERIFY(!server.error().message.isEmpty());
}

LOCKMASTER_TEST(TestPastedServer, NoApplication)

} // namespace tst_pastedserver

#include "tst_pastedserver.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/adminsql.h"
#include "core/lab/servers/privatemariadb.h"
#include "core/lab/servers/privateredis.h"
#include "tests/support/needserver.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QTcpSocket>
#include <QTest>

#include <csignal>

using namespace lockmaster;

namespace tst_privateservers {

namespace {

bool alive(qint64 pid)
{
    return ::kill(static_cast<pid_t>(pid), 0) == 0;
}

} // namespace

class TestPrivateServers : public QObject
{
    Q_OBJECT

private slots:
    void mariaDbStartsRunsAndLeavesNothing();
    void mariaDbSaysWhatWasWrongWithItsSql();
    void mariaDbComesBackOnItsPort();
    void redisStartsAndLeavesNothing();
    void redisComesBackOnItsPort();
    void missingProgramsAreNamedWithTheCommand();
};

void TestPrivateServers::mariaDbStartsRunsAndLeavesNothing()
{
    QElapsedTimer timer;
    timer.start();
    auto server = PrivateMariaDb::start({.initSql = QStringLiteral("CREATE DATABASE shop")});
    LOCKMASTER_NEED_SERVER(server);
    qInfo("started in %lld ms", timer.elapsed());
    const QString directory = (*server)->directory();
    const qint64 pid = (*server)->pid();
    QVERIFY(alive(pid));
    QCOMPARE(QFileInfo(directory).permissions() & QFile::Permissions(0x0077), QFile::Permissions());
    QVERIFY((*server)->run(
        QStringLiteral("USE shop; CREATE TABLE t (i INT); INSERT INTO t VALUES (1)")));
    auto sql = AdminSql::open((*server)->socketPath(), PrivateMariaDb::adminUser(),
                              (*server)->adminPassword());
    QVERIFY(sql);
    const auto rows = sql->query("SELECT COUNT(*) FROM mysql.user WHERE User <> 'mariadb.sys'");
    QCOMPARE(rows->at(0).at(0), QByteArray("1"));
    QVERIFY(sql->query("SELECT * FROM information_schema.METADATA_LOCK_INFO"));

    server->reset();
    QVERIFY(!alive(pid));
    QVERIFY(!QDir(directory).exists());
}

void TestPrivateServers::mariaDbSaysWhatWasWrongWithItsSql()
{
    auto server = PrivateMariaDb::start({.initSql = QStringLiteral("SELECT 1; NONSENSE")});
    if (!server && server.error().kind != ErrorKind::Config)
        LOCKMASTER_NEED_SERVER(server);
    QVERIFY(!server);
    QCOMPARE(server.error().nativeCode, 1064);
}

void TestPrivateServers::mariaDbComesBackOnItsPort()
{
    auto server = PrivateMariaDb::start({.initSql = QStringLiteral("CREATE DATABASE kept")});
    LOCKMASTER_NEED_SERVER(server);
    const quint16 port = (*server)->port();
    (*server)->kill();
    QVERIFY(!(*server)->run(QStringLiteral("SELECT 1")));
    const auto again = (*server)->restart();
    QVERIFY2(again, again ? "" : qPrintable(again.error().message));
    QCOMPARE((*server)->port(), port);
    QVERIFY((*server)->run(QStringLiteral("USE kept")));
}

void TestPrivateServers::redisStartsAndLeavesNothing()
{
    auto server = PrivateRedis::start({.users = {"reader on >secret ~* +@read"}});
    LOCKMASTER_NEED_SERVER(server);
    const QString directory = (*server)->directory();
    const qint64 pid = (*server)->pid();
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), (*server)->port());
    QVERIFY(socket.waitForConnected());
    socket.write("AUTH " + (*server)->adminPassword().reveal() + "\r\n");
    QVERIFY(socket.waitForReadyRead());
    QCOMPARE(socket.readAll(), QByteArray("+OK\r\n"));

    server->reset();
    QVERIFY(!alive(pid));
    QVERIFY(!QDir(directory).exists());
}

void TestPrivateServers::redisComesBackOnItsPort()
{
    auto server = PrivateRedis::start({});
    LOCKMASTER_NEED_SERVER(server);
    const quint16 port = (*server)->port();
    (*server)->kill();
    const auto again = (*server)->restart();
    QVERIFY2(again, again ? "" : qPrintable(again.error().message));
    QCOMPARE((*server)->port(), port);
}

void TestPrivateServers::missingProgramsAreNamedWithTheCommand()
{
    qputenv("LOCKMASTER_SERVER_PATH", "/nonexistent");
    const auto mariaDb = PrivateMariaDb::start({});
    const auto redis = PrivateRedis::start({});
    qunsetenv("LOCKMASTER_SERVER_PATH");
    QVERIFY(!mariaDb);
    QCOMPARE(mariaDb.error().kind, ErrorKind::NotFound);
    QVERIFY(mariaDb.error().remedy.contains(QLatin1String("apt-get install mariadb-server")));
    QVERIFY(!redis);
    QCOMPARE(redis.error().kind, ErrorKind::NotFound);
    QVERIFY(redis.error().remedy.contains(QLatin1String("apt-get install redis-server")));
}

LOCKMASTER_TEST(TestPrivateServers, QCoreApplication)

} // namespace tst_privateservers

#include "tst_privateservers.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/imports/pastedserver.h"
#include "tests/support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>

using namespace lockmaster;

namespace tst_pastedserver {

/** Servers as people have them written down. */
class TestPastedServer : public QObject
{
    Q_OBJECT

private slots:
    /** A "?" in a password ends no address, and what is behind it is shown to nobody. */
    void aPasswordWithAQuestionMarkIsNotCut()
    {
        const auto pasted = pastedServer(QStringLiteral("mysql://root:p@s?rd@db.prod/app"));
        QVERIFY(!pasted);
        QVERIFY(!pasted.error().message.contains(QStringLiteral("rd@db")));
        QVERIFY(pasted.error().remedy.contains(QStringLiteral("%3F")));
    }

    /** ssh hands all words to a shell, which puts in what we cannot know, and reads on. */
    void whatTheFarShellMakesOfALineIsNotGuessed()
    {
        for (const char *line :
             {"ssh bastion mysql -h '$DB' app", "ssh bastion mysql -h \\$DB app"}) {
            const auto pasted = pastedServer(QString::fromLatin1(line));
            QVERIFY2(!pasted || pasted->spec.host != QStringLiteral("$DB"), line);
        }
        const auto two = pastedServer(QStringLiteral("ssh bastion \"mysql -h a; mysql -h b\""));
        QVERIFY(two);
        QCOMPARE(two->spec.host, QStringLiteral("a"));
        QVERIFY(two->notes.join(u' ').contains(QStringLiteral("“;”")));
    }

    void isUnderstood_data();
    void isUnderstood();
    void isRefused_data();
    void isRefused();
    void itsPlaceIsNotGuessed_data();
    void itsPlaceIsNotGuessed();
    void optionsOfOurUrlsAreFilledIn();
    void whatItDoesNotSayStays();
    void nothingThatIsPastedHoldsItUp();
};

namespace {

/** All of it that matters, in one line. */
QString textOf(const PastedServer &server)
{
    const BackendSpec &s = server.spec;
    QStringList parts{s.isGroup()                                  ? s.farAddress()
                      : s.host.isEmpty() && s.socketPath.isEmpty() ? QStringLiteral("nowhere")
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
        "mysql db1:3306||app||tls|/ca.pem||");
    row("mysql -S /run/mysqld/mysqld.sock", "mysql /run/mysqld/mysqld.sock|||||||");
    row("ssh me@bastion mysql -h db1.internal app", "mysql db1.internal:3306||app||||me@bastion|");
    row("redis-cli -h cache -p 6380 -n 3 --user ops --pass \"a'b\" --tls --cacert /ca.pem get x -h",
        "redis cache:6380|ops|3|a'b|tls|/ca.pem||");
    row("valkey-cli -u redis://cache:7000/0 -c", "redis the cluster of cache:7000||0|||||");
    row("redis-cli -c -h n1 -p 7001", "redis the cluster of n1:7001||0|||||");
    row("redis-cli -c -u redis+cluster://n1,n2", "redis the cluster of n1:6379, n2:6379||0|||||");
    row("redis-cli -s /run/redis.sock -a pw --no-auth-warning", "redis /run/redis.sock||0|pw||||");
    row("redis-cli", "redis 127.0.0.1:6379||0|||||");
    // As the clients take their words: what an option takes is no word of its own.
    row("redis-cli -r 100 -i 1 -h cache", "redis cache:6379||0|||||");
    row("redis-cli --tls --sni x -h cache --insecure ping",
        "redis cache:6379||0||tls|||--sni --insecure");
    row("redis-cli --scan --pattern 'a:*' -h cache", "redis cache:6379||0|||||");
    row("redis-cli --eval x.lua k , a -h cache", "redis 127.0.0.1:6379||0|||||");
    row("mysql -h db1 app -Nse \"SELECT 1\"", "mysql db1:3306||app|||||");
    row("mysql -Nuapp -BAh db1 --skip-column-names --pager app", "mysql db1:3306|app|app|||||");
    row("mysql -h db1 --init-command \"SET x=1\" --tls-version TLSv1.3 app",
        "mysql db1:3306||app|||||--init-command --tls-version");
    row("mysql --ssl-ca=/ca.pem --skip-ssl -h db1", "mysql db1:3306|||||/ca.pem||");
    row("mysql -h db1 -- app", "mysql db1:3306||app|||||");
    row("mysql -h db1 --frobnicate -u app", "mysql db1:3306|app||||||--frobnicate");
    row("redis-cli -asecret -h cache", "redis cache:6379||0|||||-a");
    // Lines that go on, and where one ends.
    row("redis-cli -h cache \\\n  -p 6380 --tls", "redis cache:6380||0||tls|||");
    row("redis-cli -h cache \\\r\n  -p 6380", "redis cache:6380||0|||||");
    row("redis-cli -h cache \\  -p 6380", "redis cache:6380||0|||||");
    row("mysql -h db1 app < dump.sql > /dev/null 2>&1", "mysql db1:3306||app|||||");
    row("mysql 2>/dev/null -h db1 app", "mysql db1:3306||app|||||");
    row("mysql -h db1 app | less -h x", "mysql db1:3306||app|||||");
    row("mysql -h db1\nmysql -h db2", "mysql db1:3306|||||||");
    row("# redis-cli -h cache # the shop's", "redis cache:6379||0|||||");
    row("mysql -u app \"-pa\\b\\\"c\" -h db1", "mysql db1:3306|app||a\\b\"c||||");
    // URLs are seen by no shell.
    row("mysql://app:a\\b'c@db1/x", "mysql db1:3306|app|x|a\\b'c||||");
    row("'redis://:pw@cache:6380/3'", "redis cache:6380||3|pw||||");
    row("export DATABASE_URL=\"mysql://app:pw@db1/x\"", "mysql db1:3306|app|x|pw||||");
    row("mysql+pymysql://app@db1/x?charset=utf8mb4", "mysql db1:3306|app|x|||||charset");
    row("jdbc:mysql://db1/x?user=a&password=b&serverTimezone=UTC",
        "mysql db1:3306|a|x|b||||serverTimezone");
    row("valkeys://:pw@cache/2", "redis cache:6379||2|pw|tls|||");
    row("redis://cache?db=3", "redis cache:6379||3|||||");
    row("mysql://app@db1/x?ca=/ca.pem", "mysql db1:3306|app|x||tls|/ca.pem||");
    // What stood before a URL stays, and who stands in it alone is a password.
    row("redis-cli --tls --cacert /ca -a pw --user me -u redis://h",
        "redis h:6379|me|0|pw|tls|/ca||");
    row("redis-cli -p 7000 -n 4 -u redis://secret@h", "redis h:7000||4|secret||||");
    row("redis-cli -u redis://me:pw@h:1/2 -n 3", "redis h:1|me|3|pw||||");
    row("redis-cli -a old -u rediss://:new@h/0", "redis h:6379||0|new|tls|||");
    // What stands before a client.
    row("MYSQL_PWD=secret FOO=hidden mysql -h db1 -u app", "mysql db1:3306|app||secret||||FOO");
    row("env MYSQL_PWD='a b' MYSQL_TCP_PORT=3307 mysql -h db1", "mysql db1:3307|||a b||||");
    row("REDISCLI_AUTH=secret redis-cli -h cache -a other", "redis cache:6379||0|other||||");
    row("sudo -u mysql mysql -h db1 app", "mysql db1:3306||app|||||sudo");
    row("ssh -t me@bastion 'redis-cli -h cache -n 2'", "redis cache:6379||2||||me@bastion|");
    row("ssh bastion -- mysql -h db1", "mysql db1:3306||||||bastion|");
    row("docker exec -it -e MYSQL_PWD=pw db mysql -u app x", "mysql nowhere|app|x|pw||||");
    row("docker exec mysql mysql -h 127.0.0.1 -P 3307", "mysql nowhere|||||||");
    row("docker compose exec -T cache redis-cli -c -a pw", "redis nowhere||0|pw||||");
    row("podman exec app redis-cli -h cache", "redis cache:6379||0|||||");
    row("kubectl -n shop exec -it deploy/db -c db -- mysql -uroot -ppw",
        "mysql nowhere|root||pw||||");
    row("ssh node1 docker exec r redis-cli -s /run/r.sock", "redis nowhere||0||||node1|");
    row("mysql -h $DB_HOST -P 3307 -p$(cat pw) app", "mysql nowhere||app|||||-h -p");
    row("mysql -h $(touch /tmp/x) `id`", "mysql nowhere|||||||-h");
    row("redis-cli -h cache -a \"$PW\"", "redis cache:6379||0|||||-a");
    row("redis-cli $OPTIONS ping", "redis nowhere||0|||||");
    row("mysql --login-path=shop app", "mysql nowhere||app|||||--login-path");
    row("mysql --defaults-file /x.cnf -h db1", "mysql db1:3306|||||||--defaults-file");
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
    for (const char *text : {"",
                             "   ",
                             "hello",
                             "mysql -h",
                             "mysql 'open",
                             "ssh -oProxyCommand=x mysql -h a",
                             "postgres://db1/app",
                             "psql -h db1",
                             "redis-cli -u",
                             "redis-cli -u http://x",
                             "sudo",
                             "mysql://",
                             "mysql -P 70000",
                             "mysql -P x",
                             "mysql -P 0",
                             "redis-cli -p 70000",
                             "redis-cli -n x",
                             "mysql -h db1 -p secret app",
                             "mysql -h db1 --frobnicate x",
                             "redis-cli --cluster check n1:7000",
                             "redis-cli --frobnicate x -h cache",
                             "mysql mysql://app:pw@db1/x",
                             "mysql+ssh://me@bastion/app@db1/x",
                             "jdbc:mysql:replication://a,b/x",
                             "docker run --rm redis redis-cli -h cache",
                             "docker exec",
                             "kubectl exec db mysql",
                             "mysql://app:pa?ss@db1/x",
                             "mysql://app:12?ss@db1/x",
                             "redis-cli -u mysql://db1/x",
                             "root@db1:~# mysql",
                             "FOO=bar"})
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

void TestPastedServer::itsPlaceIsNotGuessed_data()
{
    QTest::addColumn<QString>("note");
    const auto row = [](const char *text, const char *note) {
        QTest::newRow(text) << QString::fromUtf8(note);
    };
    row("docker exec db mysql", "The server is inside of the container db: give the host and the "
                                "port at which it is reached from here.");
    row("podman exec app redis-cli -h cache", "Inside of the container app it is called so. Look "
                                              "whether it is from here as well.");
    row("mysql --login-path=x", "Where it is does not stand in this line: give its host.");
    row("mysql -h a -p$PW", "Where a shell would put something else in, such as a variable, "
                            "nothing was filled in.");
    row("redis://perhaps-a-secret@cache",
        "What stands before the @ is the user. If it is a password, as some clients have it there, "
        "clear the user and type it as one.");
    row("mysql -h a | less", "What stands behind “|” was not read.");
    row("mysql -h a\nmysql -h b", "What stands behind “↵” was not read.");
}

void TestPastedServer::itsPlaceIsNotGuessed()
{
    QFETCH(QString, note);
    const auto server = pastedServer(QString::fromUtf8(QTest::currentDataTag()));
    QVERIFY(server);
    QCOMPARE(server->notes, QStringList{note});
}

void TestPastedServer::optionsOfOurUrlsAreFilledIn()
{
    const auto pasted = pastedServer(
        QStringLiteral("mysql://app@db1/x?environment=production&read_only=true&name=billing"
                       "&clock=utc&user_lock=a&poll_ms=1000&timeout_ms=3000&password_file=/pw"
                       "&systems=dist_lock&formats=auto&ssh=bastion&token=hidden"));
    QVERIFY(pasted);
    QCOMPARE(pasted->ignored, QStringList{QStringLiteral("token")});
    BackendSpec spec;
    spec.poll = std::chrono::milliseconds(5000);
    spec.passwordCommand = {QStringLiteral("pass")};
    takeOver(*pasted, spec);
    QCOMPARE(spec.environment, Environment::Production);
    QVERIFY(spec.readOnly && spec.autoFormats && spec.tunnel.isOwn);
    QCOMPARE(pasted->spec.name, QStringLiteral("billing"));
    QCOMPARE(spec.name, QString());
    QCOMPARE(spec.poll, std::chrono::milliseconds(1000));
    QCOMPARE(spec.timeout, std::chrono::milliseconds(3000));
    QCOMPARE(spec.passwordFile, QStringLiteral("/pw"));
    QVERIFY(spec.passwordCommand.isEmpty());
    QCOMPARE(spec.systems, QStringList{QStringLiteral("dist_lock")});
    QCOMPARE(spec.userLocks, std::vector<QByteArray>{"a"});
    QCOMPARE(spec.tables.size(), size_t(1));
    QCOMPARE(spec.tables.front().clock.kind, ClockSpec::Kind::Utc);
    QVERIFY(pastedUrl(QStringLiteral(" redis://cache\n"))); // as a variable may have it
    // Without a database there is no table that it would be said of.
    const auto nowhere = pastedServer(QStringLiteral("mysql://app@db1?clock=utc"));
    QVERIFY(nowhere);
    QCOMPARE(nowhere->ignored, QStringList{QStringLiteral("clock")});
}

void TestPastedServer::whatItDoesNotSayStays()
{
    BackendSpec spec;
    spec.name = QStringLiteral("mine");
    spec.environment = Environment::Production;
    spec.readOnly = true;
    spec.poll = std::chrono::milliseconds(5000);
    spec.passwordFile = QStringLiteral("/pw");
    spec.systems = {QStringLiteral("dist_lock")};
    spec.userLocks = {"a"};
    takeOver(*pastedServer(QStringLiteral("mysql -h db1 app")), spec);
    QCOMPARE(spec.host, QStringLiteral("db1"));
    QCOMPARE(spec.name, QStringLiteral("mine"));
    QVERIFY(spec.environment == Environment::Production && spec.readOnly);
    QCOMPARE(spec.poll, std::chrono::milliseconds(5000));
    QCOMPARE(spec.passwordFile, QStringLiteral("/pw"));
    QCOMPARE(spec.systems.size(), 1);
    QCOMPARE(spec.userLocks.size(), size_t(1));
    // A password that comes with it would come second.
    takeOver(*pastedServer(QStringLiteral("redis://:pw@cache")), spec);
    QVERIFY(spec.passwordFile.isEmpty() && spec.systems.isEmpty());
}

/** Whatever order its parts come in, it is read to its end or refused. */
void TestPastedServer::nothingThatIsPastedHoldsItUp()
{
    const QStringList parts{
        QStringLiteral("mysql"),     QStringLiteral("redis-cli"), QStringLiteral("sudo"),
        QStringLiteral("ssh"),       QStringLiteral("docker"),    QStringLiteral("kubectl"),
        QStringLiteral("exec"),      QStringLiteral("--"),        QStringLiteral("-u"),
        QStringLiteral("-h"),        QStringLiteral("-Nse"),      QStringLiteral("A=b"),
        QStringLiteral("redis://"),  QStringLiteral("a@b?c=d&"),  QStringLiteral("'"),
        QStringLiteral("\""),        QStringLiteral("\\"),        QStringLiteral("$("),
        QStringLiteral("`"),         QStringLiteral("${"),        QStringLiteral("<"),
        QStringLiteral("2>&1"),      QStringLiteral("\n"),        QStringLiteral("--ssl-ca"),
        QStringLiteral("-it"),       QStringLiteral("env"),       QStringLiteral("\U0001F512"),
        QStringLiteral("--cluster"), QStringLiteral("compose"),   QStringLiteral("|"),
    };
    QRandomGenerator random(20261130);
    for (int round = 0; round < 20'000; ++round) {
        QString text;
        for (int i = 1 + random.bounded(12); i > 0; --i) {
            text += parts[random.bounded(int(parts.size()))];
            if (random.bounded(4) > 0)
                text += u' ';
        }
        const auto server = pastedServer(text);
        QVERIFY2(server || !server.error().message.isEmpty(), qPrintable(text));
        if (server)
            takeOver(*server, *std::make_unique<BackendSpec>());
    }
}

LOCKMASTER_TEST(TestPastedServer, NoApplication)

} // namespace tst_pastedserver

#include "tst_pastedserver.moc"

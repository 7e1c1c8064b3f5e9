// SPDX-License-Identifier: Apache-2.0
#include "core/config/profilefile.h"
#include "core/imports/dbeaver.h"
#include "core/imports/optionfile.h"
#include "core/imports/serverimport.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;

namespace tst_serverimport {

namespace {

/** All of it that matters, in one line, and each note on one. */
QString textOf(const ImportableServer &server)
{
    const BackendSpec &s = server.spec;
    if (server.state == ImportableServer::State::Unusable)
        return QStringLiteral("%1: unusable: %2").arg(server.name, server.why);
    if (server.state == ImportableServer::State::Known)
        return QStringLiteral("%1: known as %2").arg(server.name, server.why);
    const QStringList parts{
        backendKindName(s.kind),
        s.isGroup()              ? s.farAddress()
        : s.socketPath.isEmpty() ? QStringLiteral("%1:%2").arg(s.host).arg(s.effectivePort())
                                 : s.socketPath,
        s.user,
        s.kind == BackendKind::MySql ? s.database : QString::number(s.redisDatabase),
        QString::fromUtf8(s.urlPassword.reveal()),
        s.tls == TlsMode::Verify ? QStringLiteral("tls %1").arg(s.caFile).trimmed() : QString(),
        s.certFile,
        s.tunnel.ssh,
        environmentName(s.environment),
        s.readOnly ? QStringLiteral("read-only") : QString()};
    return (QStringList{server.name + QStringLiteral(": ") + parts.join(u'|')} + server.notes)
        .join(u'\n');
}

QStringList textsOf(const std::vector<ImportableServer> &servers)
{
    QStringList texts;
    for (const ImportableServer &server : servers)
        texts << textOf(server);
    return texts;
}

} // namespace

/** Servers in the files of other programs. */
class TestServerImport : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void isFoundIn_data();
    void isFoundIn();
    void whatIsNoneOfTheseIsRefused_data();
    void whatIsNoneOfTheseIsRefused();
    void theEnvironmentIsRead();
    void usualPlacesAreLookedAt();
    void accountsOfDbeaverAreRead();
    void whatTheProfileHasIsKnown();
    void whatIsWrittenReadsBackWithoutPasswords();

private:
    QString write(const QString &name, const QByteArray &text) const;

    std::unique_ptr<QTemporaryDir> m_home;
};

void TestServerImport::init()
{
    m_home = std::make_unique<QTemporaryDir>();
}

QString TestServerImport::write(const QString &name, const QByteArray &text) const
{
    const QString path = m_home->filePath(name);
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path : QString();
}

void TestServerImport::isFoundIn_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QByteArray &text, const QStringList &expected) {
        QTest::newRow(name) << text << expected;
    };
    row("my.cnf", R"([client]
user = app
password = "s3cr#et"   
host = db1
; no comment of theirs
[client_prod]
host=db.prod.internal   # the big one
user=ops
ssl_ca=/etc/ssl/prod.pem
port = 3307
!includedir /etc/mysql/conf.d/
[mysqldump]
user=dumper
[mysql_upgrade]
user=upgrader
[mysql]
loose-prompt=\u@\h>
database = billing
)",
        {QStringLiteral("db1:3306/billing: mysql|db1:3306|app|billing|s3cr#et|||||"),
         QStringLiteral("prod: mysql|db.prod.internal:3307|ops|billing|s3cr#et|tls "
                        "/etc/ssl/prod.pem||||")});
    row("my.cnf with a socket",
        "[client]\nsocket=/run/mysqld/mysqld.sock\nuser=root\n[client-far]\nhost=db2\n",
        {QStringLiteral("/run/mysqld/mysqld.sock: mysql|/run/mysqld/mysqld.sock|root|||||||"),
         QStringLiteral("far: mysql|db2:3306|root|||||||")});
    row("my.cnf that says nothing of a server", "[mysql]\nprompt=x\nauto-rehash\n", {});
    row("my.cnf with a port that is none", "[client]\nhost=db1\nport=seventy\n",
        {QStringLiteral(": unusable: port cannot be 'seventy'.")});
    row("dbeaver", R"({"connections": {
"a": {"provider": "mysql", "driver": "mysql8", "name": "Orders\u202e", "read-only": true,
  "configuration": {"host": "orders.internal", "port": "3306", "database": "orders", "user": "me",
    "url": "jdbc:mysql://orders.internal:3306/orders", "configurationType": "MANUAL", "type": "prod",
    "handlers": {"ssh_tunnel": {"enabled": true, "properties": {"host": "bastion", "port": 2222,
        "keyPath": "/home/me/.ssh/work"}},
      "mysql_ssl": {"enabled": true, "properties": {"ssl.ca.cert": "/ca.pem",
        "ssl.verify.server": "false"}},
      "socks_proxy": {"enabled": false}}}},
"b": {"provider": "mysql", "driver": "mariaDB", "name": "by url", "configuration":
  {"configurationType": "URL", "url": "jdbc:mariadb://db9:3307/app?user=me&password=hush",
   "type": "dev"}},
"c": {"provider": "postgresql", "driver": "postgres-jdbc", "name": "Warehouse", "configuration": {}},
"d": {"provider": "mysql", "driver": "mysql8", "name": "by profile", "configuration":
  {"host": "db3", "port": "3306", "config-profile": "office"}},
"e": {"provider": "mysql", "driver": "mysql8", "name": "odd ssh", "configuration":
  {"host": "db4", "port": "3306", "handlers": {"ssh_tunnel": {"enabled": true, "properties":
    {"host": "-oProxyCommand=touch /tmp/x"}}}}}},
"network-profiles": {"office": {"handlers": {"ssh_tunnel": {"enabled": true, "properties":
    {"host": "gate", "user": "me"}}}}}})",
        {QStringLiteral(
             "Orders\\u202e: mysql|orders.internal:3306|me|orders||tls "
             "/ca.pem||bastion|production|read-only\n"
             "Its certificate is not verified there. Here it is.\n"
             "Your own ssh connects: write 'Port 2222' for bastion into ~/.ssh/config.\n"
             "Your own ssh connects: write 'IdentityFile /home/me/.ssh/work' for bastion "
             "into ~/.ssh/config, or have the key in your agent."),
         QStringLiteral("by url: mysql|db9:3307|me|app|hush||||development|"),
         QStringLiteral("Warehouse: unusable: Lockmaster watches MySQL, MariaDB, Redis and Valkey, "
                        "and not postgresql."),
         QStringLiteral("by profile: mysql|db3:3306|||||||me@gate||\n"
                        "Its user is not known: write it into its url.")
             .replace(QStringLiteral("|||||||me@gate"), QStringLiteral("||||||me@gate")),
         QStringLiteral("odd ssh: unusable: It is reached through ssh, and '-oProxyCommand=touch "
                        "/tmp/x' is no host that ssh can be told of.")});
    const QByteArray desktopManager = R"([
{"host": "cache", "port": "6380", "auth": "pw", "username": "ops", "name": "cache one",
 "separator": ":", "cluster": true, "connectionReadOnly": true, "key": "1", "order": 0,
 "sslOptions": {"ca": "/ca.pem", "cert": "/c.pem", "key": "/k.pem"}},
{"host": "inner", "port": 6379, "auth": "", "sshOptions": {"host": "gate", "port": "22",
 "username": "me", "password": "sshpw", "privatekey": ""}},
{"host": "sentinel", "port": "26379", "name": "s", "sentinelOptions": {"masterName": "m"}},
{"host": "/run/redis.sock", "port": 0}])";
    const QStringList keys{
        QStringLiteral("cache one: redis|the cluster of cache:6380|ops|0|pw|tls /ca.pem|/c.pem|||"
                       "read-only"),
        QStringLiteral("inner:6379/0 via me@gate: redis|inner:6379||0||||me@gate||"),
        QStringLiteral("s: redis|m of the sentinels sentinel:26379||0||||||"),
        QStringLiteral("/run/redis.sock/0: redis|/run/redis.sock||0||||||")};
    row("another redis desktop manager", desktopManager.toBase64(), keys);
    row("the same unwrapped", desktopManager, keys);
    row("redis insight", R"([{"id": "1", "host": "r1", "port": 6379, "name": "r one", "db": 3,
 "username": null, "password": "pw", "connectionType": "STANDALONE", "tls": true,
 "verifyServerCert": true, "caCert": {"id": "2", "name": "ca", "certificate": "-----BEGIN"},
 "clientCert": null, "ssh": true, "sshOptions": {"host": "gate", "port": 22, "username": "me",
 "privateKey": "-----BEGIN OPENSSH PRIVATE KEY-----"}},
{"host": "r2", "port": 70000, "name": "odd"}, {"name": "none"}, 7,
{"host": "r3", "port": 6379, "ssh": false, "sshHost": "gate", "ssl": false},
{"host": "s1", "port": 26380, "username": "watch", "password": "spw", "connectionType": "SENTINEL",
 "sentinelMaster": {"name": "m", "username": "ops", "password": "mpw"}},
{"host": "s1", "port": 26379, "name": "no master", "connectionType": "SENTINEL"}])",
        {QStringLiteral("r one: redis|r1:6379||3|pw|tls||me@gate||\n"
                        "The certificate of its authority is not in a file: save it in one, and "
                        "name that as 'ca'."),
         QStringLiteral("odd: unusable: It has no port there that could be one."),
         QStringLiteral("none: unusable: It has no host there."),
         QStringLiteral(": unusable: It has no host there."),
         QStringLiteral("r3:6379/0: redis|r3:6379||0||||||"),
         QStringLiteral("s1:26380/m/0: redis|m of the sentinels s1:26380|ops|0|mpw|||||\n"
                        "The password of the sentinels is not taken over: name a file or a command "
                        "that has it."),
         QStringLiteral("no master: unusable: That is a Sentinel, and what it calls its master is "
                        "not there.")});
    row(".env",
        "APP_URL=http://localhost\nexport DATABASE_URL=\"mysql2://app:pw@db1/app?pool=5\"\n"
        "CACHE_URL='rediss://:tok@cache:6380/2'\nREDIS_URL=\n",
        {QStringLiteral("db1:3306/app: mysql|db1:3306|app|app|pw|||||\nNot taken over: pool"),
         QStringLiteral("cache:6380/2: redis|cache:6380||2|tok|tls||||")});
}

void TestServerImport::isFoundIn()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, expected);
    const auto found = serversOfFile(write(QStringLiteral("file"), text));
    QVERIFY2(found, qPrintable(found ? QString() : found.error().message));
    QCOMPARE(textsOf(importable({*found}, {})), expected);
}

void TestServerImport::whatIsNoneOfTheseIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("prose") << QByteArray("These are my servers: db1, db2.\n");
    QTest::newRow("other JSON") << QByteArray("{\"a\": 1}");
    QTest::newRow("bytes") << QByteArray("\x00\xff\xfe[\x80", 5);
    QTest::newRow("too many") << "[" + QByteArray("{},").repeated(1000) + "{}]";
    QTest::newRow("too large") << QByteArray((10 << 20) + 1, ' ');
    QTest::newRow("deep") << QByteArray(100'000, '[');
}

void TestServerImport::whatIsNoneOfTheseIsRefused()
{
    QFETCH(QByteArray, text);
    const QString path = write(QStringLiteral("file"), text);
    const auto found = serversOfFile(path);
    QVERIFY(!found);
    QVERIFY2(found.error().message.contains(path), qPrintable(found.error().message));
    QVERIFY(!serversOfFile(m_home->path()));
    QVERIFY(!serversOfFile(QStringLiteral("/dev/zero")));
    QVERIFY(!serversOfFile(m_home->filePath(QStringLiteral("none"))));
}

void TestServerImport::theEnvironmentIsRead()
{
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("DATABASE_URL"), QStringLiteral("postgres://u:hush@pg/app"));
    environment.insert(QStringLiteral("REDIS_URL"), QStringLiteral("redis://cache/1"));
    environment.insert(QStringLiteral("VALKEY_URL"), QStringLiteral("http://cache"));
    environment.insert(QStringLiteral("OTHER_URL"), QStringLiteral("redis://other"));
    const QStringList texts =
        textsOf(importable(usualServers(m_home->path(), environment).found, {}));
    QCOMPARE(texts.size(), 2);
    QVERIFY2(texts[0].startsWith(u"DATABASE_URL: unusable: ") && !texts[0].contains(u"hush"),
             qPrintable(texts[0]));
    QCOMPARE(texts[1], QStringLiteral("cache:6379/1: redis|cache:6379||1||||||"));
}

void TestServerImport::usualPlacesAreLookedAt()
{
    QVERIFY(usualServers(m_home->path(), {}).found.empty());
    const QStringList files{
        write(QStringLiteral(".my.cnf"), "[client]\nhost=db1\n"),
        write(QStringLiteral(".local/share/DBeaverData/workspace6/General/.dbeaver/"
                             "data-sources.json"),
              R"({"connections": {}})"),
        write(QStringLiteral("snap/dbeaver-ce/current/.local/share/DBeaverData/workspace6/Work/"
                             ".dbeaver/data-sources.json"),
              R"({"connections": {}})")};
    QStringList places;
    for (const FoundServers &place : usualServers(m_home->path(), {}).found)
        places << place.where;
    QCOMPARE(places, files);
    // One that has nothing in it is no matter.
    write(QStringLiteral(".my.cnf"), "");
    QVERIFY(usualServers(m_home->path(), {}).unread.empty());
    QFile::remove(files.front());
    QVERIFY(QDir().mkpath(files.front()));
    QVERIFY(usualServers(m_home->path(), {}).unread.empty());
}

void TestServerImport::accountsOfDbeaverAreRead()
{
    // Made with openssl enc -aes-128-cbc of {"a":{"#connection":{"user":"olga",
    // "password":"hush"},"network/ssh_tunnel":{"user":"deploy"}}}, the vector before it.
    const QByteArray encrypted = QByteArray::fromHex(
        "000102030405060708090a0b0c0d0e0fe9c03c3e9ca924f94f06af4de03ee4911af20bab77c48385"
        "40c690577601fbf7559952609ca6840d80ec40d751ff0394aa9fb4665d72ee174154c2e5012b560c"
        "772e9517fbf08622414362b6cbcf8390eca334df314e5cc1284e4f6228bee344");
    write(QStringLiteral("credentials-config.json"), encrypted);
    const QString path = write(QStringLiteral("data-sources.json"), R"({"connections": {"a": {
"provider": "mysql", "driver": "mysql8", "name": "a", "configuration": {"host": "db1",
"port": "3306", "handlers": {"ssh_tunnel": {"enabled": true, "properties": {"host": "gate"}}}}}}})");
    const QStringList expected{QStringLiteral("a: mysql|db1:3306|olga||hush|||deploy@gate||")};
    QCOMPARE(textsOf(importable({serversOfFile(path).value()}, {})), expected);
    // Whatever else stands there costs the account and nothing more.
    for (const QByteArray &other : {QByteArray(), QByteArray("short"), QByteArray(64, 'x'),
                                    encrypted.chopped(1), encrypted.chopped(16)})
        QVERIFY(dbeaverAccounts(other).isEmpty());
}

void TestServerImport::whatTheProfileHasIsKnown()
{
    const Profile profile = parseProfile("[[backend]]\nname = \"mine\"\n"
                                         "url = \"mysql://me@DB1.:3306/app\"\n"
                                         "[[backend]]\nname = \"cache\"\n"
                                         "url = \"redis://elsewhere\"\n");
    const FoundServers file =
        serversOfFile(write(QStringLiteral("file"),
                            R"([{"host": "cache", "port": 6379, "name": "cache"},
{"host": "cache", "port": 6379, "name": "again"}, {"host": "cache", "port": 6379, "db": 1,
"name": "cache"}])"))
            .value();
    const FoundServers other =
        serversOfFile(write(QStringLiteral("env"), "A_URL=mysql://other@db1/app\n"
                                                   "B_URL=mysql://other@db1/more\n"))
            .value();
    QStringList texts;
    for (const ImportableServer &server : importable({file, other}, profile.backends))
        texts << textOf(server).section(u'|', 0, 0);
    QCOMPARE(texts, (QStringList{QStringLiteral("cache-2: redis"),
                                 QStringLiteral("again: known as cache-2"),
                                 QStringLiteral("cache-3: redis"),
                                 QStringLiteral("db1:3306/app: known as mine"),
                                 QStringLiteral("db1:3306/more: mysql")}));
}

void TestServerImport::whatIsWrittenReadsBackWithoutPasswords()
{
    const QString path = m_home->filePath(QStringLiteral("lockmaster.toml"));
    write(QStringLiteral("lockmaster.toml"), "# mine\n[[backend]]\nname = \"a\"\n"
                                             "url = \"redis://r0\"\n");
    const FoundServers found =
        serversOfFile(write(QStringLiteral("file"), R"([{"host": "r1", "port": 1, "name": "a",
"password": "hush", "sshHost": "gate"}, {"host": "r2", "port": 2, "name": "x\ny \"q\" = 1 #",
"auth": "hush", "tls": true}])"))
            .value();
    std::vector<BackendSpec> wanted;
    for (const ImportableServer &server : importable({found}, loadProfile(path).value().backends))
        wanted.push_back(server.spec);
    QVERIFY(importServers(path, wanted));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY2(text.startsWith("# mine\n") && !text.contains("hush"), text.constData());
    const Profile profile = parseProfile(text);
    QVERIFY(profile.problems.empty());
    QCOMPARE(profile.backends.size(), size_t(3));
    QVERIFY(profile.backends[1] == wanted[0]);
    QVERIFY(profile.backends[2] == wanted[1]);
    QVERIFY(!profile.backends[1].tunnel.isOwn);
    // All of it is known then.
    for (const ImportableServer &server : importable({found}, profile.backends))
        QCOMPARE(server.state, ImportableServer::State::Known);
}

LOCKMASTER_TEST(TestServerImport, NoApplication)

} // namespace tst_serverimport

#include "tst_serverimport.moc"

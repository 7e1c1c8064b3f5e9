// SPDX-License-Identifier: Apache-2.0
#include "core/config/backendurl.h"
#include "core/config/profilefile.h"
#include "core/text/durationtext.h"
#include "core/config/urlsplit.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_backendurl {

/** Every option and every malformed form of a backend's URL. */
class TestBackendUrl : public QObject
{
    Q_OBJECT

    static BackendSpec parsed(const char *url)
    {
        const Result<BackendSpec> spec = parseBackendUrl(QString::fromUtf8(url));
        if (!spec)
            qWarning("%s: %s", url, qPrintable(spec.error().message));
        return spec.value_or(BackendSpec{});
    }

private slots:
    void aClusterIsNamed()
    {
        const BackendSpec spec =
            parsed("redis+cluster://me:pw@n1,n2:7001,[::1]?node=10.0.0.5:7001=127.0.0.1:17001");
        QCOMPARE(hostsText(spec.cluster), QStringLiteral("n1:6379, n2:7001, [::1]:6379"));
        QVERIFY(spec.host.isEmpty());
        QVERIFY(!spec.sentinel.isSet());
        QCOMPARE(spec.name, QStringLiteral("n1:6379/cluster"));
        QCOMPARE(spec.nodes.size(), size_t(1));
        QCOMPARE(backendUrl(spec),
                 QStringLiteral("redis+cluster://me@n1:6379,n2:7001,[::1]:6379/0"));
        QCOMPARE(parsed("rediss+cluster://n1").tls, TlsMode::Verify);
        QVERIFY(!parseBackendUrl(QStringLiteral("redis+cluster://n 1")));
        QVERIFY(!parseBackendUrl(QStringLiteral("redis+cluster://n1/mymaster")));
        QVERIFY(!parseBackendUrl(QStringLiteral("redis://n1,n2")));
        // Also where one of its nodes is named by itself.
        BackendSpec known = spec;
        known.environment = Environment::Production;
        const auto again = parseBackendUrl(QStringLiteral("redis://N2:7001"), {{known}, {}});
        QVERIFY(again && again->readOnly);
    }

    void serversOfARedlockAreNamed()
    {
        const BackendSpec spec = parsed("redis+redlock://me:pw@r1,r2:6380,[::1]/3?quorum=3");
        QCOMPARE(hostsText(spec.redlock), QStringLiteral("r1:6379, r2:6380, [::1]:6379"));
        QCOMPARE(spec.needed(), 3);
        QCOMPARE(spec.redisDatabase, 3);
        QVERIFY(!spec.isGroup());
        QVERIFY(spec.host.isEmpty());
        QCOMPARE(spec.name, QStringLiteral("r1:6379/redlock"));
        QCOMPARE(backendUrl(spec),
                 QStringLiteral("redis+redlock://me@r1:6379,r2:6380,[::1]:6379/3"));
        QCOMPARE(parsed("redis+redlock://r1,r2,r3").needed(), 2);
        QCOMPARE(parsed("redis+redlock://r1,r2,r3,r4").needed(), 3);
        QCOMPARE(parsed("rediss+redlock://r1,r2").tls, TlsMode::Verify);
        const BackendSpec second = spec.member(1);
        QCOMPARE(second.host, QStringLiteral("r2"));
        QCOMPARE(second.effectivePort(), quint16(6380));
        QVERIFY(!second.isQuorum());
        for (const char *wrong :
             {"redis+redlock://r1", "redis+redlock://r1,r1:6379",
              "redis+redlock://r1,r2,r3?quorum=1", "redis+redlock://r1,r2,r3?quorum=4",
              "redis+redlock://r1,r2?quorum=0", "redis://r1?quorum=1",
              "redis+redlock://r1,r2?node=r3:1=r4:1"})
            QVERIFY2(!parseBackendUrl(QString::fromLatin1(wrong)), wrong);
    }

    void sentinelsAreNamed()
    {
        const BackendSpec spec = parsed("redis+sentinel://me:pw@s1,s2:26380,[::1]/my%20master/3"
                                        "?node=10.0.0.5:6379=127.0.0.1:16379&sentinel_user=watch"
                                        "&sentinel_password_file=/s&sentinel_tls=off");
        QCOMPARE(spec.kind, BackendKind::Redis);
        QCOMPARE(hostsText(spec.sentinel.hosts), QStringLiteral("s1:26379, s2:26380, [::1]:26379"));
        QCOMPARE(spec.sentinel.master, QStringLiteral("my master"));
        QCOMPARE(spec.redisDatabase, 3);
        QCOMPARE(spec.user, QStringLiteral("me"));
        QCOMPARE(spec.sentinel.user, QStringLiteral("watch"));
        QCOMPARE(spec.sentinel.passwordFile, QStringLiteral("/s"));
        QCOMPARE(spec.sentinel.tls, std::optional(TlsMode::Off));
        QVERIFY(spec.host.isEmpty());
        QCOMPARE(spec.name, QStringLiteral("s1:26379/my master/3"));
        QCOMPARE(spec.dialledAt({QStringLiteral("10.0.0.5"), 6379}).text(),
                 QStringLiteral("127.0.0.1:16379"));
        QCOMPARE(spec.dialledAt({QStringLiteral("10.0.0.6"), 6379}).text(),
                 QStringLiteral("10.0.0.6:6379"));
        QCOMPARE(parsed("redis+sentinel://s1/m").redisDatabase, 0);
        QCOMPARE(parsed("rediss+sentinel://s1/m").tls, TlsMode::Verify);

        for (const char *url :
             {"redis+sentinel://s1,s2", "redis+sentinel://s1/", "redis+sentinel:///m/0",
              "redis+sentinel://s1,,s2/m", "redis+sentinel://s1,s2:0/m", "redis+sentinel://s1/m/x",
              "redis+sentinel://s1/m/0/1", "redis://s1,s2/0", "mysql://db1,db2/app",
              "redis://c/0?sentinel_user=x", "redis://c/0?node=a:1=b:2", "redis+sentinel://h%3Fx/m",
              "redis+sentinel://h%25x/m", "redis+sentinel://a%2Cb/m", "redis+sentinel://a%40b/m",
              "redis+sentinel://s1/m?node=a=b", "redis+sentinel://s1/m?sentinel_tls=maybe"})
            QVERIFY2(!parseBackendUrl(QString::fromUtf8(url)), url);
    }

    /** By any of the sentinels that both name. */
    void oneMasterHasManyUrls()
    {
        const auto same = [](const char *a, const char *b) {
            return isSameServer(parsed(a), parsed(b));
        };
        QVERIFY(same("redis+sentinel://s1,s2/m", "redis+sentinel://s3,S2.:26379/m/4"));
        QVERIFY(!same("redis+sentinel://s1,s2/m", "redis+sentinel://s3,s2/other"));
        QVERIFY(!same("redis+sentinel://s1/m", "redis+sentinel://s1:26380/m"));
        QVERIFY(!same("redis+sentinel://s1/m", "redis://s1:26379/0"));
        QVERIFY(!same("redis+sentinel://localhost/m", "redis+sentinel://localhost/m?ssh=far"));
    }

    /** All libraries, by the names that they have; what was named keeps its own. */
    void formatsAreLookedForByThemselves()
    {
        const auto spec = parseBackendUrl(
            QStringLiteral("mysql://db/app?formats=auto,shedlock:jobs.locks&clock=utc"));
        QVERIFY2(spec, qPrintable(spec ? QString() : spec.error().message));
        QVERIFY(spec->autoFormats);
        const auto named = std::count_if(spec->tables.begin(), spec->tables.end(),
                                         [](const TableSpec &table) { return table.named; });
        QCOMPARE(named, 1);
        const auto of = [&spec](QStringView system) {
            return std::count_if(spec->tables.begin(), spec->tables.end(),
                                 [system](const TableSpec &t) { return t.system == system; });
        };
        QCOMPARE(of(u"shedlock"), 3); // its own name is looked for as well, in two spellings
        QCOMPARE(of(u"liquibase"), 2);
        QCOMPARE(of(u"symfony_redis"), 0);

        const auto same = parseBackendUrl(QStringLiteral("mysql://db/app?formats=shedlock,auto"));
        QVERIFY(same);
        QCOMPARE(std::count_if(same->tables.begin(), same->tables.end(),
                               [](const TableSpec &t) { return t.table == u"shedlock"; }),
                 1);
        QVERIFY(!parseBackendUrl(QStringLiteral("mysql://db?formats=auto")));
        QVERIFY(!parseBackendUrl(QStringLiteral("redis://db?formats=auto")));
        const auto few =
            parseBackendUrl(QStringLiteral("mysql://db/app?formats=auto&systems=user_lock,knex"));
        QVERIFY(few);
        QCOMPARE(std::count_if(few->tables.begin(), few->tables.end(),
                               [](const TableSpec &t) { return t.format && t.system != u"knex"; }),
                 0);
    }

    /** Whatever a URL says of it. */
    void whatIsProductionStaysSo()
    {
        ServersOfProfile profile;
        for (const char *url : {"mysql://DB1.example:3306/app?environment=production&name=a",
                                "redis://localhost/0?environment=production&name=b",
                                "mysql+unix:///run/s.sock?database=a&environment=production&name=c",
                                "mysql://db2/app?name=d"})
            profile.known.push_back(*parseBackendUrl(QString::fromLatin1(url)));
        const auto of = [&profile](const char *url) {
            const auto spec = parseBackendUrl(QString::fromLatin1(url), profile);
            return spec && spec->environment == Environment::Production && spec->readOnly;
        };
        for (const char *same :
             {"mysql://root@db1.example./other", "mysql://db1.EXAMPLE/x?environment=development",
              "redis://127.0.0.1/7", "redis://[::1]:6379", "redis://127.0.0.2",
              "redis://[0:0:0:0:0:0:0:1]", "redis://[::ffff:127.0.0.1]",
              "mysql+unix:///run/s.sock?database=b", "mysql://db1.example/x?ssh=bastion"})
            QVERIFY2(of(same), same);
        for (const char *other :
             {"mysql://db1.example:3307/app", "redis://db1.example:3306", "mysql://db2/app",
              "mysql://localhost/app", "redis://localhost/0?ssh=bastion"})
            QVERIFY2(!of(other), other);
        // Who writes there says so in the same URL.
        const auto written =
            parseBackendUrl(QStringLiteral("mysql://db1.example/x?read_only=false"), profile);
        QVERIFY(written && !written->readOnly);
        QCOMPARE(written->environment, Environment::Production);
    }

    /** What could not be read may be the server that the URL names. */
    void whatTheProfileDoesNotTellIsNotWrittenTo()
    {
        const QTemporaryDir directory;
        const auto profileOf = [&directory](const QByteArray &text) {
            const QString path = directory.filePath(QStringLiteral("p.toml"));
            QFile file(path);
            if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
                qFatal("no profile");
            file.close();
            return serversOfProfile(path);
        };
        const auto readOnly = [](const char *url, const ServersOfProfile &profile) {
            const auto spec = parseBackendUrl(QString::fromLatin1(url), profile);
            return spec && spec->readOnly;
        };
        const QByteArray good = "[[backend]]\nname = \"a\"\nurl = \"mysql://db1/app\"\n";
        const ServersOfProfile whole = profileOf(good + "colour = 1\n");
        QCOMPARE(whole.unread, QStringList());
        QVERIFY(!readOnly("mysql://db2/app", whole));
        QVERIFY(!readOnly("mysql://db2/app", serversOfProfile(QStringLiteral("/nowhere.toml"))));

        for (const ServersOfProfile &part :
             {profileOf(good + "[[backend]]\nname = \"b\"\nurl = \"mysql:/db2\"\n"),
              profileOf(good + "[[backend]\nname ="), serversOfProfile(directory.path())}) {
            QVERIFY(!part.unread.isEmpty());
            QVERIFY2(part.unread.first().contains(QLatin1StringView("read_only=")),
                     qUtf8Printable(part.unread.first()));
            QVERIFY(readOnly("mysql://db2/app", part));
            QVERIFY(!readOnly("mysql://db2/app?read_only=false", part));
            QVERIFY(!readOnly("mysql://db2/app?environment=staging", part));
            QVERIFY(readOnly("mysql://db2/app?environment=production", part));
        }
    }

    void addressesAreRead_data();
    void addressesAreRead();
    void optionsAreRead();
    void tablesDefaultToTheReferenceDesigns();
    void clockAndLeaseBelongToTheTableBeforeThem();
    void clockAndLeaseThatComeFirstBelongToAll();
    void namesAndPatternsAreBytes();
    void certificateFilesMeanVerifiedTls();
    void productionIsReadOnlyUnlessItSaysOtherwise();
    void withoutANameItIsCalledByItsAddress();
    void malformedUrlsAreRefused_data();
    void malformedUrlsAreRefused();
    void noErrorQuotesThePassword_data();
    void noErrorQuotesThePassword();
    void passwordIsFoundInTheText_data();
    void passwordIsFoundInTheText();
    void urlIsReadBack_data();
    void urlIsReadBack();
    void durationsAreReadAndWritten();
};

void TestBackendUrl::addressesAreRead_data()
{
    QTest::addColumn<QByteArray>("url");
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");
    QTest::addColumn<QString>("socket");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("database");

    const auto row = [](const char *url, const char *host, int port, const char *socket,
                        const char *user, const char *database) {
        QTest::newRow(url) << QByteArray(url) << QString::fromUtf8(host) << port
                           << QString::fromUtf8(socket) << QString::fromUtf8(user)
                           << QString::fromUtf8(database);
    };
    row("mysql://db1/app", "db1", 3306, "", "", "app");
    row("mysql://u@db1:3307/app", "db1", 3307, "", "u", "app");
    row("MYSQL://u@db1", "db1", 3306, "", "u", "");
    row("mysql://u%40corp:p%3Ax@db1/a%2Fb", "db1", 3306, "", "u@corp", "a/b");
    row("mysql://u@[::1]:3307/app", "::1", 3307, "", "u", "app");
    row("mysql://[fe80::1]/app", "fe80::1", 3306, "", "", "app");
    row("redis://cache:6380/7", "cache", 6380, "", "", "7");
    row("redis://cache", "cache", 6379, "", "", "0");
    row("redis://cache/", "cache", 6379, "", "", "0");
    row("redis://monitor@cache/3", "cache", 6379, "", "monitor", "3");
    row("redis://%EB%9D%BD@cache", "cache", 6379, "", "\uB77D", "0");
    row("mysql+unix:///run/my%20sql/s.sock?database=app", "", 3306, "/run/my sql/s.sock", "",
        "app");
    row("mysql+unix://u@/run/s.sock?database=app", "", 3306, "/run/s.sock", "u", "app");
    row("redis+unix:///run/r.sock?db=4", "", 6379, "/run/r.sock", "", "4");
    row("redis+unix:///run/r.sock", "", 6379, "/run/r.sock", "", "0");
}

void TestBackendUrl::addressesAreRead()
{
    QFETCH(QByteArray, url);
    QFETCH(QString, host);
    QFETCH(int, port);
    QFETCH(QString, socket);
    QFETCH(QString, user);
    QFETCH(QString, database);

    const BackendSpec spec = parsed(url.constData());
    if (socket.isEmpty())
        QCOMPARE(spec.host, host);
    QCOMPARE(int(spec.effectivePort()), port);
    QCOMPARE(spec.socketPath, socket);
    QCOMPARE(spec.user, user);
    if (spec.kind == BackendKind::MySql)
        QCOMPARE(spec.database, database);
    else
        QCOMPARE(QString::number(spec.redisDatabase), database);
}

void TestBackendUrl::optionsAreRead()
{
    const BackendSpec spec =
        parsed("mysql://u:secret@db1/app?name=billing%20db&environment=staging&read_only=true&"
               "tls=verify&ca=/ca.pem&cert=/c.pem&key=/k.pem&server_public_key=/s.pem&"
               "systems=dist_lock,user_lock&"
               "password_file=/p&poll_ms=500&timeout_ms=1500&user_lock=a&user_lock=b");
    QCOMPARE(spec.name, QStringLiteral("billing db"));
    QCOMPARE(spec.environment, Environment::Staging);
    QVERIFY(spec.readOnly);
    QCOMPARE(spec.tls, TlsMode::Verify);
    QCOMPARE(spec.caFile, QStringLiteral("/ca.pem"));
    QCOMPARE(spec.certFile, QStringLiteral("/c.pem"));
    QCOMPARE(spec.keyFile, QStringLiteral("/k.pem"));
    QCOMPARE(spec.publicKeyFile, QStringLiteral("/s.pem"));
    QCOMPARE(spec.systems, QStringList({QStringLiteral("dist_lock"), QStringLiteral("user_lock")}));
    QCOMPARE(spec.passwordFile, QStringLiteral("/p"));
    QCOMPARE(spec.poll, Millis(500));
    QCOMPARE(spec.timeout, Millis(1500));
    QCOMPARE(spec.userLocks, std::vector<QByteArray>({"a", "b"}));
    QCOMPARE(spec.urlPassword.reveal(), QByteArray("secret"));
}

void TestBackendUrl::tablesDefaultToTheReferenceDesigns()
{
    QCOMPARE(parsed("mysql://db/app").tables, std::vector({distLockTable(), leaderTable()}));
    QVERIFY(parsed("mysql://db").tables.empty());
    QVERIFY(parsed("redis://db").tables.empty());

    const BackendSpec named = parsed("mysql://db/app?dist_lock=ops.jobs");
    QCOMPARE(named.tables.size(), 2u);
    QCOMPARE(named.tables[0].schema, QStringLiteral("ops"));
    QCOMPARE(named.tables[0].table, QStringLiteral("jobs"));
    QVERIFY(named.tables[0].named);
    QCOMPARE(named.tables[1], leaderTable());
}

void TestBackendUrl::clockAndLeaseBelongToTheTableBeforeThem()
{
    const BackendSpec spec =
        parsed("mysql://db/app?dist_lock=a&clock=utc&dist_lock=b&clock=Asia/Seoul&dist_lock=c&"
               "leader=x&lease_ms=1002&leader=y&leader_clock=%2B09:00&clock=-03:30");
    QCOMPARE(spec.tables.size(), 5u);
    QCOMPARE(clockSpecText(spec.tables[0].clock), QStringLiteral("utc"));
    QCOMPARE(clockSpecText(spec.tables[1].clock), QStringLiteral("Asia/Seoul"));
    QCOMPARE(clockSpecText(spec.tables[2].clock), QStringLiteral("-03:30"));
    QCOMPARE(clockSpecText(spec.tables[3].clock), QStringLiteral("utc"));
    QCOMPARE(spec.tables[3].lease, std::optional<Micros>(1002ms));
    QCOMPARE(clockSpecText(spec.tables[4].clock), QStringLiteral("+09:00"));
    QCOMPARE(spec.tables[4].lease, std::optional<Micros>(1200ms));
}

void TestBackendUrl::clockAndLeaseThatComeFirstBelongToAll()
{
    const BackendSpec spec = parsed("mysql://db/app?clock=utc&lease_ms=5000&leader_clock=server&"
                                    "dist_lock=a&dist_lock=b&clock=server&leader=x&leader=y");
    QCOMPARE(clockSpecText(spec.tables[0].clock), QStringLiteral("utc"));
    QCOMPARE(clockSpecText(spec.tables[1].clock), QStringLiteral("server"));
    QCOMPARE(spec.tables[2].lease, std::optional<Micros>(5s));
    QCOMPARE(spec.tables[3].lease, std::optional<Micros>(5s));
    QCOMPARE(clockSpecText(spec.tables[3].clock), QStringLiteral("server"));

    const BackendSpec unnamed = parsed("mysql://db/app?clock=utc&lease_ms=1002");
    QCOMPARE(clockSpecText(unnamed.tables[0].clock), QStringLiteral("utc"));
    QCOMPARE(unnamed.tables[1].lease, std::optional<Micros>(1002ms));
    QVERIFY(!unnamed.tables[1].named);
}

void TestBackendUrl::namesAndPatternsAreBytes()
{
    const BackendSpec redis = parsed("redis://c/0?match=lock:*&match=%FF%00%26+[a-z]");
    QCOMPARE(redis.patterns, std::vector<QByteArray>({"lock:*", QByteArray("\xff\0&+[a-z]", 9)}));
    QCOMPARE(parsed("mysql://c?user_lock=%FE%25").userLocks, std::vector<QByteArray>({"\xfe%"}));
}

void TestBackendUrl::certificateFilesMeanVerifiedTls()
{
    QCOMPARE(parsed("mysql://db/app").tls, TlsMode::Off);
    QCOMPARE(parsed("mysql://db/app?ca=/ca.pem").tls, TlsMode::Verify);
    QCOMPARE(parsed("rediss://c").tls, TlsMode::Verify);
    QCOMPARE(parsed("rediss://c?tls=verify").tls, TlsMode::Verify);
    QCOMPARE(parsed("redis://c?tls=off").tls, TlsMode::Off);
}

void TestBackendUrl::productionIsReadOnlyUnlessItSaysOtherwise()
{
    QVERIFY(!parsed("redis://c").readOnly);
    QVERIFY(!parsed("redis://c?environment=staging").readOnly);
    QVERIFY(parsed("redis://c?environment=production").readOnly);
    QVERIFY(!parsed("redis://c?environment=production&read_only=false").readOnly);
    QVERIFY(parsed("redis://c?read_only=true").readOnly);
    QVERIFY(parsed("redis://c").push);
    QVERIFY(!parsed("redis://c?push=false").push);
}

void TestBackendUrl::withoutANameItIsCalledByItsAddress()
{
    QCOMPARE(parsed("mysql://u@db1/app").name, QStringLiteral("db1:3306/app"));
    QCOMPARE(parsed("mysql://u@db1:33").name, QStringLiteral("db1:33"));
    QCOMPARE(parsed("redis://[::1]").name, QStringLiteral("[::1]:6379/0"));
    QCOMPARE(parsed("redis+unix:///r.sock?db=2").name, QStringLiteral("/r.sock/2"));
}

void TestBackendUrl::malformedUrlsAreRefused_data()
{
    QTest::addColumn<QByteArray>("url");
    QTest::addColumn<QString>("said");

    const auto row = [](const char *url, const char *said) {
        QTest::newRow(url) << QByteArray(url) << QString::fromUtf8(said);
    };
    row("", "not a backend's URL");
    row("db1", "not a backend's URL");
    row("://db1", "not a backend's URL");
    row("http://db1/app", "'http'");
    row("mysql:/db1/app", "not a backend's URL");
    row("mysql://", "names no host");
    row("mysql:///app", "names no host");
    row("redis://:6379", "names no host");
    row("redis://c1?name=a%0Ab", "it takes text that can be seen");
    row("redis://c1?name=%E2%80%AE", "it takes text that can be seen");
    row("mysql://db1:0/app", "port");
    row("mysql://db1:65536/app", "port");
    row("mysql://db1:+80/app", "port");
    row("mysql://db1:/app", "port");
    row("mysql://db1:x/app", "port");
    row("mysql://[::1/app", "host");
    row("mysql://[::1]x/app", "host");
    row("mysql://a;b=c/app", "host");
    row("mysql://a%3Bb/app", "host");
    row("mysql://db 1/app", "space");
    row("mysql://db1/app\n", "control");
    row("mysql://db1/%zz", "database");
    row("mysql://db1/%FF", "database");
    row("mysql://db1/a/b", "one database");
    row("redis://c/x", "number of a database");
    row("redis://c/-1", "number of a database");
    row("redis://c/99999999999", "number of a database");
    row("redis://c/1/2", "one database");
    row("mysql://%zz@db1/app", "user");
    row("mysql://u:%zz@db1/app", "password");
    row("mysql://db1/app#x", "#");
    row("mysql+unix://host/run/s.sock", "socket");
    row("mysql+unix:///", "socket");
    row("mysql+unix://", "socket");
    row("redis+unix:///r.sock?db=x", "'db'");
    row("redis+unix:///r.sock?tls=verify", "unix socket");
    row("redis://c?db=1", "'db'");
    row("mysql://db1/app?database=x", "'database'");
    row("mysql://db1/app?colour=red", "'colour'");
    row("mysql://db1/app?match=x", "'match'");
    row("redis://c?dist_lock=x", "'dist_lock'");
    row("redis://c?match", "name=value");
    row("redis://c?=x", "name=value");
    row("redis://c?a&&b", "name=value");
    row("redis://c?match=", "'match'");
    row("redis://c?match=%4", "query");
    row("redis://c?name=a&name=b", "'name' of redis://c stands twice");
    row("redis://c?name=", "'name'");
    row("redis://c?name=%FF", "UTF-8");
    row("redis://c?tls=maybe", "off or verify");
    row("rediss://c?tls=off", "rediss");
    row("redis://c?tls=off&ca=/x", "switched off");
    row("redis://c?cert=/x", "'cert' and 'key'");
    row("redis://c?environment=prod", "development, staging or production");
    row("redis://c?read_only=yes", "true or false");
    row("redis://c?systems=", "commas");
    row("redis://c?systems=a,,b", "commas");
    row("redis://c?systems=dist_lock", "redisson, redis_string");
    row("redis://c?timeout_ms=99", "100 to 60000");
    row("redis://c?timeout_ms=1e3", "100 to 60000");
    row("redis://c?poll_ms=100", "200 to 60000");
    row("redis://c?push=1", "true or false");
    row("mysql://c?push=false", "'push'");
    row("mysql://db1/app?lease_ms=0", "1 to 86400000");
    row("mysql://db1/app?lease_ms=-5", "1 to 86400000");
    row("mysql://db1/app?clock=local", "Asia/Seoul");
    row("mysql://db1/app?leader_clock=Mars/Base", "Asia/Seoul");
    row("mysql://db1/app?dist_lock=", "database.table");
    row("mysql://db1/app?dist_lock=a.", "database.table");
    row("mysql://db1?dist_lock=a", "no database");
    row("mysql://db1/app?user_lock=", "'user_lock'");
}

void TestBackendUrl::malformedUrlsAreRefused()
{
    QFETCH(QByteArray, url);
    QFETCH(QString, said);

    const Result<BackendSpec> spec = parseBackendUrl(QString::fromUtf8(url));
    QVERIFY(!spec);
    QCOMPARE(spec.error().kind, ErrorKind::Config);
    QVERIFY2(spec.error().message.contains(said), qPrintable(spec.error().message));
    QVERIFY(!spec.error().message.contains(u'\n'));
}

void TestBackendUrl::noErrorQuotesThePassword_data()
{
    QTest::addColumn<QByteArray>("url");
    for (const char *url :
         {"mysql://u:hunter2@db1:x/app", "mysql://u:hunter2@db1/app?colour=red",
          "mysql://u:hunter2@db1/a/b", "http://u:hunter2@db1/app", "mysql://u:hunter2%zz@db1/app",
          "mysql://u:12/hunter2@db1/app", "mysql://u:hunter2/@db1/app", "mysql://u:hunter2 @db1",
          "mysql:u:hunter2@db1", "redis://:hunter2@c/x", "redis://:hunter2@", "redis://:hunter2#@c",
          "mysql://u:hunter2?@db1/app?tls=x", "mysql://u:12?hunter2=x@db1/app",
          "mysql://u:12?x=hunter2@db1/app", "mysql://u?:hunter2=x@db1/app",
          "redis+sentinel://u:hunter2@s1,s2/", "redis+sentinel://u:hunter2,x@s1,s2:x/m",
          "redis://u:hunter2@s1,s2/0"})
        QTest::newRow(url) << QByteArray(url);
}

void TestBackendUrl::noErrorQuotesThePassword()
{
    QFETCH(QByteArray, url);
    const Result<BackendSpec> spec = parseBackendUrl(QString::fromUtf8(url));
    QVERIFY(!spec);
    QVERIFY2(!spec.error().message.contains(QLatin1StringView("hunter2")),
             qPrintable(spec.error().message));
    QVERIFY(!spec.error().remedy.contains(QLatin1StringView("hunter2")));
}

void TestBackendUrl::passwordIsFoundInTheText_data()
{
    QTest::addColumn<QByteArray>("url");
    QTest::addColumn<QByteArray>("password");
    const auto row = [](const char *url, const char *password) {
        QTest::newRow(url) << QByteArray(url) << QByteArray(password);
    };
    row("mysql://u:pw@db1:3306/app?name=a:b@c", "pw");
    row("mysql://u:p:w@x@db1/app", "p:w@x");
    row("redis://:pw@c", "pw");
    row("redis://c:6379/0?match=a@b", "");
    row("redis://u@c:6379/0", "");
    row("redis://u:@c:6379/0", "");
    row("mysql://u:p/w@db1/app", "p/w");
    row("mysql://u:p?w@db1/app", "p?w");
    row("mysql://u:p#w@db1/app", "p#w");
    row("mysql://[::1]:3306/app?ca=a@b", "");
    row("redis+sentinel://s1:26379,s2:26379/m/0?ssh=me@bastion", "");
    row("redis+sentinel://u:p,w@s1:26379,s2:26379/m/0", "p,w");
    row("redis://u:123,ab/c@host", "123,ab/c");
    row("redis+sentinel://u:123,ab/c@host", "123,ab/c");
    row("nothing", "");
}

void TestBackendUrl::passwordIsFoundInTheText()
{
    QFETCH(QByteArray, url);
    QFETCH(QByteArray, password);
    const UrlPasswordPlace place = findUrlPassword(url);
    QCOMPARE(url.sliced(place.position, place.length), password);
}

void TestBackendUrl::urlIsReadBack_data()
{
    QTest::addColumn<QByteArray>("url");
    for (const char *url :
         {"mysql://u%40corp@db1:3307/a%2Fb", "mysql://db1/", "mysql://[::1]:3306/app",
          "redis://c/7", "rediss://m@c:6380/0", "mysql+unix:///run/s.sock?database=app",
          "redis+unix:///run/r.sock?db=3",
          "redis+sentinel://m@s1:26379,s2:26380,[::1]:26379/cache/3",
          "rediss+sentinel://s1:26379/a%2Fb/0"})
        QTest::newRow(url) << QByteArray(url);
}

void TestBackendUrl::urlIsReadBack()
{
    QFETCH(QByteArray, url);
    QCOMPARE(backendUrl(parsed(url.constData())).toUtf8(), url);
}

void TestBackendUrl::durationsAreReadAndWritten()
{
    const auto read = [](const char *text) { return durationFromText(QString::fromUtf8(text)); };
    QCOMPARE(read("1.2s"), std::optional<Micros>(1200ms));
    QCOMPARE(read("5m"), std::optional<Micros>(5min));
    QCOMPARE(read("250us"), std::optional<Micros>(250us));
    QCOMPARE(read("1d"), std::optional<Micros>(24h));
    for (const char *bad : {"", "5", "s", "-5s", "5 s", "1.s", "5S", "5s\n", "9999d", "1e3s"})
        QVERIFY2(!read(bad), bad);
    QCOMPARE(durationProfileText(1200ms), QStringLiteral("1200ms"));
    QCOMPARE(durationProfileText(0ms), QStringLiteral("0s"));
    QCOMPARE(durationProfileText(90min), QStringLiteral("90m"));
}

LOCKMASTER_TEST(TestBackendUrl, QCoreApplication)

} // namespace tst_backendurl

#include "tst_backendurl.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/config/profilefile.h"

#include "tests/support/peakmemory.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QLockFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_profilefile {

using lockmaster::test::PeakMemory;

/** What a profile says, and where it is wrong. */
class TestProfileFile : public QObject
{
    Q_OBJECT

    static QStringList names(const Profile &profile)
    {
        QStringList all;
        for (const BackendSpec &backend : profile.backends)
            all.append(backend.name);
        return all;
    }

private slots:
    void everyKeyIsRead();
    void tablesAreReadByPresetAndByMapping();
    void keysGoBeforeTheUrl();
    void whatNestsTooDeepIsToldWithItsPlace_data();
    void whatNestsTooDeepIsToldWithItsPlace();
    void moreValuesThanAProfileHasAreRefused();
    void partsOfKeysCountAsValues();
    void moreMistakesThanAnybodyReadsAreCounted();
    void largestProfileIsReadWithinBounds();
    void textsAndRemarksMayHoldAnything();
    void placesOnLongLinesAreFound();
    void mistakesAreToldWithTheirPlace_data();
    void mistakesAreToldWithTheirPlace();
    void everyMistakeOfABackendIsTold();
    void oneBadBackendCostsOnlyItself();
    void brokenTomlCostsOnlyItsOwnBackend();
    void brokenTomlOutsideABackendIsTold();
    void locksAreToldOf();
    void mistakeInALockCostsOnlyThatOne();
    void unknownKeysAreRemarksOnly();
    void theHistoryHasKeysOfItsOwn();
    void alertsHaveKeysAndRules();
    void builtInAlertsCanBeChanged();
    void silenceIsAskedOfWhatCanBeNamed();
    void mistakeInAnAlertCostsOnlyThatOne();
    void passwordInTheUrlIsNotUsed();
    void sameNameTwiceIsRefused();
    void fileThatIsNotThereIsAnEmptyProfile();
    void everyEditBeginsWithWhatIsThere();
    void nobodyWritesInAnothersTurn();
    void newProfileIsForItsOwnerOnly();
};

void TestProfileFile::everyKeyIsRead()
{
    const Profile profile = parseProfile(R"(
[[backend]]
name = "billing"
url = "mysql://lockmaster@db1:3307/billing"
environment = "production"
read_only = false
poll = "500ms"
timeout_ms = 1500
password_file = "/p"
password_command = ["pass", "show", "billing"]
tls = "verify"
ca = "/ca"
cert = "/cert"
key = "/key"
server_public_key = "/public"
systems = ["dist_lock", "user_lock"]
user_locks = ["user:1", "락"]
sleeping_holder_after = "10m"
expired_not_taken_after = "30s"

[[backend]]
name = "cache"
url = "redis://cache/2"
match = ["lock:*"]
push = false

[[backend]]
name = "watched"
url = "redis+sentinel://me@s1,s2:26380/m/1"
sentinel_user = "watch"
sentinel_password_file = "/s"
sentinel_password_command = ["pass", "show", "s"]
sentinel_tls = "off"
nodes = ["10.0.0.5:6379=127.0.0.1:16379", "[fd00::1]:6379 = c:6379"]
)");
    QCOMPARE(profile.problems, std::vector<ProfileProblem>());
    QCOMPARE(names(profile), QStringList({QStringLiteral("billing"), QStringLiteral("cache"),
                                          QStringLiteral("watched")}));
    const BackendSpec &watched = profile.backends[2];
    SentinelSpec sentinel;
    sentinel.hosts = {{QStringLiteral("s1"), 26379}, {QStringLiteral("s2"), 26380}};
    sentinel.master = QStringLiteral("m");
    sentinel.user = QStringLiteral("watch");
    sentinel.passwordFile = QStringLiteral("/s");
    sentinel.passwordCommand =
        QStringList({QStringLiteral("pass"), QStringLiteral("show"), QStringLiteral("s")});
    sentinel.tls = TlsMode::Off;
    QCOMPARE(watched.sentinel, sentinel);
    QCOMPARE(watched.nodes.size(), size_t(2));
    QCOMPARE(watched.nodes[1].text(), QStringLiteral("[fd00::1]:6379=c:6379"));

    BackendSpec billing;
    billing.name = QStringLiteral("billing");
    billing.host = QStringLiteral("db1");
    billing.port = 3307;
    billing.user = QStringLiteral("lockmaster");
    billing.database = QStringLiteral("billing");
    billing.environment = Environment::Production;
    billing.poll = 500ms;
    billing.timeout = 1500ms;
    billing.passwordFile = QStringLiteral("/p");
    billing.passwordCommand =
        QStringList({QStringLiteral("pass"), QStringLiteral("show"), QStringLiteral("billing")});
    billing.tls = TlsMode::Verify;
    billing.caFile = QStringLiteral("/ca");
    billing.certFile = QStringLiteral("/cert");
    billing.keyFile = QStringLiteral("/key");
    billing.publicKeyFile = QStringLiteral("/public");
    billing.systems = QStringList({QStringLiteral("dist_lock"), QStringLiteral("user_lock")});
    billing.tables = {distLockTable(), leaderTable()};
    billing.userLocks = {"user:1", "\uB77D"};
    billing.sleepingHolderAfter = 10min;
    billing.expiredNotTakenAfter = 30s;
    QCOMPARE(profile.backends[0], billing);
    QCOMPARE(profile.backends[1].patterns, std::vector<QByteArray>({"lock:*"}));
    QCOMPARE(profile.backends[1].redisDatabase, 2);
    QVERIFY(!profile.backends[1].push);
}

void TestProfileFile::tablesAreReadByPresetAndByMapping()
{
    const Profile profile = parseProfile(R"(
[[backend]]
url = "mysql://db1/app"
  [[backend.table]]
  preset = "dist_lock"
  table = "ops.jobs"
  clock = "Asia/Seoul"
  [[backend.table]]
  system = "dist_lock"
  schema = "a.b"
  table = "sched.lock"
  name = "job"
  owner = "locked_by"
  expiry = "lock_until"
  [[backend.table]]
  system = "leader"
  table = "leaders"
  name = "service"
  owner = "pod"
  heartbeat = "seen"
  lease = "15s"
  [[backend.table]]
  preset = "leader"
  lease = "1002ms"
)");
    QCOMPARE(profile.problems, std::vector<ProfileProblem>());
    QCOMPARE(profile.backends.size(), 1u);
    const std::vector<TableSpec> &tables = profile.backends[0].tables;
    QCOMPARE(tables.size(), 4u);
    QCOMPARE(tables[0].schema, QStringLiteral("ops"));
    QCOMPARE(tables[0].table, QStringLiteral("jobs"));
    QCOMPARE(tables[0].ownerColumn, QStringLiteral("owner"));
    QCOMPARE(clockSpecText(tables[0].clock), QStringLiteral("Asia/Seoul"));
    QCOMPARE(tables[1].schema, QStringLiteral("a.b"));
    QCOMPARE(tables[1].table, QStringLiteral("sched.lock"));
    QCOMPARE(tables[1].timeColumn, QStringLiteral("lock_until"));
    QCOMPARE(tables[1].lease, std::optional<Micros>());
    QCOMPARE(tables[2].lease, std::optional<Micros>(15s));
    QCOMPARE(tables[2].timeColumn, QStringLiteral("seen"));
    QCOMPARE(clockSpecText(tables[2].clock), QStringLiteral("utc"));
    QCOMPARE(tables[3].lease, std::optional<Micros>(1002ms));
    QCOMPARE(tables[3].table, QStringLiteral("service_leader_lock"));
    for (const TableSpec &table : tables)
        QVERIFY(table.named);
}

void TestProfileFile::keysGoBeforeTheUrl()
{
    const Profile profile = parseProfile(R"(
[[backend]]
url = "mysql://db1/app?name=a&timeout_ms=300&systems=leader&dist_lock=x"
name = "b"
timeout_ms = 400
systems = ["dist_lock"]
)");
    QCOMPARE(profile.problems, std::vector<ProfileProblem>());
    QCOMPARE(profile.backends[0].name, QStringLiteral("b"));
    QCOMPARE(profile.backends[0].timeout, Millis(400));
    QCOMPARE(profile.backends[0].systems, QStringList({QStringLiteral("dist_lock")}));
    QCOMPARE(profile.backends[0].tables[0].table, QStringLiteral("x"));
}

void TestProfileFile::whatNestsTooDeepIsToldWithItsPlace_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("column");
    // Enough for a stack of 8 MiB to run out in the library.
    constexpr int deep = 15'000;
    const auto name = [](const QByteArray &unit) { return unit.repeated(deep) + "x"; };
    QTest::newRow("dotted key") << name("a.") + " = 1" << 32;
    QTest::newRow("dotted with spaces") << name("a . ") + " = 1" << 63;
    QTest::newRow("dotted and quoted") << name("'a'.") + " = 1" << 64;
    QTest::newRow("header") << "[" + name("a.") + "]" << 33;
    QTest::newRow("header of many") << "[[" + name("a.") + "]]" << 34;
    QTest::newRow("arrays") << "a = " + QByteArray("[").repeated(deep) << 21;
    QTest::newRow("inline tables") << "a = " + QByteArray("{a=").repeated(deep) << 53;
    QTest::newRow("inline tables of dotted keys")
        << "a = " + QByteArray("{a.a.a.a.a.a.a.a=").repeated(250) + "1" + QByteArray(250, '}')
        << 277;
    QTest::newRow("behind a text")
        << "a = [\"\"\"x\\\"\"\"\"\", '', \"\", '[', " + QByteArray("[").repeated(deep) << 46;
}

void TestProfileFile::whatNestsTooDeepIsToldWithItsPlace()
{
    QFETCH(QByteArray, line);
    QFETCH(int, column);
    const QByteArray toml = "[[backend]]\nname = \"one\"\nurl = \"redis://c1\"\n" + line
                            + "\n[[backend]]\nname = \"two\"\nurl = \"redis://c2\"\n";
    const Profile profile = parseProfile(toml);
    QVERIFY(!profile.problems.empty());
    const ProfileProblem &problem = profile.problems.front();
    QVERIFY2(problem.message.startsWith(QStringLiteral("This is no profile: ")),
             qPrintable(problem.message));
    QCOMPARE(problem.line, 4);
    QCOMPARE(problem.column, column);
    QVERIFY(problem.costsBackend);
    // What else is written is watched all the same.
    QCOMPARE(profile.backends.size(), 1u);
    QCOMPARE(profile.backends.front().name, QStringLiteral("two"));
    QVERIFY(!editProfile(toml, {}, profile.backends.front()));
}

void TestProfileFile::moreValuesThanAProfileHasAreRefused()
{
    const QByteArray backend = "[[backend]]\nurl='redis://c'\n";
    const QByteArray array = "x = [" + QByteArray("1,").repeated(2'000'000) + "]\n";
    const QByteArray broken = "\"\"\"\n" + backend.repeated(140'000);
    for (const QByteArray &toml : {backend.repeated(140'000), array, broken}) {
        const PeakMemory memory;
        const Profile profile = parseProfile(toml);
        QVERIFY(profile.backends.empty());
        QCOMPARE(profile.problems.size(), 1u);
        QVERIFY(profile.problems.front().line > 0);
        if (PeakMemory::isMeaningful())
            QVERIFY2(memory.growth() < 64 * 1024, qPrintable(QString::number(memory.growth())));
    }
}

/** Each is a table of its own. */
void TestProfileFile::partsOfKeysCountAsValues()
{
    QByteArray keys;
    for (int i = 0; i < 49'000; ++i)
        keys += 'k' + QByteArray::number(i) + QByteArray(".a").repeated(14) + " = 1\n";
    // Also behind what is refused for another reason, which costs only its own piece.
    const QByteArray nested = "[[backend]]\nx = " + QByteArray("[").repeated(20) + '\n';
    for (const QByteArray &toml : {keys, nested + "[[backend]]\n" + keys}) {
        const PeakMemory memory;
        const Profile profile = parseProfile(toml);
        QVERIFY(profile.backends.empty());
        QCOMPARE(profile.problems.size(), 1u);
        QVERIFY2(profile.problems.front().message.contains(QStringLiteral("50000 values")),
                 qPrintable(profile.problems.front().message));
        if (PeakMemory::isMeaningful())
            QVERIFY2(memory.growth() < 64 * 1024, qPrintable(QString::number(memory.growth())));
    }
}

void TestProfileFile::moreMistakesThanAnybodyReadsAreCounted()
{
    QByteArray toml;
    for (int i = 0; i < 1500; ++i)
        toml += 'k' + QByteArray::number(i) + " = 1\n";
    Profile profile = parseProfile(toml);
    QCOMPARE(profile.problems.size(), 1001u);
    QCOMPARE(profile.problems.back().line, 1001);
    QVERIFY(profile.problems.back().message.contains(QStringLiteral("500 more mistakes")));
    QVERIFY(!profile.problems.back().costsBackend);
    profile = parseProfile(toml + "[[backend]]\nurl = 1\n");
    QCOMPARE(profile.problems.size(), 1001u);
    QVERIFY(profile.problems.back().costsBackend);
}

void TestProfileFile::largestProfileIsReadWithinBounds()
{
    QByteArray toml;
    for (int i = 0; i < 12'000; ++i) {
        const QByteArray number = QByteArray::number(i);
        toml += "[[backend]]\nname='" + number + "'\nurl='redis://c" + number + "'\n";
    }
    const PeakMemory memory;
    const Profile profile = parseProfile(toml);
    QCOMPARE(profile.backends.size(), 12'000u);
    if (PeakMemory::isMeaningful())
        QVERIFY2(memory.growth() < 64 * 1024, qPrintable(QString::number(memory.growth())));
}

void TestProfileFile::textsAndRemarksMayHoldAnything()
{
    const QByteArray anything = QByteArray("[.{=,").repeated(20'000);
    const Profile profile = parseProfile(
        "# " + anything + "\n[[backend]]\nname = 'a.b.c' # " + anything
        + "\nurl = \"redis://c1\"\npassword_command = [\"\"\"" + anything + "\\\"\"\"\"\", '"
        + anything + "', '''\n" + anything + "''''']\n[[backend]]\nurl = \"redis://c2\"\n");
    QCOMPARE(profile.problems, std::vector<ProfileProblem>());
    QCOMPARE(profile.backends.size(), 2u);
    QCOMPARE(profile.backends.front().passwordCommand.size(), 3);
}

void TestProfileFile::placesOnLongLinesAreFound()
{
    // Far to the right, with characters of several bytes before it.
    const QByteArray toml = "backend = [{password_command = ['" + QByteArray("락").repeated(1000)
                            + "'], name = 'one', url = 'redis://c1'}]\n";
    QCOMPARE(parseProfile(toml).backends.size(), 1u);
    const Profile wrong = parseProfile(QByteArray(toml).replace("'one'", "5"));
    QCOMPARE(wrong.problems.size(), 1u);
    QCOMPARE(wrong.problems.front().column, 33 + 1000 + 12);
    // The edit finds its bytes by the same way.
    BackendSpec renamed = parseProfile(toml + "[[lock]]\npattern='x'\n").backends.front();
    renamed.name = QStringLiteral("two");
    const auto edited = editProfile(toml, QStringLiteral("one"), renamed);
    if (edited)
        QCOMPARE(*edited, QByteArray(toml).replace("'one'", "\"two\""));
}

void TestProfileFile::mistakesAreToldWithTheirPlace_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("said");

    const auto row = [](const char *line, int column, const char *said) {
        QTest::newRow(line) << QByteArray(line) << column << QString::fromUtf8(said);
    };
    row("name = 5", 8, "'name' takes text in quotes");
    row("name = \"\"", 8, "'name' takes text in quotes");
    row("name = \"a\\nb\"", 8, "'name' takes text that can be seen");
    row("name = \"a\\u202eb\"", 8, "'name' takes text that can be seen");
    row("name = \"\\u200b\"", 8, "'name' takes text that can be seen");
    row("name = \"  \"", 8, "'name' takes text that can be seen");
    row("environment = \"prod\"", 15, "\"development\", \"staging\" or \"production\"");
    row("read_only = \"yes\"", 13, "true or false");
    row("poll = \"0.1s\"", 8, "from 200ms to 1m");
    row("poll = \"0.2345678s\"", 8, "from 200ms to 1m");
    row("poll = \"200500us\"", 8, "whole milliseconds");
    row("poll = 1", 8, "from 200ms to 1m");
    row("timeout_ms = 20", 14, "100 to 60000");
    row("timeout_ms = \"1s\"", 14, "100 to 60000");
    row("tls = true", 7, "\"off\" or \"verify\"");
    row("password_command = \"pass show x\"", 20, "a list of texts");
    row("password_command = [\"pass\", 5]", 20, "a list of texts");
    row("systems = \"leader\"", 11, "a list of texts");
    row("systems = [\"leader\", \"leeder\"]", 11, "dist_lock, leader, user_lock");
    row("user_locks = [\"\"]", 14, "a list of texts");
    row("sleeping_holder_after = \"0s\"", 25, "from 1s");
    row("cert = \"/c\"", 0, "'cert' and 'key'");
    row("table = \"x\"", 1, "[[backend.table]]");
    row("table = [ { } ]", 11, "'preset' or 'system'");
    row("table = [ { preset = \"quartz\" } ]", 22, "\"dist_lock\" or \"leader\"");
    row("table = [ { system = \"quartz\" } ]", 22, "\"dist_lock\" or \"leader\"");
    row("table = [ { preset = \"leader\", system = \"dist_lock\" } ]", 22, "same as 'system'");
    row("table = [ { system = \"dist_lock\", table = \"t\", name = \"n\", owner = \"o\" } ]", 11,
        "needs 'expiry'");
    row("table = [ { system = \"leader\", table = \"t\", name = \"n\", owner = \"o\", heartbeat = "
        "\"h\" } ]",
        11, "needs 'lease'");
    row("table = [ { preset = \"dist_lock\", lease = \"1s\" } ]", 43, "Only a leader table");
    row("table = [ { preset = \"dist_lock\", heartbeat = \"x\" } ]", 47,
        "'expiry', not 'heartbeat'");
    row("table = [ { preset = \"leader\", lease = \"0s\" } ]", 40, "from 1ms");
    row("table = [ { preset = \"leader\", lease = 1200 } ]", 40, "from 1ms");
    row("table = [ { preset = \"leader\", clock = \"local\" } ]", 40, "Asia/Seoul");
    row("table = [ { preset = \"leader\", table = \"a.\" } ]", 40, "database.table");
    row("table = [ { preset = \"leader\", table = 1 } ]", 40, "text in quotes");
    row("table = [ 5 ]", 11, "[[backend.table]]");
}

void TestProfileFile::mistakesAreToldWithTheirPlace()
{
    QFETCH(QByteArray, line);
    QFETCH(int, column);
    QFETCH(QString, said);

    const Profile profile =
        parseProfile("# 락\n[[backend]]\nurl = \"mysql://db1/app\"\n" + line + "\n");
    QVERIFY(profile.backends.empty());
    QCOMPARE(profile.problems.size(), 1u);
    const ProfileProblem &problem = profile.problems.front();
    QVERIFY2(problem.message.contains(said), qPrintable(problem.message));
    QCOMPARE(problem.line, column == 0 ? 2 : 4);
    if (column != 0)
        QCOMPARE(problem.column, column);
    QVERIFY(problem.costsBackend);
}

void TestProfileFile::everyMistakeOfABackendIsTold()
{
    const Profile profile = parseProfile(R"([[backend]]
name = "billing"
url = "mysql://db1/app"
poll = "1h"
tls = "maybe"
)");
    QCOMPARE(profile.problems.size(), 2u);
    QCOMPARE(profile.problems[0].line, 4);
    QCOMPARE(profile.problems[1].line, 5);
    QCOMPARE(profile.problems[1].backend, QStringLiteral("billing"));
    QVERIFY(profileProblemText(profile.problems[1])
                .startsWith(QStringLiteral("line 5, column 7: billing: 'tls' takes")));
}

void TestProfileFile::oneBadBackendCostsOnlyItself()
{
    const Profile profile = parseProfile(R"([[backend]]
name = "a"
url = "mysql://db1/app"
[[backend]]
name = "b"
[[backend]]
name = "c"
url = "redis://"
[[backend]]
name = "d"
url = "redis://cache"
)");
    QCOMPARE(names(profile), QStringList({QStringLiteral("a"), QStringLiteral("d")}));
    QCOMPARE(profile.problems.size(), 2u);
    QCOMPARE(profile.problems[0].line, 4);
    QVERIFY(profile.problems[0].message.contains(QStringLiteral("'url'")));
    QCOMPARE(profile.problems[1].line, 8);
    QCOMPARE(profile.problems[1].column, 7);
}

void TestProfileFile::brokenTomlCostsOnlyItsOwnBackend()
{
    const Profile profile = parseProfile(R"([[backend]]
name = "a"
url = "mysql://db1/app"

[[backend]] # this one
name = "b"
url = "redis://cache
poll = "1s"

[[backend]]
name = "c"
url = "redis://cache"
)");
    QCOMPARE(names(profile), QStringList({QStringLiteral("a"), QStringLiteral("c")}));
    QCOMPARE(profile.problems.size(), 1u);
    QCOMPARE(profile.problems[0].line, 7);
    QCOMPARE(profile.problems[0].backend, QStringLiteral("b"));
    QVERIFY(profile.problems[0].message.contains(QStringLiteral("not TOML")));
}

void TestProfileFile::brokenTomlOutsideABackendIsTold()
{
    for (const char *toml : {"nonsense\n", "[[backend]\n", "backend = 3\n", "[backend]\nname='x'\n",
                             "\xff\xfe", "backend = 1\n[[backend]]\nurl='redis://c'\n"}) {
        const Profile profile = parseProfile(toml);
        QVERIFY(!profile.problems.empty());
        QVERIFY(profile.problems[0].costsBackend);
        QVERIFY(profile.problems[0].line > 0);
    }
    QCOMPARE(parseProfile("").problems.size(), 0u);
}

void TestProfileFile::locksAreToldOf()
{
    const Profile profile = parseProfile(R"(
[[lock]]
pattern = "order:*"
note = "One for each order"
runbook = "https://wiki.example/orders"
series = false

[[backend]]
url = "redis://c"

[[lock]]
pattern = "*"
)");
    QVERIFY(profile.problems.empty());
    QCOMPARE(names(profile).size(), 1);
    const std::vector<LockNote> expected = {{"order:*", QStringLiteral("One for each order"),
                                             QStringLiteral("https://wiki.example/orders"), false},
                                            {"*", {}, {}, true}};
    QVERIFY(profile.locks == expected);
}

void TestProfileFile::mistakeInALockCostsOnlyThatOne()
{
    const Profile profile = parseProfile(R"([[backend]]
url = "redis://c"
[[lock]]
note = "of nothing"
[[lock]]
pattern = 5
[[lock]]
pattern = "a"
series = "yes"
[[lock]]
pattern = "b"
colour = "red"
)");
    QStringList told;
    for (const ProfileProblem &problem : profile.problems) {
        QVERIFY(!problem.costsBackend);
        told.append(profileProblemText(problem));
    }
    QCOMPARE(told, QStringList({
                       QStringLiteral("line 3, column 1: It has no 'pattern'; write which names it "
                                      "is about, such as pattern = \"order:*\"."),
                       QStringLiteral("line 6, column 11: 'pattern' takes text in quotes, at most "
                                      "500 characters."),
                       QStringLiteral("line 9, column 10: 'series' takes true or false."),
                       QStringLiteral("line 12, column 1: 'colour' is not known and does nothing; "
                                      "known are pattern, note, runbook, series."),
                   }));
    QCOMPARE(profile.locks.size(), 1U);
    QCOMPARE(profile.locks.front().pattern, QByteArray("b"));
    QCOMPARE(names(profile).size(), 1);

    const Profile single = parseProfile("[lock]\npattern = \"a\"\n");
    QCOMPARE(single.problems.size(), 1U);
    QVERIFY(single.problems.front().message.contains(QStringLiteral("[[lock]]")));
}

void TestProfileFile::unknownKeysAreRemarksOnly()
{
    const Profile profile = parseProfile(R"(colour = 1
[[backend]]
url = "mysql://db1/app"
match = ["x"]
  [[backend.table]]
  preset = "leader"
  lease_ms = 1200
)");
    QCOMPARE(profile.backends.size(), 1u);
    QCOMPARE(profile.problems.size(), 3u);
    QCOMPARE(profile.problems[0].line, 1);
    QCOMPARE(profile.problems[1].line, 4);
    QVERIFY(profile.problems[1].message.contains(QStringLiteral("user_locks")));
    QCOMPARE(profile.problems[2].line, 7);
    QVERIFY(profile.problems[2].message.contains(QStringLiteral("lease,")));
    for (const ProfileProblem &problem : profile.problems)
        QVERIFY(!problem.costsBackend);
}

void TestProfileFile::theHistoryHasKeysOfItsOwn()
{
    QCOMPARE(parseProfile("").history, HistoryKeys());
    const Profile good = parseProfile("[history]\nenabled = false\nkeep_days = 7\nmax_mb = 200\n");
    QCOMPARE(good.history, (HistoryKeys{false, 7, 200}));
    QCOMPARE(good.problems.size(), 0);

    const Profile bad = parseProfile("[history]\nenabled = 1\nkeep_days = 0\nmax_mb = 9\nmore = 1\n"
                                     "[[backend]]\nurl = 'redis://cache/0'\n");
    QCOMPARE(bad.history, HistoryKeys());
    QCOMPARE(bad.backends.size(), 1);
    QCOMPARE(bad.problems.size(), 4);
    for (size_t i = 0; i < bad.problems.size(); ++i) {
        QCOMPARE(bad.problems[i].line, int(i) + 2);
        QVERIFY(!bad.problems[i].costsBackend);
    }
    QCOMPARE(parseProfile("history = 1").problems.size(), 1);
}

void TestProfileFile::alertsHaveKeysAndRules()
{
    const Profile none = parseProfile({});
    QVERIFY(none.alerts == AlertKeys());
    QVERIFY(none.alerts.rules == builtInAlertRules());

    const Profile profile = parseProfile(R"(
[alerts]
enabled = false
quiet = ["22:00-07:00", "sat,sun 00:00-24:00"]
command = ["/usr/bin/tell", "it"]
command_timeout = "2s"
webhook_url = "https://hooks.example/T0/secret"
webhook_url_file = "/run/hook"

[[alert]]
name = "orders"
when = "waiters"
above = 3
scope = "name:order -owner:batch"
for = "30s"

[[alert]]
name = "unusual orders"
when = "held-unusual"
holds = 100

[[alert]]
name = "sleepers"
when = "finding"
finding = "sleeping-holder"
enabled = false
)");
    QCOMPARE(profile.problems, std::vector<ProfileProblem>());
    const AlertKeys &alerts = profile.alerts;
    QVERIFY(!alerts.enabled);
    QCOMPARE(alerts.quiet.size(), size_t(2));
    QVERIFY(alerts.quiet[1] == (QuietHours{0x60, 0, 1440}));
    QCOMPARE(alerts.command, QStringList({QStringLiteral("/usr/bin/tell"), QStringLiteral("it")}));
    QCOMPARE(alerts.commandTimeout, Micros(2s));
    QCOMPARE(alerts.webhookUrl, QStringLiteral("https://hooks.example/T0/secret"));
    QCOMPARE(alerts.webhookUrlFile, QStringLiteral("/run/hook"));
    const size_t builtIn = builtInAlertRules().size();
    QCOMPARE(alerts.rules.size(), builtIn + 3);
    AlertRule orders;
    orders.name = QStringLiteral("orders");
    orders.kind = AlertKind::Waiters;
    orders.above = 3;
    orders.scope = QStringLiteral("name:order -owner:batch");
    orders.lasting = 30s;
    QVERIFY(alerts.rules[builtIn] == orders);
    QCOMPARE(alerts.rules[builtIn + 1].leastHolds, 100);
    QCOMPARE(alerts.rules[builtIn + 1].over, Micros(1min));
    QCOMPARE(alerts.rules[builtIn + 2].finding, FindingId::SleepingHolder);
    QVERIFY(!alerts.rules[builtIn + 2].enabled);
}

void TestProfileFile::builtInAlertsCanBeChanged()
{
    const Profile profile = parseProfile(R"(
[[alert]]
name = "held-long"
over = "2h"
[[alert]]
name = "no-expiry"
scope = ""
enabled = false
)");
    QCOMPARE(profile.problems, std::vector<ProfileProblem>());
    std::vector<AlertRule> expected = builtInAlertRules();
    for (AlertRule &rule : expected) {
        if (rule.name == QStringLiteral("held-long"))
            rule.over = 2h;
        if (rule.name == QStringLiteral("no-expiry")) {
            rule.enabled = false;
            rule.scope.clear();
        }
    }
    QVERIFY(profile.alerts.rules == expected);
}

void TestProfileFile::silenceIsAskedOfWhatCanBeNamed()
{
    const Profile profile = parseProfile(R"(
[[alert]]
name = "close"
when = "not-taken"
over = "25h"
scope = "name=daily-close backend:billing"
[[alert]]
name = "rhythm"
when = "not-taken"
[[alert]]
name = "still"
when = "stuck"
over = "5m"
[[alert]]
name = "not-taken"
enabled = true
holds = 20
)");
    QCOMPARE(profile.problems, std::vector<ProfileProblem>());
    const std::vector<AlertRule> &rules = profile.alerts.rules;
    const size_t builtIn = builtInAlertRules().size();
    QCOMPARE(rules.size(), builtIn + 3);
    AlertRule close = newAlertRule(QStringLiteral("close"), AlertKind::NotTaken);
    close.over = 25h;
    close.scope = QStringLiteral("name=daily-close backend:billing");
    QVERIFY(rules[builtIn] == close);
    QVERIFY(rules[builtIn + 1] == newAlertRule(QStringLiteral("rhythm"), AlertKind::NotTaken));
    QCOMPARE(rules[builtIn + 1].leastHolds, 10);
    const auto known = std::find_if(rules.begin(), rules.end(), [](const AlertRule &rule) {
        return rule.name == QStringLiteral("not-taken");
    });
    QVERIFY(known != rules.end() && known->enabled);
    QCOMPARE(known->leastHolds, 20);

    const Profile wrong = parseProfile(R"([[alert]]
name = "every lock"
when = "not-taken"
over = "25h"
[[alert]]
name = "by whom"
when = "not-taken"
scope = "owner:web-3"
[[alert]]
name = "as it stands"
when = "stuck"
over = "5m"
scope = "state:free"
[[alert]]
name = "too many"
when = "not-taken"
above = 5
)");
    QList<int> lines;
    for (const ProfileProblem &problem : wrong.problems)
        lines.append(problem.line);
    QCOMPARE(lines, QList<int>({1, 8, 13, 17}));
    QCOMPARE(wrong.alerts.rules.size(), builtIn + 1); // the last one, without that key
}

void TestProfileFile::mistakeInAnAlertCostsOnlyThatOne()
{
    const Profile profile = parseProfile(R"([[backend]]
url = "redis://c"
[alerts]
quiet = ["22-7"]
webhook_url = "https://user:pass@hooks.example/"
colour = "red"
[[alert]]
when = "held"
[[alert]]
name = "a"
when = "sometimes"
[[alert]]
name = "b"
when = "held"
[[alert]]
name = "c"
when = "held"
over = 5
[[alert]]
name = "d"
when = "waiters"
above = 1
scope = "ttl<x"
[[alert]]
name = "e"
when = "waiters"
above = 1
over = "5s"
[[alert]]
name = "e"
when = "waiters"
above = 2
[[alert]]
name = "held-long"
over = "never"
)");
    QCOMPARE(names(profile).size(), 1);
    QList<int> lines;
    for (const ProfileProblem &problem : profile.problems) {
        lines.append(problem.line);
        QVERIFY(!problem.costsBackend);
        QVERIFY2(!problem.message.contains(QStringLiteral("pass@")), qPrintable(problem.message));
    }
    QCOMPARE(lines, QList<int>({4, 5, 6, 7, 11, 12, 18, 23, 28, 29, 35}));
    QVERIFY(profile.alerts.quiet.empty() && profile.alerts.webhookUrl.isEmpty());
    const size_t builtIn = builtInAlertRules().size();
    QCOMPARE(profile.alerts.rules.size(), builtIn + 1);
    QCOMPARE(profile.alerts.rules.back().above, 1);
}

void TestProfileFile::passwordInTheUrlIsNotUsed()
{
    const Profile profile = parseProfile("[[backend]]\nurl = \"redis://:hunter2@cache\"\n");
    QCOMPARE(profile.backends.size(), 1u);
    QVERIFY(profile.backends[0].urlPassword.isEmpty());
    QCOMPARE(profile.problems.size(), 1u);
    QVERIFY(!profile.problems[0].costsBackend);
    QVERIFY(!profile.problems[0].message.contains(QStringLiteral("hunter2")));
}

void TestProfileFile::sameNameTwiceIsRefused()
{
    const Profile profile = parseProfile(R"([[backend]]
url = "redis://c"
[[backend]]
url = "redis://d"
name = "c:6379/0"
)");
    QCOMPARE(names(profile), QStringList({QStringLiteral("c:6379/0")}));
    QCOMPARE(profile.problems.size(), 1u);
    QCOMPARE(profile.problems[0].line, 5);
}

void TestProfileFile::fileThatIsNotThereIsAnEmptyProfile()
{
    const QTemporaryDir dir;
    const Result<Profile> profile = loadProfile(dir.filePath(QStringLiteral("no.toml")));
    QVERIFY(profile);
    QVERIFY(profile->backends.empty() && profile->problems.empty());
    const Result<Profile> folder = loadProfile(dir.path());
    QVERIFY(!folder);
    QVERIFY(folder.error().message.contains(dir.path()));
}

void TestProfileFile::everyEditBeginsWithWhatIsThere()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("p.toml"));
    const auto append = [](const QByteArray &toml) { return Result<QByteArray>(toml + "a = 1\n"); };
    QVERIFY(updateProfile(path, append));
    QVERIFY(updateProfile(path, append));
    QCOMPARE(*readProfileText(path), QByteArray("a = 1\na = 1\n"));
    const Error no{ErrorKind::Config, 0, QStringLiteral("no"), {}};
    const auto refuse = [&no](const QByteArray &) -> Result<QByteArray> {
        return tl::make_unexpected(no);
    };
    QCOMPARE(updateProfile(path, refuse).error().message, QStringLiteral("no"));
    QCOMPARE(*readProfileText(path), QByteArray("a = 1\na = 1\n"));
}

void TestProfileFile::nobodyWritesInAnothersTurn()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("p.toml"));
    const auto append = [](const QByteArray &toml) { return Result<QByteArray>(toml + "a = 1\n"); };
    QLockFile another(path + QStringLiteral(".lock"));
    QVERIFY(another.tryLock(0));
    const Result<void> refused = updateProfile(path, append);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.contains(path), qPrintable(refused.error().message));
    QVERIFY(!refused.error().remedy.isEmpty());
    QVERIFY(!QFile::exists(path));
    another.unlock();
    QVERIFY(updateProfile(path, append));
    QCOMPARE(*readProfileText(path), QByteArray("a = 1\n"));
}

void TestProfileFile::newProfileIsForItsOwnerOnly()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("deep/er/p.toml"));
    const auto append = [](const QByteArray &toml) { return Result<QByteArray>(toml + "a = 1\n"); };
    QVERIFY(updateProfile(path, append));
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(path) & others));

    // What its owner decided later stays.
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup));
    QVERIFY(updateProfile(path, append));
    QVERIFY(QFile::permissions(path) & QFile::ReadGroup);
    QVERIFY(!(QFile::permissions(path) & QFile::ReadOther));
}

LOCKMASTER_TEST(TestProfileFile, QCoreApplication)

} // namespace tst_profilefile

#include "tst_profilefile.moc"

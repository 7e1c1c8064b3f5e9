// SPDX-License-Identifier: Apache-2.0
#include "core/config/specdraft.h"
#include "core/config/tablereader.h"
#include "core/config/profilefile.h"
#include "core/config/specmerge.h"
#include "core/domain/systemtraits.h"
#include "tests/support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_profileedit {

/** The window's edits: text splices that keep what people wrote. */
class TestProfileEdit : public QObject
{
    Q_OBJECT

private slots:
    void nothingChangedChangesNothing();
    void oneKeyChangesOneLine();
    void keyIsAddedAfterTheOthersOfItsBackend();
    void sentinelsAreWrittenAsTheyAreRead();
    void aRedlockIsWrittenAsItIsRead();
    void keyThatGoesLeavesItsComment();
    void tableIsChangedInPlace();
    void tablesComeAndGo();
    void tablesOfFormatsAreChangedInPlace();
    void backendIsAddedAtTheEnd();
    void librariesAreWrittenAsOneWord();
    void firstBackendMakesAProfile();
    void backendIsRemovedAndNothingElse();
    void optionsOfAUrlBecomeKeys();
    void brokenBackendCanBeRemoved();
    void unsafeEditsAreRefused_data();
    void unsafeEditsAreRefused();
    void linesEndAsTheyDid();
    void anyEditKeepsCommentsAndUnknownKeys();
    void whatTwoChangedIsPutTogether();
    void whatTwoChangedDifferentlyIsRefused();
};

namespace {

const QByteArray example = R"(# Our servers. 락
team = "payments"   # a key of somebody's own

# The billing database.
[[backend]]   # do not touch on Fridays
name = 'billing'  # its name
url = "mysql://lockmaster@db1:3307/billing"
# half a second is enough
poll = "500ms"
colour = "red"    # unknown here, known there
environment = "production"
  # its tables
  [[backend.table]]  # the jobs
  preset = "dist_lock"
  table = "jobs"   # renamed in May
  note = "x"

  [[backend.table]]
  system = "leader"
  table = "leaders"
  name = "service"
  owner = "pod"
  heartbeat = "seen"
  lease = "15s"   # generous

# The cache.
[[backend]]
name = "cache"
url = "redis://cache/2?match=lock:*&timeout_ms=700"  # as on the command line

# Left over.
[other]
a = { b = 1 } # keep
)";

QStringList comments(const QByteArray &toml)
{
    QStringList found;
    for (const QByteArray &line : toml.split('\n')) {
        if (const qsizetype at = line.indexOf('#'); at >= 0)
            found.append(QString::fromUtf8(line.sliced(at)).trimmed());
    }
    found.sort();
    return found;
}

const BackendSpec *find(const Profile &profile, const char *name)
{
    const auto found =
        std::find_if(profile.backends.begin(), profile.backends.end(),
                     [name](const BackendSpec &b) { return b.name == QString::fromUtf8(name); });
    return found == profile.backends.end() ? nullptr : &*found;
}

QByteArray edited(const QByteArray &toml, const char *replaces,
                  const std::optional<BackendSpec> &spec)
{
    const Result<QByteArray> result = editProfile(toml, QString::fromUtf8(replaces), spec);
    if (!result)
        qWarning("%s", qPrintable(result.error().message));
    return result.value_or(QByteArray());
}

} // namespace

void TestProfileEdit::nothingChangedChangesNothing()
{
    const Profile profile = parseProfile(example);
    QCOMPARE(profile.backends.size(), 2u);
    for (const BackendSpec &spec : profile.backends)
        QCOMPARE(edited(example, spec.name.toUtf8().constData(), spec), example);
}

void TestProfileEdit::oneKeyChangesOneLine()
{
    BackendSpec spec = *find(parseProfile(example), "billing");
    spec.poll = 2s;
    QByteArray expected = example;
    expected.replace("poll = \"500ms\"", "poll = \"2s\"");
    QCOMPARE(edited(example, "billing", spec), expected);

    spec.name = QStringLiteral("billing \"2\"");
    expected.replace("name = 'billing'", "name = \"billing \\\"2\\\"\"");
    QCOMPARE(edited(example, "billing", spec), expected);

    spec.host = QStringLiteral("db2");
    expected.replace("@db1:", "@db2:");
    QCOMPARE(edited(example, "billing", spec), expected);
}

void TestProfileEdit::keyIsAddedAfterTheOthersOfItsBackend()
{
    BackendSpec spec = *find(parseProfile(example), "billing");
    spec.readOnly = false;
    spec.tunnel.command = QStringList({QStringLiteral("proxy"), QStringLiteral("{socket}")});
    spec.passwordCommand = QStringList({QStringLiteral("pass"), QStringLiteral("a \\ \"b\"")});
    QByteArray expected = example;
    expected.replace("environment = \"production\"\n",
                     "environment = \"production\"\nread_only = false\n"
                     "password_command = [\"pass\", \"a \\\\ \\\"b\\\"\"]\n"
                     "connect_command = [\"proxy\", \"{socket}\"]\n");
    QCOMPARE(edited(example, "billing", spec), expected);
}

void TestProfileEdit::sentinelsAreWrittenAsTheyAreRead()
{
    const QByteArray toml = "[[backend]]\nname = \"w\"\nurl = \"redis+sentinel://s1/m/0\"\n";
    BackendSpec spec = parseProfile(toml).backends.front();
    QCOMPARE(edited(toml, "w", spec), toml);
    spec.sentinel.hosts.push_back({QStringLiteral("s2"), 26380});
    spec.sentinel.user = QStringLiteral("watch");
    spec.sentinel.passwordCommand = QStringList({QStringLiteral("pass"), QStringLiteral("s")});
    spec.nodes = {{{QStringLiteral("::1"), 1}, {QStringLiteral("c"), 2}}};
    const QByteArray written = edited(toml, "w", spec);
    QCOMPARE(written, QByteArray("[[backend]]\nname = \"w\"\n"
                                 "url = \"redis+sentinel://s1:26379,s2:26380/m/0\"\n"
                                 "sentinel_user = \"watch\"\n"
                                 "sentinel_password_command = [\"pass\", \"s\"]\n"
                                 "nodes = [\"[::1]:1=c:2\"]\n"));
    QCOMPARE(parseProfile(written).backends.front(), spec);
}

void TestProfileEdit::aRedlockIsWrittenAsItIsRead()
{
    const QByteArray toml =
        "[[backend]]\nname = \"w\"\nurl = \"redis+redlock://r1:6379,r2:6379/0\"\n";
    BackendSpec spec = parseProfile(toml).backends.front();
    QCOMPARE(edited(toml, "w", spec), toml);
    spec.redlock.push_back({QStringLiteral("r3"), 6380});
    spec.quorum = 3;
    const QByteArray written = edited(toml, "w", spec);
    QCOMPARE(written, QByteArray("[[backend]]\nname = \"w\"\n"
                                 "url = \"redis+redlock://r1:6379,r2:6379,r3:6380/0\"\n"
                                 "quorum = 3\n"));
    QCOMPARE(parseProfile(written).backends.front(), spec);
    QVERIFY(parseProfile(QByteArray(written).replace("= 3", "= 1")).backends.empty());
    QVERIFY(parseProfile(QByteArray(written).replace("= 3", "= \"3\"")).backends.empty());
}

void TestProfileEdit::keyThatGoesLeavesItsComment()
{
    const QByteArray toml = "[[backend]]\nurl = \"redis://c/0\"\nca = \"/x\" # why\n"
                            "environment = \"staging\"\n\n# end\n";
    BackendSpec spec = parseProfile(toml).backends.front();
    spec.caFile.clear();
    spec.tls = TlsMode::Off;
    spec.environment = Environment::Unset;
    QCOMPARE(edited(toml, "c:6379/0", spec),
             QByteArray("[[backend]]\nurl = \"redis://c/0\"\n# why\n\n# end\n"));
}

void TestProfileEdit::tableIsChangedInPlace()
{
    BackendSpec spec = *find(parseProfile(example), "billing");
    spec.tables[0].schema = QStringLiteral("ops");
    spec.tables[0].clock = *clockSpecFromText(QStringLiteral("Asia/Seoul"));
    spec.tables[1].lease = 20s;
    QByteArray expected = example;
    expected.replace("\"jobs\"", "\"ops.jobs\"");
    expected.replace("  note = \"x\"\n", "  note = \"x\"\n  clock = \"Asia/Seoul\"\n");
    expected.replace("\"15s\"", "\"20s\"");
    QCOMPARE(edited(example, "billing", spec), expected);
}

void TestProfileEdit::tablesComeAndGo()
{
    BackendSpec spec = *find(parseProfile(example), "billing");
    TableSpec more = distLockTable();
    more.named = true;
    spec.tables.push_back(more);
    QByteArray expected = example;
    expected.replace("# generous\n",
                     "# generous\n\n  [[backend.table]]\n  preset = \"dist_lock\"\n");
    const QByteArray withMore = edited(example, "billing", spec);
    QCOMPARE(withMore, expected);

    spec.tables.pop_back();
    QCOMPARE(find(parseProfile(edited(withMore, "billing", spec)), "billing")->tables.size(), 2u);

    spec.tables = {distLockTable(), leaderTable()};
    const QByteArray without = edited(example, "billing", spec);
    QVERIFY(!without.contains("[[backend.table]]"));
    QVERIFY(without.contains("  # its tables\n"));
    QCOMPARE(find(parseProfile(without), "billing")->tables, spec.tables);
}

void TestProfileEdit::tablesOfFormatsAreChangedInPlace()
{
    BackendSpec spec = *find(parseProfile(example), "billing");
    TableSpec table = *formatTable(u"shedlock");
    table.named = true;
    spec.tables.push_back(table);
    const QByteArray added = edited(example, "billing", spec);
    QVERIFY2(added.contains("  [[backend.table]]\n  format = \"shedlock\"\n"), added.constData());
    QCOMPARE(find(parseProfile(added), "billing")->tables, spec.tables);

    for (const ClockSpec::Kind clock : {ClockSpec::Kind::Server, ClockSpec::Kind::Utc}) {
        spec.tables.back().clock.kind = clock;
        spec.tables.back().table = QStringLiteral("jobs");
        const QByteArray changed = edited(added, "billing", spec);
        QCOMPARE(changed.contains("clock = \"server\"\n"), clock == ClockSpec::Kind::Server);
        QCOMPARE(find(parseProfile(changed), "billing")->tables, spec.tables);
        QCOMPARE(edited(changed, "billing", spec), changed);
    }
}

void TestProfileEdit::backendIsAddedAtTheEnd()
{
    BackendSpec spec;
    spec.name = QStringLiteral("socket");
    spec.socketPath = QStringLiteral("/run/mysql d/s.sock");
    spec.database = QStringLiteral("app");
    spec.user = QStringLiteral("me@x");
    spec.userLocks = {"a\nb", "\"q\"", "\uB77D"};
    spec.sleepingHolderAfter = 90s;
    TableSpec table = leaderTable();
    table.named = true;
    table.lease = 1002ms;
    spec.tables = {table, distLockTable()};
    const QByteArray toml = edited(example, "", spec);
    QVERIFY(toml.startsWith(example));
    QCOMPARE(toml.sliced(example.size()), QByteArray(R"(
[[backend]]
name = "socket"
url = "mysql+unix://me%40x@/run/mysql%20d/s.sock?database=app"
user_locks = ["a\u000ab", "\"q\"", "락"]
sleeping_holder_after = "90s"

[[backend.table]]
preset = "leader"
lease = "1002ms"
)"));
}

/** The tables that it looks for are not written: there may be more of them one day. */
void TestProfileEdit::librariesAreWrittenAsOneWord()
{
    BackendSpec spec;
    spec.name = QStringLiteral("jobs");
    spec.database = QStringLiteral("app");
    spec.autoFormats = true;
    addUnnamedTables(spec);
    const QByteArray toml = edited("", "", spec);
    QCOMPARE(toml, QByteArray(R"([[backend]]
name = "jobs"
url = "mysql://127.0.0.1/app"
formats = "auto"
)"));
    QCOMPARE(parseProfile(toml).backends.front(), spec);
    QCOMPARE(parseProfile("[[backend]]\nurl = \"mysql://h/app\"\nformats = \"liquibase\"\n")
                 .backends.size(),
             size_t(0));
}

void TestProfileEdit::firstBackendMakesAProfile()
{
    BackendSpec spec;
    spec.kind = BackendKind::Redis;
    spec.name = QStringLiteral("cache");
    spec.tls = TlsMode::Verify;
    spec.caFile = QStringLiteral("/ca.pem");
    spec.patterns = {"lock:*"};
    const QByteArray toml = edited("", "", spec);
    QCOMPARE(toml, QByteArray(R"([[backend]]
name = "cache"
url = "rediss://127.0.0.1/0"
ca = "/ca.pem"
match = ["lock:*"]
)"));
    QCOMPARE(parseProfile(toml).backends.front(), spec);
    QVERIFY(parseProfile(toml).problems.empty());
}

void TestProfileEdit::backendIsRemovedAndNothingElse()
{
    const QByteArray toml = edited(example, "billing", std::nullopt);
    QVERIFY(!toml.contains("billing\""));
    QVERIFY(toml.contains("# The cache.\n[[backend]]\nname = \"cache\""));
    QVERIFY(toml.contains("[other]\na = { b = 1 } # keep"));
    QCOMPARE(parseProfile(toml).backends.size(), 1u);
    QVERIFY(!editProfile(example, QStringLiteral("nobody"), std::nullopt));
}

void TestProfileEdit::optionsOfAUrlBecomeKeys()
{
    BackendSpec spec = *find(parseProfile(example), "cache");
    spec.environment = Environment::Staging;
    const QByteArray toml = edited(example, "cache", spec);
    QVERIFY(toml.contains("url = \"redis://cache/2\"  # as on the command line\n"));
    QVERIFY(toml.contains("timeout_ms = 700\n"));
    QVERIFY(toml.contains("match = [\"lock:*\"]\n"));
    QCOMPARE(*find(parseProfile(toml), "cache"), spec);
}

void TestProfileEdit::brokenBackendCanBeRemoved()
{
    const QByteArray toml = "[[backend]]\nname = \"a\"\nurl = \"redis://\"\n\n[[backend]]\nname = "
                            "\"b\"\nurl = \"redis://c\"\n";
    QCOMPARE(edited(toml, "a", std::nullopt),
             QByteArray("[[backend]]\nname = \"b\"\nurl = \"redis://c\"\n"));
}

void TestProfileEdit::unsafeEditsAreRefused_data()
{
    QTest::addColumn<QByteArray>("toml");
    QTest::newRow("not TOML") << QByteArray("[[backend]]\nname = \"a\"\nurl = \"redis://c\n");
    QTest::newRow("inline") << QByteArray("backend = [{ name = \"a\", url = \"redis://c\" }]\n");
    QTest::newRow("comments within a value") << QByteArray(
        "[[backend]]\nname = \"a\"\nurl = \"redis://c\"\nmatch = [\n  \"x\", # why\n]\n");
    QTest::newRow("name is taken")
        << QByteArray("[[backend]]\nname = \"a\"\nurl = \"redis://c\"\n[[backend]]\nname = \"b\"\n"
                      "url = \"redis://c\"\n");
}

void TestProfileEdit::unsafeEditsAreRefused()
{
    QFETCH(QByteArray, toml);
    BackendSpec spec;
    spec.kind = BackendKind::Redis;
    spec.name = QStringLiteral("b");
    spec.host = QStringLiteral("c");
    spec.patterns = {"y"};
    spec.timeout = 300ms;
    const Result<QByteArray> result = editProfile(toml, QStringLiteral("a"), spec);
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Config);
    QVERIFY(!result.error().message.isEmpty());

    spec.patterns = {"\xff"};
    QVERIFY(!editProfile("", {}, spec));
}

void TestProfileEdit::linesEndAsTheyDid()
{
    QByteArray toml = example;
    toml.replace("\n", "\r\n");
    BackendSpec spec = *find(parseProfile(toml), "billing");
    spec.readOnly = false;
    spec.environment = Environment::Unset;
    const QByteArray after = edited(toml, "billing", spec);
    QVERIFY(!after.isEmpty());
    QCOMPARE(after.count('\n'), after.count("\r\n"));
    QCOMPARE(*find(parseProfile(after), "billing"), spec);
}

/** A random backend of either kind, different from another in a few or many keys. */
static BackendSpec randomSpec(QRandomGenerator &random, BackendSpec spec)
{
    const auto maybe = [&random] { return random.bounded(4) == 0; };
    if (maybe())
        spec.name = QStringLiteral("n%1 #\"").arg(random.bounded(1000));
    if (maybe())
        spec.environment = Environment(random.bounded(4));
    if (maybe())
        spec.readOnly = !spec.readOnly;
    if (maybe())
        spec.poll = Millis(random.bounded(200, 60'000));
    if (maybe() && spec.kind == BackendKind::Redis)
        spec.push = !spec.push;
    if (maybe())
        spec.timeout = Millis(random.bounded(100, 60'000));
    if (maybe())
        spec.host = QStringLiteral("h%1").arg(random.bounded(9));
    if (maybe())
        spec.port = quint16(random.bounded(1, 65535));
    if (maybe())
        spec.passwordFile = random.bounded(2) ? QString() : QStringLiteral("/a #b");
    if (maybe()) {
        spec.systems =
            random.bounded(2) ? QStringList() : QStringList{lockSystemIds(spec.kind).last()};
    }
    if (maybe()) {
        spec.tls = TlsMode(random.bounded(2));
        spec.caFile = spec.tls == TlsMode::Verify ? QStringLiteral("/ca") : QString();
    }
    if (maybe())
        spec.sleepingHolderAfter = std::chrono::seconds(random.bounded(1, 1000));
    if (spec.kind == BackendKind::Redis) {
        if (maybe())
            spec.patterns = {"a:*", "\\\"x"};
        return spec;
    }
    if (maybe())
        spec.userLocks = {"one", "two"};
    if (maybe())
        spec.publicKeyFile = random.bounded(2) ? QString() : QStringLiteral("/public.pem");
    for (TableSpec &table : spec.tables) {
        if (!table.named || !maybe())
            continue;
        table.table = QStringLiteral("t%1").arg(random.bounded(9));
        table.ownerColumn = QStringLiteral("o%1").arg(random.bounded(3));
        table.clock = *clockSpecFromText(QStringLiteral("+0%1:00").arg(random.bounded(9)));
    }
    return spec;
}

void TestProfileEdit::anyEditKeepsCommentsAndUnknownKeys()
{
    QRandomGenerator random(7);
    const QStringList before = comments(example);
    for (int round = 0; round < 300; ++round) {
        QByteArray toml = example;
        for (int step = 0; step < 5; ++step) {
            const Profile profile = parseProfile(toml);
            QCOMPARE(profile.backends.size(), 2u);
            const size_t index = size_t(random.bounded(2));
            const BackendSpec &old = profile.backends[index];
            const BackendSpec spec = randomSpec(random, old);
            if (spec.name == profile.backends[1 - index].name)
                continue;
            const Result<QByteArray> after = editProfile(toml, old.name, spec);
            QVERIFY2(after,
                     after ? ""
                           : qPrintable(after.error().message + u'\n' + QString::fromUtf8(toml)));
            toml = *after;
            const Profile now = parseProfile(toml);
            QCOMPARE(now.backends[index], spec);
            QCOMPARE(now.backends[1 - index], profile.backends[1 - index]);
            QCOMPARE(now.problems.size(), profile.problems.size());
        }
        QByteArray plain = toml;
        plain.replace(" #\\\"", "").replace("/a #b", "");
        QCOMPARE(comments(plain), before);
        for (const char *kept : {"team = \"payments\"", "colour = \"red\"", "note = \"x\"",
                                 "[other]\na = { b = 1 } # keep\n"})
            QVERIFY2(toml.contains(kept), kept);
    }
}

void TestProfileEdit::whatTwoChangedIsPutTogether()
{
    const BackendSpec shown = parseProfile("[[backend]]\nname = \"db\"\nurl = "
                                           "\"mysql://app@db1/x\"\npoll = \"500ms\"\n")
                                  .backends.front();
    BackendSpec now = parseProfile("[[backend]]\nname = \"db\"\nurl = \"mysql://app@db1/x\"\n"
                                   "environment = \"production\"\npoll = \"500ms\"\n"
                                   "[[backend.table]]\npreset = \"dist_lock\"\n"
                                   "table = \"ops.locks\"\n")
                          .backends.front();
    QCOMPARE(differingKeys(shown, now),
             (QStringList{QStringLiteral("environment"), QStringLiteral("read_only"),
                          QStringLiteral("table")}));
    BackendSpec wanted = shown;
    wanted.name = QStringLiteral("billing");
    wanted.poll = 1s;
    wanted.tls = TlsMode::Verify;
    wanted.caFile = QStringLiteral("/ca.pem");
    wanted.autoFormats = true;
    wanted.tunnel.ssh = QStringLiteral("bastion");
    wanted.tunnel.isOwn = true;
    const auto merged = mergedSpec(shown, wanted, now);
    QVERIFY2(merged, merged ? "" : qPrintable(merged.error().message));
    QCOMPARE(merged->name, QStringLiteral("billing"));
    QCOMPARE(merged->poll, Millis(1000));
    QVERIFY(merged->environment == Environment::Production && merged->readOnly);
    QVERIFY(merged->tls == TlsMode::Verify && merged->caFile == u"/ca.pem");
    QVERIFY(merged->autoFormats && merged->tunnel.isOwn);
    const auto hasTable = [&](const TableSpec &table) { return table.table == u"locks"; };
    QVERIFY(std::any_of(merged->tables.begin(), merged->tables.end(), hasTable));
    // Another way there is another's word.
    now.tunnel.ssh = QStringLiteral("elsewhere");
    wanted.tunnel = shown.tunnel;
    wanted.tunnel.isOwn = true;
    const auto foreign = mergedSpec(shown, wanted, now);
    QVERIFY(foreign && foreign->tunnel.ssh == u"elsewhere" && !foreign->tunnel.isOwn);
    // Both the same is no contradiction.
    wanted.environment = Environment::Production;
    wanted.readOnly = true;
    QVERIFY(mergedSpec(shown, wanted, now));
}

void TestProfileEdit::whatTwoChangedDifferentlyIsRefused()
{
    const BackendSpec shown =
        parseProfile("[[backend]]\nname = \"c\"\nurl = \"redis://cache\"\n").backends.front();
    BackendSpec now = shown;
    now.environment = Environment::Production;
    now.readOnly = true;
    BackendSpec wanted = shown;
    wanted.environment = Environment::Staging;
    const auto refused = mergedSpec(shown, wanted, now);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.contains(QStringLiteral("c: environment")),
             qPrintable(refused.error().message));
    QVERIFY(!refused.error().remedy.isEmpty());
    now = shown;
    now.host = QStringLiteral("other");
    wanted = shown;
    wanted.user = QStringLiteral("me");
    QVERIFY(!mergedSpec(shown, wanted, now)); // both are in the URL
}

LOCKMASTER_TEST(TestProfileEdit, QCoreApplication)

} // namespace tst_profileedit

#include "tst_profileedit.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/formatcatalogue.h"
#include "core/formats/formatfile.h"
#include "core/systems/registry/registry.h"
#include "core/trust/formattrust.h"
#include "tests/support/lockoperator.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QMap>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_keyformats {

namespace {

const QByteArray uuid = "9f1c0a27-5b3d-4e86-8c14-d27be0a96f31";
const QByteArray otherUuid = "0a1b2c3d-5b3d-4e86-8c14-d27be0a96f32";
const QByteArray symfonyToken = "9yWu/yjiQ1m0xXJm2mO6Jc3q0cK4n8pT7uVwXyZaBcE=";
const QByteArray otherToken = "AAWu/yjiQ1m0xXJm2mO6Jc3q0cK4n8pT7uVwXyZaBcE=";
const QByteArray process = "web1_123_0123456789abcdef0123456789abcdef";
const QByteArray digest = "uniquejobs:0123456789abcdef0123456789abcdef";

/** What a library leaves behind, at this moment `now` of the server in milliseconds. */
struct Stage {
    QString system;
    QByteArray key;
    std::vector<RedisCommand> taken;
    QByteArray holder; ///< as stored; empty: it names nobody
    std::optional<Millis> ttl;
    std::optional<Millis> age;
    RedisCommand renewed; ///< what its holder does while it is alive
    /** What is gone once it is let go of, the key aside. */
    std::vector<QByteArray> gone;
    bool indistinguishable = false;
};

QByteArray number(qint64 value)
{
    return QByteArray::number(value);
}

Stage stageOf(const QString &system, qint64 now)
{
    const QByteArray end = number(now + 60'123);
    if (system == u"symfony_redis")
        return {system,
                "invoice-7",
                {{"ZADD", "invoice-7", end, symfonyToken, end, "__write__"},
                 {"PEXPIREAT", "invoice-7", end}},
                symfonyToken,
                60'123ms,
                {},
                {"ZADD", "invoice-7", number(now + 90'123), symfonyToken},
                {}};
    if (system == u"redis_semaphore")
        return {system,
                "semaphore:db",
                {{"ZADD", "semaphore:db", number(now), uuid},
                 {"PEXPIREAT", "semaphore:db", number(now + 10'123)}},
                uuid,
                10'123ms,
                {},
                {"ZADD", "semaphore:db", number(now + 8'000), uuid},
                {}};
    if (system == u"sidekiq_unique_jobs")
        return {system,
                digest + ":LOCKED",
                {{"HSET", digest + ":LOCKED", "5d3f1e2a4b", number(now / 1000 - 40) + ".250"},
                 {"SET", digest, "5d3f1e2a4b"},
                 {"LPUSH", digest + ":QUEUED", "1"},
                 {"ZADD", "uniquejobs:digests", number(now / 1000), digest}},
                "5d3f1e2a4b",
                {},
                Millis(now % 1000 + 39'750),
                {"HSET", digest + ":LOCKED", "5d3f1e2a4b", number(now / 1000) + ".750"},
                {digest, "uniquejobs:digests"}};
    if (system == u"gitea")
        return {system,
                "gitea:globallock:repo_7",
                {{"SET", "gitea:globallock:repo_7", "Zm9vYmFyYmF6cXV4MTIzNA==", "PX", "30000"}},
                "Zm9vYmFyYmF6cXV4MTIzNA==",
                30'000ms,
                {},
                {"PEXPIREAT", "gitea:globallock:repo_7", number(now + 90'123)},
                {}};
    if (system == u"gitlab_lease")
        return {system,
                "gitlab:exclusive_lease:import:1",
                {{"SET", "gitlab:exclusive_lease:import:1", uuid, "PXAT", end}},
                uuid,
                60'123ms,
                {},
                {"PEXPIREAT", "gitlab:exclusive_lease:import:1", number(now + 90'123)},
                {}};
    if (system == u"discourse_mutex") {
        const qint64 second = now / 1000 + 60;
        return {
            system,
            "default:post_edit",
            {{"SET", "default:post_edit", number(second), "PXAT", number(second * 1000 + 1000)}},
            number(second),
            Millis(61'000 - now % 1000),
            {},
            {"PEXPIREAT", "default:post_edit", number(second * 1000 + 1800)},
            {},
            true};
    }
    if (system == u"dotnet_redis")
        return {system,
                "pool",
                {{"ZADD", "pool", end, process}, {"PEXPIREAT", "pool", number(now + 180'000)}},
                process,
                60'123ms,
                {},
                {"ZADD", "pool", number(now + 90'123), process},
                {}};
    qFatal("no stage for %s", qPrintable(system));
}

/** The one of the guide. */
/** One of the guide's worked examples. */
QByteArray ownFormat(const QByteArray &id = "own_slots")
{
    QFile file(QStringLiteral(FORMATS_PAGE));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no guide");
    const QByteArray page = file.readAll();
    const qsizetype from = page.indexOf("id = \"" + id + '"');
    return page.mid(from, page.indexOf("```", from) - from);
}

} // namespace

/** Every format of keys that comes with the program, and one of an operator's own, on a server. */
class TestKeyFormats : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateRedis> m_server;
    QTemporaryDir m_state;

    qint64 now()
    {
        const RedisReply time = m_server->run({"TIME"});
        return time.elements[0].text.toLongLong() * 1000
               + time.elements[1].text.toLongLong() / 1000;
    }
    Stage take(const QString &system)
    {
        Stage stage = stageOf(system, now());
        m_server->runAll(stage.taken);
        return stage;
    }
    bool isThere(const QByteArray &key) { return m_server->run({"EXISTS", key}).integer == 1; }
    BackendSpec specOf(const QByteArray &rules)
    {
        m_server->run(
            {"ACL", "SETUSER", "operator", "reset", "on", ">secret", "~*", "&*", "+@all", rules});
        BackendSpec spec = m_server->spec();
        spec.user = QStringLiteral("operator");
        spec.urlPassword = Secret("secret");
        return spec;
    }
    static LockFormatPointer guards()
    {
        const ParsedFormat parsed =
            parseFormat(ownFormat("own_guards"), QStringLiteral("guards.toml"));
        return parsed.format ? makeKnown(parsed.format) : nullptr;
    }
    static void addGuardCases()
    {
        QTest::addColumn<QByteArray>("rules");
        QTest::addColumn<RedisCommand>("meanwhile");
        QTest::addColumn<bool>("instanceOnly");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const RedisCommand &meanwhile, bool instanceOnly,
                            const char *expected) {
            for (const char *rules : {"+@all", "-@scripting"})
                QTest::newRow(qPrintable(QStringLiteral("%1, %2").arg(QLatin1StringView(name),
                                                                      QLatin1StringView(rules))))
                    << QByteArray(rules) << meanwhile << instanceOnly
                    << QString::fromLatin1(expected);
        };
        row("as seen", {}, false, "released");
        row("renewed", {"HSET", "guard:a", "until_ms", "1999999999999"}, false, "changed");
        row("renewed, of the instance", {"HSET", "guard:a", "until_ms", "1999999999999"}, true,
            "released");
        row("taken anew by the same", {"HSET", "guard:a", "token", "88bb"}, false, "changed");
        row("taken anew, of the instance", {"HSET", "guard:a", "token", "88bb"}, true, "changed");
        row("another's", {"HSET", "guard:a", "by", "web-9"}, true, "changed");
        row("let go of", {"HDEL", "guard:a", "by"}, true, "changed");
        row("another note", {"HSET", "guard:a", "note", "y"}, false, "released");
    }
    static void addFormats()
    {
        QTest::addColumn<QString>("system");
        QTest::addColumn<QByteArray>("rules");
        for (const LockFormatPointer &format : shippedFormats()) {
            if (!format->isOfKeys())
                continue;
            QTest::newRow(qPrintable(format->id)) << format->id << QByteArray("+@all");
            QTest::newRow(qPrintable(format->id + QStringLiteral(", no scripts")))
                << format->id << QByteArray("-@scripting");
        }
    }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_state.path()));
        m_server = PrivateRedis::start();
        QVERIFY(m_server);
    }

    void init() { m_server->run({"FLUSHALL"}); }

    void areSeen_data() { addFormats(); }
    void areSeen()
    {
        QFETCH(QString, system);
        const Stage stage = take(system);
        const LockOperator person(*lockSystem(system), m_server->spec());
        const auto seen = person.look(stage.key);
        QVERIFY(seen);
        QCOMPARE(seen->state, LockState::Held);
        QCOMPARE(seen->id.source->system, system);
        QCOMPARE(seen->holders.size(), 1);
        QCOMPARE(seen->holders.front().raw, stage.holder);
        const auto at = std::chrono::steady_clock::now();
        QCOMPARE(seen->ttlAt(at).has_value(), stage.ttl.has_value());
        if (stage.ttl)
            QVERIFY(std::chrono::abs(*seen->ttlAt(at) - *stage.ttl) < 1s);
        QCOMPARE(seen->heldSince.has_value(), stage.age.has_value());
        if (stage.age)
            QVERIFY(std::chrono::abs(at - *seen->heldSince - *stage.age) < 1s);
    }

    void areReleased_data() { addFormats(); }
    void areReleased()
    {
        QFETCH(QString, system);
        QFETCH(QByteArray, rules);
        const Stage stage = take(system);
        m_server->run({"SET", "beside", "mine"});
        LockOperator person(*lockSystem(system), specOf(rules), "secret");
        const auto seen = person.look(stage.key);
        QVERIFY(seen);
        const auto ticket = person.begin(*seen, QStringLiteral("release"));
        QVERIFY2(ticket, qPrintable(person.error().message));
        const auto &preview = ticket->preview();
        QVERIFY2(!preview.refusal, qPrintable(preview.refusal.value_or(ReleaseOutcome()).message));
        QCOMPARE(preview.indistinguishable, stage.indistinguishable);
        QVERIFY(!ticket->command(Compare::InstanceAndLease).isEmpty());
        const auto outcome = person.commit(*ticket);
        QVERIFY2(outcome, qPrintable(person.error().message));
        QCOMPARE(releaseResultName(outcome->result), QStringLiteral("released"));
        QVERIFY(!isThere(stage.key));
        for (const QByteArray &gone : stage.gone)
            QVERIFY2(!isThere(gone), gone.constData());
        QVERIFY(isThere("beside"));
    }

    void areRefusedOnceRenewed_data() { addFormats(); }
    void areRefusedOnceRenewed()
    {
        QFETCH(QString, system);
        QFETCH(QByteArray, rules);
        for (const bool beforeTheTicket : {true, false}) {
            m_server->run({"FLUSHALL"});
            const Stage stage = take(system);
            LockOperator person(*lockSystem(system), specOf(rules), "secret");
            const auto seen = person.look(stage.key);
            QVERIFY(seen);
            if (beforeTheTicket)
                m_server->run(stage.renewed);
            const auto ticket = person.begin(*seen, QStringLiteral("release"));
            QVERIFY2(ticket, qPrintable(person.error().message));
            if (!beforeTheTicket)
                m_server->run(stage.renewed);
            const auto outcome = person.commit(*ticket);
            QVERIFY2(outcome, qPrintable(person.error().message));
            QCOMPARE(releaseResultName(outcome->result), QStringLiteral("changed"));
            QVERIFY(isThere(stage.key));
        }
    }

    /** The next holder's key, that came after the look: whatever is compared, it stays. */
    void anotherIsNeverReleased()
    {
        const struct {
            QString system;
            QByteArray key;
            QByteArray holder;
            std::vector<RedisCommand> next;
        } cases[] = {
            {QStringLiteral("symfony_redis"),
             "invoice-7",
             symfonyToken,
             {{"DEL", "invoice-7"},
              {"ZADD", "invoice-7", number(now() + 60'123), otherToken, number(now() + 60'123),
               "__write__"}}},
            {QStringLiteral("gitlab_lease"),
             "gitlab:exclusive_lease:import:1",
             uuid,
             {{"SET", "gitlab:exclusive_lease:import:1", otherUuid, "PX", "60000"}}},
        };
        for (const auto &each : cases) {
            for (const Compare compare : {Compare::InstanceAndLease, Compare::InstanceOnly}) {
                m_server->run({"FLUSHALL"});
                take(each.system);
                LockOperator person(*lockSystem(each.system), m_server->spec());
                const auto seen = person.look(each.key);
                QVERIFY(seen);
                const auto ticket = person.begin(*seen, QStringLiteral("release"));
                QVERIFY(ticket);
                m_server->runAll(each.next);
                const auto outcome = person.commit(*ticket, compare);
                QVERIFY(outcome);
                QCOMPARE(releaseResultName(outcome->result), QStringLiteral("changed"));
                QVERIFY(isThere(each.key));
            }
        }
    }

    /** Each of several by itself; what marks the lock, and what goes with it, stays for the rest.
     */
    void oneOfSeveralIsReleased()
    {
        const qint64 at = now();
        m_server->runAll({{"HSET", digest + ":LOCKED", "one", number(at / 1000 - 9), "two",
                           number(at / 1000 - 4)},
                          {"SET", digest, "two"}});
        LockOperator person(*lockSystem(QStringLiteral("sidekiq_unique_jobs")), m_server->spec());
        const auto seen = person.look(digest + ":LOCKED");
        QVERIFY(seen);
        QCOMPARE(seen->holders.size(), 2);
        const auto actions = lockSystem(QStringLiteral("sidekiq_unique_jobs"))->actions(*seen);
        QCOMPARE(actions.size(), size_t(2));
        const auto ticket = person.begin(*seen, QStringLiteral("release"), "one");
        QVERIFY2(ticket, qPrintable(person.error().message));
        const auto outcome = person.commit(*ticket);
        QVERIFY(outcome);
        QCOMPARE(releaseResultName(outcome->result), QStringLiteral("released"));
        QVERIFY(isThere(digest));
        QCOMPARE(m_server->run({"HKEYS", digest + ":LOCKED"}).elements.size(), size_t(1));
    }

    /** Those whose time is over hold nothing, tidied away or not. */
    void whoIsOverHoldsNothing()
    {
        const qint64 at = now();
        m_server->run({"ZADD", "invoice-7", number(at - 5'000), otherToken, number(at + 30'123),
                       symfonyToken});
        const LockOperator person(*lockSystem(QStringLiteral("symfony_redis")), m_server->spec());
        const auto seen = person.look("invoice-7");
        QVERIFY(seen);
        QCOMPARE(seen->state, LockState::Held);
        QCOMPARE(seen->holders.size(), 1);
        QCOMPARE(seen->holders.front().raw, symfonyToken);
    }

    /** Sets, scores and numbers that are somebody's own. */
    void othersAreNoLocks()
    {
        const qint64 at = now();
        m_server->runAll({
            {"ZADD", "leaderboard", "100", "alice", "250", "bob"},
            {"ZADD", "delayed", number(at + 1000), "job-1"},
            {"ZADD", "tokens", "17", symfonyToken},
            {"SADD", "tags", "a", "b"},
            {"SADD", "books.readers", "alice"},
            {"SET", "next_run", number(at / 1000 + 60), "EX", "3600"},
            {"SET", "last_seen", number(at / 1000 - 60)},
            {"HSET", "uniquejobs:x:INFO", "worker", "w"},
            {"ZADD", "semaphore:x", "1", "alice"},
        });
        auto reader = makeReader(m_server->spec(), [](SteadyTime) { return Secret(); });
        const BackendReading reading =
            reader->read(BackendReader::Depth::Full, std::chrono::steady_clock::now() + 10s);
        for (const Observation &observation : reading.observations) {
            for (const LockRecord &record : observation.records)
                QFAIL(record.id.name.constData());
        }
    }

    /** What an operator named was a string lock before there were formats of keys, and stays one.
     */
    void whatAPatternNamesStaysWhatItWas()
    {
        take(QStringLiteral("gitlab_lease"));
        BackendSpec spec = m_server->spec();
        spec.patterns = {"gitlab:*"};
        const QByteArray key = "gitlab:exclusive_lease:import:1";
        QVERIFY(LockOperator(*lockSystem(QStringLiteral("redis_string")), spec).look(key));
        QVERIFY(!LockOperator(*lockSystem(QStringLiteral("gitlab_lease")), spec).look(key));
    }

    /** A profile from elsewhere must not make locks vanish, nor call them something else. */
    void whatIsNotTrustedTakesAndHidesNothing()
    {
        const QByteArray hostile = R"(id = "hostile_keys"
title = "Hostile"
description = { en = "All is well" }
source = "elsewhere"
[[keys]]
type = "string"
match = "lock:*"
[keys.release]
how = "delete"
means = { en = "Nothing happens." }
with_last = [{ key = "{1}" }, { key = "lock:{1}" }]
)";
        const ParsedFormat parsed = parseFormat(hostile);
        QVERIFY(parsed.format);
        BackendSpec spec = m_server->spec();
        spec.keyFormats = {makeKnown(parsed.format)};
        m_server->runAll({{"SET", "lock:a", "5f0c6d3e8a7b4c1d9e2f0a1b2c3d4e5f", "PX", "60000"},
                          {"SET", "lock:b", "anything", "PX", "60000"}});
        take(QStringLiteral("symfony_redis"));
        const auto systemsOf = [&spec] {
            auto reader = makeReader(spec, [](SteadyTime) { return Secret(); });
            QMap<QByteArray, QString> systems;
            const BackendReading reading =
                reader->read(BackendReader::Depth::Full, std::chrono::steady_clock::now() + 10s);
            for (const Observation &observation : reading.observations) {
                for (const LockRecord &record : observation.records)
                    systems.insert(record.id.name, record.id.source->system);
            }
            return systems;
        };
        const QMap<QByteArray, QString> doubted = systemsOf();
        QCOMPARE(doubted.value("lock:a"), QStringLiteral("redis_string"));
        QCOMPARE(doubted.value("lock:b"), QStringLiteral("hostile_keys"));
        QCOMPARE(doubted.value("invoice-7"), QStringLiteral("symfony_redis"));
        QVERIFY(trustFormat(*parsed.format));
        QCOMPARE(systemsOf().value("lock:a"), QStringLiteral("hostile_keys"));
        QVERIFY(forgetFormat(*parsed.format));
    }

    void whoWaitsIsToldAndWoken_data()
    {
        QTest::addColumn<QByteArray>("rules");
        QTest::newRow("script") << QByteArray("+@all");
        QTest::newRow("no scripts") << QByteArray("-@scripting");
        QTest::newRow("may not wake") << QByteArray("-publish");
    }
    void whoWaitsIsToldAndWoken()
    {
        QFETCH(const QByteArray, rules);
        const QByteArray text = QByteArray(R"(id = "woken"
title = "Woken"
description = { en = "d" }
source = "s"

[[keys]]
type = "hash"
match = "slots:*:taken"
holder_is = "token"
waiting = { channel = "slots:{1}:free" }

[keys.release]
how = "delete"
means = { en = "m" }
wakes = [{ channel = "slots:{1}:free", text = "go" }, { list = "slots:{1}:signal", text = "1", lasts = "5s" }]
)");
        const auto seenAs = [&](const QByteArray &format, BackendSpec &spec) {
            const ParsedFormat parsed = parseFormat(format);
            if (!parsed.format)
                qFatal("%s", qPrintable(parsed.problems[0].message));
            const LockFormatPointer known = makeKnown(parsed.format);
            if (!trustFormat(*known))
                qFatal("not trusted");
            spec.keyFormats = {known};
            const auto reader = makeReader(spec, [](SteadyTime) { return Secret("secret"); });
            const BackendReading all =
                reader->read(BackendReader::Depth::Full, std::chrono::steady_clock::now() + 10s);
            for (const Observation &observation : all.observations) {
                for (const LockRecord &record : observation.records) {
                    if (record.id.source->system == u"woken")
                        return std::optional(record);
                }
            }
            return std::optional<LockRecord>();
        };
        BackendSpec spec = specOf(rules);
        m_server->runAll(
            {{"HSET", "slots:7:taken", "web-3", "1"}, {"LPUSH", "slots:7:line", "a", "b"}});
        QTcpSocket waiter;
        waiter.connectToHost(spec.host, spec.effectivePort());
        QVERIFY(waiter.waitForConnected(5000));
        waiter.write("SUBSCRIBE slots:7:free\r\n");
        QVERIFY(waiter.waitForReadyRead(5000));
        waiter.readAll();

        const auto queued = seenAs(QByteArray(text).replace("channel = \"slots:{1}:free\" }\n",
                                                            "list = \"slots:{1}:line\" }\n"),
                                   spec);
        QVERIFY(queued);
        QCOMPARE(queued->waiters.count, std::optional<qint64>(2));
        const auto wrongType = seenAs(QByteArray(text).replace("channel = \"slots:{1}:free\" }\n",
                                                               "zset = \"slots:{1}:line\" }\n"),
                                      spec);
        QVERIFY(wrongType && !wrongType->waiters.count);
        const auto seen = seenAs(text, spec);
        QVERIFY(seen);
        QCOMPARE(seen->waiters.count, std::optional<qint64>(1));

        LockOperator person(*lockSystem(QStringLiteral("woken")), spec, "secret");
        const auto looked = person.look("slots:7:taken");
        QVERIFY2(looked, qPrintable(person.error().message));
        const auto ticket = person.begin(*looked, QStringLiteral("release"));
        QVERIFY2(ticket, qPrintable(person.error().message));
        const auto outcome = person.commit(*ticket);
        QVERIFY2(outcome, qPrintable(person.error().message));
        if (rules == "-publish") { // and nothing else of it has happened
            QCOMPARE(outcome->result, ReleaseResult::Denied);
            QVERIFY(isThere("slots:7:taken") && !isThere("slots:7:signal"));
            return;
        }
        QVERIFY2(outcome->result == ReleaseResult::Released, qPrintable(outcome->message));
        QVERIFY(!isThere("slots:7:taken"));
        QVERIFY(isThere("slots:7:signal"));
        QVERIFY(m_server->run({"PTTL", "slots:7:signal"}).integer > 0);
        QVERIFY(waiter.bytesAvailable() > 0 || waiter.waitForReadyRead(5000));
        QVERIFY(waiter.readAll().contains("go"));
    }

    /** A signature that was not read whole is compared with nothing. */
    void whoIsTooLongToCompareIsNotReleased()
    {
        const QByteArray name(1500, 'j');
        m_server->run({"HSET", digest + ":LOCKED", name, number(now() / 1000)});
        const LockSystem &system = *lockSystem(QStringLiteral("sidekiq_unique_jobs"));
        const auto seen = LockOperator(system, m_server->spec()).look(digest + ":LOCKED");
        QVERIFY(seen);
        QCOMPARE(seen->holders.front().raw.size(), 1024);
        QVERIFY(seen->holders.front().truncated());
        QVERIFY(system.actions(*seen).empty());
    }

    /** An account from before sets were read sees all that it saw, and no problem. */
    void whatIsDeniedIsLeftOut()
    {
        take(QStringLiteral("symfony_redis"));
        m_server->run({"SET", "lock:a", uuid, "PX", "60000"});
        BackendSpec spec = specOf("-zscan");
        spec.patterns = {"lock:*"};
        auto reader = makeReader(spec, [](SteadyTime) { return Secret("secret"); });
        const BackendReading reading =
            reader->read(BackendReader::Depth::Full, std::chrono::steady_clock::now() + 10s);
        QCOMPARE(reading.observations.size(), size_t(1));
        QVERIFY(reading.observations.front().complete);
        QCOMPARE(reading.observations.front().records.size(), size_t(1));
    }

    /** A hash whose fields have names of their own: who holds it, what is new, when it ends. */
    void aHashOfNamedFields_data() { addGuardCases(); }
    void aHashOfNamedFields()
    {
        QFETCH(QByteArray, rules);
        QFETCH(RedisCommand, meanwhile);
        QFETCH(bool, instanceOnly);
        QFETCH(QString, expected);
        const LockFormatPointer format = guards();
        QVERIFY(format);
        QVERIFY(trustFormat(*format));
        m_server->run({"HSET", "guard:a", "by", "web-3", "token", "77aa", "until_ms",
                       number(now() + 60'000), "note", "x"});
        BackendSpec spec = specOf(rules);
        spec.keyFormats = {format};
        LockOperator person(*lockSystem(format->id), spec, "secret");
        const auto seen = person.look("guard:a");
        QVERIFY(seen);
        QCOMPARE(seen->state, LockState::Held);
        QCOMPARE(seen->holders.size(), 1);
        QCOMPARE(seen->holders.front().label, QStringLiteral("web-3"));
        QVERIFY(std::chrono::abs(*seen->ttlAt(std::chrono::steady_clock::now()) - 60s) < 1s);
        const auto ticket = person.begin(*seen, QStringLiteral("release"));
        QVERIFY2(ticket, qPrintable(person.error().message));
        QVERIFY(!ticket->preview().indistinguishable);
        if (!meanwhile.empty())
            m_server->run(meanwhile);
        const auto outcome = person.commit(*ticket, instanceOnly ? Compare::InstanceOnly
                                                                 : Compare::InstanceAndLease);
        QVERIFY2(outcome, qPrintable(person.error().message));
        QCOMPARE(releaseResultName(outcome->result), expected);
        QCOMPARE(isThere("guard:a"), expected != u"released");
    }

    void whoseNamedFieldsSayNothingHasNoLock()
    {
        const LockFormatPointer format = guards();
        QVERIFY(format);
        BackendSpec spec = m_server->spec();
        spec.keyFormats = {format};
        const LockOperator person(*lockSystem(format->id), spec);
        const QByteArray soon = number(now() + 60'000);
        m_server->run({"HSET", "guard:free", "by", " ", "token", "", "until_ms", "0"});
        m_server->run(
            {"HSET", "guard:over", "by", "w", "token", "1", "until_ms", number(now() - 5'000)});
        m_server->run({"HSET", "guard:timeless", "by", "w", "token", "1", "until_ms", "soon"});
        m_server->run({"HSET", "guard:half", "by", "w", "until_ms", soon});
        m_server->run({"HSET", "mine:a", "by", "w", "token", "1", "until_ms", soon});
        QCOMPARE(person.look("guard:free")->state, LockState::Free);
        QVERIFY(lockSystem(format->id)->actions(*person.look("guard:free")).empty());
        QCOMPARE(person.look("guard:over")->state, LockState::Expired);
        QCOMPARE(person.look("guard:timeless")->state, LockState::Held);
        QVERIFY(!person.look("guard:timeless")->lease.hasExpiry);
        QVERIFY(!person.look("guard:half"));
        QVERIFY(!person.look("mine:a"));
    }

    /** A server that follows another, or that lost its followers, does not know what is free. */
    void whatAReplicaCallsFreeIsNotKnown()
    {
        const LockFormatPointer format = guards();
        QVERIFY(format);
        const auto server = PrivateRedis::start();
        QVERIFY(server);
        server->run({"HSET", "guard:free", "by", "", "token", "", "until_ms", "0"});
        BackendSpec spec = server->spec();
        spec.keyFormats = {format};
        const LockOperator person(*lockSystem(format->id), spec);
        QCOMPARE(person.look("guard:free")->state, LockState::Free);
        server->run({"REPLICAOF", "127.0.0.1", "1"});
        QCOMPARE(person.look("guard:free")->state, LockState::Unknown);
    }

    /** When it was taken stays where it is renewed, and the key's own end moves. */
    void theKeysOwnEndIsTheLease()
    {
        const ParsedFormat parsed = parseFormat(
            ownFormat("own_guards")
                .replace("own_guards", "own_counted")
                .replace("field = \"until_ms\", means = \"end\"",
                         "field = \"taken_ms\", means = \"taken\"")
                .replace("instance = [\"token\"]", "instance = [\"token\"]\ncount = \"n\""),
            QStringLiteral("counted.toml"));
        QVERIFY(parsed.format);
        const LockFormatPointer format = makeKnown(parsed.format);
        QVERIFY(trustFormat(*format));
        const auto take = [this] {
            m_server->run({"FLUSHALL"});
            m_server->run({"HSET", "guard:a", "by", "web-3", "token", "77aa", "taken_ms",
                           number(now() - 5'000), "n", "2"});
            m_server->run({"PEXPIRE", "guard:a", "30000"});
        };
        const struct {
            RedisCommand meanwhile;
            Compare compare;
            QLatin1StringView expected;
        } cases[] = {
            {{"PEXPIRE", "guard:a", "60000"},
             Compare::InstanceAndLease,
             QLatin1StringView("changed")},
            {{"PEXPIRE", "guard:a", "60000"}, Compare::InstanceOnly, QLatin1StringView("released")},
            {{"HINCRBY", "guard:a", "n", "1"}, Compare::InstanceOnly, QLatin1StringView("changed")},
            {{"HINCRBY", "guard:a", "taken_ms", "1"},
             Compare::InstanceAndLease,
             QLatin1StringView("changed")},
            {{"PING"}, Compare::InstanceAndLease, QLatin1StringView("released")},
        };
        for (const auto &each : cases) {
            take();
            BackendSpec spec = m_server->spec();
            spec.keyFormats = {format};
            LockOperator person(*lockSystem(format->id), spec);
            const auto seen = person.look("guard:a");
            QVERIFY(seen);
            QCOMPARE(seen->holders.front().holdCount, 2);
            QVERIFY(std::chrono::abs(*seen->ttlAt(std::chrono::steady_clock::now()) - 30s) < 1s);
            QVERIFY(seen->heldSince);
            const auto ticket = person.begin(*seen, QStringLiteral("release"));
            QVERIFY2(ticket, qPrintable(person.error().message));
            m_server->run(each.meanwhile);
            const auto outcome = person.commit(*ticket, each.compare);
            QVERIFY2(outcome, qPrintable(person.error().message));
            QCOMPARE(releaseResultName(outcome->result), each.expected);
        }
    }

    /** It looks at once, and writes nothing before this very text is trusted. */
    void anOperatorsOwnIsTrustedFirst()
    {
        const ParsedFormat parsed = parseFormat(ownFormat(), QStringLiteral("slots.toml"));
        QVERIFY2(parsed.format,
                 qPrintable(parsed.problems.empty() ? QString() : parsed.problems[0].message));
        const LockFormatPointer format = makeKnown(parsed.format);
        m_server->runAll({{"HSET", "slots:7:taken", "web-3", number(now() - 5'001)},
                          {"LPUSH", "slots:7:queue", "x"}});
        BackendSpec spec = m_server->spec();
        spec.keyFormats = {format};
        LockOperator person(*lockSystem(format->id), spec);
        const auto seen = person.look("slots:7:taken");
        QVERIFY(seen);
        QCOMPARE(seen->holders.front().label, QStringLiteral("web-3"));

        const auto ticket = person.begin(*seen, QStringLiteral("release"));
        QVERIFY2(ticket, qPrintable(person.error().message));
        QVERIFY(ticket->preview().refusal);
        QCOMPARE(ticket->preview().refusal->detail, ChangeDetail::NotTrusted);
        QVERIFY(ticket->command(Compare::InstanceAndLease).contains(QStringLiteral("HDEL")));
        const auto outcome = person.commit(*ticket);
        QVERIFY(outcome);
        QCOMPARE(releaseResultName(outcome->result), QStringLiteral("denied"));
        QVERIFY(isThere("slots:7:taken"));

        QVERIFY(trustFormat(*format));
        const auto again = person.begin(*seen, QStringLiteral("release"));
        QVERIFY(again);
        QVERIFY(!again->preview().refusal);
        const auto done = person.commit(*again);
        QVERIFY(done);
        QCOMPARE(releaseResultName(done->result), QStringLiteral("released"));
        QVERIFY(!isThere("slots:7:taken"));
        QVERIFY(!isThere("slots:7:queue"));

        const QByteArray changed = ownFormat().replace("slots:{1}:queue", "accounts:{1}:all");
        const ParsedFormat other = parseFormat(changed, QStringLiteral("slots.toml"));
        QVERIFY(other.format);
        QVERIFY(!*isTrusted(*other.format));
        const auto stale = makeKnown(other.format);
        m_server->run({"HSET", "slots:7:taken", "web-3", number(now() - 5'001)});
        spec.keyFormats = {stale};
        LockOperator next(*lockSystem(stale->id), spec);
        const auto now = next.look("slots:7:taken");
        QVERIFY(now);
        QCOMPARE(next.begin(*now, QStringLiteral("release"))->preview().refusal->detail,
                 ChangeDetail::NotTrusted);
    }
};

LOCKMASTER_TEST(TestKeyFormats, QCoreApplication)

} // namespace tst_keyformats

#include "tst_keyformats.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/domain/witness.h"
#include "core/monitor/filter.h"
#include "core/monitor/lockjson.h"
#include "tests/support/fakereader.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_lockjson {

/** Locks, backends and events as the documented JSON. */
class TestLockJson : public QObject
{
    Q_OBJECT

    const SteadyTime m_now{1h};
    const ServerMoment m_looked{"12345678", ServerTime(1000h), false};
    const std::shared_ptr<const SourceId> m_source = fakeSource(QStringLiteral("billing"));

    QJsonObject written(const LockRecord &lock) const
    {
        return jsonObject(lockToJson(lock, m_looked, m_now));
    }

    /** As it would stand in `lockctl list --json`. */
    QStringList violations(const LockRecord &lock) const
    {
        return listViolations(
            R"({"schema":2,"taken_at":"2026-01-02T03:04:05.000000Z","backends":[],"locks":[)"
            + lockToJson(lock, m_looked, m_now) + "]}");
    }
    static QString key(const char *name) { return QString::fromUtf8(name); }

private slots:
    void everyFieldOfALockIsWritten();
    void whatServersHaveIsTold();
    void whatIsNotKnownIsNull();
    void unknownLockHasNoTtl();
    void expiredLockHasANegativeTtl();
    void bytesThatAreNoTextComeTwice();
    void cutValueSaysSo();
    void everyFieldOfABackendIsWritten();
    void backendThatWasNeverReachedHasNoServer();
    void eventsAreWritten();
    void droppedEventsAreWritten();
    void examinationIsWritten();
    void momentsAreUtcWithMicroseconds();
    void listCommandIsOneSafeLine_data();
    void listCommandIsOneSafeLine();
};

void TestLockJson::everyFieldOfALockIsWritten()
{
    LockRecord lock = fakeLock(m_source, "card", "web-3:17", 1500ms, m_now);
    lock.variant = QStringLiteral("fair");
    lock.holders[0].holdCount = 2;
    lock.holders[0].label = QStringLiteral("web-3");
    lock.holders[0].detail = std::make_shared<HolderDetail>(
        HolderDetail{QStringLiteral("web-3"), 17, QStringLiteral("99999999999999999999"),
                     QStringLiteral("app"), QStringLiteral("java"), 812});
    lock.heldSince = m_now - 2500us;
    lock.heldBasis = HeldBasis::Server;
    lock.variant = QStringLiteral("redis-py");
    lock.certainty = Certainty::Likely;
    lock.variantCertainty = Certainty::Likely;
    lock.holdCountExact = false;
    lock.waiters = {2, QStringLiteral("sessions"), {{QStringLiteral("#9"), 9, 3s}, {}}};
    lock.findings = {{FindingId::ZeroLease, QStringLiteral("0 s")}};
    QCOMPARE(violations(lock), QStringList());

    const QJsonObject json = written(lock);
    QCOMPARE(json.value(key("backend")).toString(), QStringLiteral("billing"));
    QCOMPARE(json.value(key("system")).toString(), QStringLiteral("dist_lock"));
    QCOMPARE(json.value(key("source")).toString(), QStringLiteral("db.locks"));
    QCOMPARE(json.value(key("name")).toString(), QStringLiteral("card"));
    QCOMPARE(json.value(key("state")).toString(), QStringLiteral("held"));
    QCOMPARE(json.value(key("ttl_ms")).toInt(), 1500);
    QCOMPARE(json.value(key("held_ms")).toInt(), 2);
    QCOMPARE(json.value(key("held_basis")).toString(), QStringLiteral("server"));
    QCOMPARE(json.value(key("hold_count")).toInt(), 2);
    QVERIFY(!json.value(key("hold_count_exact")).toBool(true));
    QCOMPARE(json.value(key("certainty")).toString(), QStringLiteral("likely"));
    QCOMPARE(json.value(key("variant_certainty")).toString(), QStringLiteral("likely"));
    QCOMPARE(json.value(key("waiters")).toInt(), 2);
    QCOMPARE(json.value(key("witness")).toString(), encodeWitness(witnessOf(lock, m_looked)));

    const QJsonObject owner = json.value(key("owner")).toObject();
    QCOMPARE(owner.value(key("raw")).toString(), QStringLiteral("web-3:17"));
    QCOMPARE(owner.value(key("raw_bytes")).toInt(), 8);
    QCOMPARE(owner.value(key("pid")).toInt(), 17);
    QCOMPARE(owner.value(key("thread")).toString(), QStringLiteral("99999999999999999999"));
    QCOMPARE(owner.value(key("connection_id")).toInt(), 812);
    QCOMPARE(json.value(key("waiters_list")).toArray().at(0).toObject().value(key("waiting_ms")),
             QJsonValue(3000));
    QCOMPARE(json.value(key("findings")).toArray().at(0).toObject().value(key("id")),
             QJsonValue(QStringLiteral("zero-lease")));
}

void TestLockJson::whatServersHaveIsTold()
{
    LockRecord lock = fakeLock(m_source, "a", "x", std::nullopt, m_now);
    QVERIFY(!written(lock).contains(key("servers")));
    QVERIFY(!written(lock).contains(key("quorum")));
    LockShares shares;
    shares.needed = 2;
    shares.all = {{key("r1"), LockShare::Seen::Holder, lock.holders.front(), 1, "i"},
                  {key("r2"), LockShare::Seen::Absent, {}, -1, {}}};
    lock.shares = std::make_shared<const LockShares>(shares);
    QCOMPARE(violations(lock), QStringList());
    const QJsonObject json = written(lock);
    QCOMPARE(json.value(key("quorum")).toInt(), 2);
    const QJsonArray servers = json.value(key("servers")).toArray();
    QCOMPARE(servers.size(), 2);
    QCOMPARE(servers[0].toObject().value(key("has")), QJsonValue(key("holder")));
    QCOMPARE(servers[0].toObject().value(key("owner")).toObject().value(key("raw")),
             QJsonValue(key("x")));
    QCOMPARE(servers[1].toObject().value(key("has")), QJsonValue(key("absent")));
    QVERIFY(servers[1].toObject().value(key("owner")).isNull());
}

void TestLockJson::whatIsNotKnownIsNull()
{
    LockRecord lock = fakeLock(m_source, "", "x", std::nullopt, m_now);
    lock.holders.clear();
    QCOMPARE(violations(lock), QStringList());
    const QJsonObject json = written(lock);
    for (const char *name : {"owner", "ttl_ms", "expires_at", "held_ms", "held_basis", "waiters",
                             "waiters_basis", "variant"})
        QVERIFY2(json.value(key(name)).isNull(), name);
    QCOMPARE(json.value(key("name")).toString(), QString());
    QCOMPARE(json.value(key("has_expiry")).toBool(), false);
    QCOMPARE(json.value(key("hold_count")).toInt(-1), 0);
}

void TestLockJson::unknownLockHasNoTtl()
{
    LockRecord lock = fakeLock(m_source, "a", "x", 5s, m_now);
    lock.state = LockState::Unknown;
    QCOMPARE(violations(lock), QStringList());
    QVERIFY(written(lock).value(key("ttl_ms")).isNull());
    QVERIFY(written(lock).value(key("expires_at")).isString());
}

void TestLockJson::expiredLockHasANegativeTtl()
{
    LockRecord lock = fakeLock(m_source, "a", "x", Micros(-1500), m_now);
    lock.state = LockState::Expired;
    QCOMPARE(written(lock).value(key("ttl_ms")).toInt(), -2);
}

void TestLockJson::bytesThatAreNoTextComeTwice()
{
    const QByteArray bytes("\xff<b>\n\0\"\u202e", 10);
    const LockRecord lock = fakeLock(m_source, bytes, bytes, 5s, m_now);
    QCOMPARE(violations(lock), QStringList());
    const QJsonObject json = written(lock);
    QVERIFY(json.value(key("name")).toString().startsWith(QChar::ReplacementCharacter));
    const auto decoded = [](const QJsonValue &value) {
        return QByteArray::fromBase64(value.toString().toLatin1());
    };
    QCOMPARE(decoded(json.value(key("name_base64"))), bytes);
    QCOMPARE(decoded(json.value(key("owner")).toObject().value(key("raw_base64"))), bytes);
    QVERIFY(!lockToJson(lock, m_looked, m_now).contains('\n'));
    QVERIFY(!lockToJson(lock, m_looked, m_now).contains("\u202e"));

    const LockRecord text = fakeLock(m_source, "\uB77D", "\uB77D", 5s, m_now);
    QVERIFY(!written(text).contains(key("name_base64")));
}

void TestLockJson::cutValueSaysSo()
{
    LockRecord lock = fakeLock(m_source, "a", QByteArray(1024, 'x'), 5s, m_now);
    lock.holders[0].rawBytes = 1 << 20;
    QCOMPARE(violations(lock), QStringList());
    const QJsonObject owner = written(lock).value(key("owner")).toObject();
    QVERIFY(owner.value(key("truncated")).toBool());
    QCOMPARE(owner.value(key("raw_bytes")).toInt(), 1 << 20);
    QCOMPARE(owner.value(key("raw")).toString().size(), 1024);
}

static QByteArray listWith(const BackendStatus &status, SteadyTime at)
{
    QByteArray out;
    JsonWriter json(out);
    writeBackend(json, status, at);
    return R"({"schema":2,"taken_at":"2026-01-02T03:04:05.000000Z","locks":[],"backends":[)" + out
           + "]}";
}

void TestLockJson::everyFieldOfABackendIsWritten()
{
    BackendStatus status;
    status.name = QStringLiteral("cache");
    status.kind = BackendKind::Redis;
    status.environment = Environment::Production;
    status.readOnly = true;
    status.state = BackendState::Online;
    status.server = {QStringLiteral("Redis"),
                     QStringLiteral("7.0.15"),
                     QStringLiteral("hiredis"),
                     QStringLiteral("TLSv1.3"),
                     true,
                     true,
                     {},
                     {},
                     Micros(-1500)};
    SourceStatus source;
    source.name = QStringLiteral("db 0");
    source.systems = {QStringLiteral("redisson"), QStringLiteral("redis_string")};
    source.lockCount = 3;
    source.notDecoded = 7;
    source.notDecodedKinds = {{QStringLiteral("string"), QStringLiteral("session:"), 6},
                              {QString(), QString(), 1}};
    status.sources = {source};
    status.problems = {{QStringLiteral("db 0"), {ErrorKind::NotFound, 0, QStringLiteral("m"), {}}},
                       {QString(), {ErrorKind::Tls, 0, QStringLiteral("m"), QStringLiteral("r")}}};
    status.latency = Micros(1234);
    status.dataFrom = m_now - 1500ms;
    const QByteArray list = listWith(status, m_now);
    QCOMPARE(listViolations(list), QStringList());

    const QJsonObject json = jsonObject(list).value(key("backends")).toArray().at(0).toObject();
    QCOMPARE(json.value(key("latency_ms")).toDouble(), 1.234);
    QCOMPARE(json.value(key("data_age_ms")).toInt(), 1500);
    QCOMPARE(json.value(key("clock_offset_ms")).toInt(), -2);
    QVERIFY(json.value(key("server")).toObject().value(key("read_only")).toBool());
    QCOMPARE(json.value(key("environment")).toString(), QStringLiteral("production"));
    QCOMPARE(json.value(key("problems")).toArray().at(0).toObject().value(key("kind")),
             QJsonValue(QStringLiteral("not_found")));
    const QJsonObject read = json.value(key("sources")).toArray().at(0).toObject();
    QCOMPARE(read.value(key("not_decoded")), QJsonValue(7));
    const QJsonArray kinds = read.value(key("not_decoded_kinds")).toArray();
    QCOMPARE(kinds.size(), 2);
    QCOMPARE(kinds.at(0).toObject().value(key("start")), QJsonValue(QStringLiteral("session:")));
    QCOMPARE(kinds.at(0).toObject().value(key("count")), QJsonValue(6));
    QVERIFY(kinds.at(1).toObject().value(key("type")).isNull());
}

void TestLockJson::backendThatWasNeverReachedHasNoServer()
{
    BackendStatus status;
    status.name = QStringLiteral("billing");
    status.state = BackendState::Offline;
    const QByteArray list = listWith(status, m_now);
    QCOMPARE(listViolations(list), QStringList());
    const QJsonObject json = jsonObject(list).value(key("backends")).toArray().at(0).toObject();
    for (const char *name : {"server", "data_age_ms", "clock_offset_ms", "environment"})
        QVERIFY2(json.value(key(name)).isNull(), name);
}

void TestLockJson::eventsAreWritten()
{
    const auto lock = [this](const char *owner) {
        return std::make_shared<const LockRecord>(fakeLock(m_source, "a", owner, 5s, m_now));
    };
    const auto line = [this](const Event &event) {
        QByteArray out;
        JsonWriter json(out);
        writeEvent(json, event, m_now);
        return out;
    };
    Event event;
    event.kind = EventKind::OwnerChanged;
    event.backend = QStringLiteral("billing");
    event.before = lock("old");
    event.after = lock("new");
    event.looked = m_looked;
    QCOMPARE(eventViolations(line(event)), QStringList());
    const QJsonObject json = jsonObject(line(event));
    QCOMPARE(json.value(key("lock")).toObject().value(key("witness")).toString(),
             encodeWitness(witnessOf(*event.after, m_looked)));
    QCOMPARE(json.value(key("previous_owner")).toObject().value(key("raw")),
             QJsonValue(QStringLiteral("old")));
    QCOMPARE(json.value(key("lock")).toObject().value(key("owner")).toObject().value(key("raw")),
             QJsonValue(QStringLiteral("new")));

    event.kind = EventKind::Gone;
    event.after = nullptr;
    QCOMPARE(eventViolations(line(event)), QStringList());
    QVERIFY(jsonObject(line(event)).value(key("previous_owner")).isNull());
    QVERIFY(jsonObject(line(event)).value(key("end")).isNull());
    for (const auto end :
         {HowEnded::Released, HowEnded::Expired, HowEnded::Replaced, HowEnded::Unknown}) {
        event.end = end;
        QCOMPARE(eventViolations(line(event)), QStringList());
        QCOMPARE(jsonObject(line(event)).value(key("end")).toString(), endName(end));
    }
    event.end = HowEnded::None;

    event.kind = EventKind::BackendLost;
    event.before = nullptr;
    event.detail = QStringLiteral("refused");
    QCOMPARE(eventViolations(line(event)), QStringList());
}

void TestLockJson::droppedEventsAreWritten()
{
    QByteArray out;
    JsonWriter json(out);
    writeDroppedEvents(json, QStringLiteral("billing"), 17, systemClock().wallNow());
    QCOMPARE(eventViolations(out), QStringList());
    QCOMPARE(jsonObject(out).value(key("event")), QJsonValue(QStringLiteral("dropped")));
    QCOMPARE(jsonObject(out).value(key("backend")), QJsonValue(QStringLiteral("billing")));
    QCOMPARE(jsonObject(out).value(key("count")).toInt(), 17);
}

void TestLockJson::examinationIsWritten()
{
    BackendSpec spec;
    spec.name = QStringLiteral("billing");
    Examination examination;
    examination.server = {
        QStringLiteral("MariaDB"), QStringLiteral("10.11"), {}, {}, false, false, {}, {}, {}};
    examination.capabilities = {{QStringLiteral("user_lock.waiters"), QStringLiteral("Waiters"),
                                 false, QStringLiteral("off"), QStringLiteral("switch it on")}};
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.member("taken_at", utcText(ServerTime{}));
    json.key("backends");
    json.beginArray();
    writeExamination(json, spec, examination);
    json.endArray();
    json.endObject();
    QCOMPARE(doctorViolations(out), QStringList());
    QVERIFY(out.contains("\"all_there\":false"));
}

void TestLockJson::momentsAreUtcWithMicroseconds()
{
    QCOMPARE(utcText(ServerTime{}), QStringLiteral("1970-01-01T00:00:00.000000Z"));
    QCOMPARE(utcText(ServerTime{Micros(-1)}), QStringLiteral("1969-12-31T23:59:59.999999Z"));
    QCOMPARE(utcText(ServerTime{Micros(1772357400123456)}),
             QStringLiteral("2026-03-01T09:30:00.123456Z"));
}

void TestLockJson::listCommandIsOneSafeLine_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("command");
    const QString start = QStringLiteral("lockctl list --backend 'billing' --system dist_lock "
                                         "--filter ");
    QTest::newRow("plain") << QByteArray("card:1")
                           << start + QStringLiteral("'source=\"db.locks\" name=\"card:1\"'");
    QTest::newRow("spaces") << QByteArray("a b")
                            << start + QStringLiteral("'source=\"db.locks\" name=\"a b\"'");
    QTest::newRow("quote") << QByteArray("it's")
                           << start + QStringLiteral("'source=\"db.locks\" name=\"it'\\''s\"'");
    QTest::newRow("substitution") << QByteArray(
        "$(rm)`x`") << start + QStringLiteral("'source=\"db.locks\" name=\"$(rm)`x`\"'");
    QTest::newRow("empty") << QByteArray()
                           << start + QStringLiteral("'source=\"db.locks\" name=\"\"'");
    QTest::newRow("escapes") << QByteArray("a\n\"\\\xff")
                             << start
                                    + QStringLiteral(
                                        "'source=\"db.locks\" name=\"a\\\\n\\\"\\\\\\\\xff\"'");
}

void TestLockJson::listCommandIsOneSafeLine()
{
    QFETCH(QByteArray, name);
    QFETCH(QString, command);
    const LockRecord lock = fakeLock(m_source, name, "x", 5s, m_now);
    QCOMPARE(listCommand(lock), command);
    const QString with = listCommand(lock, {QStringLiteral("--config"), QStringLiteral("/a b/$x")});
    QCOMPARE(with, QString(command).replace(QLatin1StringView("lockctl list"),
                                            QLatin1StringView("lockctl list --config '/a b/$x'")));

    // What stands between the quotes of the shell is a filter that finds this very lock.
    QString filter = command.sliced(command.indexOf(QStringLiteral("'source")) + 1).chopped(1);
    filter.replace(QLatin1StringView("'\\''"), QLatin1StringView("'"));
    const auto parsed = Filter::parse(filter);
    QVERIFY(parsed);
    QVERIFY(parsed->matches(lock, m_now));
    QVERIFY(!parsed->matches(fakeLock(m_source, "other", "x", 5s, m_now), m_now));
    QVERIFY(!parsed->matches(fakeLock(m_source, name + 'x', "x", 5s, m_now), m_now));
}

LOCKMASTER_TEST(TestLockJson, QCoreApplication)

} // namespace tst_lockjson

#include "tst_lockjson.moc"

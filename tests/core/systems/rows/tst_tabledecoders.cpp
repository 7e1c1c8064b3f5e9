// SPDX-License-Identifier: Apache-2.0
#include "core/domain/witness.h"
#include "core/sql/sqlserverzone.h"
#include "core/systems/leadertable/leadertabledecoder.h"
#include "core/systems/locktable/locktabledecoder.h"
#include "core/systems/contract/ownertext.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <set>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_tabledecoders {

namespace {

BackendSpec backend()
{
    BackendSpec spec;
    spec.name = QStringLiteral("db");
    spec.database = QStringLiteral("app");
    return spec;
}

/** A server whose clock is the manual one's, in the zone +09:00; its tables hold whole seconds. */
class Server
{
public:
    void pass(Micros time) { m_clock.advance(time); }
    qint64 utc() const { return m_clock.wallNow().time_since_epoch().count(); }
    qint64 now() const { return utc() + Micros(9h).count(); }
    SteadyTime here() const { return m_clock.now(); }

    void set(const QByteArray &name, std::optional<QByteArray> owner, std::optional<qint64> time)
    {
        SqlTableRow row;
        row.name = name;
        row.hasOwner = owner.has_value();
        row.owner = owner.value_or(QByteArray());
        row.ownerBytes = row.owner.size();
        row.time = time;
        m_rows.insert(name, row);
    }
    /** One that says no time. */
    void setNoTime(const QByteArray &name, const QByteArray &owner, qint64 sent)
    {
        set(name, owner, std::nullopt);
        m_rows[name].setTime(sent);
    }
    /** Another row of that name. */
    void repeat(const QByteArray &name, const QByteArray &owner, std::optional<qint64> time)
    {
        SqlTableRow row = m_rows.value(name);
        row.owner = owner;
        row.ownerBytes = owner.size();
        row.time = time;
        m_repeated.push_back(row);
    }
    void remove(const QByteArray &name) { m_rows.remove(name); }

    SqlTableReading reading() const
    {
        SqlTableReading result;
        for (const SqlTableRow &row : m_rows)
            result.rows.push_back(row);
        result.rows.insert(result.rows.end(), m_repeated.begin(), m_repeated.end());
        result.namesMayRepeat = true;
        result.zone = zoneTold ? SqlServerZone::fixed(9h) : nullptr;
        result.zoneRefused = zoneRefused;
        result.timeType = QStringLiteral("datetime");
        result.precision = 1s;
        result.rounds = rounds;
        result.serverNow = now();
        result.serverUtc = utc();
        result.clock = {m_clock.wallNow(), m_clock.now(), 0us};
        result.locks = locks;
        result.changes = changes;
        result.once = once;
        return result;
    }

    SqlRowLocks locks;
    std::vector<SqlRowChange> changes;
    bool rounds = false;
    bool once = false; ///< what is read is for a list
    bool zoneTold = true;
    bool zoneRefused = false;

private:
    ManualClock m_clock;
    QMap<QByteArray, SqlTableRow> m_rows;
    std::vector<SqlTableRow> m_repeated;
};

LockRecord lockOf(SqlTableDecoder &decoder, const Server &server, const QByteArray &name = "a")
{
    Observation seen;
    decoder.decode(server.reading(), seen);
    for (const LockRecord &record : seen.records) {
        if (record.id.name == name)
            return record;
    }
    return {};
}

qint64 micros(Micros duration)
{
    return duration.count();
}

bool hasLine(const LockRecord &record, const QString &value)
{
    return std::any_of(record.attributes->begin(), record.attributes->end(),
                       [&value](const Attribute &line) { return line.value == value; });
}

} // namespace

class TestTableDecoders : public QObject
{
    Q_OBJECT

private slots:
    void aLockIsHeldUntilItsExpiryIsOver();
    void aReleasedLockIsFree();
    void aLockWithoutExpiryHasNone();
    void theStoredIntegerStandsStill();
    void anAmbiguousExpiryIsTheLaterOneAndAFinding();
    void aHeartbeatOfNowIsOfTheHourThatIsNow();
    void aReplacedRowIsNotJudgedByTheOldOne();
    void aFirstLookJudgesNothing();
    void aRowIsKnownAgainWhereverItStands();
    void aReadForAListSeesTheSameWithoutDetails();
    void aReadForAListIsNotRemembered();
    void aSingleLookSeesTheOtherClock();
    void aLockedRowIsBlockedWhateverItsExpiry();
    void aZeroDateIsOverAndNoTime();
    void aDateThatDoesNotExistTellsNothing();
    void oneDateThatDoesNotExistIsNotAnother();
    void rowsOfOneNameAreOneLockWithAllItsOwners();
    void aZoneThatWasNotAskedYetSpeaksAgainstNobody();
    void aZoneThatIsNotKnownLeavesTheTtlUnknown();
    void aLeaderHoldsForItsLease();
    void aListedLeaderHasNoLinesForDetails();
    void aColumnRoundsAsItsServerDoes();
    void aRowWithoutLeaderIsVacant();
    void aHeartbeatOfTheFutureIsAFinding();
    void oneLeaderOfTwoHostsIsAFinding();
    void tellsNoHostsWhereTheyAreUncertain_data();
    void tellsNoHostsWhereTheyAreUncertain();
    void aLivingLeaderWithOldHeartbeatsIsAFinding();
    void aDeadLeaderIsNoClockMismatch();
    void decodesOwners_data();
    void decodesOwners();

private:
    LockTableDecoder lockTable(const char *clock = "server")
    {
        TableSpec table = distLockTable();
        table.clock = *clockSpecFromText(QString::fromLatin1(clock));
        return {backend(), table};
    }
    LeaderTableDecoder leaders() { return {backend(), leaderTable()}; }
};

void TestTableDecoders::aLockIsHeldUntilItsExpiryIsOver()
{
    Server server;
    LockTableDecoder decoder = lockTable();
    server.set("a", "owner", server.now() + micros(10s));
    LockRecord record = lockOf(decoder, server);
    QCOMPARE(record.id.source->name, QStringLiteral("app.dist_lock"));
    QCOMPARE(record.id.source->system, QStringLiteral("dist_lock"));
    QCOMPARE(record.state, LockState::Held);
    QCOMPARE(*record.ttlAt(server.here()), Micros(10s));
    QCOMPARE(record.lease.precision, Micros(1s));
    server.pass(10s);
    QCOMPARE(lockOf(decoder, server).state, LockState::Held); // its program compares with <
    server.pass(1us);
    QCOMPARE(lockOf(decoder, server).state, LockState::Expired);
}

void TestTableDecoders::aReleasedLockIsFree()
{
    Server server;
    LockTableDecoder decoder = lockTable();
    server.set("a", "owner", micros(24h));
    const LockRecord record = lockOf(decoder, server);
    QCOMPARE(record.state, LockState::Free);
    QVERIFY(record.holders.empty());
    QVERIFY(!record.lease.expiresAt);
    server.set("a", "owner", micros(24h) + 1'000'000);
    QCOMPARE(lockOf(decoder, server).state, LockState::Expired);
}

void TestTableDecoders::aLockWithoutExpiryHasNone()
{
    Server server;
    LockTableDecoder decoder = lockTable();
    server.set("a", "owner", std::nullopt);
    const LockRecord record = lockOf(decoder, server);
    QCOMPARE(record.state, LockState::Held);
    QVERIFY(!record.lease.hasExpiry);
    QVERIFY(!record.ttlAt(server.here()));
    QVERIFY(hasLine(record, QStringLiteral("NULL")));
}

void TestTableDecoders::theStoredIntegerStandsStill()
{
    Server server;
    LockTableDecoder decoder = lockTable();
    const qint64 written = server.now() + micros(10s);
    server.set("a", "owner", written);
    const LockRecord first = lockOf(decoder, server);
    server.pass(700ms);
    const LockRecord second = lockOf(decoder, server);
    QCOMPARE(second.lease.stored, written);
    QVERIFY(sameContent(first, second));
    QCOMPARE(first.attributes, second.attributes); // shared, not built again
}

void TestTableDecoders::anAmbiguousExpiryIsTheLaterOneAndAFinding()
{
    using namespace std::chrono;
    Server server;
    LockTableDecoder decoder = lockTable("Europe/Berlin");
    const sys_days day = year(2026) / October / 25;
    server.set("a", "owner", sys_time<microseconds>(day + 2h + 30min).time_since_epoch().count());
    const LockRecord record = lockOf(decoder, server);
    QCOMPARE(*record.lease.expiresAt, ServerTime(day + 1h + 30min)); // in winter time
    QVERIFY(record.hasFinding(FindingId::ClockMismatch));
    QVERIFY(record.findings[0].evidence.contains(QStringLiteral("twice")));
}

void TestTableDecoders::aHeartbeatOfNowIsOfTheHourThatIsNow()
{
    using namespace std::chrono;
    Server server;
    const sys_days day = year(2026) / October / 25;
    server.pass(ServerTime(day + 30min) - ServerTime(Micros(server.utc()))); // 02:30 in summer
    TableSpec table = leaderTable();
    table.clock = *clockSpecFromText(QStringLiteral("Europe/Berlin"));
    LeaderTableDecoder decoder(backend(), table);
    for (int hour = 0; hour < 2; ++hour) {
        server.set("a", "web-1",
                   sys_time<microseconds>(day + 2h + 30min).time_since_epoch().count());
        const LockRecord record = lockOf(decoder, server);
        QCOMPARE(record.state, LockState::Held);
        QVERIFY(record.findings.empty());
        server.pass(20min);
        QVERIFY(lockOf(decoder, server).hasFinding(FindingId::ClockMismatch)); // of which hour?
        server.pass(40min);
    }
}

void TestTableDecoders::aReplacedRowIsNotJudgedByTheOldOne()
{
    Server server;
    LockTableDecoder decoder = lockTable();
    server.set("b", "owner", server.now() + micros(10s));
    lockOf(decoder, server);
    server.pass(5s);
    server.set("a", "owner", server.now() - micros(7s)); // new, and over before the last look
    QVERIFY(lockOf(decoder, server).hasFinding(FindingId::ZeroLease));
    server.remove("a");
    server.pass(5s);
    lockOf(decoder, server);
    server.pass(5s);
    server.set("a", "owner", server.now() + micros(10s));
    QVERIFY(lockOf(decoder, server).findings.empty());
}

void TestTableDecoders::aFirstLookJudgesNothing()
{
    Server server;
    LockTableDecoder decoder = lockTable();
    server.set("a", "owner", server.now() - micros(10s));
    QVERIFY(lockOf(decoder, server).findings.empty());
    decoder.connectionChanged();
    server.set("a", "other", server.now() - micros(10s));
    QVERIFY(lockOf(decoder, server).findings.empty());
}

void TestTableDecoders::aRowIsKnownAgainWhereverItStands()
{
    Server server;
    LockTableDecoder decoder = lockTable();
    for (const char *name : {"a", "b", "c", "d", "e"})
        server.set(name, "owner", server.now() + micros(60s));
    const LockRecord before = lockOf(decoder, server, "e");
    server.pass(1s);
    server.set("c", "other", server.now() - micros(5s));
    QVERIFY(lockOf(decoder, server, "c").hasFinding(FindingId::ZeroLease));

    // What was found when it was written stays, whichever rows come and go before it.
    server.pass(1s);
    server.remove("a");
    server.set("b2", "owner", server.now() + micros(60s));
    QVERIFY(lockOf(decoder, server, "c").hasFinding(FindingId::ZeroLease));
    QCOMPARE(lockOf(decoder, server, "e").attributes.get(), before.attributes.get());
    QVERIFY(!lockOf(decoder, server, "b2").hasFinding(FindingId::ZeroLease));

    for (int turn = 0; turn < 2; ++turn) {
        SqlTableReading reading = server.reading();
        std::rotate(reading.rows.begin(), reading.rows.begin() + 2, reading.rows.end());
        Observation seen;
        decoder.decode(reading, seen);
        QCOMPARE(seen.records.size(), size_t(5));
        for (const LockRecord &record : seen.records) {
            QCOMPARE(record.hasFinding(FindingId::ZeroLease), record.id.name == "c");
            if (record.id.name == "e")
                QCOMPARE(record.attributes.get(), before.attributes.get());
        }
    }
}

void TestTableDecoders::aReadForAListSeesTheSameWithoutDetails()
{
    Server server;
    server.set("a", "web-3:4711", server.now() + micros(10s));
    server.set("b", std::nullopt, std::nullopt);
    server.set("c", "owner", server.now() - micros(10s));
    server.set("locked", "owner", server.now() + micros(10s));
    server.locks.rows = {
        {"locked", {{{8, QStringLiteral("app"), QStringLiteral("h")}, false}}, {}}};
    LockTableDecoder decoder = lockTable();
    for (const char *name : {"a", "b", "c", "locked"}) {
        server.once = false;
        LockRecord whole = lockOf(decoder, server, name);
        QVERIFY(whole.attributes);
        server.once = true;
        const LockRecord listed = lockOf(decoder, server, name);
        QVERIFY(!listed.attributes);
        whole.attributes.reset();
        QVERIFY2(sameContent(whole, listed), name);
        QCOMPARE(listed.id, whole.id);
    }
}

/** It judges no rewrite, and the next look judges by the one before it. */
void TestTableDecoders::aReadForAListIsNotRemembered()
{
    Server server;
    LockTableDecoder decoder = lockTable();
    server.set("a", "owner", server.now() + micros(10s));
    lockOf(decoder, server);
    server.pass(1s);
    server.set("a", "owner", server.now() - micros(1h));
    server.once = true;
    QVERIFY(!lockOf(decoder, server).hasFinding(FindingId::ClockMismatch));
    server.once = false;
    QVERIFY(lockOf(decoder, server).hasFinding(FindingId::ClockMismatch));
}

void TestTableDecoders::aSingleLookSeesTheOtherClock()
{
    Server server;
    server.set("a", "owner", server.now() + micros(60s)); // by the server's zone, nine hours on
    LockTableDecoder wrong = lockTable("utc");
    const LockRecord record = lockOf(wrong, server);
    QVERIFY(record.hasFinding(FindingId::ClockMismatch));
    QVERIFY2(record.findings[0].evidence.contains(QStringLiteral("server")),
             qPrintable(record.findings[0].evidence));
    LockTableDecoder right = lockTable("server");
    QVERIFY(lockOf(right, server).findings.empty());
    LockTableDecoder alsoRight = lockTable("Asia/Seoul");
    QVERIFY(lockOf(alsoRight, server).findings.empty());
}

void TestTableDecoders::aLockedRowIsBlockedWhateverItsExpiry()
{
    Server server;
    LockTableDecoder decoder = lockTable();
    server.set("a", "owner", server.now() - micros(10s));
    server.set("b", "owner", server.now() - micros(10s));
    server.locks.rows.push_back(
        {"a",
         {{{812, QStringLiteral("app"), QStringLiteral("10.0.0.7")}, false}},
         {{813, QStringLiteral("app"), QStringLiteral("10.0.0.8")}}});
    const LockRecord record = lockOf(decoder, server);
    QCOMPARE(record.state, LockState::Blocked);
    QVERIFY(hasLine(record, QStringLiteral("#812 app@10.0.0.7")));
    QCOMPARE(*record.waiters.count, 1);
    QCOMPARE(*record.waiters.list.at(0).connectionId, 813);
    QCOMPARE(*record.ttlAt(server.here()), Micros(-10s));
    QCOMPARE(lockOf(decoder, server, "b").state, LockState::Expired);
    server.locks.rows.clear();
    QCOMPARE(lockOf(decoder, server).state, LockState::Expired);
    QVERIFY(!hasLine(lockOf(decoder, server), QStringLiteral("#812 app@10.0.0.7")));
}

void TestTableDecoders::aZeroDateIsOverAndNoTime()
{
    Server server;
    server.setNoTime("a", "web-1", zeroDateSent);
    LockTableDecoder locks = lockTable();
    LeaderTableDecoder leading = leaders();
    for (SqlTableDecoder *decoder :
         {static_cast<SqlTableDecoder *>(&locks), static_cast<SqlTableDecoder *>(&leading)}) {
        for (const bool once : {false, true}) {
            server.once = once;
            const LockRecord record = lockOf(*decoder, server);
            QCOMPARE(record.state, LockState::Expired);
            QVERIFY(record.hasFinding(FindingId::InvalidTime));
            QCOMPARE(record.holders.front().raw, QByteArray("web-1"));
            QVERIFY(record.lease.hasExpiry); // and not "for ever"
            QVERIFY(!record.lease.expiresAt);
        }
    }
    const qint64 stored = lockOf(locks, server).lease.stored;
    server.set("a", "web-1", std::nullopt);
    QCOMPARE(lockOf(locks, server).state, LockState::Held); // NULL is no expiry, as it was
    QVERIFY(!lockOf(locks, server).lease.hasExpiry);
    QVERIFY(lockOf(locks, server).lease.stored != stored);
}

void TestTableDecoders::aDateThatDoesNotExistTellsNothing()
{
    Server server;
    server.setNoTime("a", "web-1", invalidTimeSent);
    LockTableDecoder decoder = lockTable();
    const LockRecord record = lockOf(decoder, server);
    QCOMPARE(record.state, LockState::Unknown);
    QVERIFY(record.hasFinding(FindingId::InvalidTime));
    QCOMPARE(record.holders.front().raw, QByteArray("web-1"));
}

/** The same owner wrote one over the other between a look and a release. */
void TestTableDecoders::oneDateThatDoesNotExistIsNotAnother()
{
    Server server;
    LockTableDecoder decoder = lockTable();
    std::set<qint64> stored;
    std::set<QByteArray> leases;
    const std::vector<qint64> all{zeroDateSent, invalidTimeSent, invalidTimeSent + 1,
                                  lastInvalidTimeSent, 0};
    for (const qint64 sent : all) {
        server.setNoTime("a", "", sent);
        const LockRecord record = lockOf(decoder, server);
        stored.insert(record.lease.stored);
        leases.insert(witnessOf(record).lease);
        QCOMPARE(record.lease.stored % 1'000'000, 0); // without an owner it may be written again
    }
    QCOMPARE(stored.size(), all.size());
    QCOMPARE(leases.size(), all.size());
}

void TestTableDecoders::rowsOfOneNameAreOneLockWithAllItsOwners()
{
    Server server;
    server.set("a", "owner-a", server.now() + micros(60s));
    server.set("b", "owner-b", server.now() + micros(60s));
    server.repeat("a", "owner-c", server.now() - micros(60s));
    server.repeat("a", "owner-d", server.now() + micros(600s));
    LockTableDecoder decoder = lockTable();
    for (int look = 0; look < 6; ++look) {
        server.once = look >= 4;
        SqlTableReading reading = server.reading();
        std::rotate(reading.rows.begin(), reading.rows.begin() + look % 4, reading.rows.end());
        Observation seen;
        decoder.decode(reading, seen);
        QCOMPARE(seen.records.size(), size_t(2));
        for (const LockRecord &record : seen.records) {
            QCOMPARE(record.state, LockState::Held);
            if (record.id.name == "b") {
                QCOMPARE(record.holders.size(), qsizetype(1));
                QVERIFY(record.findings.empty());
                continue;
            }
            QStringList owners;
            for (const Holder &holder : record.holders)
                owners << QString::fromUtf8(holder.raw);
            // Who keeps others out for the longest comes first; whose lease is over holds nothing.
            QCOMPARE(owners, QStringList({QStringLiteral("owner-d"), QStringLiteral("owner-a")}));
            owners << QStringLiteral("owner-c");
            QCOMPARE(record.findings.size(), qsizetype(1));
            QCOMPARE(record.findings.front().id, FindingId::RepeatedName);
            for (const QString &owner : owners)
                QVERIFY(record.findings.front().evidence.contains(owner));
            QCOMPARE(record.attributes == nullptr, server.once);
        }
        server.pass(1s);
    }
}

/** On a slow link that takes a while. */
void TestTableDecoders::aZoneThatWasNotAskedYetSpeaksAgainstNobody()
{
    Server server;
    server.zoneTold = false;
    server.set("a", "web-1", server.now() + micros(60s));
    LockTableDecoder locks = lockTable();
    TableSpec table = leaderTable();
    table.clock = *clockSpecFromText(QStringLiteral("server"));
    LeaderTableDecoder leaders(backend(), table);
    const QString words = QStringLiteral("has not told yet");
    const auto saysSo = [&](const LockRecord &record) {
        return std::any_of(record.attributes->begin(), record.attributes->end(),
                           [&](const Attribute &line) { return line.value.contains(words); });
    };
    for (SqlTableDecoder *decoder :
         {static_cast<SqlTableDecoder *>(&locks), static_cast<SqlTableDecoder *>(&leaders)}) {
        server.zoneTold = false;
        lockOf(*decoder, server);
        server.pass(1s);
        // Rewritten a whole number of hours ahead: by which clock can be told later.
        server.set("a", "web-1", server.now() + micros(60s) + micros(3h));
        LockRecord record = lockOf(*decoder, server);
        QCOMPARE(record.state, LockState::Held);
        QVERIFY(record.findings.empty());
        QVERIFY(record.lease.hasExpiry);
        QVERIFY(!record.lease.expiresAt);
        QVERIFY(saysSo(record));
        server.zoneTold = true;
        record = lockOf(*decoder, server); // the row is the same
        QVERIFY(record.lease.expiresAt);
        QVERIFY(!saysSo(record));
    }
}

void TestTableDecoders::aZoneThatIsNotKnownLeavesTheTtlUnknown()
{
    Server server;
    server.zoneTold = false;
    server.set("a", "web-1", server.now() + micros(60s));
    server.zoneRefused = true;
    LockTableDecoder locks = lockTable();
    LockRecord record = lockOf(locks, server);
    QCOMPARE(record.state, LockState::Held); // as whoever compares it with NOW() finds
    QVERIFY(record.hasFinding(FindingId::ClockMismatch));
    QVERIFY(record.lease.hasExpiry);
    QVERIFY(!record.lease.expiresAt);
    LockTableDecoder inSeoul = lockTable("Asia/Seoul");
    record = lockOf(inSeoul, server);
    QVERIFY(record.findings.empty());
    QVERIFY(record.lease.expiresAt);
}

void TestTableDecoders::aLeaderHoldsForItsLease()
{
    Server server;
    LeaderTableDecoder decoder = leaders();
    server.set("a", "web-3", server.utc());
    LockRecord record = lockOf(decoder, server);
    QCOMPARE(record.state, LockState::Held);
    QCOMPARE(*record.ttlAt(server.here()), Micros(1200ms));
    QCOMPARE(*record.lease.granted, Micros(1200ms));
    server.pass(1201ms);
    record = lockOf(decoder, server);
    QCOMPARE(record.state, LockState::Expired);
    QCOMPARE(record.holders.at(0).raw, QByteArray("web-3"));
}

void TestTableDecoders::aListedLeaderHasNoLinesForDetails()
{
    Server server;
    LeaderTableDecoder decoder = leaders();
    server.set("a", "web-3", server.utc());
    LockRecord whole = lockOf(decoder, server);
    QVERIFY(whole.attributes);
    server.once = true;
    LeaderTableDecoder lister = leaders();
    const LockRecord listed = lockOf(lister, server);
    QVERIFY(!listed.attributes);
    whole.attributes.reset();
    QVERIFY(sameContent(listed, whole));
}

void TestTableDecoders::aColumnRoundsAsItsServerDoes()
{
    Server server;
    LeaderTableDecoder decoder = leaders();
    server.set("a", "web-3", server.utc());
    QVERIFY(!lockOf(decoder, server).lease.rounds);
    server.rounds = true;
    QVERIFY(lockOf(decoder, server).lease.rounds);
}

void TestTableDecoders::aRowWithoutLeaderIsVacant()
{
    Server server;
    LeaderTableDecoder decoder = leaders();
    server.set("a", std::nullopt, server.utc());
    server.set("b", "web-3", micros(24h));
    for (const char *name : {"a", "b"}) {
        const LockRecord record = lockOf(decoder, server, name);
        QCOMPARE(record.state, LockState::Free);
        QVERIFY(record.holders.empty());
    }
}

void TestTableDecoders::aHeartbeatOfTheFutureIsAFinding()
{
    Server server;
    LeaderTableDecoder decoder = leaders();
    server.set("a", "web-3", server.utc() + micros(1900ms));
    QVERIFY(lockOf(decoder, server).findings.empty());
    server.set("a", "web-3", server.utc() + micros(10s));
    LockRecord record = lockOf(decoder, server);
    QVERIFY(record.hasFinding(FindingId::ClockMismatch));
    QVERIFY2(record.findings[0].evidence.endsWith(QStringLiteral("clock is about 10 s from it.")),
             qPrintable(record.findings[0].evidence));
    server.set("a", "web-3", server.now());
    record = lockOf(decoder, server);
    QVERIFY(record.hasFinding(FindingId::ClockMismatch));
    QVERIFY(record.findings[0].evidence.contains(QStringLiteral("+09:00")));
}

namespace {

/** Each word is a heartbeat from that host. */
std::vector<SqlRowChange> heartbeatsFrom(const char *hosts)
{
    std::vector<SqlRowChange> changes;
    for (const QString &host : QString::fromLatin1(hosts).split(u' ', Qt::SkipEmptyParts))
        changes.push_back({{7, QStringLiteral("app"), host}, changes.size()});
    return changes;
}

} // namespace

void TestTableDecoders::oneLeaderOfTwoHostsIsAFinding()
{
    Server server;
    LeaderTableDecoder decoder = leaders();
    server.set("a", "web-3", server.utc());
    QVERIFY(lockOf(decoder, server).findings.empty());
    for (int look = 0; look < 2; ++look) {
        server.pass(1s);
        server.set("a", "web-3", server.utc());
        server.changes = heartbeatsFrom("10.0.0.1 10.0.0.2");
        const LockRecord record = lockOf(decoder, server);
        QCOMPARE(record.hasFinding(FindingId::ManyHosts), look == 1);
    }
    // A look between the polls knows of no changes: the finding stays.
    server.changes.clear();
    const LockRecord kept = lockOf(decoder, server);
    QCOMPARE(kept.findings.size(), size_t(1));
    const QString evidence = kept.findings[0].evidence;
    QVERIFY2(evidence.contains(u"web-3") && evidence.contains(u"10.0.0.1, 10.0.0.2"),
             qPrintable(evidence));
    // The second one is gone.
    for (int look = 0; look < 8; ++look) {
        server.changes = heartbeatsFrom("10.0.0.1");
        lockOf(decoder, server);
    }
    QVERIFY(lockOf(decoder, server).findings.empty());
    // So is the history.
    server.changes = heartbeatsFrom("10.0.0.1 10.0.0.2 10.0.0.1 10.0.0.2");
    QVERIFY(lockOf(decoder, server).hasFinding(FindingId::ManyHosts));
    server.changes.clear();
    server.pass(6min);
    QVERIFY(!lockOf(decoder, server).hasFinding(FindingId::ManyHosts));
}

void TestTableDecoders::tellsNoHostsWhereTheyAreUncertain_data()
{
    QTest::addColumn<QByteArray>("hosts");
    QTest::addColumn<QString>("then");
    const auto row = [](const char *what, const char *hosts, const char *then = "") {
        QTest::newRow(what) << QByteArray(hosts) << QString::fromLatin1(then);
    };
    row("a pool", "10.0.0.1 10.0.0.1 10.0.0.1 10.0.0.1 10.0.0.1");
    row("it moved", "10.0.0.1 10.0.0.1 10.0.0.2 10.0.0.2 10.0.0.2");
    row("an operator", "10.0.0.1 10.0.0.1 10.0.0.9 10.0.0.1 10.0.0.1");
    row("the server's own names", "localhost 127.0.0.1 ::1 localhost 127.0.0.1");
    row("one of the server's machine", "localhost 10.0.0.1 localhost 10.0.0.1");
    row("addresses of two kinds", "10.0.0.1 fd00::1 10.0.0.1 fd00::1");
    row("no hosts", "");
    row("several rows", "10.0.0.1 10.0.0.2 10.0.0.1 10.0.0.2", "row");
    row("it changed hands", "10.0.0.1 10.0.0.2 10.0.0.1 10.0.0.2", "leader");
    row("another connection", "10.0.0.1 10.0.0.2 10.0.0.1", "connection");
}

void TestTableDecoders::tellsNoHostsWhereTheyAreUncertain()
{
    QFETCH(QByteArray, hosts);
    QFETCH(QString, then);
    Server server;
    LeaderTableDecoder decoder = leaders();
    server.set("a", "web-3", server.utc());
    lockOf(decoder, server);
    if (then == u"row")
        server.set("b", "web-3", server.utc());
    if (then == u"leader")
        server.set("a", "web-4", server.utc());
    server.changes = heartbeatsFrom(hosts.constData());
    QVERIFY(!lockOf(decoder, server).hasFinding(FindingId::ManyHosts));
    if (then == u"connection")
        decoder.connectionChanged();
    server.changes = heartbeatsFrom(then.isEmpty() ? "" : "10.0.0.2");
    QVERIFY(!lockOf(decoder, server).hasFinding(FindingId::ManyHosts));
}

void TestTableDecoders::aLivingLeaderWithOldHeartbeatsIsAFinding()
{
    Server server;
    LeaderTableDecoder decoder = leaders();
    server.set("a", "web-3", server.utc() - micros(3h));
    QVERIFY(lockOf(decoder, server).findings.empty()); // may well be dead
    server.pass(1s);
    server.set("a", "web-3", server.utc() - micros(3h));
    const LockRecord record = lockOf(decoder, server);
    QVERIFY(record.hasFinding(FindingId::ClockMismatch));
    QVERIFY(record.findings[0].evidence.contains(QStringLiteral("-03:00")));
}

void TestTableDecoders::aDeadLeaderIsNoClockMismatch()
{
    Server server;
    LeaderTableDecoder decoder = leaders();
    server.set("a", "web-3", server.utc());
    lockOf(decoder, server);
    for (int look = 0; look < 20; ++look) {
        server.pass(30s);
        QVERIFY(lockOf(decoder, server).findings.empty());
    }
}

void TestTableDecoders::decodesOwners_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<QString>("label");
    QTest::addColumn<QString>("host");
    const QByteArray uuid("9f1c2a77-1111-4222-8333-444455556666");
    QTest::newRow("UUID") << uuid << "9f1c2a77.."
                          << "";
    QTest::newRow("host and UUID") << QByteArray("web-3:" + uuid) << "web-3 (9f1c2a77..)"
                                   << "web-3";
    QTest::newRow("host") << QByteArray("web-3.example") << "web-3.example"
                          << "web-3.example";
    QTest::newRow("host and pid") << QByteArray("web-3@4711") << "web-3@4711"
                                  << "web-3";
    QTest::newRow("empty") << QByteArray() << "(unsigned)"
                           << "";
    QTest::newRow("text") << QByteArray("night job, #2") << "night job, #2"
                          << "";
    QTest::newRow("newline") << QByteArray("a\nb") << "a\\nb"
                             << "";
    QTest::newRow("digest") << QByteArray(32, 'a') << "aaaaaaaa.."
                            << "";
    QTest::newRow("long") << QByteArray(200, ' ').replace(' ', "x ")
                          << QStringLiteral("x ").repeated(32) + QStringLiteral("..") << "";
}

void TestTableDecoders::decodesOwners()
{
    QFETCH(QByteArray, raw);
    QFETCH(QString, label);
    QFETCH(QString, host);
    const Holder holder = tableHolder(raw, raw.size());
    QCOMPARE(holder.label, label);
    QCOMPARE(holder.detail ? holder.detail->host : QString(), host);
    QCOMPARE(holder.raw, raw);
}

LOCKMASTER_TEST(TestTableDecoders, QCoreApplication)

} // namespace tst_tabledecoders

#include "tst_tabledecoders.moc"

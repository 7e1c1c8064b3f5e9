// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/stillnesswatch.h"
#include "core/formats/formatcatalogue.h"
#include "core/formats/formatfile.h"
#include "core/formats/formatwords.h"
#include "core/sql/sqlothertables.h"
#include "core/systems/registry/formatdetection.h"
#include "core/systems/registry/registry.h"
#include "core/systems/tableformat/formatsystem.h"
#include "core/config/specdraft.h"
#include "core/config/tablereader.h"
#include "core/domain/systemtraits.h"
#include "core/trust/formattrust.h"
#include "tests/support/lockoperator.h"
#include "tests/support/manualclock.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_tableformats {

namespace {

constexpr Micros second = 1s;
constexpr Micros slack = 2s; ///< of what moves while the test runs

/** A file of tests/formats: what a library's table looks like, and what the library does to it. */
struct Stage {
    QString lock;
    QString watched;           ///< the table; empty: what the format calls it first
    QString owner;             ///< empty: none is named
    std::optional<Micros> ttl; ///< none: nothing but its holder ends it
    std::optional<Micros> age;
    bool isIndistinguishable = false;
    QString renewal;                   ///< a statement; empty: it is not renewed
    QString untouched;                 ///< what this answers is not to change
    QStringList free;                  ///< locks that nobody holds
    QStringList over;                  ///< locks whose lease is over
    QHash<QString, QStringList> parts; ///< statements: `table`, `held`, `take`, `next`
};

void takeRemark(Stage &stage, const QString &key, const QString &value)
{
    const QString none = QStringLiteral("none");
    const auto seconds = [&]() -> std::optional<Micros> {
        return value == none ? std::optional<Micros>() : value.toInt() * second;
    };
    if (key == u"lock")
        stage.lock = value;
    else if (key == u"watched")
        stage.watched = value;
    else if (key == u"owner")
        stage.owner = value == none ? QString() : value;
    else if (key == u"ttl")
        stage.ttl = seconds();
    else if (key == u"age")
        stage.age = seconds();
    else if (key == u"indistinguishable")
        stage.isIndistinguishable = true;
    else if (key == u"renew")
        stage.renewal = value;
    else if (key == u"untouched")
        stage.untouched = value;
    else if (key == u"free")
        stage.free << value;
    else if (key == u"over")
        stage.over << value;
}

Stage readStage(const QString &id)
{
    Stage stage;
    QFile file(QStringLiteral(FORMAT_STAGES "/%1.sql").arg(id));
    if (!file.open(QIODevice::ReadOnly))
        return stage;
    QString part;
    QString statement;
    for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n')) {
        if (line.startsWith(u"-- ")) {
            const QString key = line.sliced(3).section(QStringLiteral(": "), 0, 0);
            const QString value = line.sliced(3).section(QStringLiteral(": "), 1);
            if (key == u"part")
                part = value;
            else
                takeRemark(stage, key, value);
            continue;
        }
        statement += line;
        if (!line.endsWith(u';')) {
            statement += u'\n';
            continue;
        }
        statement.chop(1);
        stage.parts[part] << statement;
        statement.clear();
    }
    return stage;
}

/** Who runs what the library runs. */
class Library
{
public:
    Library(SqlScratch &scratch, const Stage &stage) : m_scratch(scratch), m_stage(stage) {}

    void runPart(const QString &part)
    {
        for (const QString &statement : m_stage.parts.value(part))
            m_scratch.run(statement);
    }
    /** How many rows the library's way of taking the lock changes: none while another holds it. */
    qint64 take()
    {
        SqlSession session(m_scratch.admin());
        qint64 rows = 0;
        for (const QString &statement : m_stage.parts.value(QStringLiteral("take"))) {
            if (!session.run(statement))
                qFatal("%s", qPrintable(session.error()));
            rows += session.value(QStringLiteral("SELECT ROW_COUNT()")).toLongLong();
        }
        return rows;
    }
    QVariant value(const QString &statement)
    {
        SqlSession session(m_scratch.admin());
        return session.value(statement);
    }

private:
    SqlScratch &m_scratch;
    const Stage &m_stage;
};

BackendReading read(const LockOperator &reader)
{
    return makeReader(reader.backend(),
                      [](SteadyTime) { return Result<Secret>(Secret(SqlScratch::password())); })
        ->read(BackendReader::BackendReader::Depth::Full, soon());
}

/** None: it is not shown. */
std::optional<LockRecord> shown(const LockOperator &reader, const QString &name)
{
    for (const Observation &seen : read(reader).observations) {
        for (const LockRecord &lock : seen.records) {
            if (lock.id.name == name.toUtf8())
                return lock;
        }
    }
    return std::nullopt;
}

std::optional<LockState> stateOf(const LockOperator &reader, const QString &name)
{
    const auto lock = shown(reader, name);
    return lock ? std::optional(lock->state) : std::nullopt;
}

/** What is said of what could not be read. */
QString problemsOf(const LockOperator &reader)
{
    QString all;
    for (const Observation &seen : read(reader).observations) {
        for (const Error &problem : seen.problems)
            all += problem.message;
    }
    return all;
}

BackendSpec backendOf(const SqlScratch &scratch, TableSpec table)
{
    BackendSpec spec = scratch.backend();
    table.named = true;
    spec.tables = {std::move(table)};
    return spec;
}

BackendSpec backendOf(const SqlScratch &scratch, const QString &format, const QString &watched = {})
{
    TableSpec table = *formatTable(format);
    if (!watched.isEmpty())
        table.table = watched;
    return backendOf(scratch, std::move(table));
}

/** As `formats=auto` has it. */
BackendSpec autoBackend(const SqlScratch &scratch)
{
    BackendSpec spec = scratch.backend();
    spec.database = scratch.schema();
    spec.autoFormats = true;
    addUnnamedTables(spec);
    return spec;
}

std::unique_ptr<BackendReader> readerOf(const BackendSpec &spec, const Clock &clock)
{
    const auto password = [](SteadyTime) { return Result<Secret>(Secret(SqlScratch::password())); };
    return makeReader(spec, password, clock);
}

bool isShedLock(const Observation &seen)
{
    return std::find(seen.systems.begin(), seen.systems.end(), u"shedlock") != seen.systems.end();
}

/** With a job that runs. */
void createShedLock(SqlScratch &scratch)
{
    scratch.run(QStringLiteral("CREATE TABLE shedlock (name VARCHAR(64) PRIMARY KEY, lock_until "
                               "TIMESTAMP(3) NOT NULL, locked_at TIMESTAMP(3) NOT NULL, locked_by "
                               "VARCHAR(255) NOT NULL)"));
    scratch.run(QStringLiteral("INSERT INTO shedlock VALUES ('report', UTC_TIMESTAMP(3) + INTERVAL "
                               "60 SECOND, UTC_TIMESTAMP(3), 'host-a')"));
}

} // namespace

/** A row of XXL-JOB's that one session has locked, and another waits for. */
struct Queue {
    const QString lock = QStringLiteral("schedule_lock");
    const QString take =
        QStringLiteral("SELECT * FROM xxl_job_lock WHERE lock_name = 'schedule_lock' FOR UPDATE");
    SqlScratch scratch;
    SqlSession first;
    SqlSession second;
    LockOperator reader;

    explicit Queue(const LiveSqlServer &server, bool isLocked = true)
        : scratch(server), first(scratch.admin()), second(scratch.admin()),
          reader(*lockSystem(QStringLiteral("xxl_job")),
                 backendOf(scratch, QStringLiteral("xxl_job")), SqlScratch::password())
    {
        scratch.run(
            QStringLiteral("CREATE TABLE xxl_job_lock (lock_name VARCHAR(50) NOT NULL, seen "
                           "INT, PRIMARY KEY (lock_name)) ENGINE=InnoDB"));
        scratch.run(QStringLiteral("INSERT INTO xxl_job_lock VALUES ('schedule_lock', 0)"));
        scratch.run(QStringLiteral("GRANT PROCESS, CONNECTION ADMIN ON *.* TO '%1'@'%'")
                        .arg(scratch.user()));
        for (SqlSession *each : {&first, &second})
            each->run(QStringLiteral("BEGIN"));
        if (!isLocked)
            return;
        first.run(take);
        second.begin(take);
    }
    /** None: it is not seen so in time. */
    std::optional<LockRecord> seenWith(const SqlSession &session)
    {
        std::optional<LockRecord> seen;
        const bool isThere = QTest::qWaitFor([&] {
            // The server takes no new picture of its locks while it is asked all the time.
            std::this_thread::sleep_for(150ms);
            seen = shown(reader, lock);
            return seen && seen->state == LockState::Blocked && seen->holders.size() == 1
                   && seen->holders.front().detail->connectionId == session.id();
        });
        return isThere ? seen : std::nullopt;
    }
    std::unique_ptr<ReleaseTicket> begin(const LockRecord &seen)
    {
        return reader.begin(seen, QStringLiteral("kill"));
    }
};

/** Every format that comes with the program, on its library's own table and statements. */
class TestTableFormats : public QObject
{
    Q_OBJECT

    SqlServers m_servers;

    QTemporaryDir m_state; ///< where it is noted which formats are trusted

    /** A worked example of the guide, as somebody would write it who has read nothing else. */
    static LockFormatPointer guidesOwn(const QByteArray &id)
    {
        QFile file(QStringLiteral(FORMATS_PAGE));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("no guide");
        const QByteArray page = file.readAll();
        const qsizetype from = page.indexOf("id = \"" + id + '"');
        const ParsedFormat parsed = parseFormat(page.mid(from, page.indexOf("```", from) - from));
        if (!parsed.format)
            qWarning("%s", qPrintable(parsed.problems[0].message));
        return parsed.format;
    }

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase()
    {
        REQUIRE_SQL_SERVERS(m_servers);
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_state.path()));
    }

    void everyFormatIsTried()
    {
        for (const LockFormatPointer &format : knownTableFormats()) {
            if (format->tables.front().held.by != FormatHeld::By::RowLock) // tried below
                QVERIFY2(!readStage(format->id).lock.isEmpty(), qPrintable(format->id));
        }
    }

    void locksAreSeen_data() { addFormats(); }
    void locksAreSeen()
    {
        Place place;
        const auto seen = place.reader.look(place.stage.lock.toUtf8());
        QVERIFY2(seen, qPrintable(place.reader.error().message));
        QCOMPARE(seen->state, LockState::Held);
        QCOMPARE(seen->id.source->system, place.format);
        QCOMPARE(seen->holders.empty() ? QString() : QString::fromUtf8(seen->holders.front().raw),
                 place.stage.owner);
        const auto now = std::chrono::steady_clock::now();
        const auto ttl = seen->ttlAt(now);
        QCOMPARE(ttl.has_value(), place.stage.ttl.has_value());
        if (ttl)
            QVERIFY2(std::chrono::abs(*ttl - *place.stage.ttl) <= slack,
                     qPrintable(QString::number(ttl->count())));
        if (place.stage.age) {
            QVERIFY(seen->heldSince);
            const auto age = std::chrono::duration_cast<Micros>(now - *seen->heldSince);
            QVERIFY2(std::chrono::abs(age - *place.stage.age) <= slack,
                     qPrintable(QString::number(age.count())));
        }
        for (const QString &name : place.stage.free)
            QVERIFY2(stateOf(place.reader, name) == LockState::Free, qPrintable(name));
        for (const QString &name : place.stage.over)
            QVERIFY2(stateOf(place.reader, name) == LockState::Expired, qPrintable(name));
    }

    void releasedIsForTheNext_data() { addFormats(); }
    void releasedIsForTheNext()
    {
        Place place;
        if (place.isLookedAtOnly()) {
            const auto seen = place.reader.look(place.stage.lock.toUtf8());
            QVERIFY2(seen, qPrintable(place.reader.error().message));
            QVERIFY(lockSystem(place.format)->actions(*seen).empty());
            QVERIFY(!place.begin(*seen));
            QCOMPARE(place.reader.error().kind, ErrorKind::Unsupported);
            return;
        }
        const QVariant before = place.untouched();
        QCOMPARE(place.library.take(), 0);
        place.allow();
        const auto seen = place.reader.look(place.stage.lock.toUtf8());
        QVERIFY2(seen, qPrintable(place.reader.error().message));
        const auto ticket = place.begin(*seen);
        QVERIFY2(ticket, qPrintable(place.reader.error().message));
        QVERIFY2(!ticket->preview().refusal,
                 qPrintable(ticket->preview().refusal.value_or(ReleaseOutcome{}).message));
        QCOMPARE(ticket->preview().indistinguishable, place.stage.isIndistinguishable);
        const auto outcome = place.reader.commit(*ticket);
        QVERIFY2(outcome, qPrintable(place.reader.error().message));
        QVERIFY2(outcome->result == ReleaseResult::Released, qPrintable(outcome->message));
        QVERIFY(!place.reader.look(place.stage.lock.toUtf8()));
        QCOMPARE(place.untouched(), before);
        QCOMPARE(place.library.take(), 1);
        QVERIFY(place.reader.look(place.stage.lock.toUtf8()));
    }

    /** Another took it before the ticket was opened, and again behind the look that it made. */
    void theNextHolderIsNotReached_data() { addFormats(); }
    void theNextHolderIsNotReached()
    {
        Place place;
        if (place.isLookedAtOnly())
            return;
        place.allow();
        const auto seen = place.reader.look(place.stage.lock.toUtf8());
        QVERIFY(seen);
        const auto early = place.begin(*seen);
        QVERIFY2(early, qPrintable(place.reader.error().message));
        place.library.runPart(QStringLiteral("next"));
        const QString after = place.rows();
        const auto late = place.begin(*seen);
        QVERIFY2(late, qPrintable(place.reader.error().message));
        for (ReleaseTicket *ticket : {early.get(), late.get()}) {
            const auto outcome = place.reader.commit(*ticket);
            QVERIFY2(outcome, qPrintable(place.reader.error().message));
            QVERIFY2(outcome->result == ReleaseResult::Changed, qPrintable(outcome->message));
        }
        QCOMPARE(place.rows(), after);
    }

    void theStrongerConfirmationReachesTheNextHolderNeither_data() { addFormats(); }
    void theStrongerConfirmationReachesTheNextHolderNeither()
    {
        Place place;
        if (place.isLookedAtOnly())
            return;
        place.allow();
        const auto seen = place.reader.look(place.stage.lock.toUtf8());
        QVERIFY(seen);
        const auto ticket = place.begin(*seen);
        QVERIFY2(ticket, qPrintable(place.reader.error().message));
        place.library.runPart(QStringLiteral("next"));
        const QString after = place.rows();
        const auto outcome = place.reader.commit(*ticket, Compare::InstanceOnly);
        QVERIFY2(outcome, qPrintable(place.reader.error().message));
        QVERIFY2(outcome->result == ReleaseResult::Changed, qPrintable(outcome->message));
        QCOMPARE(place.rows(), after);
    }

    void whoRenewsIsAlive_data() { addFormats(); }
    void whoRenewsIsAlive()
    {
        Place place;
        if (place.stage.renewal.isEmpty())
            return;
        place.allow();
        const auto seen = place.reader.look(place.stage.lock.toUtf8());
        QVERIFY(seen);
        place.scratch.run(place.stage.renewal);
        const auto careful = place.begin(*seen);
        QVERIFY2(careful, qPrintable(place.reader.error().message));
        QVERIFY(careful->preview().renewed);
        const auto refused = place.reader.commit(*careful);
        QVERIFY(refused);
        QCOMPARE(refused->detail, ChangeDetail::Renewed);
        const auto ticket = place.begin(*seen);
        QVERIFY(ticket);
        const auto outcome = place.reader.commit(*ticket, Compare::InstanceOnly);
        QVERIFY(outcome);
        QVERIFY2(outcome->result == ReleaseResult::Released, qPrintable(outcome->message));
    }

    /**
     * Not from who holds it, and then so that the library itself respects it: until it is let go
     * of, and over a renewal.
     */
    void takenAsTheLibraryDoes_data() { addFormats(); }
    void takenAsTheLibraryDoes()
    {
        Place place;
        const QByteArray name = place.stage.lock.toUtf8();
        place.allow();
        const auto now = [] { return std::chrono::steady_clock::now(); };
        const auto client = place.reader.client(name);
        if (!isTaken(*knownFormat(place.format))) {
            QVERIFY(!client);
            QCOMPARE(place.reader.error().kind, ErrorKind::Unsupported);
            return;
        }
        QVERIFY2(client, qPrintable(place.reader.error().message));
        const auto refused = client->acquire(place.reader.permit(), now(), {});
        QVERIFY2(refused, qPrintable(refused ? QString() : refused.error().message));
        QVERIFY(!refused->acquired);
        QCOMPARE(refused->heldBy ? QString::fromUtf8(refused->heldBy->raw) : QString(),
                 place.stage.owner);
        const auto release = [&place, &name] {
            const auto seen = place.reader.look(name);
            const auto ticket = seen ? place.begin(*seen) : nullptr;
            const auto outcome = ticket ? place.reader.commit(*ticket) : std::nullopt;
            return outcome && outcome->result == ReleaseResult::Released;
        };
        QVERIFY(release());

        const auto taken = client->acquire(place.reader.permit(), now(), {});
        QVERIFY2(taken, qPrintable(taken ? QString() : taken.error().message));
        QVERIFY(taken->acquired);
        QCOMPARE(place.library.take(), 0);
        const auto seen = place.reader.look(name);
        QVERIFY2(seen, qPrintable(place.reader.error().message));
        QCOMPARE(seen->holders.empty() ? QByteArray() : seen->holders.front().raw,
                 client->own().owner);
        const auto ttl = seen->ttlAt(now());
        QCOMPARE(ttl.has_value(), client->own().ttl.has_value());
        if (ttl)
            QVERIFY2(std::chrono::abs(*ttl - 30s) <= slack,
                     qPrintable(QString::number(ttl->count())));
        if (place.stage.age)
            QVERIFY(seen->heldSince && now() - *seen->heldSince <= slack);
        const auto renewed = client->renew(soon());
        QVERIFY2(renewed, qPrintable(renewed ? QString() : renewed.error().message));
        QVERIFY(*renewed);
        QCOMPARE(place.library.take(), 0);
        const auto other = place.reader.client(name);
        const auto both = other->acquire(place.reader.permit(), now(), {});
        QVERIFY(both && !both->acquired);
        const auto released = client->release(soon());
        QVERIFY2(released, qPrintable(released ? QString() : released.error().message));
        QVERIFY(*released);
        QVERIFY(!place.reader.look(name));

        // What somebody else let go of is not ours any more.
        QVERIFY(other->acquire(place.reader.permit(), now(), {})->acquired);
        QVERIFY(release());
        QCOMPARE(other->renew(soon()).value_or(true), false);
        QCOMPARE(place.library.take(), 1);
        QCOMPARE(other->release(soon()).value_or(true), false);
        QVERIFY(place.reader.look(name));
    }

    void whatIsMissingIsGranted_data() { addFormats(); }
    void whatIsMissingIsGranted()
    {
        Place place;
        if (place.isLookedAtOnly())
            return;
        const auto seen = place.reader.look(place.stage.lock.toUtf8());
        QVERIFY(seen);
        const auto ticket = place.begin(*seen);
        QVERIFY2(ticket, qPrintable(place.reader.error().message));
        QVERIFY(ticket->preview().refusal);
        QCOMPARE(ticket->preview().refusal->result, ReleaseResult::Denied);
        place.scratch.run(ticket->preview().refusal->remedy);
        const auto allowed = place.begin(*seen);
        QVERIFY2(allowed, qPrintable(place.reader.error().message));
        QVERIFY(!allowed->preview().refusal);
    }

    void rowsOfOnesOwnStay()
    {
        const LockFormatPointer format = guidesOwn("mail_locks");
        QVERIFY(format);
        SqlScratch scratch(server());
        scratch.run(QStringLiteral("CREATE TABLE mail_locks (queue VARCHAR(50) PRIMARY KEY, worker "
                                   "VARCHAR(50), token VARCHAR(32), until_s BIGINT)"));
        scratch.run(QStringLiteral("INSERT INTO mail_locks VALUES ('in', 'web-3:77', 'a1', "
                                   "UNIX_TIMESTAMP() + 60), ('out', 'web-3:78', 'a2', "
                                   "UNIX_TIMESTAMP() - 60), ('idle', '', '', 0)"));
        scratch.run(QStringLiteral("GRANT UPDATE ON %1.* TO '%2'@'%'")
                        .arg(scratch.schema(), scratch.user()));
        OwnFormat own(scratch, format);
        QVERIFY(trustFormat(*format));
        QCOMPARE(own.reader.look("in")->state, LockState::Held);
        QVERIFY(!own.reader.look("idle"));
        const auto over = own.reader.look("out");
        QVERIFY(over);
        QCOMPARE(over->state, LockState::Expired);
        const auto ticket = own.reader.begin(*over, QStringLiteral("release"));
        QVERIFY2(ticket, qPrintable(own.reader.error().message));
        QVERIFY(!ticket->preview().indistinguishable);
        const auto outcome = own.reader.commit(*ticket);
        QVERIFY(outcome);
        QCOMPARE(outcome->result, ReleaseResult::Released);
        SqlSession session(scratch.admin());
        QCOMPARE(session
                     .value(QStringLiteral("SELECT GROUP_CONCAT(CONCAT(queue, worker, token, "
                                           "until_s > 0) ORDER BY queue) FROM mail_locks"))
                     .toString(),
                 QStringLiteral("idle0,inweb-3:77a11,out0"));
    }

    void theGuidesOwnExampleWorks()
    {
        const LockFormatPointer format = guidesOwn("job_locks");
        QVERIFY(format);
        SqlScratch scratch(server());
        scratch.run(QStringLiteral("CREATE TABLE job_locks (job VARCHAR(50) PRIMARY KEY, token "
                                   "CHAR(8), host VARCHAR(50), taken_at DATETIME, lease_s INT)"));
        scratch.run(QStringLiteral("INSERT INTO job_locks VALUES ('mail', 'a1b2c3d4', 'web-3', "
                                   "UTC_TIMESTAMP() - INTERVAL 20 SECOND, 60)"));
        scratch.run(QStringLiteral("GRANT DELETE ON %1.* TO '%2'@'%'")
                        .arg(scratch.schema(), scratch.user()));
        OwnFormat own(scratch, format);
        const auto seen = own.reader.look("mail");
        QVERIFY2(seen, qPrintable(own.reader.error().message));
        const auto ttl = seen->ttlAt(std::chrono::steady_clock::now());
        QVERIFY(ttl && std::chrono::abs(*ttl - Micros(40s)) <= slack);
        // It came from elsewhere: until it is trusted it writes nothing, and shows what it would.
        QVERIFY(forgetFormat(*format));
        const auto doubted = own.reader.begin(*seen, QStringLiteral("release"));
        QVERIFY2(doubted, qPrintable(own.reader.error().message));
        QVERIFY(doubted->command(Compare::InstanceAndLease).startsWith(u"DELETE FROM"));
        const auto refused = own.reader.commit(*doubted);
        QVERIFY(refused);
        QCOMPARE(refused->result, ReleaseResult::Denied);
        QCOMPARE(refused->detail, ChangeDetail::NotTrusted);
        QVERIFY(own.reader.look("mail"));
        QVERIFY(trustFormat(*format));
        const auto ticket = own.reader.begin(*seen, QStringLiteral("release"));
        QVERIFY2(ticket, qPrintable(own.reader.error().message));
        QVERIFY(!ticket->preview().indistinguishable);
        const auto outcome = own.reader.commit(*ticket);
        QVERIFY(outcome);
        QCOMPARE(outcome->result, ReleaseResult::Released);
    }

    /** What no format that comes with the program says. */
    void theRestOfTheVocabulary()
    {
        const ParsedFormat parsed = parseFormat(R"(id = "words"
title = "Words"
description = { en = "d" }
source = "s"
names = ["w"]

[[table]]
version = "status"
key = ["name"]
held = { by = "words", column = "status", words = ["RUNNING", "WAITING"] }
[table.release]
how = "set"
set = { status = "word:FREE", version = "one-more", note = "default" }
means = { en = "m" }

[[table]]
version = "time"
key = ["name"]
held = { by = "has-time", column = "locked_at" }
instance = ["turn"]
[table.release]
how = "set"
set = { locked_at = "null", note = "column:name", owner = "blank" }
means = { en = "m" }
)");
        QVERIFY2(parsed.format,
                 qPrintable(parsed.problems.empty() ? QString() : parsed.problems[0].message));
        const auto release = [&parsed](const char *table, const char *rows, const char *after) {
            SqlScratch scratch(server());
            scratch.run(QString::fromLatin1(table));
            scratch.run(QString::fromLatin1(rows));
            scratch.run(QStringLiteral("GRANT UPDATE ON %1.* TO '%2'@'%'")
                            .arg(scratch.schema(), scratch.user()));
            OwnFormat own(scratch, parsed.format);
            QVERIFY(!own.reader.look("free"));
            const auto seen = own.reader.look("held");
            QVERIFY2(seen, qPrintable(own.reader.error().message));
            const auto ticket = own.reader.begin(*seen, QStringLiteral("release"));
            QVERIFY2(ticket, qPrintable(own.reader.error().message));
            const auto outcome = own.reader.commit(*ticket);
            QVERIFY(outcome);
            QVERIFY2(outcome->result == ReleaseResult::Released, qPrintable(outcome->message));
            SqlSession session(scratch.admin());
            QCOMPARE(session.value(QString::fromLatin1(after)).toString(), QStringLiteral("1"));
        };
        release("CREATE TABLE w (name VARCHAR(9) PRIMARY KEY, status VARCHAR(9), version INT, "
                "note VARCHAR(9) NOT NULL DEFAULT 'idle')",
                "INSERT INTO w VALUES ('held', 'WAITING', 3, 'n'), ('free', 'FREE', 3, 'n')",
                "SELECT status = 'FREE' AND version = 4 AND note = 'idle' FROM w WHERE name = "
                "'held'");
        release("CREATE TABLE w (name VARCHAR(9) PRIMARY KEY, locked_at BIGINT, turn INT, note "
                "VARCHAR(9), owner VARCHAR(9))",
                "INSERT INTO w VALUES ('held', 5, 1, NULL, 'o'), ('free', NULL, 1, NULL, 'o')",
                "SELECT locked_at IS NULL AND note = 'held' AND owner = '' FROM w WHERE name = "
                "'held'");
    }

    /** Under a library's name, and with what programs put before one; nothing of another shape. */
    void tablesAreFound()
    {
        SqlScratch scratch(server());
        for (const char *statement :
             {"CREATE TABLE SHEDLOCK (NAME VARCHAR(64) PRIMARY KEY, lock_until TIMESTAMP(3) NULL, "
              "locked_at TIMESTAMP(3) NULL, locked_by VARCHAR(255))",
              "CREATE TABLE old_shedlock LIKE SHEDLOCK", "CREATE TABLE semaphore (name INT)",
              "CREATE TABLE jobs (name VARCHAR(64) PRIMARY KEY, lock_until TIMESTAMP NULL)"})
            scratch.run(QString::fromLatin1(statement));
        BackendSpec backend = scratch.backend();
        const auto password = [](SteadyTime) {
            return Result<Secret>(Secret(SqlScratch::password()));
        };
        backend.database = scratch.schema();
        const auto found = findFormatTables(backend, password, soon());
        QVERIFY2(found, qPrintable(found ? QString() : found.error().message));
        QCOMPARE(found->size(), size_t(3));
        for (const FoundTable &each : *found) {
            QCOMPARE(each.misfit.has_value(), each.table.table == u"semaphore");
            if (each.misfit) {
                QCOMPARE(each.misfit->kind, ErrorKind::NotFound);
                continue;
            }
            QCOMPARE(each.table.system, QStringLiteral("shedlock"));
            QCOMPARE(each.table.schema, scratch.schema());
            const bool isOld = each.table.table == u"old_shedlock";
            QCOMPARE(each.certainty, isOld ? Certainty::Likely : Certainty::Certain);
        }
        backend.database.clear();
        const auto everywhere = findFormatTables(backend, password, soon());
        QVERIFY(everywhere);
        QCOMPARE(everywhere->size(), size_t(3));
    }

    /**
     * With `formats=auto`: read from where it was seen with columns, types and key; never what only
     * has the name, nor what is named already. A table that comes later is found while it is
     * watched, and one that goes is told as gone.
     */
    void librariesAreFoundByThemselves()
    {
        SqlScratch scratch(server());
        scratch.run(QStringLiteral("CREATE TABLE cache_locks (`key` varchar(255), owner "
                                   "varchar(255) NOT NULL, expiration int NOT NULL)"));
        scratch.run(QStringLiteral("CREATE TABLE migrations_lock (lock_key INT PRIMARY KEY)"));
        ManualClock clock;
        BackendSpec backend = autoBackend(scratch);
        const auto reader = readerOf(backend, clock);
        const auto look = [&] { return reader->read(BackendReader::Depth::Routine, soon()); };
        const auto seenOf = [](const BackendReading &reading, QStringView table) {
            return std::count_if(reading.observations.begin(), reading.observations.end(),
                                 [&](const Observation &seen) {
                                     return seen.source.endsWith(u'.' + table.toString());
                                 });
        };
        BackendReading reading = look();
        QVERIFY2(!reading.failure,
                 qPrintable(reading.failure ? reading.failure->message : QString()));
        for (const QStringView none : {u"cache_locks", u"migrations_lock", u"shedlock"})
            QCOMPARE(seenOf(reading, none), 0);
        for (const Observation &seen : reading.observations)
            QVERIFY2(seen.source == u"user-level locks" || seen.absent, qPrintable(seen.source));

        createShedLock(scratch);
        QCOMPARE(seenOf(look(), u"shedlock"), 0); // nobody asks at every poll
        clock.advance(std::chrono::seconds(10));
        reading = look();
        QCOMPARE(seenOf(reading, u"shedlock"), 1);
        QVERIFY(reading.found.empty());
        const auto &seen =
            *std::find_if(reading.observations.begin(), reading.observations.end(), isShedLock);
        QVERIFY(seen.complete);
        QCOMPARE(seen.records.size(), size_t(1));
        QCOMPARE(seen.records.front().state, LockState::Held);

        scratch.run(QStringLiteral("DROP TABLE shedlock"));
        reading = look();
        QCOMPARE(seenOf(reading, u"shedlock"), 1);
        for (const Observation &each : reading.observations) {
            if (isShedLock(each))
                QVERIFY(each.absent && each.complete && each.records.empty());
        }
    }

    /**
     * The row says nothing: it is held while a transaction has it locked, by whose session that is,
     * and free only where somebody tells of all who have rows locked. Two columns tell the row.
     */
    void aLockOfTheRowItself_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("ddl");
        QTest::addColumn<QString>("fill");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("name");
        QTest::newRow("xxl_job") << QStringLiteral("xxl_job")
                                 << QStringLiteral(
                                        "CREATE TABLE xxl_job_lock (lock_name VARCHAR(50) "
                                        "NOT NULL, PRIMARY KEY (lock_name)) ENGINE=InnoDB")
                                 << QStringLiteral("INSERT INTO xxl_job_lock VALUES "
                                                   "('schedule_lock')")
                                 << QStringLiteral("xxl_job_lock WHERE lock_name = 'schedule_lock'")
                                 << QStringLiteral("schedule_lock");
        QTest::newRow("quartz_locks")
            << QStringLiteral("quartz_locks")
            << QStringLiteral(
                   "CREATE TABLE QRTZ_LOCKS (SCHED_NAME VARCHAR(120) NOT NULL, LOCK_NAME "
                   "VARCHAR(40) NOT NULL, PRIMARY KEY (SCHED_NAME, LOCK_NAME)) "
                   "ENGINE=InnoDB")
            << QStringLiteral(
                   "INSERT INTO QRTZ_LOCKS VALUES ('it''s', 'TRIGGER_ACCESS'), ('it''s', "
                   "'STATE_ACCESS')")
            << QStringLiteral("QRTZ_LOCKS WHERE SCHED_NAME = 'it''s' AND LOCK_NAME = "
                              "'TRIGGER_ACCESS'")
            << QStringLiteral("it's/TRIGGER_ACCESS");
    }
    void aLockOfTheRowItself()
    {
        QFETCH(QString, format);
        QFETCH(QString, ddl);
        QFETCH(QString, fill);
        QFETCH(QString, where);
        QFETCH(QString, name);
        SqlScratch scratch(server());
        scratch.run(ddl);
        scratch.run(fill);
        LockOperator reader(*lockSystem(format), backendOf(scratch, format),
                            SqlScratch::password());
        QVERIFY(stateOf(reader, name) == LockState::Free);
        const QString lock = QStringLiteral("SELECT 1 FROM %1 FOR UPDATE").arg(where);
        SqlSession holder(scratch.admin());
        QVERIFY(holder.run(QStringLiteral("BEGIN")));
        QVERIFY2(holder.run(lock), qPrintable(holder.error()));
        // Somebody has the table open to write, and nobody tells this account which rows.
        QTRY_VERIFY(stateOf(reader, name) == LockState::Unknown);
        scratch.run(QStringLiteral("GRANT PROCESS ON *.* TO '%1'@'%'").arg(scratch.user()));
        SqlSession waiter(scratch.admin());
        QVERIFY(waiter.run(QStringLiteral("BEGIN")));
        waiter.begin(lock);
        QTRY_VERIFY(stateOf(reader, name) == LockState::Blocked);
        const auto seen = shown(reader, name);
        QVERIFY(seen && seen->holders.size() == 1);
        QVERIFY(seen->holders.front().detail);
        QCOMPARE(seen->holders.front().detail->connectionId.value_or(0), holder.id());
        QCOMPARE(seen->waiters.count.value_or(0), 1);
        QCOMPARE(lockSystem(format)->actions(*seen).size(), 1);
        QVERIFY(!reader.begin(*seen, QStringLiteral("release")));
        QVERIFY(!reader.client(name.toUtf8()));
        QVERIFY(holder.run(QStringLiteral("COMMIT")));
        QTRY_VERIFY(stateOf(reader, name) != LockState::Blocked);
    }

    /** By what is told while somebody waits it is known again, though nobody waited in between. */
    void aRowThatIsHeldOnIsKnownAgain()
    {
        Queue queue(server());
        const auto ended = [&queue](const SqlSession &session) {
            queue.scratch.run(QStringLiteral("KILL %1").arg(session.id()));
        };
        const auto seen = queue.seenWith(queue.first);
        QVERIFY(seen);
        ended(queue.second);
        // MariaDB names the row no more, and MySQL goes on to.
        const LockState between = server().isMariaDb() ? LockState::Unknown : LockState::Blocked;
        QTRY_VERIFY(stateOf(queue.reader, queue.lock) == between);
        {
            SqlSession third(queue.scratch.admin());
            QVERIFY(third.run(QStringLiteral("BEGIN")));
            third.begin(queue.take);
            const auto again = queue.seenWith(queue.first);
            QVERIFY(again);
            QVERIFY(!again->session.isEmpty());
            QVERIFY(!hasMoved(PackedLock(*seen), PackedLock(*again)));
            ended(third);
        }
        QTRY_VERIFY(stateOf(queue.reader, queue.lock) == between);
        // The same session in its next transaction is another hold.
        QVERIFY(queue.first.run(QStringLiteral("COMMIT")));
        QVERIFY(queue.first.run(QStringLiteral("BEGIN")));
        QVERIFY(queue.first.run(queue.take));
        SqlSession fourth(queue.scratch.admin());
        QVERIFY(fourth.run(QStringLiteral("BEGIN")));
        fourth.begin(queue.take);
        const auto next = queue.seenWith(queue.first);
        QVERIFY(next);
        QVERIFY(hasMoved(PackedLock(*seen), PackedLock(*next)));
        QVERIFY(queue.first.run(QStringLiteral("COMMIT")));
    }

    /**
     * Its session is ended, and no other: not the next one that has the row, nor the same session
     * in its next transaction. Who may not is told what is missing.
     */
    void theSessionThatHasTheRowIsEnded()
    {
        SqlScratch scratch(server());
        scratch.run(QStringLiteral("CREATE TABLE xxl_job_lock (lock_name VARCHAR(50) NOT NULL, "
                                   "PRIMARY KEY (lock_name)) ENGINE=InnoDB"));
        scratch.run(QStringLiteral("INSERT INTO xxl_job_lock VALUES ('schedule_lock')"));
        scratch.run(QStringLiteral("GRANT PROCESS ON *.* TO '%1'@'%'").arg(scratch.user()));
        const QString format = QStringLiteral("xxl_job");
        const QString kill = QStringLiteral("kill");
        LockOperator reader(*lockSystem(format), backendOf(scratch, format),
                            SqlScratch::password());
        const QString lock = QStringLiteral("SELECT lock_name FROM xxl_job_lock FOR UPDATE");
        SqlSession first(scratch.admin());
        SqlSession second(scratch.admin());
        SqlSession third(scratch.admin());
        for (SqlSession *each : {&first, &second, &third})
            QVERIFY(each->run(QStringLiteral("BEGIN")));
        QVERIFY2(first.run(lock), qPrintable(first.error()));
        second.begin(lock);
        const auto isSeenWith = [&](const SqlSession &session) {
            // The server takes no new picture of its locks while it is asked all the time.
            std::this_thread::sleep_for(150ms);
            const auto seen = shown(reader, QStringLiteral("schedule_lock"));
            return seen && seen->state == LockState::Blocked && seen->holders.size() == 1
                   && seen->holders.front().detail->connectionId == session.id();
        };
        QTRY_VERIFY(isSeenWith(first));
        auto seen = shown(reader, QStringLiteral("schedule_lock"));

        const auto late = reader.begin(*seen, kill);
        QVERIFY2(late, qPrintable(reader.error().message));
        QVERIFY(!late->preview().refusal);
        QCOMPARE(late->preview().leastLookAge.value_or(Micros(0)), Micros(10s));
        QVERIFY(!late->preview().losses.isEmpty() && late->preview().warnings.size() >= 2);
        QCOMPARE(late->command(Compare::InstanceAndLease),
                 QStringLiteral("KILL CONNECTION %1").arg(first.id()));
        // It lets go, and takes the row again behind the next one: another transaction.
        QVERIFY(first.run(QStringLiteral("COMMIT")));
        QVERIFY(first.run(QStringLiteral("BEGIN")));
        first.begin(lock);
        QTRY_VERIFY(isSeenWith(second));
        const auto refused = reader.commit(*late);
        QVERIFY2(refused, qPrintable(reader.error().message));
        QCOMPARE(refused->result, ReleaseResult::Changed);
        QVERIFY(!refused->sent);
        QVERIFY(second.run(QStringLiteral("COMMIT")));
        third.begin(lock);
        QTRY_VERIFY(isSeenWith(first));
        const auto again = reader.begin(*seen, kill);
        QVERIFY2(again, qPrintable(reader.error().message));
        QVERIFY(again->preview().refusal);
        QVERIFY(again->command(Compare::InstanceAndLease).isEmpty());
        QCOMPARE(reader.commit(*again)->result, ReleaseResult::Changed);

        seen = shown(reader, QStringLiteral("schedule_lock"));
        const auto denied = reader.begin(*seen, kill);
        QVERIFY2(denied && !denied->preview().refusal, qPrintable(reader.error().message));
        const auto told = reader.commit(*denied);
        QVERIFY2(told, qPrintable(reader.error().message));
        QCOMPARE(told->result, ReleaseResult::Denied);
        QVERIFY2(told->remedy.contains(u"GRANT"), qPrintable(told->remedy));
        QVERIFY(isSeenWith(first));
        scratch.run(told->remedy.section(u';', 0, 0));

        const auto allowed = reader.begin(*seen, kill);
        QVERIFY2(allowed && !allowed->preview().refusal, qPrintable(reader.error().message));
        const auto ended = reader.commit(*allowed);
        QVERIFY2(ended, qPrintable(reader.error().message));
        QVERIFY2(ended->result == ReleaseResult::Released, qPrintable(ended->message));
        QVERIFY(!first.run(QStringLiteral("SELECT 1"))); // it was the session's own end
        QVERIFY2(third.run(QStringLiteral("SELECT 1")), qPrintable(third.error()));
        QVERIFY2(second.run(QStringLiteral("SELECT 1")), qPrintable(second.error()));
    }

    /**
     * Programs that ask all the time keep MariaDB's list of locks as it was, and what was committed
     * a moment ago stands there still: neither is a reason to end anybody.
     */
    void anOldPictureEndsNobody()
    {
        if (!server().isMariaDb())
            QSKIP("MySQL tells its locks as they are");
        Queue queue(server());
        const auto seen = queue.seenWith(queue.first);
        QVERIFY(seen);
        const auto ticket = queue.begin(*seen);
        QVERIFY2(ticket && !ticket->preview().refusal, qPrintable(queue.reader.error().message));
        const auto soon = queue.begin(*seen);
        QVERIFY(soon && !soon->preview().refusal);

        std::jthread hammer([&queue](const std::stop_token &stop) {
            SqlSession asker(queue.scratch.admin());
            while (!stop.stop_requested()) {
                asker.run(QStringLiteral("SELECT COUNT(*) FROM information_schema.INNODB_TRX"));
                std::this_thread::sleep_for(10ms);
            }
        });
        std::this_thread::sleep_for(300ms);
        QVERIFY(queue.first.run(QStringLiteral("COMMIT")));
        for (ReleaseTicket *each : {ticket.get(), soon.get()}) {
            const auto outcome = queue.reader.commit(*each);
            QVERIFY2(outcome, qPrintable(queue.reader.error().message));
            QVERIFY2(outcome->result == ReleaseResult::Changed && !outcome->sent,
                     qPrintable(outcome->message));
            hammer.request_stop();
        }
        const auto late = queue.begin(*seen);
        QVERIFY(late && late->preview().refusal);
        QVERIFY2(queue.first.run(QStringLiteral("SELECT 1")), qPrintable(queue.first.error()));
    }

    /** Who locks the gap before a row, to add one of its own, does not have that row. */
    void aGapIsNoRow()
    {
        if (!server().isMariaDb())
            QSKIP("the same is filtered from MySQL's list");
        Queue queue(server(), /*isLocked=*/false);
        SqlSession &gap = queue.first;
        SqlSession &adds = queue.second;
        QVERIFY(gap.run(QStringLiteral("SELECT * FROM xxl_job_lock WHERE lock_name = 'missing' "
                                       "FOR UPDATE")));
        adds.begin(QStringLiteral("INSERT INTO xxl_job_lock VALUES ('missing', 1)"));
        SqlSession asker(queue.scratch.admin());
        QVERIFY(QTest::qWaitFor([&asker] {
            std::this_thread::sleep_for(150ms); // for a new picture
            return asker
                       .value(QStringLiteral("SELECT COUNT(*) FROM "
                                             "information_schema.INNODB_LOCK_WAITS"))
                       .toInt()
                   > 0;
        }));
        std::this_thread::sleep_for(150ms);
        const auto seen = shown(queue.reader, queue.lock);
        QVERIFY(seen);
        QVERIFY(seen->state != LockState::Blocked && seen->state != LockState::Held);
        QVERIFY(seen->holders.empty() && seen->waiters.count.value_or(0) == 0);
    }

    /** It keeps its rows when its session ends: that is no release, and worse than before. */
    void whoHasPreparedIsNotEnded()
    {
        if (!server().isMariaDb())
            QSKIP("MySQL lists its locks");
        Queue queue(server(), /*isLocked=*/false);
        const QString id = QStringLiteral("'row_session_test'");
        QVERIFY(queue.first.run(QStringLiteral("ROLLBACK")));
        QVERIFY(queue.first.run(QStringLiteral("XA START ") + id));
        QVERIFY(queue.first.run(queue.take));
        queue.second.begin(queue.take);
        const auto seen = queue.seenWith(queue.first);
        QVERIFY(seen);
        const auto early = queue.begin(*seen);
        QVERIFY2(early && !early->preview().refusal, qPrintable(queue.reader.error().message));
        QVERIFY(queue.first.run(QStringLiteral("XA END ") + id));
        QVERIFY(queue.first.run(QStringLiteral("XA PREPARE ") + id));
        const auto outcome = queue.reader.commit(*early);
        const auto late = queue.begin(*seen);
        QVERIFY(queue.first.run(QStringLiteral("XA ROLLBACK ") + id));
        QVERIFY2(outcome && outcome->result == ReleaseResult::Changed && !outcome->sent,
                 qPrintable(queue.reader.error().message));
        QVERIFY(outcome->remedy.contains(u"XA RECOVER"));
        QVERIFY(late && late->preview().refusal && late->preview().refusal->remedy.contains(u"XA"));
    }

    /** It took the name of its holder along; that nobody has the row is another matter. */
    void aWaiterThatLeavesProvesNothing()
    {
        if (!server().isMariaDb())
            QSKIP("MySQL names holders that nobody waits for");
        Queue queue(server());
        const auto seen = queue.seenWith(queue.first);
        QVERIFY(seen);
        const auto ticket = queue.begin(*seen);
        QVERIFY2(ticket && !ticket->preview().refusal, qPrintable(queue.reader.error().message));
        queue.scratch.run(QStringLiteral("KILL QUERY %1").arg(queue.second.id()));
        const auto outcome = queue.reader.commit(*ticket);
        QVERIFY2(outcome, qPrintable(queue.reader.error().message));
        QCOMPARE(outcome->result, ReleaseResult::Changed);
        QVERIFY2(outcome->message.contains(QStringLiteral("for certain")),
                 qPrintable(outcome->message));
        // Nor is a row free, for whoever asks to end somebody, that another table's reader may
        // have.
        QVERIFY(queue.first.run(QStringLiteral("COMMIT")));
        SqlSession third(queue.scratch.admin());
        QVERIFY(third.run(QStringLiteral("BEGIN")) && third.run(queue.take));
        const auto gone = queue.begin(*seen);
        QVERIFY(gone && gone->preview().refusal);
        QVERIFY(gone->preview().refusal->detail != ChangeDetail::Gone);
        QVERIFY(third.run(QStringLiteral("COMMIT")));
        QVERIFY(queue.second.run(QStringLiteral("ROLLBACK")));
        // The server's own purge may have the table for a moment: then it is not told, either.
        QTRY_VERIFY(queue.begin(*seen)->preview().refusal->detail == ChangeDetail::Gone);
    }

    /** A transaction that was prepared and whose session is gone keeps its rows locked. */
    void whatIsPreparedIsNotFree()
    {
        if (!server().isMariaDb())
            QSKIP("MySQL lists its locks");
        SqlScratch scratch(server());
        scratch.run(QStringLiteral("CREATE TABLE xxl_job_lock (lock_name VARCHAR(50) NOT NULL, "
                                   "seen INT, PRIMARY KEY (lock_name)) ENGINE=InnoDB"));
        scratch.run(QStringLiteral("INSERT INTO xxl_job_lock VALUES ('schedule_lock', 0)"));
        LockOperator reader(*lockSystem(QStringLiteral("xxl_job")),
                            backendOf(scratch, QStringLiteral("xxl_job")), SqlScratch::password());
        const QString name = QStringLiteral("schedule_lock");
        const QString id = QStringLiteral("'xxl_job_test'");
        for (const bool mayLookAtTransactions : {false, true}) {
            if (mayLookAtTransactions)
                scratch.run(QStringLiteral("GRANT PROCESS ON *.* TO '%1'@'%'").arg(scratch.user()));
            QVERIFY(stateOf(reader, name) == LockState::Free);
            auto holder = std::make_unique<SqlSession>(scratch.admin());
            QVERIFY(holder->run(QStringLiteral("XA START ") + id));
            QVERIFY(holder->run(QStringLiteral("UPDATE xxl_job_lock SET seen = 1")));
            QVERIFY(holder->run(QStringLiteral("XA END ") + id));
            QVERIFY(holder->run(QStringLiteral("XA PREPARE ") + id));
            holder.reset();
            const bool seen = QTest::qWaitFor([&] {
                const auto lock = shown(reader, name);
                return lock && lock->state == LockState::Unknown
                       && lock->hasFinding(FindingId::RowLockSuspected)
                       && lock->findings.front().evidence.contains(u"XA RECOVER");
            });
            scratch.run(QStringLiteral("XA ROLLBACK ") + id);
            QVERIFY(seen);
        }
    }

    /**
     * One of the nodes leads: the first to come of those that live, whom the others wait for. None
     * that lives is a vacancy, two that came at one moment are both told, and of whose heartbeat
     * nothing is known may be the one.
     */
    void theOldestThatLivesLeads()
    {
        SqlScratch scratch(server());
        const Stage stage = readStage(QStringLiteral("jobrunr"));
        Library library(scratch, stage);
        library.runPart(QStringLiteral("table"));
        LockOperator reader(*lockSystem(QStringLiteral("jobrunr")),
                            backendOf(scratch, QStringLiteral("jobrunr")), SqlScratch::password());
        const auto leader = [&reader] { return shown(reader, QStringLiteral("JobRunr")); };
        QVERIFY(leader() && leader()->state == LockState::Free);
        library.runPart(QStringLiteral("held"));
        auto seen = leader();
        QVERIFY(seen && seen->state == LockState::Held);
        QCOMPARE(seen->holders.size(), 1);
        QCOMPARE(seen->waiters.count.value_or(0), 1);
        QCOMPARE(seen->waiters.list.front().label, QStringLiteral("jobs-2"));
        for (const Observation &each : read(reader).observations) {
            if (each.systems.front() == u"jobrunr")
                QVERIFY(each.leaders && each.records.size() == 1);
        }
        QVERIFY(electsLeaders(u"jobrunr") && !electsLeaders(u"quartz_nodes"));

        const QString all = QStringLiteral("UPDATE jobrunr_backgroundjobservers SET ");
        scratch.run(all + QStringLiteral("pollIntervalInSeconds = -1 WHERE id = 'a'"));
        QVERIFY(leader()->state == LockState::Unknown);
        scratch.run(all + QStringLiteral("pollIntervalInSeconds = 15"));
        scratch.run(all
                    + QStringLiteral("lastHeartbeat = UTC_TIMESTAMP(6), firstHeartbeat = "
                                     "'2026-01-02 03:04:05' WHERE id <> 'c'"));
        seen = leader();
        QVERIFY(seen->state == LockState::Held);
        QCOMPARE(seen->holders.size(), 2);
        QCOMPARE(seen->waiters.count.value_or(0), 1);
        scratch.run(all + QStringLiteral("lastHeartbeat = UTC_TIMESTAMP(6) - INTERVAL 61 SECOND"));
        seen = leader();
        QVERIFY(seen->state == LockState::Free && seen->holders.isEmpty());
        QCOMPARE(seen->waiters.count.value_or(1), 0);
    }

    void whatTheOtherTableIsCalled()
    {
        const QStringList jobs{QStringLiteral("ACT_RU_JOB"), QStringLiteral("ACT_RU_TIMER_JOB")};
        const QString other = QStringLiteral("ACT_RU_EXECUTION");
        QCOMPARE(nameBeside(QStringLiteral("ACT_RU_JOB"), jobs, other), other);
        QCOMPARE(nameBeside(QStringLiteral("act_ru_timer_job"), jobs, other), other);
        QCOMPARE(nameBeside(QStringLiteral("T1_ACT_RU_TIMER_JOB"), jobs, other),
                 QStringLiteral("T1_ACT_RU_EXECUTION"));
        QCOMPARE(nameBeside(QStringLiteral("whatever"), jobs, other), other);
        QCOMPARE(nameBeside(QStringLiteral("ERP_SCHEDULER_STATE"),
                            {QStringLiteral("QRTZ_SCHEDULER_STATE")},
                            QStringLiteral("QRTZ_FIRED_TRIGGERS")),
                 QStringLiteral("ERP_FIRED_TRIGGERS"));
    }

    /** Only where that is known: not at all is better than wrong, and no reason to show nothing. */
    void rowsOfAnotherTableAreCounted()
    {
        SqlScratch scratch(server());
        const QString format = QStringLiteral("solid_queue");
        const Stage stage = readStage(format);
        Library library(scratch, stage);
        library.runPart(QStringLiteral("table"));
        library.runPart(QStringLiteral("held"));
        LockOperator reader(*lockSystem(format), backendOf(scratch, format),
                            SqlScratch::password());
        const auto lock = [&](const QString &name) { return shown(reader, name); };
        auto seen = lock(stage.lock);
        QVERIFY(seen);
        QCOMPARE(seen->waiters.count, std::optional<qint64>(2));
        QVERIFY(!seen->waiters.basis.isEmpty());
        QCOMPARE(lock(stage.free.front())->waiters.count, std::optional<qint64>(1));
        QVERIFY(!seen->hasFinding(FindingId::OddCount));

        scratch.run(QStringLiteral("UPDATE solid_queue_semaphores SET value = -1 WHERE id = 1"));
        seen = lock(stage.lock);
        QVERIFY(seen && seen->state == LockState::Held && seen->hasFinding(FindingId::OddCount));

        const QString blocked = QStringLiteral("solid_queue_blocked_executions");
        scratch.run(QStringLiteral("ALTER TABLE %1 DROP INDEX "
                                   "index_solid_queue_blocked_executions_for_release")
                        .arg(blocked));
        seen = lock(stage.lock);
        QVERIFY(seen && !seen->waiters.count);
        scratch.run(QStringLiteral("ALTER TABLE %1 ADD INDEX (concurrency_key)").arg(blocked));
        QVERIFY(lock(stage.lock)->waiters.count);
        scratch.run(QStringLiteral("REVOKE SELECT ON %1.* FROM '%2'@'%'")
                        .arg(scratch.schema(), scratch.user()));
        scratch.run(QStringLiteral("GRANT SELECT ON %1.solid_queue_semaphores TO '%2'@'%'")
                        .arg(scratch.schema(), scratch.user()));
        // Whoever may only write there is told its columns all the same.
        scratch.run(QStringLiteral("GRANT INSERT ON %1.%2 TO '%3'@'%'")
                        .arg(scratch.schema(), blocked, scratch.user()));
        seen = lock(stage.lock);
        QVERIFY2(seen && !seen->waiters.count, qPrintable(problemsOf(reader)));
        scratch.run(QStringLiteral("DROP TABLE ") + blocked);
        QVERIFY(lock(stage.lock));
    }

    void whatADeadNodeLeftIsTold()
    {
        SqlScratch scratch(server());
        const QString format = QStringLiteral("quartz_nodes");
        const Stage stage = readStage(format);
        Library library(scratch, stage);
        library.runPart(QStringLiteral("table"));
        library.runPart(QStringLiteral("held"));
        scratch.run(QStringLiteral(
            "CREATE TABLE QRTZ_FIRED_TRIGGERS (SCHED_NAME VARCHAR(120) NOT NULL, ENTRY_ID "
            "VARCHAR(95) NOT NULL, INSTANCE_NAME VARCHAR(190) NOT NULL, STATE VARCHAR(16) NOT "
            "NULL, PRIMARY KEY (SCHED_NAME, ENTRY_ID), INDEX (SCHED_NAME, "
            "INSTANCE_NAME))"));
        scratch.run(QStringLiteral("INSERT INTO QRTZ_FIRED_TRIGGERS SELECT SCHED_NAME, "
                                   "CONCAT('e', INSTANCE_NAME), INSTANCE_NAME, 'EXECUTING' FROM "
                                   "QRTZ_SCHEDULER_STATE"));
        LockOperator reader(*lockSystem(format), backendOf(scratch, format),
                            SqlScratch::password());
        QVERIFY(!shown(reader, stage.lock)->hasFinding(FindingId::LeftBehind));
        scratch.run(QStringLiteral("UPDATE QRTZ_SCHEDULER_STATE SET LAST_CHECKIN_TIME = 1000"));
        const auto dead = shown(reader, stage.lock);
        QVERIFY(dead && dead->state == LockState::Expired);
        QVERIFY(dead->hasFinding(FindingId::LeftBehind));
        scratch.run(QStringLiteral("DELETE FROM QRTZ_FIRED_TRIGGERS"));
        QVERIFY(!shown(reader, stage.lock)->hasFinding(FindingId::LeftBehind));
    }

    /** In one step with the lock's own row, and only what belongs to it. */
    void theRowThatGoesAlongIsWritten()
    {
        SqlScratch scratch(server());
        const QString format = QStringLiteral("flowable");
        const Stage stage = readStage(format);
        Library library(scratch, stage);
        library.runPart(QStringLiteral("table"));
        library.runPart(QStringLiteral("held"));
        scratch.run(QStringLiteral("GRANT SELECT, UPDATE ON %1.* TO '%2'@'%'")
                        .arg(scratch.schema(), scratch.user()));
        LockOperator reader(*lockSystem(format), backendOf(scratch, format),
                            SqlScratch::password());
        const auto release = [&](const char *lock) -> std::optional<ReleaseOutcome> {
            const auto seen = reader.look(lock);
            const auto ticket = seen ? reader.begin(*seen, QStringLiteral("release")) : nullptr;
            return ticket ? reader.commit(*ticket) : std::nullopt;
        };
        const auto locked = [&] {
            return library
                .value(QStringLiteral("SELECT GROUP_CONCAT(ID_ ORDER BY ID_) FROM "
                                      "ACT_RU_EXECUTION WHERE LOCK_OWNER_ IS NOT NULL"))
                .toString();
        };
        // Somebody else has the process instance by now.
        scratch.run(QStringLiteral("UPDATE ACT_RU_EXECUTION SET LOCK_OWNER_ = 'x' WHERE ID_ = "
                                   "'p2'"));
        auto outcome = release("j2");
        QVERIFY(outcome && outcome->result == ReleaseResult::Released);
        QCOMPARE(locked(), QStringLiteral("p1,p2"));
        outcome = release("j1");
        QVERIFY(outcome && outcome->result == ReleaseResult::Released);
        QCOMPARE(locked(), QStringLiteral("p2"));
        QCOMPARE(
            library.value(QStringLiteral("SELECT REV_ FROM ACT_RU_JOB WHERE ID_ = 'j1'")).toInt(),
            3);

        // Without a process instance there is none to let go of.
        const QString taken = QStringLiteral("UPDATE ACT_RU_JOB SET LOCK_OWNER_ = 'e', "
                                             "LOCK_EXP_TIME_ = NOW(3) + INTERVAL 1 HOUR");
        scratch.run(taken + QStringLiteral(", PROCESS_INSTANCE_ID_ = NULL WHERE ID_ = 'j1'"));
        outcome = release("j1");
        QVERIFY(outcome && outcome->result == ReleaseResult::Released);

        // Several rows that fit would all be written.
        scratch.run(taken);
        scratch.run(QStringLiteral("ALTER TABLE ACT_RU_EXECUTION DROP PRIMARY KEY"));
        QVERIFY(!release("j2"));
        QCOMPARE(reader.error().kind, ErrorKind::Unsupported);
        QVERIFY2(reader.error().remedy.startsWith(QStringLiteral("GRANT SELECT, UPDATE ON")),
                 qPrintable(reader.error().remedy));
    }

    /** A node that its status or flag takes out of service neither leads nor waits to. */
    void whoIsOutOfServiceDoesNotLead()
    {
        const ParsedFormat parsed = parseFormat(R"(id = "flagged_nodes"
title = "Nodes"
description = { en = "d" }
source = "s"
names = ["nodes"]
[[table]]
key = ["name"]
owner = "name"
held = { by = "words", column = "status", words = ["UP"] }
end = { column = "beat", unit = "s", means = "beat", lasts = "60s" }
[table.nodes]
leads = "master"
since = { column = "came", unit = "s" }
[table.release]
how = "never"
means = { en = "m" }
)");
        QVERIFY2(parsed.format,
                 qPrintable(parsed.problems.empty() ? QString() : parsed.problems[0].message));
        SqlScratch scratch(server());
        scratch.run(QStringLiteral("CREATE TABLE nodes (name VARCHAR(9) PRIMARY KEY, status "
                                   "VARCHAR(9), beat BIGINT, came BIGINT)"));
        scratch.run(QStringLiteral("INSERT INTO nodes VALUES ('a', 'DOWN', UNIX_TIMESTAMP(), 1), "
                                   "('b', 'UP', UNIX_TIMESTAMP(), 2), ('c', 'UP', "
                                   "UNIX_TIMESTAMP(), 3)"));
        OwnFormat own(scratch, parsed.format);
        const auto seen = shown(own.reader, QStringLiteral("master"));
        QVERIFY(seen && seen->state == LockState::Held);
        QCOMPARE(seen->holders.size(), 1);
        QCOMPARE(seen->holders.front().raw, QByteArray("b"));
        QCOMPARE(seen->waiters.count.value_or(0), 1);
    }

    /** Columns that are hidden are no proof that it is another program's: it is told as denied. */
    void aTableThatIsHiddenInPartIsTold()
    {
        SqlScratch scratch(server());
        createShedLock(scratch);
        scratch.run(QStringLiteral("CREATE TABLE semaphore (name INT)")); // another program's
        scratch.run(QStringLiteral("REVOKE SELECT ON %1.* FROM '%2'@'%'")
                        .arg(scratch.schema(), scratch.user()));
        scratch.run(QStringLiteral("GRANT SELECT ON %1.semaphore TO '%2'@'%'")
                        .arg(scratch.schema(), scratch.user()));
        scratch.run(QStringLiteral("GRANT SELECT (name) ON %1.shedlock TO '%2'@'%'")
                        .arg(scratch.schema(), scratch.user()));
        ManualClock clock;
        const auto reader = readerOf(autoBackend(scratch), clock);
        for (int look = 0; look < 2; ++look) {
            const BackendReading reading = reader->read(BackendReader::Depth::Listing, soon());
            QVERIFY2(!reading.failure,
                     qPrintable(reading.failure ? reading.failure->message : QString()));
            const auto seen =
                std::find_if(reading.observations.begin(), reading.observations.end(), isShedLock);
            QVERIFY(seen != reading.observations.end());
            QVERIFY(!seen->complete && seen->absent);
            QCOMPARE(seen->absent->kind, ErrorKind::Denied);
            for (const Observation &each : reading.observations)
                QVERIFY2(!each.source.endsWith(u"semaphore"), qPrintable(each.source));
        }
    }

    /** What a table was found for by itself is let go of, except in production. */
    void inProductionTablesAreNamedFirst()
    {
        SqlScratch scratch(server());
        createShedLock(scratch);
        scratch.run(QStringLiteral("GRANT UPDATE ON %1.* TO '%2'@'%'")
                        .arg(scratch.schema(), scratch.user()));
        BackendSpec backend = autoBackend(scratch);
        LockOperator inTest(*lockSystem(QStringLiteral("shedlock")), backend,
                            SqlScratch::password());
        backend.environment = Environment::Production;
        LockOperator found(*lockSystem(QStringLiteral("shedlock")), backend,
                           SqlScratch::password());
        auto seen = found.look("report");
        QVERIFY2(seen, qPrintable(found.error().message));
        auto ticket = found.begin(*seen, QStringLiteral("release"));
        QVERIFY2(ticket, qPrintable(found.error().message));
        QVERIFY(ticket->preview().refusal);
        QCOMPARE(ticket->preview().refusal->detail, ChangeDetail::NotNamed);
        QVERIFY(ticket->preview().refusal->remedy.contains(u"formats=shedlock:"));
        const auto refused = found.commit(*ticket);
        QVERIFY(refused);
        QCOMPARE(refused->result, ReleaseResult::Denied);
        QVERIFY(!refused->sent);

        seen = inTest.look("report");
        QVERIFY(seen);
        ticket = inTest.begin(*seen, QStringLiteral("release"));
        QVERIFY(ticket);
        const auto released = inTest.commit(*ticket);
        QVERIFY(released);
        QVERIFY2(released->result == ReleaseResult::Released, qPrintable(released->message));
    }

    /** Whoever watches a server is told, a while later, what else is there; not what is watched. */
    void whatNobodyWatchesIsTold()
    {
        SqlScratch scratch(server());
        createShedLock(scratch);
        scratch.run(
            QStringLiteral("CREATE TABLE DATABASECHANGELOGLOCK (ID INT PRIMARY KEY, LOCKED "
                           "BIT(1) NOT NULL, LOCKGRANTED DATETIME, LOCKEDBY VARCHAR(255))"));
        ManualClock clock;
        BackendSpec backend = backendOf(scratch, QStringLiteral("shedlock"));
        backend.database = scratch.schema();
        const auto reader = readerOf(backend, clock);
        QVERIFY(reader->read(BackendReader::Depth::Routine, soon()).found.empty());
        clock.advance(std::chrono::seconds(2));
        QVERIFY(reader->read(BackendReader::Depth::Listing, soon()).found.empty());
        const BackendReading reading = reader->read(BackendReader::Depth::Routine, soon());
        QCOMPARE(reading.found.size(), size_t(1));
        QCOMPARE(reading.found.front().table.system, QStringLiteral("liquibase"));
        QCOMPARE(reading.found.front().source(),
                 scratch.schema() + QStringLiteral(".DATABASECHANGELOGLOCK"));
        QCOMPARE(reader->read(BackendReader::Depth::Routine, soon()).found.size(), size_t(1));
        QCOMPARE(reader->examine(soon()).found.size(), size_t(1));
    }

    /** An epoch in a column that cannot hold one, and a moment that is yet to come. */
    void whatNoClockWroteIsTold()
    {
        SqlScratch scratch(server());
        const Stage stage = readStage(QStringLiteral("ghost"));
        Library library(scratch, stage);
        library.runPart(QStringLiteral("table"));
        scratch.run(QStringLiteral("UPDATE migrations_lock SET locked = 1, "
                                   "acquired_at = NOW() + INTERVAL 9 HOUR"));
        LockOperator ghost(*lockSystem(QStringLiteral("ghost")),
                           backendOf(scratch, QStringLiteral("ghost")), SqlScratch::password());
        const auto ahead = ghost.look("km01");
        QVERIFY2(ahead, qPrintable(ghost.error().message));
        QVERIFY(!ahead->heldSince);
        QVERIFY(ahead->hasFinding(FindingId::ClockMismatch));

        scratch.run(QStringLiteral("CREATE TABLE verrou (`key` varchar(255) PRIMARY KEY, owner "
                                   "varchar(255) NOT NULL, expiration int NOT NULL)"));
        LockOperator verrou(*lockSystem(QStringLiteral("verrou")),
                            backendOf(scratch, QStringLiteral("verrou")), SqlScratch::password());
        QVERIFY2(problemsOf(verrou).contains(u"expiration"), qPrintable(problemsOf(verrou)));

        scratch.run(QStringLiteral("CREATE TABLE cache_locks (`key` varchar(255) PRIMARY KEY, "
                                   "owner varchar(255) NOT NULL, expiration bigint NOT NULL)"));
        scratch.run(QStringLiteral("INSERT INTO cache_locks VALUES ('ms', 'o', 1795626304754)"));
        LockOperator laravel(*lockSystem(QStringLiteral("laravel_cache")),
                             backendOf(scratch, QStringLiteral("laravel_cache")),
                             SqlScratch::password());
        const auto ms = shown(laravel, QStringLiteral("ms"));
        QVERIFY(ms && ms->hasFinding(FindingId::InvalidTime));
        QCOMPARE(ms->state, LockState::Unknown);

        scratch.run(QStringLiteral("CREATE TABLE knex_migrations_lock (`index` int PRIMARY KEY, "
                                   "is_locked char(1))"));
        LockOperator knex(*lockSystem(QStringLiteral("knex")),
                          backendOf(scratch, QStringLiteral("knex")), SqlScratch::password());
        QVERIFY2(problemsOf(knex).contains(u"is_locked"), qPrintable(problemsOf(knex)));
    }

    /** Who takes it within the second in which it was looked at writes the same row. */
    void aLookWithinTheSecondTellsNothing()
    {
        SqlScratch scratch(server());
        const Stage stage = readStage(QStringLiteral("liquibase"));
        Library library(scratch, stage);
        library.runPart(QStringLiteral("table"));
        scratch.run(QStringLiteral("GRANT UPDATE ON %1.* TO '%2'@'%'")
                        .arg(scratch.schema(), scratch.user()));
        LockOperator reader(*lockSystem(QStringLiteral("liquibase")),
                            backendOf(scratch, QStringLiteral("liquibase")),
                            SqlScratch::password());
        // Of the row's own second: how long the test takes between two statements tells nothing.
        const auto granted =
            std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()) - 60s;
        for (const int age : {0, 9, 30}) {
            scratch.run(QStringLiteral("UPDATE DATABASECHANGELOGLOCK SET LOCKED = 1, LOCKEDBY = "
                                       "'web-%1', LOCKGRANTED = FROM_UNIXTIME(%2)")
                            .arg(age)
                            .arg(granted.time_since_epoch().count()));
            const auto seen = reader.look("changelog 1");
            QVERIFY2(seen, qPrintable(reader.error().message));
            ServerMoment looked;
            looked.at = ServerTime(std::chrono::duration_cast<Micros>(
                (granted + std::chrono::seconds(age)).time_since_epoch()));
            const auto ticket = reader.begin(*seen, QStringLiteral("release"), {}, looked);
            QVERIFY2(ticket, qPrintable(reader.error().message));
            QCOMPARE(ticket->preview().indistinguishable, age < 10);
            const auto undated = reader.begin(*seen, QStringLiteral("release"));
            QVERIFY2(undated, qPrintable(reader.error().message));
            QVERIFY(undated->preview().indistinguishable);
        }
    }

    /** A job's row that is over by UTC, and runs by the clock of the server that its program has.
     */
    void anotherClockMayHaveWrittenIt()
    {
        SqlScratch scratch(server());
        const Stage stage = readStage(QStringLiteral("shedlock"));
        Library library(scratch, stage);
        scratch.run(
            QStringLiteral("CREATE TABLE shedlock (name VARCHAR(64) PRIMARY KEY, lock_until "
                           "DATETIME(3), locked_at DATETIME(3), locked_by VARCHAR(255))"));
        scratch.run(QStringLiteral(
            "INSERT INTO shedlock VALUES ('runs', UTC_TIMESTAMP() + INTERVAL 10 MINUTE, "
            "UTC_TIMESTAMP() - INTERVAL 1 MINUTE, 'a'), ('idle', UTC_TIMESTAMP() - INTERVAL 1 "
            "HOUR, "
            "UTC_TIMESTAMP() - INTERVAL 61 MINUTE, 'a')"));
        BackendSpec spec = backendOf(scratch, QStringLiteral("shedlock"));
        spec.tables.front().clock = {ClockSpec::Kind::Offset, {}, 9 * 3600};
        LockOperator reader(*lockSystem(QStringLiteral("shedlock")), spec, SqlScratch::password());
        const auto runs = shown(reader, QStringLiteral("runs"));
        QVERIFY(runs);
        QCOMPARE(runs->state, LockState::Unknown);
        QVERIFY(runs->hasFinding(FindingId::ClockMismatch));
        QCOMPARE(stateOf(reader, QStringLiteral("idle")), LockState::Free);
    }

    /** Two keys make one name: neither stands for the other. */
    void namesThatCollideAreApart()
    {
        SqlScratch scratch(server());
        const Stage stage = readStage(QStringLiteral("db_scheduler"));
        Library library(scratch, stage);
        library.runPart(QStringLiteral("table"));
        scratch.run(QStringLiteral("GRANT UPDATE ON %1.* TO '%2'@'%'")
                        .arg(scratch.schema(), scratch.user()));
        const auto insert = [&scratch](const char *task, const char *instance) {
            scratch.run(QStringLiteral("INSERT INTO scheduled_tasks VALUES ('%1', '%2', NULL, "
                                       "'2026-01-01', 1, 'web', NULL, NULL, 0, NOW(6), 1, 0)")
                            .arg(QLatin1StringView(task), QLatin1StringView(instance)));
        };
        insert("a/b", "c");
        LockOperator reader(*lockSystem(QStringLiteral("db_scheduler")),
                            backendOf(scratch, QStringLiteral("db_scheduler")),
                            SqlScratch::password());
        const auto seen = reader.look("a/b/c");
        QVERIFY(seen);
        scratch.run(QStringLiteral("DELETE FROM scheduled_tasks"));
        insert("a", "b/c");
        const auto ticket = reader.begin(*seen, QStringLiteral("release"));
        QVERIFY2(ticket, qPrintable(reader.error().message));
        const auto outcome = reader.commit(*ticket, Compare::InstanceOnly);
        QVERIFY(outcome);
        QCOMPARE(outcome->result, ReleaseResult::Changed);
    }

    /** A release writes one row, and there is nothing that keeps two of one name apart. */
    void withoutAKeyNothingIsReleased()
    {
        SqlScratch scratch(server());
        scratch.run(QStringLiteral("CREATE TABLE cache_locks (`key` varchar(255) NOT NULL, "
                                   "owner varchar(255) NOT NULL, expiration int NOT NULL)"));
        scratch.run(QStringLiteral("INSERT INTO cache_locks VALUES ('a', 'o', 2000000000)"));
        LockOperator reader(*lockSystem(QStringLiteral("laravel_cache")),
                            backendOf(scratch, QStringLiteral("laravel_cache")),
                            SqlScratch::password());
        const auto seen = reader.look("a");
        QVERIFY(seen);
        QVERIFY(!reader.begin(*seen, QStringLiteral("release")));
        QCOMPARE(reader.error().kind, ErrorKind::Unsupported);
    }

    /** knex with two rows never lets anybody migrate: both are the one lock. */
    void twoRowsOfOneLockAreTold()
    {
        SqlScratch scratch(server());
        const Stage stage = readStage(QStringLiteral("knex"));
        Library library(scratch, stage);
        library.runPart(QStringLiteral("table"));
        scratch.run(QStringLiteral("INSERT INTO knex_migrations_lock (is_locked) VALUES (1)"));
        LockOperator reader(*lockSystem(QStringLiteral("knex")),
                            backendOf(scratch, QStringLiteral("knex")), SqlScratch::password());
        const auto seen = reader.look("knex migrations");
        QVERIFY2(seen, qPrintable(reader.error().message));
        QVERIFY(seen->hasFinding(FindingId::RepeatedName));
        QVERIFY(!reader.begin(*seen, QStringLiteral("release")));
    }

    void aTableOfAnotherShapeIsNamed()
    {
        SqlScratch scratch(server());
        scratch.run(QStringLiteral("CREATE TABLE shedlock (name VARCHAR(64) PRIMARY KEY)"));
        LockOperator reader(*lockSystem(QStringLiteral("shedlock")),
                            backendOf(scratch, QStringLiteral("shedlock")), SqlScratch::password());
        QVERIFY(!reader.look("a"));
        const QString message = problemsOf(reader);
        QVERIFY2(message.contains(u"lock_until"), qPrintable(message));
    }

private:
    /** A library's table with one lock that is held, and an operator whose account may only look.
     */
    struct Place {
        const Stage stage;
        const QString format;
        SqlScratch scratch;
        Library library;
        LockOperator reader;

        Place()
            : stage(readStage(current())), format(current().section(u'-', 0, 0)), scratch(server()),
              library(scratch, stage),
              reader(*lockSystem(format), backendOf(scratch, format, stage.watched),
                     SqlScratch::password())
        {
            library.runPart(QStringLiteral("table"));
            library.runPart(QStringLiteral("held"));
        }
        static QString current()
        {
            QFETCH(QString, stage);
            return stage;
        }
        bool isLookedAtOnly() const
        {
            return knownFormat(format)->tables.front().release.how == FormatRelease::How::Never;
        }
        /** As of a look that just was. */
        std::unique_ptr<ReleaseTicket> begin(const LockRecord &seen)
        {
            ServerMoment looked;
            looked.at = ServerTime(std::chrono::duration_cast<Micros>(
                std::chrono::system_clock::now().time_since_epoch()));
            return reader.begin(seen, QStringLiteral("release"), {}, looked);
        }
        void allow()
        {
            scratch.run(QStringLiteral("GRANT SELECT, INSERT, UPDATE, DELETE ON %1.* TO '%2'@'%'")
                            .arg(scratch.schema(), scratch.user()));
        }
        QVariant untouched()
        {
            return stage.untouched.isEmpty() ? QVariant() : library.value(stage.untouched);
        }
        /** All that stands in the table. */
        QString rows()
        {
            const QString table = knownFormat(format)->names.front();
            SqlSession session(scratch.admin());
            const QString list =
                session
                    .value(QStringLiteral("SELECT GROUP_CONCAT(CONCAT('IFNULL(`', COLUMN_NAME, "
                                          "'`, ''-'')')) FROM information_schema.COLUMNS WHERE "
                                          "TABLE_SCHEMA = '%1' AND TABLE_NAME = '%2'")
                               .arg(scratch.schema(), table))
                    .toString();
            return session
                .value(QStringLiteral("SELECT GROUP_CONCAT(CONCAT_WS('|', %1)) FROM `%2`")
                           .arg(list, table))
                .toString();
        }
    };

    /** A format that does not come with the program. */
    struct OwnFormat {
        FormatSystem system;
        LockOperator reader;

        OwnFormat(const SqlScratch &scratch, const LockFormatPointer &format)
            : system(format),
              reader(system, backendOf(scratch, tableOfFormat(format)), SqlScratch::password())
        {
            if (const auto trusted = trustFormat(*format); !trusted)
                qFatal("%s", qPrintable(trusted.error().message));
        }
    };

    static const LiveSqlServer &server()
    {
        QFETCH_GLOBAL(LiveSqlServer *, server);
        return *server;
    }
    static void addFormats()
    {
        QTest::addColumn<QString>("stage");
        for (const QString &file : QDir(QStringLiteral(FORMAT_STAGES)).entryList(QDir::Files)) {
            const QString stage = file.chopped(4);
            QTest::newRow(qPrintable(stage)) << stage;
        }
    }
};

LOCKMASTER_TEST(TestTableFormats, QCoreApplication)

} // namespace tst_tableformats

#include "tst_tableformats.moc"

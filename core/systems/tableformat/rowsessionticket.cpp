// SPDX-License-Identifier: Apache-2.0
#include "core/systems/tableformat/rowsessionticket.h"

#include "core/sql/accounttext.h"
#include "core/sql/sqlconnection.h"
#include "core/sql/sqllockpicture.h"
#include "core/sql/sqltableread.h"
#include "core/sql/userlockrows.h"
#include "core/systems/rows/tablerelease.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** A transaction that is done with its row lets go of it sooner. */
constexpr Micros seenFor = 10s;
/** The server counts in milliseconds, by a clock of its own. */
constexpr Micros clockStep = 20ms;

/**
 * Whether a transaction is prepared by XA that a session has still; one of no session is doubt
 * already. Live, on either kind of server; who may not ask on MySQL is told of those by its locks.
 */
bool isAnyPrepared(SqlConnection &connection, SteadyTime deadline)
{
    bool isAny = false;
    const auto asked = connection.select(QStringLiteral("XA RECOVER"), {}, deadline,
                                         [&isAny](const SqlRow &) { isAny = true; });
    return isAny || (!asked && connection.server().mariaDb);
}

qint64 connectionOf(const std::optional<SqlRowHolder> &holder)
{
    return holder ? holder->session.connectionId : 0;
}

} // namespace

RowSessionTicket::Sight::Sight(const BackendSpec &backend, const TableSpec &table)
    : m_table(table), m_database(backend.database), m_finder(backend.poll, true),
      m_decoder(backend, table)
{
}

Result<RowSessionTicket::Sight::Look> RowSessionTicket::Sight::look(SqlConnection &connection,
                                                                    const QByteArray &name,
                                                                    SteadyTime deadline)
{
    if (!m_shape) {
        auto shape = learnTableShapeAndZone(connection, m_table, m_database, deadline);
        if (!shape)
            return passOn(shape);
        m_shape = *std::move(shape);
    }
    const auto renewed = renewLockPicture(connection, deadline);
    if (!renewed)
        return passOn(renewed);
    auto row = readTableRow(connection, *m_shape, name, deadline);
    if (!row)
        return passOn(row);
    SqlTableReading &reading = row->reading;
    reading.locks = m_finder.look(connection, *m_shape, reading, deadline);
    if (!connection.usable())
        return failure(ErrorKind::Network, Words::tr("The connection ended while it was looked at "
                                                     "who has the row."));
    Look look;
    look.clock = reading.clock;
    look.isFresh = *renewed;
    look.isUnused = reading.locks.unused;
    look.prepared = reading.locks.prepared || isAnyPrepared(connection, deadline);
    for (const SqlRowLock &lock : reading.locks.rows) {
        if (lock.name == name && isKnownHolder(lock))
            look.holder = lock.holders.front();
    }
    Observation observation;
    m_decoder.decode(reading, observation);
    if (!observation.records.empty())
        look.lock = std::move(observation.records.front());
    return look;
}

Result<std::optional<Micros>> RowSessionTicket::Sight::usedFor(SqlConnection &connection,
                                                               qint64 session,
                                                               SteadyTime deadline) const
{
    std::optional<Micros> longest;
    if (!connection.server().mariaDb)
        return longest;
    Micros found{-1}; // not at all
    const auto asked = connection.select(
        QStringLiteral("SELECT LOCK_TIME_MS FROM information_schema.METADATA_LOCK_INFO WHERE "
                       "THREAD_ID = ? AND TABLE_SCHEMA = ? AND TABLE_NAME = ?"),
        {session, m_shape->schema, m_shape->table}, deadline,
        [&found](const SqlRow &row) { found = std::max<Micros>(found, Millis(row.integer(0))); });
    if (!asked && !connection.usable())
        return passOn(asked);
    if (asked)
        longest = found;
    return longest;
}

RowSessionTicket::RowSessionTicket(ReleaseRequest request, ActionContext context,
                                   std::unique_ptr<SqlConnection> connection,
                                   const Sight::Look &look, std::unique_ptr<Sight> sight)
    : SessionTicket(std::move(request), std::move(context), std::move(connection), look.lock,
                    connectionOf(look.holder)),
      m_sight(std::move(sight)), m_transaction(look.holder ? look.holder->transaction : 0)
{
}

Result<std::unique_ptr<ReleaseTicket>> RowSessionTicket::open(const ReleaseRequest &request,
                                                              const ActionContext &context,
                                                              const TableSpec &table,
                                                              std::optional<ReleaseOutcome> refusal,
                                                              SteadyTime deadline)
{
    auto connection = openSqlWriter(context, deadline, SqlUse::Sessions);
    if (!connection)
        return passOn(connection);
    auto sight = std::make_unique<Sight>(context.backend, table);
    const auto look = sight->look(**connection, request.name, deadline);
    if (!look)
        return passOn(look);
    if (sight->format().release.how != FormatRelease::How::EndSession)
        return noSuchAction(request.action);
    std::unique_ptr<RowSessionTicket> ticket(
        new RowSessionTicket(request, context, *std::move(connection), *look, std::move(sight)));
    if (const auto done = ticket->prepare(request.witness, *look, deadline); !done)
        return passOn(done);
    if (refusal && !ticket->m_preview.refusal)
        ticket->m_preview.refusal = std::move(refusal);
    return ticket;
}

/** Finds out whether a commit can work, and what it would take along. */
Result<void> RowSessionTicket::prepare(const Witness &witness, const Sight::Look &look,
                                       SteadyTime deadline)
{
    noteMoment(look.clock);
    if (m_preview.refusal)
        return {};
    if (look.isFresh && !look.prepared && look.lock && session() != 0) {
        const Witness seen = witnessOf(*look.lock);
        if (seen.source != witness.source || seen.instance != witness.instance)
            m_preview.refusal = texts().anotherHolds(session(), false);
    } else {
        m_preview.refusal = changeOf(look, false);
    }
    if (m_preview.refusal)
        return {};
    auto facts = readSessionFacts(connection(), session(), deadline);
    if (!facts)
        return passOn(facts);
    m_facts = *std::move(facts);
    // By nothing else it is known again, nor that it has ended.
    if (!m_facts.seen)
        m_preview.refusal = texts().sessionNotTold();
    else if (m_facts.user == u"system user" || m_facts.user == u"event_scheduler")
        m_preview.refusal = texts().serversOwn();
    if (m_preview.refusal)
        return {};
    warnOfProxy(m_facts, {});
    m_preview.canCompareInstanceOnly = false; // there is no lease that could be left out
    m_preview.leastLookAge = seenFor;
    m_openedAt = std::chrono::steady_clock::now();
    m_preview.refusal = changeOfUse(false, deadline);
    if (m_preview.refusal)
        return {};
    if (auto told = tellLosses(deadline); !told)
        return told;
    return askRights(m_facts, QStringLiteral("rds_kill"), deadline);
}

Result<void> RowSessionTicket::tellLosses(SteadyTime deadline)
{
    auto asked = askIfTold(
        connection(),
        QStringLiteral("SELECT TIMESTAMPDIFF(SECOND, TRX_STARTED, NOW()), TRX_ROWS_MODIFIED, "
                       "TRX_ROWS_LOCKED FROM information_schema.INNODB_TRX "
                       "WHERE TRX_MYSQL_THREAD_ID = ?"),
        {session()}, deadline, [this](const SqlRow &row) {
            m_preview.losses.append(
                Words::tr("Its open transaction is rolled back (open for %1, %2 rows modified, "
                          "about %3 locked).")
                    .arg(durationText(std::chrono::seconds(std::max<qint64>(row.integer(0), 0))))
                    .arg(row.integer(1))
                    .arg(row.integer(2)));
        });
    if (!asked)
        return asked;
    if (!m_facts.statement.isEmpty())
        m_preview.losses.append(Words::tr("The statement it runs is ended: %1")
                                    .arg(literalText(m_facts.statement.left(shownStatement))));
    m_preview.warnings.append(
        Words::tr("Whatever else the session has is freed, too: its user-level locks, its "
                  "temporary tables."));
    m_preview.warnings.append(
        Words::tr("The server cannot compare and end in one instant: a transaction that is done in "
                  "between, within milliseconds, is ended all the same."));
    return {};
}

QString RowSessionTicket::command(Compare) const
{
    if (m_preview.refusal)
        return {}; // of another session than the one that was looked at
    const QString kill = QStringLiteral("KILL CONNECTION %1").arg(session());
    const QString call = procedureCall();
    return call.isEmpty() ? kill : kill + QStringLiteral(" /* if denied: %1 */").arg(call);
}

std::optional<ReleaseOutcome> RowSessionTicket::changeOf(const Sight::Look &look, bool sent) const
{
    if (!look.lock || look.isUnused)
        return texts().gone(sent);
    if (look.prepared && !sent)
        return texts().preparedBefore();
    // A waiter that went away takes the name of its holder along: that one may have the row still.
    if (!look.isFresh || !look.holder)
        return texts().sessionNotTold();
    if (look.holder->session.connectionId != session())
        return texts().anotherHolds(look.holder->session.connectionId, sent);
    if (look.holder->transaction != m_transaction)
        return texts().tookItAnew(sent);
    return std::nullopt;
}

/** A transaction that is done lets go of its tables at once, and the next one has them anew. */
std::optional<ReleaseOutcome> RowSessionTicket::changeOfUse(bool sent, SteadyTime deadline)
{
    const auto sinceOpening = std::chrono::steady_clock::now() - m_openedAt;
    const auto used = m_sight->usedFor(connection(), session(), deadline);
    if (used && *used && **used < std::chrono::floor<Millis>(sinceOpening) - clockStep)
        return texts().anotherHolds(0, sent);
    return std::nullopt;
}

Result<ReleaseOutcome> RowSessionTicket::carryOut(Compare, SteadyTime deadline)
{
    const auto facts = readSessionFacts(connection(), session(), deadline);
    if (!facts)
        return passOn(facts);
    if (!sameSession(m_facts, *facts))
        return facts->seen ? texts().anotherSession() : hasItNoMore(false, deadline);
    const auto look = m_sight->look(connection(), lockName(), deadline);
    if (!look)
        return passOn(look);
    if (const auto changed = changeOf(*look, false))
        return *changed;
    if (const auto changed = changeOfUse(false, deadline))
        return *changed;
    const QString kill = QStringLiteral("KILL CONNECTION %1").arg(session());
    if (const auto sent = connection().execute(kill, {}, deadline); !sent)
        return refusedByServer(sent.error(), deadline);
    return untilEnded(deadline);
}

Result<ReleaseOutcome> RowSessionTicket::refusedByServer(const Error &error, SteadyTime deadline)
{
    if (isUnanswered())
        return texts().noAnswer();
    if (error.nativeCode == noSuchThread)
        return hasItNoMore(true, deadline);
    if (error.nativeCode != mayNotKill)
        return tl::make_unexpected(error);
    if (procedureCall().isEmpty())
        return texts().denied(connection().server(), mayKill());
    const auto look = m_sight->look(connection(), lockName(), deadline);
    if (!look)
        return passOn(look);
    if (const auto changed = changeOf(*look, true))
        return *changed;
    if (const auto changed = changeOfUse(true, deadline))
        return *changed;
    const auto called = connection().execute(procedureCall(), {}, deadline);
    if (called)
        return untilEnded(deadline);
    if (isUnanswered())
        return texts().noAnswer();
    if (called.error().nativeCode == noSuchThread)
        return hasItNoMore(true, deadline);
    if (called.error().kind == ErrorKind::Denied)
        return texts().denied(connection().server(), mayKill());
    return passOn(called);
}

/** The session is gone; who has the row now only decides the words. */
Result<ReleaseOutcome> RowSessionTicket::hasItNoMore(bool sent, SteadyTime deadline)
{
    const auto look = m_sight->look(connection(), lockName(), deadline);
    if (look && (!look->lock || look->isUnused))
        return texts().gone(sent);
    const bool isTold = look && look->isFresh;
    const qint64 holder = isTold ? connectionOf(look->holder) : 0;
    return texts().anotherHolds(holder == session() ? 0 : holder, sent);
}

/** Its transaction is rolled back before the server forgets the session. */
Result<ReleaseOutcome> RowSessionTicket::untilEnded(SteadyTime deadline)
{
    const auto ended = await(
        [&]() -> Result<bool> {
            return sessionExists(connection(), session(), deadline).map([](bool exists) {
                return !exists;
            });
        },
        deadline);
    if (!ended || !*ended)
        return texts().stillThere();
    return outlivesItsSession(deadline) ? texts().preparedAfter() : texts().released();
}

/** One that is prepared keeps the row; so may one of which it is not told. */
bool RowSessionTicket::outlivesItsSession(SteadyTime deadline)
{
    if (connection().server().mariaDb)
        return isAnyPrepared(connection(), deadline);
    bool isThere = false;
    const auto asked = connection().select(
        QStringLiteral(
            "SELECT 1 FROM performance_schema.data_locks WHERE ENGINE_TRANSACTION_ID = ? "
            "LIMIT 1"),
        {m_transaction}, deadline, [&isThere](const SqlRow &) { isThere = true; });
    return isThere || !asked;
}

Result<std::optional<LockRecord>> RowSessionTicket::lookAgain(SteadyTime deadline)
{
    auto look = m_sight->look(connection(), lockName(), deadline);
    if (!look)
        return passOn(look);
    // A picture that is old shows who was ended as who has it.
    if (!look->isFresh)
        return failure(ErrorKind::Timeout, Words::tr("Who has the row now is not told: other "
                                                     "programs keep the server's list of locks "
                                                     "from being renewed."));
    return std::move(look->lock);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlstatementhistory.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/sql/accounttext.h"
#include "core/sql/sqlconnection.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qint64 mostEvents = 1000;
constexpr qsizetype mostNewSessions = 64;
/** One part of so many of the time is spent on it. */
constexpr int share = 20;
/** How long it rests after trouble: twice as long after each one more in a row. */
constexpr std::chrono::seconds firstRest{5};
constexpr int mostTroubles = 6;

QString historyConsumer()
{
    return QStringLiteral("events_statements_history");
}

Result<qint64> select(SqlConnection &connection, const QString &what, const QVariantList &values,
                      SteadyTime deadline, const std::function<void(const SqlRow &)> &row)
{
    return connection.select(
        timeLimitedSelect(what, SqlStatementHistory::longestRead, connection.server().mariaDb),
        values, deadline, row);
}

/** The value of the only row; empty where there is none. */
QString answerTo(SqlConnection &connection, const QString &question, const QVariantList &values,
                 SteadyTime deadline, std::optional<Error> &error)
{
    QString answer;
    const auto asked = connection.select(question, values, deadline,
                                         [&answer](const SqlRow &row) { answer = row.text(0); });
    if (!asked)
        error = asked.error();
    return answer;
}

} // namespace

bool digestWritesTable(const QString &digest, const QString &database, const SqlTableShape &shape)
{
    QStringList words = digest.left(400).split(u' ', Qt::SkipEmptyParts);
    const auto skip = [&words](const char *word) {
        if (!words.isEmpty()
            && words.front().compare(QLatin1String(word), Qt::CaseInsensitive) == 0)
            words.removeFirst();
        else
            return false;
        return true;
    };
    skip("EXECUTE");
    const bool inserts = !skip("UPDATE");
    if (inserts && !skip("INSERT") && !skip("REPLACE"))
        return false;
    for (const char *word : {"LOW_PRIORITY", "IGNORE"})
        skip(word);
    if (inserts)
        skip("INTO");
    const auto identifier = [&words] { return words.isEmpty() ? QString() : words.takeFirst(); };
    QString schema = quotedSqlIdentifier(database).value_or(QString());
    QString table = identifier();
    if (skip(".")) {
        schema = table;
        table = identifier();
    }
    const bool alone = inserts || (!words.isEmpty() && words.front() == u"SET");
    return alone && table == quotedSqlIdentifier(shape.table).value_or(QString())
           && schema == quotedSqlIdentifier(shape.schema).value_or(QString());
}

QString timeLimitedSelect(const QString &what, Millis limit, bool mariaDb)
{
    if (mariaDb)
        return QStringLiteral("SET STATEMENT max_statement_time=%1 FOR SELECT %2")
            .arg(QString::number(double(limit.count()) / 1000, 'f', 3), what);
    return QStringLiteral("SELECT /*+ MAX_EXECUTION_TIME(%1) */ %2")
        .arg(QString::number(limit.count()), what);
}

void SqlStatementHistory::connectionChanged()
{
    const SteadyTime notBefore = m_notBefore;
    const int troubles = m_troubles;
    *this = {};
    m_notBefore = notBefore;
    m_troubles = troubles;
}

SqlStatementHistory::Seen SqlStatementHistory::look(SqlConnection &connection,
                                                    const SqlTableShape &shape, SteadyTime deadline)
{
    Seen seen;
    const SteadyTime begun = std::chrono::steady_clock::now();
    const auto left = deadline - begun;
    if (begun < m_notBefore || left < 8 * longestRead)
        return seen;
    const auto looked = look(connection, shape, begun + left / 2, seen);
    const bool trouble =
        !connection.usable() || (!looked && looked.error().kind == ErrorKind::Timeout);
    m_troubles = trouble ? std::min(m_troubles + 1, mostTroubles) : 0;
    const auto rest = share * (std::chrono::steady_clock::now() - begun);
    const auto sick = trouble ? firstRest * (1 << m_troubles) : SteadyTime::duration::zero();
    m_notBefore = begun + std::max<SteadyTime::duration>(rest, sick);
    return seen;
}

/** An error that may not come again with the next look. */
Result<void> SqlStatementHistory::look(SqlConnection &connection, const SqlTableShape &shape,
                                       SteadyTime deadline, Seen &seen)
{
    const auto settle = [&connection](const Error &error, bool &denied) -> Result<void> {
        denied = connection.usable() && error.kind != ErrorKind::Timeout;
        if (denied)
            return {};
        return tl::make_unexpected(error);
    };
    if (!m_countDenied) {
        const auto count = countUpdates(connection, shape, deadline);
        if (auto settled = count ? Result<void>{} : settle(count.error(), m_countDenied); !settled)
            return settled;
        seen.updateCount = count.value_or(std::nullopt);
    }
    if (m_denied)
        return {};
    auto changes = readChanges(connection, shape, deadline);
    if (!changes)
        return settle(changes.error(), m_denied);
    seen.changes = std::move(*changes);
    return {};
}

Result<std::optional<std::vector<SqlRowChange>>>
SqlStatementHistory::readChanges(SqlConnection &connection, const SqlTableShape &shape,
                                 SteadyTime deadline)
{
    const auto events = readEvents(connection, shape, deadline);
    if (!events)
        return passOn(events);
    std::vector<Event> fresh;
    QHash<quint64, quint64> newest;
    for (const Event &event : *events) {
        if (event.id > m_newest.value(event.thread))
            fresh.push_back(event);
        newest[event.thread] = std::max(newest[event.thread], event.id);
    }
    m_newest = std::move(newest);
    if (!std::exchange(m_begun, true))
        return std::optional<std::vector<SqlRowChange>>();
    if (const auto named = nameSessions(connection, fresh, deadline); !named)
        return passOn(named);

    std::sort(fresh.begin(), fresh.end(),
              [](const Event &a, const Event &b) { return a.endedAt < b.endedAt; });
    std::vector<SqlRowChange> changes;
    for (const Event &event : fresh) {
        if (const auto session = m_sessions.constFind(event.thread); session != m_sessions.cend())
            changes.push_back({*session, event.endedAt});
    }
    return std::optional(std::move(changes));
}

Result<std::vector<SqlStatementHistory::Event>>
SqlStatementHistory::readEvents(SqlConnection &connection, const SqlTableShape &shape,
                                SteadyTime deadline) const
{
    std::vector<Event> events;
    const auto take = [&](const SqlRow &row) {
        if (digestWritesTable(row.text(3), row.text(4), shape))
            events.push_back(
                {quint64(row.integer(0)), quint64(row.integer(1)), quint64(row.integer(2))});
    };
    const auto asked =
        select(connection,
               QStringLiteral("THREAD_ID, EVENT_ID, TIMER_END, LEFT(DIGEST_TEXT, 400), "
                              "IFNULL(CURRENT_SCHEMA, '') "
                              "FROM performance_schema.events_statements_history "
                              "WHERE ROWS_AFFECTED > 0 AND TIMER_END IS NOT NULL "
                              "AND LOCATE(?, DIGEST_TEXT) > 0 LIMIT %1")
                   .arg(mostEvents),
               {quotedSqlIdentifier(shape.table).value_or(QString())}, deadline, take);
    if (!asked)
        return passOn(asked);
    return events;
}

Result<std::optional<quint64>> SqlStatementHistory::countUpdates(SqlConnection &connection,
                                                                 const SqlTableShape &shape,
                                                                 SteadyTime deadline) const
{
    std::optional<quint64> count;
    const auto asked = select(
        connection,
        QStringLiteral("COUNT_UPDATE FROM performance_schema.table_io_waits_summary_by_table "
                       "WHERE OBJECT_TYPE = 'TABLE' AND OBJECT_SCHEMA = ? "
                       "AND OBJECT_NAME = ?"),
        {shape.schema, shape.table}, deadline,
        [&count](const SqlRow &row) { count = quint64(row.integer(0)); });
    if (!asked)
        return passOn(asked);
    return count;
}

/** A thread belongs to one session for all its life, and the next one has another number. */
Result<void> SqlStatementHistory::nameSessions(SqlConnection &connection,
                                               const std::vector<Event> &events,
                                               SteadyTime deadline)
{
    m_sessions.removeIf([this](auto entry) { return !m_newest.contains(entry.key()); });
    QVariantList threads;
    for (const Event &event : events) {
        if (threads.size() < mostNewSessions && !m_sessions.contains(event.thread)
            && !threads.contains(event.thread))
            threads << event.thread;
    }
    if (threads.empty())
        return {};
    // No thread has the number 0: one text, whatever the number of sessions.
    while (threads.size() < mostNewSessions)
        threads << quint64(0);
    const auto named = select(
        connection,
        QStringLiteral("THREAD_ID, IFNULL(PROCESSLIST_ID, 0), IFNULL(PROCESSLIST_USER, ''), "
                       "IFNULL(PROCESSLIST_HOST, '') "
                       "FROM performance_schema.threads WHERE THREAD_ID IN (?%1)")
            .arg(QStringLiteral(", ?").repeated(mostNewSessions - 1)),
        threads, deadline, [this](const SqlRow &row) {
            m_sessions.insert(quint64(row.integer(0)), {row.integer(1), row.text(2), row.text(3)});
        });
    if (!named)
        return passOn(named);
    return {};
}

Capability SqlStatementHistory::examine(SqlConnection &connection, const QString &id,
                                        SteadyTime deadline)
{
    Capability capability;
    capability.id = id;
    capability.subject = Words::tr("Client hosts that heartbeats come from");
    std::optional<Error> error;
    if (answerTo(connection, QStringLiteral("SELECT @@performance_schema"), {}, deadline, error)
        == u"0") {
        capability.reason = Words::tr("performance_schema is switched off.");
        capability.remedy = Words::tr("Start the server with performance_schema=ON.");
        return capability;
    }
    const QString enabled =
        answerTo(connection,
                 QStringLiteral("SELECT ENABLED FROM performance_schema.setup_consumers "
                                "WHERE NAME = ?"),
                 {historyConsumer()}, deadline, error);
    answerTo(connection,
             QStringLiteral("SELECT COUNT(*) FROM performance_schema.%1, "
                            "performance_schema.threads WHERE FALSE")
                 .arg(historyConsumer()),
             {}, deadline, error);
    if (error) {
        capability.reason = error->message;
        capability.remedy =
            grantStatement(QStringLiteral("SELECT"), QStringLiteral("performance_schema.*"),
                           connection.server().account);
    } else if (enabled != u"YES") {
        capability.reason = Words::tr("The consumer %1 is switched off.").arg(historyConsumer());
        capability.remedy = QStringLiteral("UPDATE performance_schema.setup_consumers SET ENABLED "
                                           "= 'YES' WHERE NAME IN ('events_statements_current', "
                                           "'events_statements_history');");
    } else {
        capability.available = true;
        capability.reason =
            connection.server().mariaDb
                ? Words::tr("events_statements_history tells them, except of statements "
                            "that were prepared on the server.")
                : Words::tr("events_statements_history tells them.");
    }
    return capability;
}

} // namespace lockmaster

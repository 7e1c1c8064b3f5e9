// SPDX-License-Identifier: Apache-2.0
#include "core/sources/sqlstatementhistory.h"

#include "core/domain/literaltext.h"
#include "core/transport/sqlconnection.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qint64 mostEvents = 1000;
constexpr size_t mostNewSessions = 64;
/** One part of so many of the time is spent on it. */
constexpr int share = 20;

QString historyConsumer()
{
    return QStringLiteral("events_statements_history");
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

void SqlStatementHistory::connectionChanged()
{
    *this = {};
}

std::optional<std::vector<SqlRowChange>> SqlStatementHistory::look(SqlConnection &connection,
                                                                   const SqlTableShape &shape,
                                                                   SteadyTime deadline)
{
    const SteadyTime begun = std::chrono::steady_clock::now();
    if (m_denied || begun < m_notBefore)
        return std::nullopt;
    const auto events = readEvents(connection, shape, deadline);
    m_denied = !events && connection.usable() && events.error().kind != ErrorKind::Timeout;
    if (!events)
        return std::nullopt;
    std::vector<Event> fresh;
    QHash<quint64, quint64> newest;
    for (const Event &event : *events) {
        if (event.id > m_newest.value(event.thread))
            fresh.push_back(event);
        newest[event.thread] = std::max(newest[event.thread], event.id);
    }
    m_newest = std::move(newest);
    const bool comparable = std::exchange(m_begun, true);
    const auto named = comparable ? nameSessions(connection, fresh, deadline) : Result<void>{};
    m_notBefore = begun + share * (std::chrono::steady_clock::now() - begun);
    if (!comparable || !named)
        return std::nullopt;

    std::sort(fresh.begin(), fresh.end(),
              [](const Event &a, const Event &b) { return a.endedAt < b.endedAt; });
    std::vector<SqlRowChange> changes;
    for (const Event &event : fresh) {
        if (const auto session = m_sessions.constFind(event.thread); session != m_sessions.cend())
            changes.push_back({*session, event.endedAt});
    }
    return changes;
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
    const auto asked = connection.select(
        QStringLiteral("SELECT THREAD_ID, EVENT_ID, TIMER_END, LEFT(DIGEST_TEXT, 400), "
                       "IFNULL(CURRENT_SCHEMA, '') "
                       "FROM performance_schema.events_statements_history "
                       "WHERE ROWS_AFFECTED > 0 AND TIMER_END IS NOT NULL "
                       "AND LOCATE(?, DIGEST_TEXT) > 0 LIMIT %1")
            .arg(mostEvents),
        {quotedSqlIdentifier(shape.table).value_or(QString())}, deadline, take);
    if (!asked)
        return tl::make_unexpected(asked.error());
    return events;
}

std::optional<quint64> SqlStatementHistory::countUpdates(SqlConnection &connection,
                                                         const SqlTableShape &shape,
                                                         SteadyTime deadline)
{
    std::optional<quint64> count;
    if (m_countDenied || !connection.usable())
        return count;
    const auto asked = connection.select(
        QStringLiteral("SELECT COUNT_UPDATE "
                       "FROM performance_schema.table_io_waits_summary_by_table "
                       "WHERE OBJECT_TYPE = 'TABLE' AND OBJECT_SCHEMA = ? AND OBJECT_NAME = ?"),
        {shape.schema, shape.table}, deadline,
        [&count](const SqlRow &row) { count = quint64(row.integer(0)); });
    m_countDenied = !asked && connection.usable() && asked.error().kind != ErrorKind::Timeout;
    return asked ? count : std::nullopt;
}

/** A thread belongs to one session for all its life, and the next one has another number. */
Result<void> SqlStatementHistory::nameSessions(SqlConnection &connection,
                                               const std::vector<Event> &events,
                                               SteadyTime deadline)
{
    m_sessions.removeIf([this](auto entry) { return !m_newest.contains(entry.key()); });
    size_t asked = 0;
    for (const Event &event : events) {
        if (m_sessions.contains(event.thread) || ++asked > mostNewSessions)
            continue;
        const auto named = connection.select(
            QStringLiteral("SELECT IFNULL(PROCESSLIST_ID, 0), IFNULL(PROCESSLIST_USER, ''), "
                           "IFNULL(PROCESSLIST_HOST, '') "
                           "FROM performance_schema.threads WHERE THREAD_ID = ?"),
            {event.thread}, deadline, [&](const SqlRow &row) {
                m_sessions.insert(event.thread, {row.integer(0), row.text(1), row.text(2)});
            });
        if (!named)
            return tl::make_unexpected(named.error());
    }
    return {};
}

Capability SqlStatementHistory::examine(SqlConnection &connection, const QString &id,
                                        SteadyTime deadline)
{
    Capability capability;
    capability.id = id;
    capability.subject =
        QCoreApplication::translate("lockmaster", "Client hosts that heartbeats come from");
    std::optional<Error> error;
    if (answerTo(connection, QStringLiteral("SELECT @@performance_schema"), {}, deadline, error)
        == u"0") {
        capability.reason =
            QCoreApplication::translate("lockmaster", "performance_schema is switched off.");
        capability.remedy = QCoreApplication::translate(
            "lockmaster", "Start the server with performance_schema=ON.");
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
            QCoreApplication::translate("lockmaster", "GRANT SELECT ON performance_schema.* TO %1")
                .arg(literalText(connection.server().account));
    } else if (enabled != u"YES") {
        capability.reason =
            QCoreApplication::translate("lockmaster", "The consumer %1 is switched off.")
                .arg(historyConsumer());
        capability.remedy = QStringLiteral("UPDATE performance_schema.setup_consumers SET ENABLED "
                                           "= 'YES' WHERE NAME IN ('events_statements_current', "
                                           "'events_statements_history')");
    } else {
        capability.available = true;
        capability.reason =
            connection.server().mariaDb ? QCoreApplication::translate(
                "lockmaster", "events_statements_history tells them, except of statements "
                              "that were prepared on the server.")
                                        : QCoreApplication::translate(
                                            "lockmaster", "events_statements_history tells them.");
    }
    return capability;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/sources/sqltableread.h"

#include "core/domain/literaltext.h"
#include "core/transport/sqlconnection.h"

#include <QCoreApplication>

#include <functional>

namespace lockmaster {

namespace {

constexpr qsizetype longestOwnerPart = 1024;

SqlTableRow rowOf(const SqlRow &row, bool ownerLengthRead)
{
    SqlTableRow result;
    result.name = row.bytes(0);
    result.hasOwner = !row.isNull(1);
    if (result.hasOwner) {
        result.owner = row.bytes(1);
        result.ownerBytes = ownerLengthRead ? row.integer(5) : result.owner.size();
    }
    if (!row.isNull(2))
        result.time = row.integer(2);
    return result;
}

Micros halfOf(Micros time)
{
    return time / 2;
}

/** Runs a read whose first row is the clock; `row` is called for every other. */
Result<SqlTableReading> readWithClock(SqlConnection &connection, const SqlTableShape &shape,
                                      const QString &statement, const QVariantList &values,
                                      std::optional<Micros> &fastest, SteadyTime deadline,
                                      const std::function<void(const SqlRow &)> &row)
{
    SqlTableReading reading;
    reading.timeType = shape.timeType;
    reading.precision = shape.precision;
    reading.rounds = !connection.server().mariaDb;
    SteadyTime answered{};
    bool clockRead = false;
    const auto take = [&](const SqlRow &answer) {
        if (clockRead || answer.isNull(3)) {
            row(answer);
            return;
        }
        clockRead = true;
        answered = std::chrono::steady_clock::now();
        reading.serverNow = answer.integer(3);
        reading.serverUtc = answer.integer(4);
    };
    const SteadyTime sent = std::chrono::steady_clock::now();
    const auto rows = connection.select(statement, values, deadline, take, mostTableRows + 2);
    if (!rows)
        return tl::make_unexpected(rows.error());

    // The server's clock is that of the statement's start: half a round trip after it was sent,
    // however long the rows then took.
    const auto took = std::chrono::duration_cast<Micros>(answered - sent);
    fastest = fastest ? std::min(*fastest, took) : took;
    reading.clock = {ServerTime(Micros(reading.serverUtc)), sent + halfOf(*fastest), halfOf(took)};
    return reading;
}

Result<SqlRowReading> notOneRow(const QString &message)
{
    return failure(ErrorKind::Unsupported, message,
                   QCoreApplication::translate(
                       "lockmaster", "Use the table's own programs or a database tool for it."));
}

} // namespace

Result<SqlTableReading> readTableRows(SqlConnection &connection, const SqlTableShape &shape,
                                      std::optional<Micros> &fastest, SteadyTime deadline)
{
    std::vector<SqlTableRow> rows;
    auto reading = readWithClock(
        connection, shape, shape.statement, {}, fastest, deadline,
        [&](const SqlRow &row) { rows.push_back(rowOf(row, shape.ownerLengthRead)); });
    if (reading)
        reading->rows = std::move(rows);
    return reading;
}

Result<SqlRowReading> readTableRow(SqlConnection &connection, const SqlTableShape &shape,
                                   const QByteArray &name, SteadyTime deadline)
{
    const QString shown = literalText(name.left(100));
    if (name.size() >= longestRowName)
        return notOneRow(QCoreApplication::translate(
                             "lockmaster", "The name %1... is too long to tell its row by it.")
                             .arg(shown));
    SqlRowReading result;
    std::optional<Micros> fastest;
    auto reading = readWithClock(connection, shape, shape.rowStatement, rowValues(shape, name),
                                 fastest, deadline, [&result](const SqlRow &answer) {
                                     SqlTableRow row = rowOf(answer, false);
                                     SqlExactRow exact{row.owner, row.hasOwner, {}};
                                     if (!answer.isNull(5))
                                         exact.time = answer.text(5);
                                     row.owner.truncate(longestOwnerPart);
                                     result.reading.rows.push_back(row);
                                     result.exact = exact;
                                 });
    if (!reading)
        return tl::make_unexpected(reading.error());
    if (result.reading.rows.size() > 1)
        return notOneRow(
            QCoreApplication::translate(
                "lockmaster",
                "More than one row has the name %1: which one is meant cannot be told.")
                .arg(shown));
    if (result.exact && result.exact->owner.size() > longestWholeOwner)
        return notOneRow(
            QCoreApplication::translate("lockmaster", "The owner of %1 is too long to be compared.")
                .arg(shown));
    reading->rows = std::move(result.reading.rows);
    result.reading = std::move(*reading);
    return result;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqltableread.h"

#include "core/platform/heap.h"
#include "core/text/literaltext.h"
#include "core/sql/sqlserverzone.h"
#include "core/text/words.h"
#include "core/sql/sqlconnection.h"
#include "core/sql/sqlerror.h"
#include "core/sql/sqlgroup.h"

#include <algorithm>
#include <functional>

namespace lockmaster {

namespace {

constexpr qsizetype longestOwnerPart = 1024;

/** Where the further columns begin. */
int firstField(bool lengthRead)
{
    return lengthRead ? 6 : 5;
}

SqlFields fieldsOf(const SqlRow &row, int first, qsizetype count)
{
    SqlFields fields;
    fields.reserve(count);
    for (int i = 0; i < count; ++i)
        fields.emplace_back(row.isNull(first + i) ? std::optional<QByteArray>()
                                                  : std::optional(row.bytes(first + i)));
    return fields;
}

SqlTableRow rowOf(const SqlRow &row, bool ownerLengthRead, qsizetype fields)
{
    SqlTableRow result;
    result.name = row.bytes(0);
    result.hasOwner = !row.isNull(1);
    if (result.hasOwner) {
        result.owner = row.bytes(1);
        result.ownerBytes = ownerLengthRead ? row.integer(5) : result.owner.size();
    }
    if (!row.isNull(2))
        result.setTime(row.integer(2));
    if (fields > 0)
        result.more = fieldsOf(row, firstField(ownerLengthRead), fields);
    return result;
}

/**
 * Walks along with the rows of a read before: a table gives its rows in about the same order each
 * time, and most of them have not changed.
 */
class EarlierRows
{
public:
    EarlierRows(const std::vector<SqlTableRow> &rows, qsizetype fields)
        : m_rows(rows), m_fields(fields)
    {
    }

    SqlTableRow take(const SqlRow &row, bool ownerLengthRead)
    {
        const SqlTableRow *const earlier = named(row.view(0));
        return earlier && isSame(*earlier, row, ownerLengthRead)
                   ? *earlier
                   : rowOf(row, ownerLengthRead, m_fields);
    }

private:
    const SqlTableRow *named(QByteArrayView name)
    {
        const size_t end = std::min(m_rows.size(), m_next + mostSkipped);
        for (size_t i = m_next; i < end; ++i) {
            if (m_rows[i].name == name) {
                m_next = i + 1;
                return &m_rows[i];
            }
        }
        return nullptr;
    }

    bool isSame(const SqlTableRow &earlier, const SqlRow &row, bool ownerLengthRead) const
    {
        for (int i = 0, first = firstField(ownerLengthRead); i < m_fields; ++i) {
            const auto &field = earlier.more.at(i);
            if (field.has_value() == row.isNull(first + i)
                || (field && *field != row.view(first + i)))
                return false;
        }
        if (earlier.hasOwner == row.isNull(1) || earlier.hasTime() == row.isNull(2))
            return false;
        if (earlier.hasOwner && earlier.owner != row.view(1))
            return false;
        if (earlier.noTime != NoTime::No)
            return false; // rare: read anew
        if (earlier.time && *earlier.time != columnTime(row.integer(2)))
            return false;
        return !earlier.hasOwner || !ownerLengthRead || earlier.ownerBytes == row.integer(5);
    }

    static constexpr size_t mostSkipped = 8;
    const std::vector<SqlTableRow> &m_rows;
    const qsizetype m_fields;
    size_t m_next = 0;
};

void cutField(std::optional<QByteArray> &field)
{
    if (field)
        field->truncate(longestFieldPart);
}

Micros halfOf(Micros time)
{
    return time / 2;
}

/** Runs a read whose first row is the clock; `row` is called for every other. */
Result<SqlTableReading> readWithClock(SqlConnection &connection, const SqlTableShape &shape,
                                      const QString &select, const QVariantList &values,
                                      std::optional<Micros> &fastest, SteadyTime deadline,
                                      const std::function<void(const SqlRow &)> &row)
{
    SqlTableReading reading;
    reading.timeType = shape.timeType;
    reading.precision = shape.precision;
    reading.rounds = !connection.server().mariaDb;
    reading.namesMayRepeat = !shape.namesUnique;
    reading.layout = shape.layout;
    SteadyTime answered{};
    bool clockRead = false;
    const auto take = [&](const SqlRow &answer) {
        if (clockRead || answer.isNull(3)) {
            row(answer);
            return;
        }
        clockRead = true;
        answered = std::chrono::steady_clock::now();
        reading.serverNow = columnTime(answer.integer(3));
        reading.serverUtc = columnTime(answer.integer(4));
        reading.serverReadOnly = answer.integer(2) != 0;
    };
    const SqlServer &server = connection.server();
    const QString statement = server.mariaDb && server.group ? upToDateWithGroup(select) : select;
    const SteadyTime sent = std::chrono::steady_clock::now();
    constexpr qint64 most = mostTableRows + 2;
    const auto rows = values.isEmpty() ? connection.stream(statement, deadline, take, most)
                                       : connection.select(statement, values, deadline, take, most);
    if (!rows)
        return passOn(rows);
    if (!clockRead) // which is never missing: whatever it was, it says nothing of the table
        return tl::make_unexpected(sqlError(0, {}, connection.endpoint()));

    // The server's clock is that of the statement's start: half a round trip after it was sent,
    // however long the rows then took.
    const auto took = std::chrono::duration_cast<Micros>(answered - sent);
    fastest = fastest ? std::min(*fastest, took) : took;
    if (shape.zone && shape.zone->fits(reading.serverNow, reading.serverUtc))
        reading.zone = shape.zone;
    reading.clock = {ServerTime(Micros(reading.serverUtc)), sent + halfOf(*fastest), halfOf(took)};
    return reading;
}

Result<SqlRowReading> notOneRow(const QString &message)
{
    return failure(ErrorKind::Unsupported, message,
                   Words::tr("Use the table's own programs or a database tool for it."));
}

} // namespace

Result<SqlTableReading> readTableRows(SqlConnection &connection, const SqlTableShape &shape,
                                      std::optional<Micros> &fastest,
                                      const std::vector<SqlTableRow> &earlier, SteadyTime deadline)
{
    std::vector<SqlTableRow> rows;
    rows.reserve(earlier.size());
    preferLargePages(rows.data(), rows.capacity() * sizeof(SqlTableRow));
    const qsizetype fields = shape.fieldCount();
    const bool sameColumns = earlier.empty() || earlier.front().more.size() == fields;
    static const std::vector<SqlTableRow> none;
    EarlierRows known(sameColumns ? earlier : none, fields);
    qint64 bytes = 0;
    bool whole = true;
    const auto take = [&](const SqlRow &row) {
        whole = whole && qint64(rows.size()) < mostTableRows && bytes < mostTableBytes;
        if (!whole)
            return;
        const SqlTableRow &taken = rows.emplace_back(known.take(row, shape.ownerLengthRead));
        bytes += taken.name.size() + taken.owner.size();
        for (const auto &field : taken.more)
            bytes += field ? field->size() : 0;
    };
    auto reading = readWithClock(connection, shape, shape.statement, {}, fastest, deadline, take);
    if (!reading)
        return reading;
    reading->rows = std::move(rows);
    reading->whole = whole;
    return reading;
}

Result<SqlRowReading> readTableRow(SqlConnection &connection, const SqlTableShape &shape,
                                   const QByteArray &name, SteadyTime deadline)
{
    const QString shown = literalText(name.left(100));
    if (name.size() >= longestRowName)
        return notOneRow(Words::tr("The name %1... is too long to tell its row by it.").arg(shown));
    SqlRowReading result;
    std::optional<Micros> fastest;
    auto reading = readWithClock(connection, shape, shape.rowStatement, rowValues(shape, name),
                                 fastest, deadline, [&](const SqlRow &answer) {
                                     SqlTableRow row = rowOf(answer, false, 0);
                                     row.more = fieldsOf(answer, 6, shape.fieldCount());
                                     SqlExactRow exact{row.owner, row.hasOwner, {}, row.more};
                                     if (!answer.isNull(5))
                                         exact.time = answer.text(5);
                                     row.owner.truncate(longestOwnerPart);
                                     for (auto &field : row.more)
                                         cutField(field);
                                     result.reading.rows.push_back(row);
                                     result.exact = exact;
                                 });
    if (!reading)
        return passOn(reading);
    if (result.reading.rows.size() > 1)
        return notOneRow(
            Words::tr("More than one row has the name %1: which one is meant cannot be told.")
                .arg(shown));
    if (result.exact && result.exact->owner.size() > longestWholeOwner)
        return notOneRow(Words::tr("The owner of %1 is too long to be compared.").arg(shown));
    if (result.exact
        && std::any_of(result.exact->more.begin(), result.exact->more.end(), [](const auto &field) {
               return field && field->size() > longestWholeOwner;
           }))
        return notOneRow(Words::tr("A column of %1 is too long to be compared.").arg(shown));
    reading->rows = std::move(result.reading.rows);
    result.reading = std::move(*reading);
    return result;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlstream.h"

#include <mysql.h>

namespace lockmaster {

namespace {

/** A row as text, where the client library has put it. What the server did not send is NULL. */
class StreamRow final : public SqlRow
{
public:
    explicit StreamRow(unsigned fields) : m_fields(fields) {}

    void set(MYSQL_ROW columns, const unsigned long *lengths)
    {
        m_columns = columns;
        m_lengths = lengths;
    }

    bool isNull(int column) const override { return !isSent(column); }
    /** Digits, as the server writes them; by hand because it is most of what is done with a row. */
    qint64 integer(int column) const override
    {
        const QByteArrayView text = view(column);
        const bool negative = text.startsWith('-');
        quint64 value = 0;
        for (const char digit : text.sliced(negative ? 1 : 0)) {
            if (digit < '0' || digit > '9')
                break;
            value = value * 10 + quint64(digit - '0');
        }
        return qint64(negative ? 0 - value : value);
    }
    QString text(int column) const override { return QString::fromUtf8(view(column)); }
    QByteArray bytes(int column) const override { return view(column).toByteArray(); }
    QByteArrayView view(int column) const override
    {
        if (!isSent(column))
            return {};
        return {m_columns[column], qsizetype(m_lengths[column])};
    }

private:
    /** A server that is none may answer with fewer columns than were asked for. */
    bool isSent(int column) const { return unsigned(column) < m_fields && m_columns[column]; }

    const unsigned m_fields;
    MYSQL_ROW m_columns = nullptr;
    const unsigned long *m_lengths = nullptr;
};

/** `failed`: it did, with a number or without. */
void noteError(st_mysql *mysql, SqlStreamEnd &end, bool failed)
{
    end.error = int(::mysql_errno(mysql));
    end.failed = failed || end.error != 0;
    if (end.error != 0)
        end.errorText = QString::fromUtf8(::mysql_error(mysql));
}

} // namespace

SqlStreamEnd streamSqlRows(st_mysql *mysql, const QByteArray &sql,
                           const std::function<void(const SqlRow &)> &row, qint64 maxRows)
{
    SqlStreamEnd end;
    if (::mysql_real_query(mysql, sql.constData(), static_cast<unsigned long>(sql.size())) != 0) {
        noteError(mysql, end, true);
        return end;
    }
    MYSQL_RES *const result = ::mysql_use_result(mysql);
    if (!result) {
        noteError(mysql, end, ::mysql_field_count(mysql) > 0);
        end.isSelect = end.failed;
        return end;
    }
    StreamRow current(::mysql_num_fields(result));
    MYSQL_ROW columns = ::mysql_fetch_row(result);
    for (; columns && end.rows < maxRows; columns = ::mysql_fetch_row(result), ++end.rows) {
        current.set(columns, ::mysql_fetch_lengths(result));
        row(current);
    }
    end.more = columns != nullptr;
    if (!columns)
        noteError(mysql, end, false);
    ::mysql_free_result(result); // takes the rest of the answer in
    return end;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/adminsql.h"

#include <QFile>

#include <mysql.h>

namespace lockmaster {

namespace {

std::vector<AdminSql::Row> rowsOf(MYSQL_RES *result)
{
    std::vector<AdminSql::Row> rows;
    const unsigned columns = mysql_num_fields(result);
    while (MYSQL_ROW row = mysql_fetch_row(result)) {
        const unsigned long *lengths = mysql_fetch_lengths(result);
        AdminSql::Row values;
        for (unsigned column = 0; column < columns; ++column) {
            if (row[column] == nullptr)
                values.emplace_back();
            else
                values.emplace_back(
                    QByteArray(row[column], static_cast<qsizetype>(lengths[column])));
        }
        rows.push_back(std::move(values));
    }
    mysql_free_result(result);
    return rows;
}

} // namespace

void AdminSql::Closer::operator()(st_mysql *session) const
{
    mysql_close(session);
}

Result<AdminSql> AdminSql::open(const QString &socketPath, const QString &user,
                                const Secret &password, const QString &database,
                                const QString &programName)
{
    AdminSql sql(mysql_init(nullptr));
    MYSQL *const session = sql.m_session.get();
    constexpr unsigned connectSeconds = 5;
    mysql_options(session, MYSQL_OPT_CONNECT_TIMEOUT, &connectSeconds);
    mysql_options(session, MYSQL_SET_CHARSET_NAME, "utf8mb4");
    if (!programName.isEmpty())
        mysql_options4(session, MYSQL_OPT_CONNECT_ATTR_ADD, "program_name",
                       programName.toUtf8().constData());
    if (mysql_real_connect(
            session, nullptr, user.toUtf8().constData(), password.reveal().constData(),
            database.isEmpty() ? nullptr : database.toUtf8().constData(), 0,
            QFile::encodeName(socketPath).constData(), CLIENT_MULTI_STATEMENTS | CLIENT_FOUND_ROWS)
        == nullptr) {
        Error error = sql.lastError();
        error.kind = ErrorKind::Network;
        return tl::make_unexpected(error);
    }
    return sql;
}

Error AdminSql::lastError() const
{
    return {ErrorKind::Config,
            static_cast<int>(mysql_errno(m_session.get())),
            QString::fromUtf8(mysql_error(m_session.get())),
            {}};
}

Result<void> AdminSql::run(const QByteArray &sql)
{
    MYSQL *const session = m_session.get();
    int status = mysql_real_query(session, sql.constData(), static_cast<unsigned long>(sql.size()));
    while (status == 0) {
        if (MYSQL_RES *const result = mysql_store_result(session))
            mysql_free_result(result);
        status = mysql_next_result(session);
    }
    if (status > 0)
        return tl::make_unexpected(lastError());
    return {};
}

Result<std::vector<AdminSql::Row>> AdminSql::query(const QByteArray &sql)
{
    MYSQL *const session = m_session.get();
    if (mysql_real_query(session, sql.constData(), static_cast<unsigned long>(sql.size())) != 0)
        return tl::make_unexpected(lastError());
    MYSQL_RES *const result = mysql_store_result(session);
    if (result == nullptr) {
        if (mysql_field_count(session) != 0)
            return tl::make_unexpected(lastError());
        return std::vector<Row>();
    }
    return rowsOf(result);
}

QByteArray AdminSql::quoted(const QByteArray &text) const
{
    QByteArray escaped(2 * text.size() + 1, Qt::Uninitialized);
    const unsigned long length = mysql_real_escape_string(
        m_session.get(), escaped.data(), text.constData(), static_cast<unsigned long>(text.size()));
    escaped.truncate(static_cast<qsizetype>(length));
    return '\'' + escaped + '\'';
}

unsigned long AdminSql::connectionId() const
{
    return mysql_thread_id(m_session.get());
}

} // namespace lockmaster

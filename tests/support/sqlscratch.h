// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/sqlconnection.h"
#include "tests/support/sqlsession.h"
#include "tests/support/sqltestserver.h"

namespace lockmaster::test {

/** A schema of its own with an account that may read it; both are dropped at the end. */
class SqlScratch
{
public:
    explicit SqlScratch(const LiveSqlServer &server);
    ~SqlScratch();
    SqlScratch(const SqlScratch &) = delete;
    SqlScratch &operator=(const SqlScratch &) = delete;

    QString schema() const { return m_schema; }
    QString user() const { return m_schema; }
    static QByteArray password() { return "scratch password"; }
    /** May SELECT in the schema, nothing else. */
    Endpoint reader() const;
    /** May do everything; its database is the schema. */
    Endpoint admin() const;
    /** A backend watching the schema as the reader does. Without tables. */
    BackendSpec backend() const;
    /** Runs a statement as the administrator; fails the test where it fails. */
    void run(const QString &sql, const QVariantList &values = {});
    /** The server was restarted. */
    void reconnect();

private:
    const LiveSqlServer &m_server;
    QString m_schema;
    std::unique_ptr<SqlSession> m_admin;
};

/** A connection, or a failed test and null. */
std::unique_ptr<SqlConnection> connectTo(const Endpoint &endpoint);

/** The moment `timeout` from now. */
SteadyTime soon(Millis timeout = Millis(20'000));

} // namespace lockmaster::test

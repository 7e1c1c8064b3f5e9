// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sqlscratch.h"

#include <QRandomGenerator>
#include <QTest>

namespace lockmaster::test {

SteadyTime soon(Millis timeout)
{
    return std::chrono::steady_clock::now() + timeout;
}

std::unique_ptr<SqlConnection> connectTo(const Endpoint &endpoint)
{
    auto connection = SqlConnection::open(endpoint, soon());
    if (!connection) {
        QTest::qFail(qPrintable(connection.error().message), __FILE__, __LINE__);
        return nullptr;
    }
    return std::move(*connection);
}

SqlScratch::SqlScratch(const LiveSqlServer &server)
    : m_server(server),
      m_schema(QStringLiteral("lmtest_%1")
                   .arg(QRandomGenerator::global()->generate(), 8, 16, QLatin1Char('0'))),
      m_admin(std::make_unique<SqlSession>(server.endpoint()))
{
    run(QStringLiteral("CREATE DATABASE %1 CHARACTER SET utf8mb4").arg(m_schema));
    run(QStringLiteral("USE %1").arg(m_schema));
    run(QStringLiteral("CREATE USER '%1'@'%' IDENTIFIED BY '%2'")
            .arg(user(), QLatin1StringView(password())));
    run(QStringLiteral("GRANT SELECT ON %1.* TO '%2'@'%'").arg(m_schema, user()));
}

SqlScratch::~SqlScratch()
{
    reconnect();
    run(QStringLiteral("DROP DATABASE %1").arg(m_schema));
    run(QStringLiteral("DROP USER '%1'@'%'").arg(user()));
}

void SqlScratch::reconnect()
{
    m_admin = std::make_unique<SqlSession>(admin());
}

Endpoint SqlScratch::reader() const
{
    Endpoint endpoint = m_server.endpoint(user(), password());
    endpoint.database = m_schema;
    return endpoint;
}

Endpoint SqlScratch::admin() const
{
    Endpoint endpoint = m_server.endpoint();
    endpoint.database = m_schema;
    return endpoint;
}

BackendSpec SqlScratch::backend() const
{
    BackendSpec spec = m_server.spec(user());
    spec.name = QStringLiteral("scratch");
    spec.database = m_schema;
    return spec;
}

void SqlScratch::run(const QString &sql, const QVariantList &values)
{
    if (!m_admin->run(sql, values))
        QTest::qFail(qPrintable(sql + QStringLiteral(": ") + m_admin->error()), __FILE__, __LINE__);
}

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sqlsession.h"

#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>

namespace lockmaster::test {

namespace {

QSqlDatabase connectionTo(const Endpoint &endpoint, const QString &name)
{
    QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QMYSQL"), name);
    QString options = QStringLiteral("MYSQL_OPT_CONNECT_TIMEOUT=20");
    if (!endpoint.socketPath.isEmpty())
        options += QStringLiteral(";UNIX_SOCKET=") + endpoint.socketPath;
    database.setConnectOptions(options);
    database.setHostName(endpoint.host);
    database.setPort(endpoint.port);
    database.setUserName(endpoint.user);
    database.setPassword(QString::fromUtf8(endpoint.password.reveal()));
    database.setDatabaseName(endpoint.database);
    database.open();
    return database;
}

} // namespace

SqlSession::SqlSession(const Endpoint &endpoint)
    : m_context(std::make_unique<QObject>()), m_connectionName(QUuid::createUuid().toString()),
      m_endpoint(endpoint)
{
    m_context->moveToThread(&m_thread);
    m_thread.start();
    QMetaObject::invokeMethod(
        m_context.get(), [&] { open(endpoint); }, Qt::BlockingQueuedConnection);
}

SqlSession::~SqlSession()
{
    if (m_busy) {
        SqlSession other(m_endpoint);
        other.run(QStringLiteral("KILL %1").arg(m_id));
    }
    QMetaObject::invokeMethod(
        m_context.get(), [this] { QSqlDatabase::removeDatabase(m_connectionName); },
        Qt::BlockingQueuedConnection);
    m_thread.quit();
    m_thread.wait();
}

QVariant SqlSession::value(const QString &sql, const QVariantList &values)
{
    QVariant result;
    QMetaObject::invokeMethod(
        m_context.get(), [&] { result = execute(sql, values); }, Qt::BlockingQueuedConnection);
    return result;
}

bool SqlSession::run(const QString &sql, const QVariantList &values)
{
    value(sql, values);
    return m_error.isEmpty();
}

void SqlSession::begin(const QString &sql, const QVariantList &values)
{
    m_busy = true;
    QMetaObject::invokeMethod(
        m_context.get(), [this, sql, values] { execute(sql, values); }, Qt::QueuedConnection);
}

void SqlSession::open(const Endpoint &endpoint)
{
    m_open = connectionTo(endpoint, m_connectionName).isOpen();
    if (m_open)
        m_id = execute(QStringLiteral("SELECT CONNECTION_ID()"), {}).toLongLong();
    else
        m_error = QSqlDatabase::database(m_connectionName, false).lastError().text();
}

QVariant SqlSession::execute(const QString &sql, const QVariantList &values)
{
    QSqlQuery query(QSqlDatabase::database(m_connectionName, false));
    bool done = true;
    if (!values.isEmpty()) {
        done = query.prepare(sql);
        for (const QVariant &value : values)
            query.addBindValue(value);
        done = done && query.exec();
    } else {
        done = query.exec(sql);
    }
    m_error = done ? QString() : query.lastError().text();
    return done && query.next() ? query.value(0) : QVariant();
}

} // namespace lockmaster::test

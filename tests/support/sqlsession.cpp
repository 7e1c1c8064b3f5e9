// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sqlsession.h"

#include "core/sql/sqlconnection.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>

#include <utility>

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
    : m_connectionName(QUuid::createUuid().toString()), m_endpoint(endpoint)
{
    m_thread = std::thread([this] { live(); });
    wait([this] { open(); });
}

SqlSession::~SqlSession()
{
    if (m_busy) {
        SqlSession other(m_endpoint);
        other.run(QStringLiteral("KILL %1").arg(m_id));
    }
    post({});
    m_thread.join();
}

void SqlSession::live()
{
    for (;;) {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_jobs.empty(); });
        const Job job = std::move(m_jobs.front());
        m_jobs.pop_front();
        lock.unlock();
        if (!job)
            break;
        job();
    }
    QSqlDatabase::removeDatabase(m_connectionName);
}

void SqlSession::post(Job job)
{
    const std::lock_guard lock(m_mutex);
    m_jobs.push_back(std::move(job));
    m_changed.notify_all();
}

void SqlSession::wait(const Job &job)
{
    bool done = false;
    post([&] {
        job();
        const std::lock_guard lock(m_mutex);
        done = true;
        m_changed.notify_all();
    });
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&done] { return done; });
}

QVariant SqlSession::value(const QString &sql, const QVariantList &values)
{
    QVariant result;
    wait([&] { result = execute(sql, values); });
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
    post([this, sql, values] { execute(sql, values); });
}

void SqlSession::open()
{
    // Such a server wants to be told a password that it does not know yet, which ours does.
    if (!m_endpoint.publicKeyFile.isEmpty())
        (void)SqlConnection::open(m_endpoint,
                                  std::chrono::steady_clock::now() + m_endpoint.timeout);
    m_open = connectionTo(m_endpoint, m_connectionName).isOpen();
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

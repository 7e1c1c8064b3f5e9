// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/endpoint.h"

#include <QSqlDatabase>
#include <QThread>
#include <QVariant>

#include <memory>

namespace lockmaster::test {

/**
 * One session of some other program with a server, over QtSql alone: what it does can be blocked
 * for as long as the server likes, on a thread of its own. The end of the object ends the session,
 * whatever it waits for.
 */
class SqlSession
{
public:
    explicit SqlSession(const Endpoint &endpoint);
    ~SqlSession();
    SqlSession(const SqlSession &) = delete;
    SqlSession &operator=(const SqlSession &) = delete;

    bool isOpen() const { return m_open; }
    QString error() const { return m_error; } ///< of the last statement that was waited for
    qint64 id() const { return m_id; }

    /** Runs a statement; the first column of its first row, invalid where there is none. */
    QVariant value(const QString &sql, const QVariantList &values = {});
    bool run(const QString &sql, const QVariantList &values = {});
    /** Starts a statement (prepared where `values` are given) and does not wait for it. */
    void begin(const QString &sql, const QVariantList &values = {});

private:
    void open(const Endpoint &endpoint);
    QVariant execute(const QString &sql, const QVariantList &values);

    QThread m_thread;
    std::unique_ptr<QObject> m_context; ///< lives on `m_thread`
    QString m_connectionName;
    Endpoint m_endpoint;
    qint64 m_id = 0;
    bool m_open = false;
    bool m_busy = false;
    QString m_error;
};

} // namespace lockmaster::test

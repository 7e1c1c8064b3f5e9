// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/endpoint.h"

#include <QVariant>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

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
    using Job = std::function<void()>;

    void live();
    void post(Job job);
    void wait(const Job &job);
    void open();
    QVariant execute(const QString &sql, const QVariantList &values);

    const QString m_connectionName;
    const Endpoint m_endpoint;

    // Standard ones: the thread sanitizer cannot see what orders the threads inside Qt.
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Job> m_jobs; ///< an empty one is the last
    std::thread m_thread;

    qint64 m_id = 0;
    bool m_open = false;
    bool m_busy = false;
    QString m_error;
};

} // namespace lockmaster::test

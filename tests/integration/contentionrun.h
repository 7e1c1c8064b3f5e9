// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/secrets.h"
#include "core/lab/servers/adminsql.h"
#include "core/lab/contention/contention.h"
#include "core/lab/servers/plainredis.h"
#include "core/lab/sandbox.h"
#include "core/monitor/look.h"
#include "core/systems/registry/registry.h"
#include "tests/support/needserver.h"

#include <QDir>
#include <QDirIterator>
#include <QSet>
#include <QTest>

#include <future>

#include <unistd.h>

namespace lockmaster::test {

inline qint64 figure(const ContentionReport &report, const char *key)
{
    for (const ContentionReport::Figure &figure : report.figures) {
        if (figure.key == QLatin1String(key))
            return figure.value;
    }
    return -1;
}

inline pid_t parentOf(pid_t pid)
{
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!stat.open(QIODevice::ReadOnly))
        return 0;
    // The program's name, in parentheses, may hold anything; the fields after it do not.
    const QByteArray text = stat.readAll();
    return pid_t(text.mid(text.lastIndexOf(')') + 2).split(' ').value(1).toInt());
}

/** The processes that play in an experiment of this one, and sentinels: children of a keeper of
 * ours. */
inline QList<pid_t> players()
{
    QList<pid_t> found;
    QDirIterator entries(QStringLiteral("/proc"), QDir::Dirs | QDir::NoDotAndDotDot);
    while (entries.hasNext()) {
        const QFileInfo entry(entries.next());
        const auto pid = pid_t(entry.fileName().toLongLong());
        QFile words(entry.filePath() + QStringLiteral("/cmdline"));
        if (pid == 0 || !words.open(QIODevice::ReadOnly))
            continue;
        const QByteArray line = words.readAll();
        const bool plays = line.split('\0').contains("contention") || line.contains("[sentinel]");
        if (plays && parentOf(parentOf(pid)) == ::getpid())
            found += pid;
    }
    return found;
}

/** The names of the locks that one look showed as held. */
inline QSet<QString> heldLocks(const Sandbox &sandbox)
{
    QSet<QString> held;
    const auto looks = lookOnce(sandbox.backends(), [](const BackendSpec &spec) {
        return makeReader(spec,
                          [spec](SteadyTime deadline) { return resolvePassword(spec, deadline); });
    });
    for (const SingleLook &look : looks) {
        for (const auto &lock : look.locks) {
            if (lock->state == LockState::Held)
                held += QString::fromUtf8(lock->id.name);
        }
    }
    return held;
}

/** A sandbox's experiments. */
class ContentionRun
{
public:
    explicit ContentionRun(std::unique_ptr<Sandbox> sandbox) : m_sandbox(std::move(sandbox)) {}

    LabPlace place() const { return m_sandbox->labPlace(); }

    /** Ends the test program where it does not work. */
    ContentionReport run(const char *id, const ContentionOptions &options = {}) const
    {
        int shown = -1;
        const SteadyTime before = std::chrono::steady_clock::now();
        const auto report =
            runContention(QString::fromLatin1(id), place(), options,
                          [&shown](const QString &step, int percent) {
                              if (step.isEmpty() || percent < shown || percent > 100)
                                  qFatal("progress went from %d to %d", shown, percent);
                              shown = percent;
                          },
                          {});
        if (!report)
            qFatal("%s", qPrintable(report.error().message));
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
        qInfo("%s: %.1f s: %s", id, took.count(), qPrintable(report->happened));
        for (const QString &event : report->events)
            qDebug("%s", qPrintable(event));
        return *report;
    }

    /** The same, watched meanwhile. @return whether a lock of that name was seen held. */
    bool seenWhile(const QString &name, ContentionReport &report, const char *id,
                   const ContentionOptions &options = {}) const
    {
        auto running = std::async(std::launch::async, [&, this] { return run(id, options); });
        bool seen = false;
        while (running.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready)
            seen = seen || heldLocks(*m_sandbox).contains(name);
        report = running.get();
        return seen;
    }

    /** Fails the test where there is a table, row, key, user-level lock, session or process. */
    void verifyNothingIsLeft() const
    {
        auto opened = AdminSql::open(place().sql.socketPath, place().sql.user, place().sqlPassword,
                                     place().sql.database);
        QVERIFY(opened.has_value());
        AdminSql &sql = *opened;
        const auto tables = sql.query("SHOW TABLES LIKE 'contention%'");
        QVERIFY(tables && tables->empty());
        const auto rows = sql.query("SELECT name FROM dist_lock");
        QVERIFY(rows && rows->empty());
        const auto used = sql.query("SELECT IS_USED_LOCK('user:77:card')");
        QVERIFY(used && !used->at(0).at(0));
        // A session that closed itself may be listed for a moment longer.
        const auto sessions = [&sql] {
            const auto listed = sql.query("SELECT id FROM information_schema.processlist "
                                          "WHERE user = 'lab' AND id <> CONNECTION_ID()");
            return listed ? int(listed->size()) : -1;
        };
        QTRY_COMPARE(sessions(), 0);
        auto redis =
            PlainRedis::open(place().redis->socketPath, place().redis->user, place().redisPassword);
        QVERIFY(redis.has_value());
        const auto keys = redis->command({"EXISTS", "product:2002", "coupon:grand-opening"});
        QVERIFY(keys.has_value());
        QCOMPARE(keys->integer, 0);
        QVERIFY(players().isEmpty());
    }

private:
    std::unique_ptr<Sandbox> m_sandbox;
};

} // namespace lockmaster::test

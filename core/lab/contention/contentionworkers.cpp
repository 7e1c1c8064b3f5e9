// SPDX-License-Identifier: Apache-2.0
#include "core/lab/contention/contentionworkers.h"

#include "core/lab/contention/arbiter.h"
#include "core/text/words.h"

#include <QFile>

#include <thread>
#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

constexpr Millis glance = 20ms;

tl::unexpected<Error> cancelled()
{
    return failure(ErrorKind::Cancelled, Words::tr("The experiment was cancelled."));
}

/** The next moment that lies `past` a full second of the wall clock, at least `ahead` from now. */
SteadyTime nextMoment(Millis past, Millis ahead)
{
    const auto wall = std::chrono::system_clock::now();
    const auto moment = std::chrono::ceil<std::chrono::seconds>(wall + ahead - past) + past;
    return steady_clock::now() + std::chrono::duration_cast<Millis>(moment - wall);
}

} // namespace

ContentionWorkers::ContentionWorkers(const LabPlace &place, Progress progress, std::stop_token stop)
    : m_place(place), m_progress(std::move(progress)), m_stop(std::move(stop))
{
}

ContentionWorkers::~ContentionWorkers()
{
    const std::vector<WorkReport> last = reports();
    m_keeper.reset();
    if (m_sql)
        endSessions(last);
    if (m_cleanUp)
        m_cleanUp();
}

/** A session may outlive its program for a moment, and hold what the program held. */
void ContentionWorkers::endSessions(const std::vector<WorkReport> &reports)
{
    QByteArrayList ids;
    for (const WorkReport &report : reports) {
        if (report.step == WorkStep::Session)
            ids += QByteArray::number(report.value);
    }
    const SteadyTime patience = steady_clock::now() + 3s;
    while (!ids.isEmpty() && steady_clock::now() < patience) {
        const auto rows = m_sql->query("SELECT id FROM information_schema.processlist WHERE id IN ("
                                       + ids.join(", ") + ')');
        if (!rows || rows->empty())
            return;
        // Refused where it went by itself just now.
        for (const AdminSql::Row &row : *rows)
            const auto ended = m_sql->run("KILL CONNECTION " + row.at(0).value_or("0"));
        std::this_thread::sleep_for(glance);
    }
}

Result<void> ContentionWorkers::open()
{
    m_progress(Words::tr("Starting the programs"), 0);
    auto keeper = Keeper::start();
    if (!keeper)
        return passOn(keeper);
    m_keeper = *keeper;
    const BackendSpec &sqlSpec = m_place.sql;
    auto sql = AdminSql::open(sqlSpec.socketPath, sqlSpec.user, m_place.sqlPassword,
                              sqlSpec.database, QStringLiteral("lockmaster-lab"));
    if (!sql)
        return passOn(sql);
    m_sql = std::move(*sql);
    if (auto set = m_sql->run("SET SESSION lock_wait_timeout = 3"); !set)
        return set;
    auto redis =
        PlainRedis::open(m_place.redis->socketPath, m_place.redis->user, m_place.redisPassword);
    if (!redis)
        return passOn(redis);
    m_redis = std::move(*redis);
    return writeFile(workerAccountsFile, written(WorkerAccounts{
                                             .sqlSocket = sqlSpec.socketPath,
                                             .sqlUser = sqlSpec.user,
                                             .sqlDatabase = sqlSpec.database,
                                             .sqlPassword = m_place.sqlPassword,
                                             .redisSocket = m_place.redis->socketPath,
                                             .redisUser = m_place.redis->user,
                                             .redisPassword = m_place.redisPassword,
                                         }));
}

Result<void> ContentionWorkers::writeFile(const char *name, const QByteArray &bytes) const
{
    return m_keeper->writeFile(QString::fromLatin1(name), bytes).map([](const QString &) {});
}

Result<void> ContentionWorkers::start(const WorkerPart &part)
{
    QStringList arguments = {QStringLiteral("contention")};
    for (const QByteArray &word : workerArguments(part))
        arguments += QString::fromLatin1(word);
    const QString log = QStringLiteral("worker-%1.log").arg(part.number);
    const auto child = m_keeper->runLab(arguments, log);
    if (!child)
        return passOn(child);
    m_workers.push_back({*child, log});
    return {};
}

/** Errors: what a worker said that ended before it was done. */
Result<void> ContentionWorkers::checkWorkers()
{
    for (const Running &worker : m_workers) {
        const std::optional<int> code = m_keeper->child(worker.child).exitCode;
        if (code.value_or(0) == 0)
            continue;
        return failure(ErrorKind::Network,
                       Words::tr("A program of the experiment ended before its time: "
                                 "%1")
                           .arg(m_keeper->lastWords(worker.log)));
    }
    return {};
}

Result<void> ContentionWorkers::waitForAll(WorkStep step, Millis patience,
                                           const std::function<void()> &tick)
{
    const SteadyTime deadline = steady_clock::now() + patience;
    while (countOf(reports(), step) < int(m_workers.size())) {
        if (auto well = checkWorkers(); !well)
            return well;
        if (steady_clock::now() >= deadline) {
            return failure(ErrorKind::Timeout,
                           Words::tr("The programs of the experiment did not come to "
                                     "their end in time."));
        }
        tick();
        if (auto waited = pause(glance); !waited)
            return waited;
    }
    return {};
}

Result<void> ContentionWorkers::begin(std::optional<Millis> pastSecond)
{
    if (auto ready = waitForAll(WorkStep::Ready, 10s, [] {}); !ready)
        return ready;
    // They look for the file every 5 ms.
    m_startedAt = pastSecond ? nextMoment(*pastSecond, 50ms) : steady_clock::now() + 50ms;
    const std::chrono::nanoseconds moment = m_startedAt.time_since_epoch();
    return writeFile(workerStartFile, QByteArray::number(qint64(moment.count())) + '\n');
}

Result<void> ContentionWorkers::finish(Millis expected)
{
    constexpr int firstPercent = 10;
    constexpr int lastPercent = 95;
    const QString running = Words::tr("The programs are at work: look at the locks");
    int shown = 0;
    return waitForAll(WorkStep::Done, expected + 15s, [&] {
        const auto passed = std::chrono::duration_cast<Millis>(steady_clock::now() - m_startedAt);
        const double part = std::clamp(double(passed.count()) / double(expected.count()), 0., 1.);
        const int percent = firstPercent + int((lastPercent - firstPercent) * part);
        if (percent != shown)
            m_progress(running, percent);
        shown = percent;
    });
}

Result<void> ContentionWorkers::pause(Millis time)
{
    const SteadyTime until = steady_clock::now() + time;
    while (!m_stop.stop_requested() && steady_clock::now() < until) {
        tellSometimes();
        std::this_thread::sleep_for(std::min(time, glance));
    }
    if (m_stop.stop_requested())
        return cancelled();
    return {};
}

/** Once they are at work, and not more often than anybody looks. */
void ContentionWorkers::tellSometimes()
{
    constexpr Millis tellingPeriod(100);
    const SteadyTime now = steady_clock::now();
    if (!m_told || m_startedAt == SteadyTime{} || now < m_toldAt + tellingPeriod)
        return;
    m_toldAt = now;
    m_told(reports());
}

/** What was read stays read: there may be thousands a second. */
std::vector<WorkReport> ContentionWorkers::reports()
{
    QByteArray more;
    for (Running &worker : m_workers) {
        QFile log(m_keeper->directory() + u'/' + worker.log);
        if (!log.open(QIODevice::ReadOnly) || !log.seek(worker.read))
            continue;
        const QByteArray written = log.readAll();
        const qsizetype whole = written.lastIndexOf('\n') + 1;
        worker.read += whole;
        more += written.first(whole);
    }
    const auto earlier = [](const WorkReport &a, const WorkReport &b) { return a.at < b.at; };
    const std::vector<WorkReport> read = workReports(more);
    m_reported.insert(m_reported.end(), read.begin(), read.end());
    std::stable_sort(m_reported.begin(), m_reported.end(), earlier);
    std::vector<WorkReport> all = m_reported;
    all.insert(all.end(), m_own.begin(), m_own.end());
    std::stable_sort(all.begin(), all.end(), earlier);
    return all;
}

} // namespace lockmaster

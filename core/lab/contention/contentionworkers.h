// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/servers/adminsql.h"
#include "core/lab/contention/contention.h"
#include "core/lab/contention/worker.h"
#include "core/lab/servers/plainredis.h"

namespace lockmaster {

/**
 * Where one experiment is played: its workers, run by a keeper of its own, so that they, their
 * accounts and their logs go together; and a session of ours with each server. However it ends, the
 * workers' sessions end with it. Use it on one thread.
 *
 * What waits returns within milliseconds once stop is requested: Error of kind Cancelled.
 */
class ContentionWorkers
{
public:
    using Progress = std::function<void(const QString &step, int percent)>;

    ContentionWorkers(const LabPlace &place, Progress progress, std::stop_token stop);
    ~ContentionWorkers();
    ContentionWorkers(const ContentionWorkers &) = delete;
    ContentionWorkers &operator=(const ContentionWorkers &) = delete;

    /** Opens the sessions and writes the accounts down. Once, first. */
    Result<void> open();
    AdminSql &sql() { return *m_sql; }
    PlainRedis &redis() { return *m_redis; }
    /** Called at the end, when nobody but us has a session any more. */
    void setCleanUp(std::function<void()> cleanUp) { m_cleanUp = std::move(cleanUp); }

    /** Called with all reports so far while the workers are at it, several times a second. */
    void setTold(std::function<void(const std::vector<WorkReport> &reports)> told)
    {
        m_told = std::move(told);
    }
    void tell(const QString &step, int percent) const { m_progress(step, percent); }
    const std::stop_token &stop() const { return m_stop; }
    /** Where all workers find it, by its name. */
    Result<void> writeFile(const char *name, const QByteArray &bytes) const;

    /** Starts a worker; it waits for `begin()`. */
    Result<void> start(const WorkerPart &part);
    /**
     * Waits until every worker is ready and tells them when to start: at once, or so long after the
     * next full second of the wall clock.
     */
    Result<void> begin(std::optional<Millis> pastSecond = {});
    /** Waits until every worker is done; `expected` is how long that takes, for the progress. */
    Result<void> finish(Millis expected);
    Result<void> pause(Millis time);

    /** What is not a worker's to report: of the servers, and what is known of locks. */
    std::vector<WorkReport> &own() { return m_own; }
    /** All so far, in the order of time. */
    std::vector<WorkReport> reports();
    SteadyTime startedAt() const { return m_startedAt; }

private:
    Result<void> waitForAll(WorkStep step, Millis patience, const std::function<void()> &tick);
    Result<void> checkWorkers();
    void endSessions(const std::vector<WorkReport> &reports);
    void tellSometimes();

    const LabPlace &m_place;
    Progress m_progress;
    std::stop_token m_stop;
    std::shared_ptr<Keeper> m_keeper;
    std::optional<AdminSql> m_sql;
    std::optional<PlainRedis> m_redis;
    struct Running {
        int child = 0;
        QString log;
        qint64 read = 0; ///< bytes of its log
    };
    std::vector<Running> m_workers;
    std::vector<WorkReport> m_own;
    std::vector<WorkReport> m_reported; ///< in the order of time
    SteadyTime m_startedAt{};
    SteadyTime m_toldAt{};
    std::function<void()> m_cleanUp;
    std::function<void(const std::vector<WorkReport> &reports)> m_told;
};

} // namespace lockmaster

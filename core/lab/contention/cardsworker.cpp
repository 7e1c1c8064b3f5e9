// SPDX-License-Identifier: Apache-2.0
#include "core/lab/contention/connectionpool.h"
#include "core/lab/contention/plan.h"
#include "core/lab/contention/worker.h"
#include "core/lab/traffic/program.h"
#include "core/lab/traffic/userlock.h"

#include <thread>

namespace lockmaster {

namespace {

using traffic::getLock;
using traffic::must;
using traffic::releaseLock;

std::vector<AdminSql> sessions(const Worker &worker, int count, const char *programName)
{
    std::vector<AdminSql> all;
    all.reserve(size_t(count));
    for (int i = 0; i < count; ++i)
        all.push_back(worker.sql(programName));
    return all;
}

/**
 * One program that issues cards to requests of its own threads: a pool for the work, and another
 * for the locks.
 */
class CardService
{
public:
    explicit CardService(const Worker &worker)
        : m_worker(worker), m_work(sessions(worker, worker.part().requests, "card-service")),
          m_locks(sessions(worker, lockSessions(worker.part()), "card-service-locks"))
    {
    }

    void serve(int request)
    {
        const QByteArray &variant = m_worker.part().experiment;
        if (variant == plan::cardsUnlocked)
            issueCard(request, plan::cardsRacePause);
        else if (variant == plan::cardsPooled)
            serveWithTemplate(request);
        else
            serveWithDedicated(request);
    }

private:
    static int lockSessions(const WorkerPart &part)
    {
        return part.experiment == plan::cardsUnlocked ? 0 : plan::cardsPoolSize(part.requests);
    }

    /** Every statement borrows a connection of its own, and whichever is there. */
    void serveWithTemplate(int request)
    {
        if (!lockThrough(*Borrowed(m_locks), request, plan::cardsPooledWait))
            return;
        issueCard(request, plan::cardsRacePause);
        reportRelease(request, releaseLock(*Borrowed(m_locks), plan::cardsLock));
    }

    /** One connection from the get to the release. */
    void serveWithDedicated(int request)
    {
        Borrowed session(m_locks);
        if (!lockThrough(*session, request, plan::cardsDedicatedWait))
            return;
        issueCard(request, plan::cardsTurnPause);
        reportRelease(request, releaseLock(*session, plan::cardsLock));
    }

    bool lockThrough(AdminSql &session, int request, int seconds) const
    {
        const bool locked = getLock(session, plan::cardsLock, seconds);
        if (locked)
            m_worker.report(WorkStep::Locked, request, 1, qint64(session.connectionId()));
        else
            m_worker.report(WorkStep::Refused, request, 1);
        return locked;
    }

    /** What the lock is there for: counts, thinks, and issues a card where there were too few. */
    void issueCard(int request, Millis pause)
    {
        Borrowed session(m_work);
        const QByteArray table = plan::cardsTable;
        const QByteArray user = (*session).quoted(plan::cardsUser);
        const auto rows =
            must((*session).query("SELECT COUNT(*) FROM " + table + " WHERE user = " + user));
        const int count = rows.at(0).at(0).value_or(QByteArray()).toInt();
        m_worker.report(WorkStep::Entered, request, 1, count);
        std::this_thread::sleep_for(pause);
        if (count < plan::cardsAllowed) {
            must((*session).run("INSERT INTO " + table + " SET user = " + user
                                + ", request = " + QByteArray::number(request)));
            m_worker.report(WorkStep::Wrote, request, 1);
        }
        m_worker.report(WorkStep::Left, request, 1);
    }

    void reportRelease(int request, std::optional<int> answer) const
    {
        m_worker.report(WorkStep::Released, request, 1, answer.value_or(-1));
    }

    using Borrowed = ConnectionPool::Borrowed;

    const Worker &m_worker;
    ConnectionPool m_work;
    ConnectionPool m_locks;
};

} // namespace

void serveCards(Worker &worker)
{
    CardService service(worker);
    worker.awaitStart();
    std::vector<std::jthread> requests;
    for (int request = 1; request <= worker.part().requests; ++request)
        requests.emplace_back([&service, request] { service.serve(request); });
    requests.clear();
    worker.report(WorkStep::Done, worker.part().number, 0);
    // The pools stay, as they do in a program that runs on: with what is left in them.
    using namespace std::chrono_literals;
    std::this_thread::sleep_for(10s);
}

} // namespace lockmaster

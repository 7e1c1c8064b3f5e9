// SPDX-License-Identifier: Apache-2.0
#include "core/lab/contention/worker.h"

#include "core/lab/contention/plan.h"
#include "core/lab/traffic/program.h"

#include <QFile>

#include <array>
#include <thread>

#include <unistd.h>

namespace lockmaster {

namespace {

using std::chrono::steady_clock;

struct Role {
    const char *experiment;
    void (*run)(Worker &);
};

constexpr std::array roles = {
    Role{plan::cardsUnlocked, serveCards},   Role{plan::cardsPooled, serveCards},
    Role{plan::cards, serveCards},           Role{plan::minuteJob, runMinuteJob},
    Role{plan::order, orderProducts},        Role{plan::coupon, issueCoupons},
    Role{plan::masterPlanned, takeAtMaster}, Role{plan::masterKilled, takeAtMaster},
    Role{plan::masterFrozen, takeAtMaster},
};

std::optional<WorkerPart> partOf(const QByteArrayList &arguments)
{
    if (arguments.size() != 5)
        return std::nullopt;
    return WorkerPart{arguments.at(0), arguments.at(1).toInt(), arguments.at(2).toInt(),
                      Millis(arguments.at(3).toLongLong()), arguments.at(4).toUInt()};
}

std::array<quint32, 2> seedsOf(const WorkerPart &part)
{
    return {part.seed, quint32(part.number)};
}

/** Whether `name` holds a whole line, which is the moment of the start. */
std::optional<SteadyTime> startIn(const QString &name)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QByteArray line = file.readAll();
    if (!line.endsWith('\n'))
        return std::nullopt;
    return SteadyTime(std::chrono::nanoseconds(line.trimmed().toLongLong()));
}

} // namespace

QByteArray written(const WorkerAccounts &accounts)
{
    return QByteArrayList{
               accounts.sqlSocket.toUtf8(),     accounts.sqlUser.toUtf8(),
               accounts.sqlDatabase.toUtf8(),   accounts.sqlPassword.reveal(),
               accounts.redisSocket.toUtf8(),   accounts.redisUser.toUtf8(),
               accounts.redisPassword.reveal(),
           }
               .join('\n')
           + '\n';
}

WorkerAccounts readWorkerAccounts(const QByteArray &text)
{
    const QByteArrayList lines = text.split('\n');
    return {
        .sqlSocket = QString::fromUtf8(lines.value(0)),
        .sqlUser = QString::fromUtf8(lines.value(1)),
        .sqlDatabase = QString::fromUtf8(lines.value(2)),
        .sqlPassword = Secret(lines.value(3)),
        .redisSocket = QString::fromUtf8(lines.value(4)),
        .redisUser = QString::fromUtf8(lines.value(5)),
        .redisPassword = Secret(lines.value(6)),
    };
}

QByteArrayList workerArguments(const WorkerPart &part)
{
    return {part.experiment, QByteArray::number(part.number), QByteArray::number(part.requests),
            QByteArray::number(qint64(part.skew.count())), QByteArray::number(part.seed)};
}

Worker::Worker(WorkerAccounts accounts, WorkerPart part)
    : m_accounts(std::move(accounts)), m_part(std::move(part)),
      m_chance(seedsOf(m_part).data(), qsizetype(seedsOf(m_part).size()))
{
}

AdminSql Worker::sql(const char *programName) const
{
    AdminSql sql = traffic::must(AdminSql::open(m_accounts.sqlSocket, m_accounts.sqlUser,
                                                m_accounts.sqlPassword, m_accounts.sqlDatabase,
                                                QString::fromLatin1(programName)));
    report(WorkStep::Session, m_part.number, 0, qint64(sql.connectionId()));
    return sql;
}

PlainRedis Worker::redis() const
{
    return traffic::must(
        PlainRedis::open(m_accounts.redisSocket, m_accounts.redisUser, m_accounts.redisPassword));
}

void Worker::report(WorkStep step, int worker, int round, qint64 value) const
{
    const QByteArray line = written({steady_clock::now(), worker, round, step, value});
    // One write for each, so that lines of several threads stay whole.
    if (::write(STDOUT_FILENO, line.constData(), size_t(line.size())) != ssize_t(line.size()))
        std::_Exit(1);
}

SteadyTime Worker::awaitStart() const
{
    using namespace std::chrono_literals;
    report(WorkStep::Ready, m_part.number, 0);
    const SteadyTime patience = steady_clock::now() + 10s;
    while (steady_clock::now() < patience) {
        if (const auto start = startIn(QString::fromLatin1(workerStartFile))) {
            std::this_thread::sleep_until(*start);
            return *start;
        }
        std::this_thread::sleep_for(5ms);
    }
    std::_Exit(1);
}

Millis Worker::between(Millis shortest, Millis longest)
{
    return Millis(m_chance.bounded(qint64(shortest.count()), qint64(longest.count()) + 1));
}

int runContentionWorker(const QByteArrayList &arguments)
{
    const std::optional<WorkerPart> part = partOf(arguments);
    const auto *const role = std::find_if(roles.begin(), roles.end(), [&](const Role &candidate) {
        return part && part->experiment == candidate.experiment;
    });
    QFile file(QString::fromLatin1(workerAccountsFile));
    if (role == roles.end() || !file.open(QIODevice::ReadOnly))
        return 2;
    Worker worker(readWorkerAccounts(file.readAll()), *part);
    role->run(worker);
    return 0;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/lab/traffic/program.h"

#include <QFile>
#include <QRandomGenerator>

#include <cstdio>
#include <cstdlib>
#include <thread>

namespace lockmaster::traffic {

void giveUp(const Error &error)
{
    std::fprintf(stderr, "%s\n", qPrintable(error.message));
    // Other threads of the program may be at work: nothing is taken apart under them.
    std::_Exit(1);
}

Program::Program(Accounts accounts, Part part)
    : m_accounts(std::move(accounts)), m_part(std::move(part)),
      m_host("web-" + QByteArray::number(m_part.number))
{
}

AdminSql Program::sql(const QString &user, const Secret &password, const QString &programName,
                      const QString &database) const
{
    return must(AdminSql::open(m_accounts.mariaDbSocket, user, password, database, programName));
}

PlainRedis Program::redis(const QString &user, const Secret &password) const
{
    return must(PlainRedis::open(m_accounts.redisSocket, user, password));
}

void Program::ready() const
{
    QFile file(readyFileName(m_part.role));
    if (!file.exists())
        file.open(QIODevice::WriteOnly);
}

void Program::sleep(Millis time)
{
    std::this_thread::sleep_for(time);
}

Millis Program::between(Millis shortest, Millis longest)
{
    return Millis(
        QRandomGenerator::global()->bounded(qint64(shortest.count()), qint64(longest.count()) + 1));
}

bool Program::oneIn(int n)
{
    return QRandomGenerator::global()->bounded(n) == 0;
}

} // namespace lockmaster::traffic

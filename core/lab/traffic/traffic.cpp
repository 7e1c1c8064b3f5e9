// SPDX-License-Identifier: Apache-2.0
#include "core/lab/traffic/traffic.h"

#include "core/lab/traffic/program.h"

#include <QFile>

#include <algorithm>
#include <array>

namespace lockmaster::traffic {

namespace {

struct Role {
    const char *name;
    int count;
    bool lasts;
    void (*run)(Program &);
};

constexpr std::array roles = {
    Role{"jobs", 3, true, runJobs},
    Role{"abandoned-job", 1, false, abandonJob},
    Role{"batch", 1, true, runBatch},
    Role{"batch-waiter", 1, true, waitForBatch},
    Role{"election", 3, true, standForElection},
    Role{"cards", 4, true, issueCards},
    Role{"pool", 1, true, leakFromPool},
    Role{"several", 1, true, holdSeveral},
    Role{"orders", 3, true, takeOrders},
    Role{"tokens", 1, true, holdTokens},
    Role{"coupons", 3, true, issueCoupons},
    Role{"fair-coupons", 3, true, issueFairCoupons},
    Role{"short-coupons", 2, true, issueShortCoupons},
    Role{"rates", 2, true, readRates},
    Role{"scheduler", 2, true, runScheduler},
    Role{"catalogue", 3, true, exportCatalogue},
};

} // namespace

std::vector<Part> parts()
{
    std::vector<Part> all;
    for (const Role &role : roles) {
        for (int number = 1; number <= role.count; ++number)
            all.push_back({role.name, number, role.lasts});
    }
    return all;
}

QByteArray writtenAccounts(const Accounts &accounts)
{
    return QByteArrayList{
               accounts.mariaDbSocket.toUtf8(),   accounts.redisSocket.toUtf8(),
               accounts.jobsPassword.reveal(),    accounts.electionPassword.reveal(),
               accounts.cardsPassword.reveal(),   accounts.ordersPassword.reveal(),
               accounts.couponsPassword.reveal(),
           }
               .join('\n')
           + '\n';
}

Accounts readAccounts(const QByteArray &text)
{
    const QByteArrayList lines = text.split('\n');
    return {
        .mariaDbSocket = QString::fromUtf8(lines.value(0)),
        .redisSocket = QString::fromUtf8(lines.value(1)),
        .jobsPassword = Secret(lines.value(2)),
        .electionPassword = Secret(lines.value(3)),
        .cardsPassword = Secret(lines.value(4)),
        .ordersPassword = Secret(lines.value(5)),
        .couponsPassword = Secret(lines.value(6)),
    };
}

QString readyFileName(const QByteArray &role)
{
    return QStringLiteral("ready-") + QString::fromLatin1(role);
}

int run(const QByteArrayList &arguments)
{
    const auto *const role = std::find_if(roles.begin(), roles.end(), [&](const Role &candidate) {
        return candidate.name == arguments.value(0);
    });
    QFile file(QString::fromLatin1(accountsFileName));
    if (role == roles.end() || !file.open(QIODevice::ReadOnly))
        return 2;
    Program program(readAccounts(file.readAll()),
                    {role->name, std::max(1, arguments.value(1).toInt()), role->lasts});
    role->run(program);
    return 0;
}

} // namespace lockmaster::traffic

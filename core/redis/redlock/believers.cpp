// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redlock/believers.h"

#include "core/redis/redlock/redlockshares.h"
#include "core/text/momenttext.h"
#include "core/text/words.h"

#include <QDateTime>
#include <QTimeZone>

#include <utility>

namespace lockmaster {

namespace {

constexpr std::chrono::hours withoutLease(1);

bool isRestarted(const QByteArray &before, const Believers::Server &server)
{
    return server.answers && !before.isEmpty() && !server.run.isEmpty() && server.run != before;
}

} // namespace

/** Whoever lets go does so everywhere: one that had it, ran on and has it not tells. */
bool Believers::hasLetGo(const Believer &believer, const LockRecord &lock,
                         const std::vector<Server> &servers)
{
    for (size_t number = 0; number < servers.size(); ++number) {
        const LockShare &share = lock.shares->all[number];
        const bool isTold = share.seen != LockShare::Seen::Unknown;
        const bool has = isTold && share.holder
                         && redlockToken(*share.holder, lock.id.source->system) == believer.token;
        if (!believer.runs[number].isEmpty() && isTold && !has
            && !isRestarted(believer.runs[number], servers[number]))
            return true;
    }
    return false;
}

QString Believers::why(const Believer &believer, const std::vector<Server> &servers)
{
    QString why = believer.at
                      ? Words::tr("%1 held it, and nothing shows that it let go: it may believe to "
                                  "hold it until %2 UTC.")
                            .arg(believer.label, momentText(utcTimeOf(*believer.at)))
                      : Words::tr("%1 held it, and nothing shows that it let go: it may believe to "
                                  "hold it still.")
                            .arg(believer.label);
    QStringList restarted;
    for (size_t number = 0; number < servers.size(); ++number) {
        if (isRestarted(believer.runs[number], servers[number]))
            restarted << servers[number].address;
    }
    if (!restarted.isEmpty())
        why += u' ' + Words::tr("Started anew since: %1.").arg(restarted.join(u", "));
    return why;
}

void Believers::judge(LockRecord &lock, const std::vector<Server> &servers, SteadyTime now)
{
    const bool isHeldNow = lock.shares->count() >= lock.shares->needed && isHeld(lock.state);
    const QByteArray token = redlockToken(lock);
    const auto known = m_all.find(lock.id);
    if (known != m_all.end() && known->until > now && (known->token != token || !isHeldNow)) {
        if (!hasLetGo(*known, lock, servers)) {
            if (isHeldNow)
                lock.findings.push_back({FindingId::TwoHolders, why(*known, servers)});
            for (Finding &finding : lock.findings) {
                if (finding.id == FindingId::Minority)
                    finding.evidence += u' ' + why(*known, servers);
            }
            return;
        }
        m_all.erase(known);
    }
    if (!isHeldNow)
        return;
    Believer believer;
    believer.token = token;
    believer.label = lock.holders.value(0).label;
    believer.at = lock.lease.expiresAt;
    believer.until = believer.at ? lock.lease.deadline : now + withoutLease;
    for (size_t number = 0; number < servers.size(); ++number) {
        const bool has = lock.shares->all[number].seen == LockShare::Seen::Holder;
        believer.runs.push_back(has ? servers[number].run : QByteArray());
    }
    m_all.emplace(lock.id, std::move(believer));
}

void Believers::forget(SteadyTime now)
{
    m_all.removeIf([now](const auto &believer) { return believer.value().until < now; });
}

} // namespace lockmaster

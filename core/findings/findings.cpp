// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findings.h"

#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "core/text/words.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>

namespace lockmaster {

namespace {

void addNoExpiry(LockRecord &lock)
{
    if (!isHeld(lock.state) || lock.lease.hasExpiry)
        return;
    QString evidence = Words::tr("The lock has no expiry: only its holder ends it.");
    if (lock.heldSince && lock.heldBasis == HeldBasis::Server && lock.holderIdle)
        evidence +=
            QLatin1Char(' ')
            + Words::tr("Its session has been idle for %1.").arg(durationText(*lock.holderIdle));
    lock.findings.push_back({FindingId::NoExpiry, evidence});
}

void addUnsignedOwner(LockRecord &lock)
{
    if (!isHeld(lock.state))
        return;
    const bool noHolder = lock.holders.empty();
    if (!noHolder
        && (lock.holders.constFirst().rawBytes > 0 || !lock.holders.constFirst().raw.isEmpty()))
        return;
    const QString evidence =
        noHolder
            ? Words::tr("The lock is held, and nothing stored says by whom.")
            : Words::tr(
                "The stored owner is empty (0 bytes): nobody can tell whose lock it is, and any "
                "release fits it.");
    lock.findings.push_back({FindingId::UnsignedOwner, evidence});
}

void addExpiredNotTaken(LockRecord &lock, const BackendSpec &backend, SteadyTime now)
{
    const auto ttl = lock.ttlAt(now);
    if (lock.state != LockState::Expired || !ttl || -*ttl <= backend.expiredNotTakenAfter)
        return;
    // The moment and not the age: the evidence of a lock that nobody touches does not change.
    const QString evidence =
        Words::tr(
            "The lease ended at %1 UTC by the server's clock; for more than %2 since then nobody "
            "has taken the lock over.")
            .arg(momentText(utcTimeOf(*lock.lease.expiresAt)),
                 durationText(backend.expiredNotTakenAfter));
    lock.findings.push_back({FindingId::ExpiredNotTaken, evidence});
}

void addSleepingHolder(LockRecord &lock, const BackendSpec &backend)
{
    if (!isHeld(lock.state) || !lock.holderIdle || *lock.holderIdle <= backend.sleepingHolderAfter)
        return;
    QString evidence =
        Words::tr("The session that holds it has run nothing for %1 (the limit is %2).")
            .arg(durationText(*lock.holderIdle), durationText(backend.sleepingHolderAfter));
    const qint64 waiting = lock.waiters.count.value_or(0);
    if (waiting == 1)
        evidence += QLatin1Char(' ') + Words::tr("One other waits for the lock.");
    else if (waiting > 1)
        evidence += QLatin1Char(' ') + Words::tr("%1 others wait for the lock.").arg(waiting);
    lock.findings.push_back({FindingId::SleepingHolder, evidence});
}

} // namespace

void addCommonFindings(LockRecord &lock, const BackendSpec &backend, SteadyTime now)
{
    addNoExpiry(lock);
    addUnsignedOwner(lock);
    addExpiredNotTaken(lock, backend, now);
    addSleepingHolder(lock, backend);
    if (lock.findings.size() < 2)
        return;

    // Stable, so that what a system put itself stands before ours of the same kind and stays.
    std::stable_sort(lock.findings.begin(), lock.findings.end(),
                     [](const Finding &a, const Finding &b) { return a.id < b.id; });
    const auto same = [](const Finding &a, const Finding &b) { return a.id == b.id; };
    lock.findings.erase(std::unique(lock.findings.begin(), lock.findings.end(), same),
                        lock.findings.end());
}

} // namespace lockmaster

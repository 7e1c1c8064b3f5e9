// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redlock/redlockshares.h"

#include "core/domain/systemtraits.h"
#include "core/domain/witness.h"
#include "core/redis/acltext.h"
#include "core/text/words.h"

#include <QStringList>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

namespace lockmaster {

namespace {

using Seen = LockShare::Seen;

/** `:42` of a thread whose client has another name on each server; empty: it is none's. */
QByteArray threadTail(const Holder &holder, QStringView system)
{
    if (!traitsOf(system).clientPerServer || !holder.detail || holder.detail->thread.isEmpty())
        return {};
    const QByteArray tail = ':' + holder.detail->thread.toUtf8();
    return holder.raw.endsWith(tail) ? tail : QByteArray();
}

QByteArray wholeToken(const Holder &holder)
{
    return QByteArray::number(holder.rawBytes) + '/' + holder.raw;
}

/** By what each of them is held, comparable among them; empty: nothing is there. */
std::vector<QByteArray> tokensOf(const std::vector<ShareSeen> &shares)
{
    std::vector<QByteArray> tokens;
    std::vector<QByteArray> whole;
    for (const ShareSeen &share : shares) {
        const Holder holder = share.lock ? share.lock->holders.value(0) : Holder();
        // Only the start of it is known: it is like no other.
        const QByteArray apart =
            holder.truncated() ? '#' + QByteArray::number(qint64(tokens.size())) : QByteArray();
        whole.push_back(share.lock ? wholeToken(holder) + apart : QByteArray());
        tokens.push_back(share.lock ? redlockToken(*share.lock) + apart : QByteArray());
    }
    // One client that is on several servers is told by all of its name.
    for (auto one = whole.begin(); one != whole.end(); ++one) {
        if (!one->isEmpty() && std::find(one + 1, whole.end(), *one) != whole.end())
            return whole;
    }
    return tokens;
}

/** Who has most of it, by those that answered; of several the one of the first server. */
QByteArray firstToken(const std::vector<ShareSeen> &shares, const std::vector<QByteArray> &tokens)
{
    std::map<QByteArray, int> counts;
    for (size_t number = 0; number < shares.size(); ++number) {
        if (shares[number].lock)
            counts[tokens[number]] += shares[number].isKnown ? int(shares.size()) : 1;
    }
    QByteArray best;
    int most = 0;
    for (size_t number = 0; number < shares.size(); ++number) {
        if (shares[number].lock && counts[tokens[number]] > most) {
            best = tokens[number];
            most = counts[best];
        }
    }
    return best;
}

LockShare shareOf(const ShareSeen &seen, bool isHolders)
{
    LockShare share;
    share.server = seen.server;
    if (seen.lock) {
        share.holder = seen.lock->holders.value(0);
        share.stored = seen.lock->lease.stored;
        share.instance = instanceDigest(*seen.lock);
    }
    if (!seen.isKnown)
        return share;
    if (!seen.lock)
        share.seen = Seen::Absent;
    else
        share.seen = isHolders ? Seen::Holder : Seen::Other;
    return share;
}

/**
 * The lease of those that have it: as stored by all that are known to have had it, so that a server
 * that does not answer is no renewal; its end by those that answered.
 */
Lease joinedLease(const std::vector<const ShareSeen *> &having, size_t needed,
                  const ClockReading &clock)
{
    Lease lease;
    std::vector<qint64> stored;
    std::vector<SteadyTime> ends;
    for (const ShareSeen *share : having) {
        const Lease &own = share->lock->lease;
        if (stored.empty())
            lease = own;
        stored.push_back(own.hasExpiry ? own.stored : std::numeric_limits<qint64>::max());
        if (share->isKnown || having.size() < needed)
            ends.push_back(own.hasExpiry && own.expiresAt ? own.deadline : SteadyTime::max());
    }
    // The first one is the last to end.
    const auto least = [needed](auto &values) {
        std::sort(values.begin(), values.end(), std::greater<>());
        return values[std::min(needed, values.size()) - 1];
    };
    const qint64 lasting = least(stored);
    lease.hasExpiry = lasting != std::numeric_limits<qint64>::max();
    lease.stored = lease.hasExpiry ? lasting : -1;
    lease.expiresAt.reset();
    if (ends.empty() || !lease.hasExpiry)
        return lease;
    const SteadyTime end = least(ends);
    if (end == SteadyTime::max())
        return lease;
    lease.deadline = end - redlockDrift(between(clock.local, end));
    lease.expiresAt = clock.serverAt(lease.deadline);
    return lease;
}

QString serversOf(const std::vector<LockShare> &shares, Seen seen)
{
    QStringList servers;
    for (const LockShare &share : shares) {
        if (share.seen == seen)
            servers << share.server;
    }
    return servers.join(QStringLiteral(", "));
}

Finding minorityOf(const LockShares &shares)
{
    const auto size = int(shares.all.size());
    QString evidence = Words::tr("Only %1 of %2 servers have it, and it takes %4 to hold it: %3.")
                           .arg(shares.count())
                           .arg(size)
                           .arg(serversOf(shares.all, Seen::Holder))
                           .arg(shares.needed);
    const auto others = serversOf(shares.all, Seen::Other);
    if (!others.isEmpty())
        evidence += u' ' + Words::tr("Somebody else's is on %1.").arg(others);
    const auto taken = std::count_if(shares.all.begin(), shares.all.end(), [](const auto &share) {
        return share.seen == Seen::Holder || share.seen == Seen::Other;
    });
    if (size - taken < shares.needed)
        evidence += u' ' + Words::tr("Until some of that ends nobody can take it.");
    return {FindingId::Minority, evidence};
}

} // namespace

Micros redlockDrift(Micros left)
{
    constexpr int share = 100; // all libraries reckon with a hundredth, and 2 ms beside it
    return std::max(Micros(0), left) / share + Millis(2);
}

QByteArray redlockToken(const Holder &holder, QStringView system)
{
    const QByteArray tail = threadTail(holder, system);
    return tail.isEmpty() ? wholeToken(holder) : tail;
}

QByteArray redlockToken(const LockRecord &lock)
{
    return redlockToken(lock.holders.value(0), lock.id.source->system);
}

Error untoldServer(const QString &user)
{
    return {ErrorKind::Denied, 0,
            Words::tr("It does not tell which server it is, and may be another one of these, or "
                      "follow one."),
            aclStatement(user, {"+info"})};
}

Error twinServers(const QString &one, const QString &other)
{
    return {
        ErrorKind::Config, 0,
        Words::tr("%1 and %2 are one and the same server, and would count twice.").arg(one, other),
        Words::tr("Name each server of a Redlock once.")};
}

bool isSureOfAbsence(const std::vector<ShareSeen> &shares, int needed)
{
    return std::count_if(shares.begin(), shares.end(),
                         [](const ShareSeen &share) { return !share.isKnown; })
           < needed;
}

LockRecord joinedLock(const std::vector<ShareSeen> &shares, int needed, const ClockReading &clock)
{
    const std::vector<QByteArray> tokens = tokensOf(shares);
    const QByteArray token = firstToken(shares, tokens);
    auto joined = std::make_shared<LockShares>();
    joined->needed = needed;
    std::vector<const ShareSeen *> having;
    for (size_t number = 0; number < shares.size(); ++number) {
        const bool isHolders = shares[number].lock && tokens[number] == token;
        joined->all.push_back(shareOf(shares[number], isHolders));
        if (isHolders)
            having.push_back(&shares[number]);
    }
    // Whoever answered tells how it stands; who it is does not hang on which of them do.
    const auto answered = std::find_if(having.begin(), having.end(),
                                       [](const auto *share) { return share->isKnown; });
    LockRecord lock = answered == having.end() ? *having.front()->lock : *(*answered)->lock;
    lock.holders = having.front()->lock->holders;
    // Which server's uuid it is hangs on which of them answer: the thread does not.
    const QByteArray tail = threadTail(lock.holders.value(0), lock.id.source->system);
    if (!tail.isEmpty() && token == tail) {
        Holder &holder = lock.holders.front();
        holder.raw = tail;
        holder.rawBytes = tail.size();
        holder.label =
            Words::tr("thread %1, a client of its own for each server").arg(holder.detail->thread);
    }
    lock.lease = joinedLease(having, size_t(needed), clock);
    const int count = joined->count();
    const auto silent = std::count_if(shares.begin(), shares.end(),
                                      [](const ShareSeen &share) { return !share.isKnown; });
    if (count < needed) {
        lock = asUnknown(std::move(lock));
        if (count > 0 && count + silent < needed)
            lock.findings.push_back(minorityOf(*joined));
    }
    lock.shares = std::move(joined);
    return lock;
}

QByteArray redlockIdentity(const BackendSpec &spec)
{
    QStringList servers;
    for (const NodeAddress &server : spec.redlock)
        servers << server.text();
    return serverDigest(servers.join(u'\n').toUtf8());
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/seenuserlock.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/systems/userlock/lockname.h"
#include "core/systems/sessions/sessionfacts.h"
#include "core/systems/userlock/userlockdecoder.h"
#include "core/systems/userlock/userlockjoin.h"
#include "core/systems/userlock/userlockobserver.h"
#include "core/systems/userlock/userlockoffer.h"
#include "core/text/words.h"
#include "core/sql/sqlconnection.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr size_t mostLocksNamed = 20;

QString transactionText(const TransactionRow &transaction)
{
    const QString rows = Words::tr("%1 rows modified").arg(transaction.rowsModified);
    return Words::tr("Its open transaction is rolled back (open for %1, %2).")
        .arg(transaction.age ? durationText(*transaction.age) : QStringLiteral("?"), rows);
}

QStringList otherLocks(const SeenUserLock &sight, qint64 session)
{
    std::vector<QByteArray> names;
    for (const JoinedUserLock &joined : joinUserLocks(sight.look)) {
        const bool itsOwn =
            std::any_of(joined.holdings.begin(), joined.holdings.end(),
                        [session](const auto &holding) { return holding.connection == session; });
        if (itsOwn && (!sight.lock || joined.name != sight.lock->id.name))
            names.push_back(joined.name);
    }
    std::sort(names.begin(), names.end());
    QStringList texts;
    for (size_t i = 0; i < std::min(names.size(), mostLocksNamed); ++i)
        texts.append(Words::tr("Its user-level lock '%1' is freed.").arg(literalText(names[i])));
    if (names.size() > mostLocksNamed)
        texts.append(Words::tr("%1 more of its user-level locks are freed.")
                         .arg(names.size() - mostLocksNamed));
    return texts;
}

} // namespace

qint64 SeenUserLock::holder() const
{
    if (!lock || lock->holders.empty() || !lock->holders.front().detail)
        return 0;
    return lock->holders.front().detail->connectionId.value_or(0);
}

Result<SeenUserLock> sightLock(SqlConnection &connection, const BackendSpec &backend,
                               const QByteArray &name, SteadyTime deadline)
{
    if (!canBeLockName(name, connection.server().mariaDb))
        return failure(
            ErrorKind::Config,
            Words::tr("The server takes no lock name like '%1'.").arg(literalText(name)));
    BackendSpec asked = backend;
    if (std::find(asked.userLocks.begin(), asked.userLocks.end(), name) == asked.userLocks.end())
        asked.userLocks.push_back(name); // known in full: told apart from those that look like it
    UserLockObserver observer(asked);
    auto look = observer.look(connection, deadline);
    if (!look)
        return passOn(look);

    SeenUserLock sight;
    sight.look = *std::move(look);
    const auto answer = sight.look.answers.constFind(name);
    const QByteArray spelled = answer == sight.look.answers.cend() ? name : answer->canonical;
    for (LockRecord &record : decodeUserLocks(sight.look)) {
        if (record.id.name == spelled && record.state != LockState::Free)
            sight.lock = std::move(record);
    }
    for (JoinedUserLock &joined : joinUserLocks(sight.look)) {
        if (joined.name == spelled)
            sight.waiters = std::move(joined.waiters);
    }
    return sight;
}

Result<std::optional<LockRecord>> lockInSight(SqlConnection &connection, const BackendSpec &backend,
                                              const QByteArray &name, SteadyTime deadline)
{
    auto sight = sightLock(connection, backend, name, deadline);
    if (!sight)
        return passOn(sight);
    return std::move(sight->lock);
}

SessionLosses lossesOf(const SeenUserLock &sight, qint64 session)
{
    SessionLosses lost{otherLocks(sight, session), {}};
    const UserLockRows &rows = sight.look.rows;
    if (!listsAllHolders(rows))
        lost.unseen.append(
            Words::tr("The server does not list its locks: the connection may hold others."));
    if (!rows.transactions)
        lost.unseen.append(Words::tr(
            "Whether the connection has an open transaction is not visible without PROCESS."));
    else if (rows.transactions->contains(session))
        lost.losses.append(transactionText(rows.transactions->value(session)));
    if (!rows.sessions || !rows.sessions->contains(session)) {
        lost.unseen.append(Words::tr("What the connection runs is not visible without PROCESS."));
        return lost;
    }
    const QByteArray statement = rows.sessions->value(session).statement;
    if (!statement.isEmpty())
        lost.losses.append(Words::tr("The statement it runs is ended: %1")
                               .arg(literalText(statement.left(shownStatement))));
    return lost;
}

} // namespace lockmaster

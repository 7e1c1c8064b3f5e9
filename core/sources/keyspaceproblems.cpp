// SPDX-License-Identifier: Apache-2.0
#include "core/sources/keyspaceproblems.h"

#include "core/transport/accounttext.h"

#include <QCoreApplication>

namespace lockmaster {

Error keysRefusedProblem(qint64 count, const QString &user, const std::vector<QByteArray> &patterns)
{
    return {ErrorKind::Denied, 0,
            QCoreApplication::translate("lockmaster",
                                        "%1 keys may not be read by this account: whether they are "
                                        "locks is not known. Patterns (match) can leave them out.")
                .arg(count),
            aclStatement(user, keyRules(patterns))};
}

Error tooManyLocksProblem(qint64 most)
{
    return {ErrorKind::Truncated, 0,
            QCoreApplication::translate("lockmaster",
                                        "There are more than %1 locks; no more are shown.")
                .arg(most),
            QCoreApplication::translate("lockmaster", "Give narrower patterns.")};
}

Error restlessLockProblem()
{
    return {ErrorKind::Truncated,
            0,
            QCoreApplication::translate("lockmaster",
                                        "A lock changes faster than it can be read: what is shown "
                                        "may be older."),
            {}};
}

Error notSearchedProblem(bool ranOut)
{
    return {ranOut ? ErrorKind::Timeout : ErrorKind::Truncated, 0,
            QCoreApplication::translate("lockmaster",
                                        "Not all keys have been looked through yet: the keyspace "
                                        "is large."),
            QCoreApplication::translate("lockmaster",
                                        "Give patterns for the locks, or allow a longer timeout.")};
}

Error redisClusterProblem()
{
    return {
        ErrorKind::Unsupported, 0,
        QCoreApplication::translate("lockmaster", "This server is one node of a cluster: only "
                                                  "the keys of this node are shown."),
        QCoreApplication::translate("lockmaster", "Add each master of the cluster as a server.")};
}

Error redisReplicaProblem()
{
    return {
        ErrorKind::Unsupported, 0,
        QCoreApplication::translate("lockmaster",
                                    "It follows another server: what it shows may lag."),
        QCoreApplication::translate("lockmaster", "Watch the server that the locks are taken on.")};
}

} // namespace lockmaster

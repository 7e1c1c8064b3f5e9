// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/keyspaceproblems.h"

#include "core/text/words.h"
#include "core/redis/acltext.h"

namespace lockmaster {

Error keysRefusedProblem(qint64 count, const QString &user, const std::vector<QByteArray> &patterns)
{
    return {ErrorKind::Denied, 0,
            Words::tr("%1 keys may not be read by this account: whether they are "
                      "locks is not known. Patterns (match) can leave them out.")
                .arg(count),
            aclStatement(user, keyRules(patterns))};
}

Error tooManyLocksProblem(qint64 most)
{
    return {ErrorKind::Truncated, 0,
            Words::tr("There are more than %1 locks; no more are shown.").arg(most),
            Words::tr("Give narrower patterns.")};
}

Error tooLargeLocksProblem()
{
    return {ErrorKind::Truncated, 0,
            Words::tr("Some locks are not shown: their names or holders are very long, and too "
                      "many such locks are shown already."),
            Words::tr("Give patterns that leave them out.")};
}

Error restlessLockProblem()
{
    return {ErrorKind::Truncated,
            0,
            Words::tr("A lock changes faster than it can be read: what is shown "
                      "may be older."),
            {}};
}

Error notSearchedProblem(bool ranOut)
{
    return {ranOut ? ErrorKind::Timeout : ErrorKind::Truncated, 0,
            Words::tr("Not all keys have been looked through yet: the keyspace "
                      "is large."),
            Words::tr("Give patterns for the locks, or allow a longer timeout.")};
}

Error redisClusterProblem(const BackendSpec &spec)
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("This server is one node of a cluster: only "
                      "the keys of this node are shown."),
            spec.socketPath.isEmpty()
                ? Words::tr("Write redis+cluster://%1 to see all of them.")
                      .arg(NodeAddress{spec.host, spec.effectivePort()}.text())
                : Words::tr("Write redis+cluster:// and the address of one of its nodes to see all "
                            "of them.")};
}

Error redisReplicaProblem()
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("It follows another server: what it shows may lag."),
            Words::tr("Watch the server that the locks are taken on.")};
}

Error redisFewerFollowProblem(const QString &backend, const Followers &followers)
{
    if (followers.now == 0) {
        return {ErrorKind::Timeout, 0,
                Words::tr("%1 was replicated until a while ago, and nothing follows it now "
                          "that could confirm anything: it may be an old master, whose word "
                          "does not count.")
                    .arg(backend),
                Words::tr("Find out which server is the master now, and look there. If it is this "
                          "one, what it shows is so; it is believed again once a server follows "
                          "it, or some time after the last one left (repl-backlog-ttl, by default "
                          "an hour).")};
    }
    return {ErrorKind::Timeout, 0,
            Words::tr("Of %2 servers that followed %1 until a while ago only %3 do now: it may be "
                      "an old master, whose word does not count.")
                .arg(backend)
                .arg(followers.most)
                .arg(followers.now),
            Words::tr("Find out which server is the master now, and look there. If it is this one, "
                      "what it shows is so; it is believed again once as many follow it, an hour "
                      "after the others left, or by whoever looks at it anew.")};
}

} // namespace lockmaster

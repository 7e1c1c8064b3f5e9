// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/error.h"
#include "core/domain/followers.h"

namespace lockmaster {

// Why a look at a keyspace is less than whole, in words.

/** `patterns`: what was to be read; none: everything. */
Error keysRefusedProblem(qint64 count, const QString &user,
                         const std::vector<QByteArray> &patterns);
Error tooManyLocksProblem(qint64 most);
/** Names and holders take more than usual. */
Error tooLargeLocksProblem();
Error restlessLockProblem();
/** `ranOut`: a single look came to its deadline; otherwise the first pass is still under way. */
Error notSearchedProblem(bool ranOut);
/** It is one node of a cluster, and was named as a server by itself. */
Error redisClusterProblem(const BackendSpec &spec);
Error redisReplicaProblem();
/** Says that some of `followers` are missing, so that what `backend` shows may not be so. */
Error redisFewerFollowProblem(const QString &backend, const Followers &followers);

} // namespace lockmaster

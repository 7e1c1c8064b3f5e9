// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/lockrecord.h"

#include <memory>
#include <vector>

namespace lockmaster {

class SqlSource;
class RedisFormat;

/** How people call a lock system. */
struct SystemInfo {
    QString id;          ///< the contract's word: `dist_lock`, `leader`, `user_lock`, ...
    QString label;       ///< short, for a column: `GET_LOCK`, `Redisson`
    QString description; ///< for the pane: `MySQL user-level lock`; translated
    BackendKind kind = BackendKind::MySql;
};

/** What the systems want read from one backend. */
struct SourceSet {
    std::vector<std::unique_ptr<SqlSource>> sqlSources;
    std::vector<std::unique_ptr<RedisFormat>> redisFormats;
};

/**
 * One way of making locks. Everything about its format lives in its folder; the rest of the
 * program learns of it through this contract and one line in `registry.cpp`.
 *
 * Stateless and thread-safe; lives as long as the program.
 */
class LockSystem
{
public:
    virtual ~LockSystem() = default;

    virtual SystemInfo info() const = 0;

    /** Adds what must be read for this system's locks on `backend` (of this system's kind). */
    virtual void contribute(const BackendSpec &backend, SourceSet &sources) const = 0;
};

} // namespace lockmaster

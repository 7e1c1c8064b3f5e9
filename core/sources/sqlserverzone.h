// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/clock.h"
#include "core/domain/result.h"

#include <memory>
#include <optional>
#include <vector>

namespace lockmaster {

class SqlConnection;

/**
 * How far a session's zone is from UTC, and when that changes: a year back and a year ahead, as the
 * server itself reckons. Its name would not do: `SYSTEM` stands for `EST`, which several zones
 * share, and for rules that only the server's machine has.
 */
struct SqlServerZone {
    struct Stretch {
        qint64 from = 0; ///< microseconds UTC; nothing is known before that of the first
        Micros offset{0};
    };
    std::vector<Stretch> stretches; ///< oldest first; at least one
    SteadyTime askedAt{};

    /** Of the first or last stretch for what lies beyond. */
    size_t stretchAt(qint64 utcMicros) const;
    Micros offsetAt(qint64 utcMicros) const { return stretches[stretchAt(utcMicros)].offset; }
    /** What the server tells of its clock agrees with it, but for the digits that were cut. */
    bool fits(qint64 serverNow, qint64 serverUtc) const;

    /** One that never changes. */
    static std::shared_ptr<const SqlServerZone> fixed(Micros offset);
};

/** Asks the server, in a handful of short statements. Errors: the connection's, and Protocol. */
Result<std::shared_ptr<const SqlServerZone>> askServerZone(SqlConnection &connection,
                                                           SteadyTime deadline);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
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

    /** The index of the stretch with that moment; before the first and behind the last: that one.
     */
    size_t stretchAt(qint64 utcMicros) const;
    Micros offsetAt(qint64 utcMicros) const { return stretches[stretchAt(utcMicros)].offset; }
    /** What the server tells of its clock agrees with it, but for the digits that were cut. */
    bool fits(qint64 serverNow, qint64 serverUtc) const;

    /** One that never changes. */
    static std::shared_ptr<const SqlServerZone> fixed(Micros offset);
};

/**
 * What is known so far of a server's zone. Asking goes on where it left off: a link may be so slow
 * that one read has no time for all of it. Lives with its connection's user, outlives connections.
 */
class SqlZoneInquiry
{
public:
    /** Null: not known yet. Of up to a day ago, and kept until there is a newer one. */
    const std::shared_ptr<const SqlServerZone> &zone() const { return m_zone; }
    bool isWanted() const;
    /** The server was asked, and does not tell. */
    bool isRefused() const { return m_refused; }

    /**
     * Asks on, in a handful of short statements, while what is left until @p deadline is a
     * multiple of what the slowest of them took. @p roundTrip: what one took before; 0 where that
     * is not known. No error where there was no time, and `isWanted()` as before. Errors: the
     * connection's, and Protocol.
     */
    Result<void> goOn(SqlConnection &connection, SteadyTime deadline,
                      Micros roundTrip = Micros::zero());

    /** Another server answers, or may do so. */
    void forget();

    /** Somewhere after `before` and up to `after` the offset changes. Seconds. */
    struct Change {
        qint64 before = 0;
        qint64 after = 0;
        qint64 oldOffset = 0;
        qint64 newOffset = 0;
    };

private:
    Result<void> askOnce(SqlConnection &connection, SteadyTime deadline);
    void conclude();

    std::shared_ptr<const SqlServerZone> m_zone;
    std::optional<std::vector<Change>> m_changes; ///< none: nothing is known
    qint64 m_firstOffset = 0;
    int m_rounds = 0;
    bool m_refused = false;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/redisslot.h"
#include "core/platform/clock.h"

#include <QString>

#include <optional>
#include <vector>

namespace lockmaster {

/** Another server is the master of a Redis than was at the last look, or it was started anew. */
struct MasterChange {
    /** So many are remembered of a backend. */
    static constexpr size_t mostKept = 16;

    QString from; ///< `10.0.0.1:6379`
    QString to;   ///< the same: it was started anew
    /**
     * By how much the old one's accepted writes exceeded what the new one goes on from: proof of a
     * loss where it is more than none. What the old one accepted after the last look at it is in no
     * figure. None: it cannot be told.
     */
    std::optional<qint64> lostBytes;
    SteadyTime lastSeen{};              ///< the last look at the old one
    Micros unwatched{0};                ///< from that to the first look at the new one
    std::vector<SlotRange> ranges = {}; ///< of a cluster: the keys that it is about; empty: all

    bool isRestart() const { return from == to; }
    bool isAbout(QByteArrayView key) const;

    friend bool operator==(const MasterChange &, const MasterChange &) = default;
};

/** In words, with what is proven about a loss. */
QString masterChangeText(const MasterChange &change);

} // namespace lockmaster

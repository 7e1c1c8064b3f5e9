// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>
#include <QString>

#include <bitset>
#include <vector>

namespace lockmaster {

/** How many parts the keys of a Redis Cluster are dealt into. */
constexpr int redisSlotCount = 16384;

/**
 * The part that a key belongs to: CRC-16 (XMODEM) of what stands between its first `{` and the next
 * `}`, where that is something, and else of all of it. Source: the Redis Cluster specification.
 */
int redisSlot(QByteArrayView key);

using SlotSet = std::bitset<redisSlotCount>;

/** Neighbouring slots, both ends included. */
struct SlotRange {
    quint16 first = 0;
    quint16 last = 0;

    bool contains(int slot) const { return slot >= first && slot <= last; }

    friend bool operator==(const SlotRange &, const SlotRange &) = default;
};

/** `0-5460, 10923`. */
QString slotRangesText(const std::vector<SlotRange> &ranges);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/domain/redisslot.h"

#include <QStringList>

#include <array>

namespace lockmaster {

namespace {

constexpr std::array<quint16, 256> crcTable()
{
    constexpr quint16 polynomial = 0x1021;
    std::array<quint16, 256> table{};
    for (size_t byte = 0; byte < table.size(); ++byte) {
        auto crc = quint16(byte << 8U);
        for (int bit = 0; bit < 8; ++bit)
            crc = quint16((crc & 0x8000U) != 0 ? (crc << 1U) ^ polynomial : crc << 1U);
        table.at(byte) = crc;
    }
    return table;
}

quint16 crc16(QByteArrayView bytes)
{
    static constexpr std::array<quint16, 256> table = crcTable();
    quint16 crc = 0;
    for (const char byte : bytes) {
        const auto place = quint8(quint8(crc >> 8U) ^ quint8(byte));
        crc = quint16(quint16(crc << 8U) ^ table.at(place));
    }
    return crc;
}

} // namespace

int redisSlot(QByteArrayView key)
{
    const qsizetype open = key.indexOf('{');
    const qsizetype close = open < 0 ? -1 : key.indexOf('}', open + 1);
    if (close > open + 1)
        key = key.sliced(open + 1, close - open - 1);
    return crc16(key) % redisSlotCount;
}

QString slotRangesText(const std::vector<SlotRange> &ranges)
{
    QStringList texts;
    for (const SlotRange &range : ranges) {
        texts << (range.first == range.last
                      ? QString::number(range.first)
                      : QStringLiteral("%1-%2").arg(range.first).arg(range.last));
    }
    return texts.join(QStringLiteral(", "));
}

} // namespace lockmaster

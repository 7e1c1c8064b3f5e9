// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlpackets.h"

#include <algorithm>
#include <optional>

namespace lockmaster {

namespace {

constexpr int sizeBytes = 3;
constexpr qint64 largestOfPacket = 0xffffff;
/** The client library takes a packet that begins so, and is shorter, for the end of a list. */
constexpr char endMark = char(0xfe);
constexpr qint64 leastBesideAnEnd = 8;
/** Six names of at most 256 characters, in any character set. */
constexpr qint64 longestDefinition = 8 << 10;
/** For its description, its binding and what the driver notes of it. */
constexpr qint64 bytesOfColumn = 512;

enum ColumnType : uchar {
    TypeTinyBlob = 249,
    TypeMediumBlob = 250,
    TypeLongBlob = 251,
    TypeBlob = 252,
};

struct Column {
    quint32 length = 0;
    uchar type = 0;
};

/** The driver sees how large those are once it has all of the answer. */
bool isMeasured(uchar type)
{
    return type == TypeTinyBlob || type == TypeMediumBlob || type == TypeLongBlob
           || type == TypeBlob;
}

/** As the client library reads them; none where that would be beyond the end. */
std::optional<QByteArrayView> nextItem(QByteArrayView &rest)
{
    constexpr uchar null = 0xfb;
    constexpr uchar shortest = 0xfc; // with two bytes of a length behind it, then three, then eight
    if (rest.isEmpty())
        return std::nullopt;
    const uchar first = uchar(rest.front());
    if (first == null)
        return std::nullopt;
    qsizetype head = 1;
    quint64 length = first;
    if (first >= shortest) {
        if (first > shortest + 1) // of 64 KiB, and more
            return std::nullopt;
        const qsizetype bytes = first == shortest ? 2 : 3;
        head += bytes;
        if (rest.size() < head)
            return std::nullopt;
        length = 0;
        for (qsizetype i = 0; i < bytes; ++i)
            length |= quint64(uchar(rest[1 + i])) << (8 * i);
    }
    if (length > quint64(rest.size() - head))
        return std::nullopt;
    const QByteArrayView item = rest.sliced(head, qsizetype(length));
    rest = rest.sliced(head + qsizetype(length));
    return item;
}

std::optional<Column> columnOf(QByteArrayView definition, bool extended)
{
    const int names = extended ? 7 : 6;
    for (int i = 0; i < names; ++i) {
        if (!nextItem(definition))
            return std::nullopt;
    }
    constexpr qsizetype sizeOfRest = 12; // character set, length, type, flags, decimals, nothing
    const auto rest = nextItem(definition);
    if (!rest || rest->size() != sizeOfRest)
        return std::nullopt;
    Column column;
    for (int i = 0; i < 4; ++i)
        column.length |= quint32(uchar((*rest)[2 + i])) << (8 * i);
    column.type = uchar((*rest)[6]);
    return column;
}

int number(QByteArrayView bytes)
{
    return uchar(bytes[0]) | uchar(bytes[1]) << 8;
}

} // namespace

void SqlPackets::beginAnswer(bool isUnread)
{
    if (isUnread)
        m_excess = SqlExcess::Early;
    m_section = 0;
    m_ofSection = 0;
    m_isFirst = true;
}

void SqlPackets::take(QByteArrayView bytes)
{
    while (!bytes.isEmpty() && m_excess == SqlExcess::None) {
        if (m_headBytes < sqlPacketHead) {
            takeHead(uchar(bytes.front()));
            bytes = bytes.sliced(1);
            continue;
        }
        if (m_isNew && bytes.front() == endMark && m_size < leastBesideAnEnd && !m_continues) {
            ++m_section;
            m_ofSection = -1; // it is none itself
        }
        m_isNew = false;
        const qsizetype taken = qsizetype(std::min<qint64>(m_left, bytes.size()));
        if (m_preparing)
            m_body += bytes.first(taken);
        bytes = bytes.sliced(taken);
        m_left -= taken;
        if (m_left == 0)
            endPacket();
    }
}

void SqlPackets::takeHead(uchar byte)
{
    if (m_headBytes < sizeBytes)
        m_left |= qint64(byte) << (8 * m_headBytes);
    if (++m_headBytes == sqlPacketHead)
        beginPacket();
}

void SqlPackets::beginPacket()
{
    m_continues = m_size == largestOfPacket;
    m_size = m_left;
    m_isNew = true;
    m_body.clear();
    if (m_preparing && m_size > longestDefinition)
        m_excess = SqlExcess::Length;
    if (m_left == 0)
        endPacket();
}

void SqlPackets::endPacket()
{
    m_headBytes = 0;
    const bool isColumn = m_section == 0 || m_preparing;
    if (++m_ofSection > (isColumn ? mostColumns : mostRows))
        m_excess = SqlExcess::Count;
    if (m_preparing)
        noteDefinition();
    m_isFirst = false;
}

void SqlPackets::noteDefinition()
{
    constexpr qsizetype leastOfPreparation = 9;
    constexpr qsizetype parametersAt = 7;
    m_described += m_body.size();
    if (m_isFirst) {
        if (m_body.size() >= leastOfPreparation)
            m_parameters = number(QByteArrayView(m_body).sliced(parametersAt));
        return;
    }
    // What the driver gives to the server is not measured by what the server thinks of it.
    const int sectionOfColumns = m_parameters > 0 ? 1 : 0;
    if (m_ofSection == 0 || m_section != sectionOfColumns)
        return;
    const auto column = columnOf(m_body, m_extended);
    m_described += bytesOfColumn;
    if (column && !isMeasured(column->type))
        m_claimed += column->length;
    // One that ends early would be read on into what was there before it.
    if (!column || m_claimed > mostClaimed)
        m_excess = SqlExcess::Length;
}

void SqlPackets::beginPreparation(bool extended)
{
    m_preparing = true;
    m_extended = extended;
    m_parameters = 0;
    m_claimed = 0;
    m_described = 0;
    m_body.clear();
}

qint64 SqlPackets::endPreparation()
{
    m_preparing = false;
    m_body = {};
    return m_claimed + m_described;
}

} // namespace lockmaster

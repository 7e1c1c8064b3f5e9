// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/packedlock.h"

#include <string>
#include <utility>

namespace lockmaster {

/**
 * What of a lock varies in size, one field after another: the body of a packed lock. The order is
 * that of `PackedFields`: what is looked at often stands first. Internal to `PackedLock`.
 */
void packBody(std::string &body, const LockRecord &lock);

/**
 * Reads what `packBody()` wrote, in place: numbers in 7-bit groups, small magnitudes first; text as
 * ASCII or UTF-16. Trusts it.
 */
class PackedReader
{
public:
    PackedReader(const char *body, quint32 from) : m_body(body), m_at(body + from) {}

    quint64 count()
    {
        quint64 value = 0;
        for (int shift = 0;; shift += 7) {
            const auto byte = static_cast<uchar>(*m_at++);
            value |= static_cast<quint64>(byte & 0x7f) << shift;
            if (byte < 0x80)
                return value;
        }
    }
    qint64 number()
    {
        const quint64 value = count();
        return static_cast<qint64>((value >> 1) ^ (~(value & 1) + 1));
    }
    const char *plain(size_t size) { return std::exchange(m_at, m_at + size); }
    QByteArrayView bytes()
    {
        const auto size = static_cast<qsizetype>(count());
        return {std::exchange(m_at, m_at + size), size};
    }
    QAnyStringView text()
    {
        const quint64 sizeAndKind = count();
        const auto size = static_cast<qsizetype>(sizeAndKind >> 1);
        if ((sizeAndKind & 1) == 0)
            return QLatin1StringView(std::exchange(m_at, m_at + size), size);
        if (static_cast<size_t>(m_at - m_body) % alignof(QChar) != 0)
            ++m_at;
        const auto *wide = reinterpret_cast<const QChar *>(m_at);
        m_at += size * static_cast<qsizetype>(sizeof(QChar));
        return QStringView(wide, size);
    }
    template<class T>
    std::optional<T> maybe()
    {
        return count() == 1 ? std::optional(T(number())) : std::nullopt;
    }

private:
    const char *m_body;
    const char *m_at;
};

/** A holder in place; what of its detail is not looked at there is read over. */
PackedLock::HolderView viewHolder(PackedReader &in);

Holder unpackHolder(PackedReader &in);
Renewals unpackRenewals(PackedReader &in);
Waiters unpackWaiters(PackedReader &in);
std::shared_ptr<const Attributes> unpackAttributes(PackedReader &in);
std::shared_ptr<const LockShares> unpackShares(PackedReader &in);
QList<Finding> unpackFindings(PackedReader &in);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/roworder.h"

#include <limits>

namespace lockmaster {

namespace {

uchar folded(char c)
{
    const auto byte = static_cast<uchar>(c);
    return byte >= 'A' && byte <= 'Z' ? static_cast<uchar>(byte + ('a' - 'A')) : byte;
}

char16_t folded(QChar c)
{
    const char16_t unit = c.unicode();
    if (unit < 0x80)
        return unit >= u'A' && unit <= u'Z' ? static_cast<char16_t>(unit + (u'a' - u'A')) : unit;
    return c.toCaseFolded().unicode();
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

bool isZero(char c)
{
    return c == '0';
}

bool isZero(QChar c)
{
    return c == u'0';
}

/** Compares the runs of digits at `a` and `b` by value and steps over them. */
template<class Char>
int compareNumbers(const Char *&a, const Char *endA, const Char *&b, const Char *endB)
{
    const auto skipZeros = [](const Char *&at, const Char *end) {
        while (at + 1 < end && isZero(at[0]) && isDigit(at[1]))
            ++at;
    };
    skipZeros(a, endA);
    skipZeros(b, endB);
    int difference = 0;
    while (a < endA && b < endB && isDigit(*a) && isDigit(*b)) {
        if (difference == 0 && *a != *b)
            difference = *a < *b ? -1 : 1;
        ++a;
        ++b;
    }
    const bool moreInA = a < endA && isDigit(*a);
    const bool moreInB = b < endB && isDigit(*b);
    if (moreInA != moreInB)
        return moreInA ? 1 : -1;
    return difference;
}

template<class Char>
int compareRuns(const Char *a, const Char *endA, const Char *b, const Char *endB)
{
    while (a < endA && b < endB) {
        if (isDigit(*a) && isDigit(*b)) {
            if (const int difference = compareNumbers(a, endA, b, endB))
                return difference;
            continue;
        }
        const auto left = folded(*a++);
        const auto right = folded(*b++);
        if (left != right)
            return left < right ? -1 : 1;
    }
    return (a < endA ? 1 : 0) - (b < endB ? 1 : 0);
}

const QString &ownerOf(const LockRecord &lock)
{
    static const QString nobody;
    return lock.holders.empty() ? nobody : lock.holders.front().label;
}

} // namespace

int compareNaturally(const QByteArray &a, const QByteArray &b)
{
    const int runs = compareRuns(a.cbegin(), a.cend(), b.cbegin(), b.cend());
    return runs != 0 ? runs : a.compare(b);
}

int compareNaturally(const QString &a, const QString &b)
{
    const int runs = compareRuns(a.cbegin(), a.cend(), b.cbegin(), b.cend());
    return runs != 0 ? runs : a.compare(b);
}

qint64 RowOrder::keyOf(const LockRecord &lock) const
{
    constexpr qint64 notKnown = std::numeric_limits<qint64>::max();
    switch (m_column) {
    case LockColumn::Ttl:
        if (lock.lease.expiresAt)
            return lock.lease.deadline.time_since_epoch().count();
        return lock.lease.hasExpiry || lock.state == LockState::Free ? notKnown : notKnown - 1;
    case LockColumn::Held:
        return lock.heldSince ? -lock.heldSince->time_since_epoch().count() : -notKnown;
    case LockColumn::Waiters: return lock.waiters.count.value_or(-1);
    case LockColumn::State: return static_cast<qint64>(lock.state);
    case LockColumn::Owner: return lock.holders.empty() ? 1 : 0;
    case LockColumn::Name:
    case LockColumn::System:
    case LockColumn::Backend: break;
    }
    return 0;
}

int RowOrder::compareText(const LockRecord &a, const LockRecord &b) const
{
    switch (m_column) {
    case LockColumn::Name: return compareNaturally(a.id.name, b.id.name);
    case LockColumn::System: return compareNaturally(a.id.source->system, b.id.source->system);
    case LockColumn::Backend: return compareNaturally(a.id.source->backend, b.id.source->backend);
    case LockColumn::Owner: return compareNaturally(ownerOf(a), ownerOf(b));
    default: return 0;
    }
}

bool RowOrder::textBefore(const LockRecord &a, const LockRecord &b) const
{
    if (const int text = compareText(a, b))
        return (text < 0) != m_descending;
    if (m_column != LockColumn::Name) {
        if (const int names = compareNaturally(a.id.name, b.id.name))
            return names < 0;
    }
    return a.id < b.id;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/roworder.h"

#include <algorithm>
#include <limits>
#include <tuple>

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
    // Names in one table have much in common. A number is compared from its first digit.
    const Char *const start = a;
    std::tie(a, b) = std::mismatch(a, endA, b, endB);
    for (; a > start && isDigit(a[-1]); --b)
        --a;

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

qint64 numberOf(LockColumn column, const LockRecord &lock)
{
    constexpr qint64 notKnown = std::numeric_limits<qint64>::max();
    switch (column) {
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

QStringView textOf(LockColumn column, const LockRecord &lock)
{
    switch (column) {
    case LockColumn::System: return lock.id.source->system;
    case LockColumn::Backend: return lock.id.source->backend;
    case LockColumn::Owner:
        return lock.holders.empty() ? QStringView() : QStringView(lock.holders.front().label);
    default: return {};
    }
}

} // namespace

int compareNaturally(QByteArrayView a, QByteArrayView b)
{
    const int runs = compareRuns(a.begin(), a.end(), b.begin(), b.end());
    return runs != 0 ? runs : a.compare(b);
}

int compareNaturally(QStringView a, QStringView b)
{
    const int runs = compareRuns(a.begin(), a.end(), b.begin(), b.end());
    return runs != 0 ? runs : a.compare(b);
}

RowOrder::Key RowOrder::keyOf(const LockRecord &lock) const
{
    return {numberOf(m_column, lock), textOf(m_column, lock), lock.id.name, &lock.id};
}

bool RowOrder::before(const Key &a, const Key &b) const
{
    if (a.number != b.number)
        return (a.number < b.number) != m_descending;
    if (const int texts = compareNaturally(a.text, b.text))
        return (texts < 0) != m_descending;
    if (const int names = compareNaturally(a.name, b.name))
        return (names < 0) != (m_descending && m_column == LockColumn::Name);
    return *a.id < *b.id;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redisglob.h"

#include <algorithm>

namespace lockmaster {

namespace {

bool isSpecial(char c)
{
    return c == '*' || c == '?' || c == '[' || c == '\\';
}

/** Whether the class after a `[` at `at` holds `c`; moves `at` behind it, closed or not. */
bool classHolds(QByteArrayView pattern, qsizetype &at, char c)
{
    ++at;
    const bool negated = at < pattern.size() && pattern[at] == '^';
    if (negated)
        ++at;
    bool holds = false;
    for (; at < pattern.size() && pattern[at] != ']'; ++at) {
        if (pattern[at] == '\\' && at + 1 < pattern.size()) {
            ++at;
            holds = holds || pattern[at] == c;
        } else if (at + 2 < pattern.size() && pattern[at + 1] == '-') {
            // The server compares plain chars, and takes a range either way round.
            const auto first = static_cast<signed char>(pattern[at]);
            const auto last = static_cast<signed char>(pattern[at + 2]);
            const auto value = static_cast<signed char>(c);
            holds = holds || (std::min(first, last) <= value && value <= std::max(first, last));
            at += 2;
        } else {
            holds = holds || pattern[at] == c;
        }
    }
    if (at < pattern.size())
        ++at;
    return holds != negated;
}

/** Whether what stands at `at` (no star) matches `c`; moves `at` behind it. */
bool oneMatches(QByteArrayView pattern, qsizetype &at, char c)
{
    switch (pattern[at]) {
    case '?': ++at; return true;
    case '[': return classHolds(pattern, at, c);
    case '\\':
        if (at + 1 < pattern.size())
            ++at;
        break;
    default: break;
    }
    return pattern[at++] == c;
}

} // namespace

bool redisGlobMatches(QByteArrayView pattern, QByteArrayView key)
{
    // The server asks nothing of a lone star, and lets no other star match an empty key.
    if (pattern == "*")
        return true;
    if (key.isEmpty())
        return pattern.isEmpty();
    qsizetype at = 0;
    qsizetype afterStar = -1; // where to go on after the last star, and how far it reached
    qsizetype starEnd = 0;
    for (qsizetype i = 0; i < key.size();) {
        if (at < pattern.size() && pattern[at] == '*') {
            afterStar = ++at;
            starEnd = i;
        } else if (at < pattern.size() && oneMatches(pattern, at, key[i])) {
            ++i;
        } else if (afterStar >= 0) {
            at = afterStar;
            i = ++starEnd;
        } else {
            return false;
        }
    }
    while (at < pattern.size() && pattern[at] == '*')
        ++at;
    return at == pattern.size();
}

QByteArray redisGlobPrefix(QByteArrayView pattern)
{
    QByteArray prefix;
    for (qsizetype at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == '\\' && at + 1 < pattern.size())
            ++at;
        else if (isSpecial(pattern[at]))
            break;
        prefix += pattern[at];
    }
    return prefix;
}

QByteArray redisGlobCovering(const QByteArrayList &patterns)
{
    if (patterns.isEmpty())
        return {};
    if (patterns.size() == 1)
        return patterns.front();
    QByteArray common = redisGlobPrefix(patterns.front());
    for (const QByteArray &pattern : patterns) {
        const QByteArray prefix = redisGlobPrefix(pattern);
        const auto end = std::mismatch(common.begin(), common.end(), prefix.begin(), prefix.end());
        common.truncate(std::distance(common.begin(), end.first));
    }
    if (common.isEmpty())
        return {};
    QByteArray covering;
    for (const char c : std::as_const(common)) {
        if (isSpecial(c))
            covering += '\\';
        covering += c;
    }
    return covering + '*';
}

} // namespace lockmaster

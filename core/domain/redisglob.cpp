// SPDX-License-Identifier: Apache-2.0
#include "core/domain/redisglob.h"

#include <algorithm>

namespace lockmaster {

namespace {

/** Bytes of a key that are enough to tell nearly all others apart. */
constexpr qsizetype mostCovered = 64;

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

/** A class of the bytes that the prefixes have at `at`, or that byte where they agree. */
QByteArray anyOf(const QByteArrayList &prefixes, qsizetype at)
{
    QByteArray bytes;
    for (const QByteArray &prefix : prefixes) {
        if (!bytes.contains(prefix[at]))
            bytes += prefix[at];
    }
    QByteArray escaped;
    for (const char c : std::as_const(bytes)) {
        const bool inClass = bytes.size() > 1 && (c == ']' || c == '^' || c == '-' || c == '\\');
        if (inClass || (bytes.size() == 1 && isSpecial(c)))
            escaped += '\\';
        escaped += c;
    }
    return bytes.size() == 1 ? escaped : '[' + escaped + ']';
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
            if (at == pattern.size())
                return true;
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

QByteArray redisGlobExample(QByteArrayView pattern)
{
    const QByteArray filling("lockmaster");
    QByteArray example;
    for (qsizetype at = 0; at < pattern.size();) {
        if (pattern[at] == '*') {
            if (!example.endsWith(filling))
                example += filling;
            ++at;
            continue;
        }
        const bool isPlain = pattern[at] != '?' && pattern[at] != '[';
        const qsizetype own = pattern[at] == '\\' && at + 1 < pattern.size() ? at + 1 : at;
        char c = isPlain ? pattern[own] : 'x';
        for (int other = 0; other < 256; ++other) {
            qsizetype behind = at;
            if (oneMatches(pattern, behind, c))
                break;
            c = static_cast<char>((other + 'a') % 256);
        }
        oneMatches(pattern, at, c);
        example += c;
    }
    return example.isEmpty() ? filling : example;
}

QByteArray redisGlobCovering(const QByteArrayList &patterns)
{
    if (patterns.isEmpty())
        return {};
    if (patterns.size() == 1)
        return patterns.front();
    QByteArrayList prefixes;
    qsizetype length = mostCovered;
    for (const QByteArray &pattern : patterns) {
        prefixes += redisGlobPrefix(pattern);
        length = std::min(length, prefixes.last().size());
    }
    if (length == 0)
        return {};
    QByteArray covering;
    for (qsizetype at = 0; at < length; ++at)
        covering += anyOf(prefixes, at);
    return covering + '*';
}

} // namespace lockmaster

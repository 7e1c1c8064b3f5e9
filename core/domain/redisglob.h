// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayList>

namespace lockmaster {

/**
 * Whether `key` matches `pattern` as a Redis server would say: `*`, `?`, `[a-z]`, `[^a]`, `\x`; on
 * bytes, unclosed brackets included. Takes at most size x size steps, whatever the pattern.
 */
bool redisGlobMatches(QByteArrayView pattern, QByteArrayView key);

/** The bytes with which every key matching `pattern` starts. */
QByteArray redisGlobPrefix(QByteArrayView pattern);

/** Some key that `pattern` matches, with letters where it leaves the choice; never empty. */
QByteArray redisGlobExample(QByteArrayView pattern);

/**
 * One pattern that matches every key that any of `patterns` matches, and as few others as is cheap:
 * the only one, or at each place any byte that one of them starts with there, as far as the
 * shortest of these prefixes goes. Empty: only everything would do.
 */
QByteArray redisGlobCovering(const QByteArrayList &patterns);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <vector>

/// Keys and channels that Redisson (3.6 to 4.7) keeps beside a lock, by the lock's raw name. A name
/// without braces is put into them, so that both land in the same slot of a cluster.
namespace lockmaster::redisson {

/** Waiters of plain, fenced and multi-locks subscribe to it. */
QByteArray lockChannel(const QByteArray &name);
/** Waiters of read and write locks subscribe to it. */
QByteArray readWriteChannel(const QByteArray &name);

/** A fair lock's list of owner ids, the next one first. */
QByteArray fairQueue(const QByteArray &name);
/** A fair lock's sorted set: owner id, and until when it waits (ms, its own clock). */
QByteArray fairTimeouts(const QByteArray &name);
/** A fenced lock's counter; it stays when the lock is let go of. */
QByteArray fenceToken(const QByteArray &name);
/** One for each time a reader entered, counted from 1; it lives as long as that reader's lease. */
QByteArray readerTimeout(const QByteArray &name, const QByteArray &owner, qint64 index);
/** What `readerTimeout` begins with, whoever the reader is. */
QByteArray readerTimeoutPrefix(const QByteArray &name);

/** Any of the above, or the latch that makes a repeated unlock harmless. */
bool isSideKey(const QByteArray &key);

/** The locks that may have this queue, these timeouts or this token; none for other keys. */
std::vector<QByteArray> locksBeside(const QByteArray &key);

} // namespace lockmaster::redisson

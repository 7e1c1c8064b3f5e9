// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/lockformat.h"

namespace lockmaster {

/// What a format does, in words; texts are translated. Values that come with a lock are dots.

/** The language that `Words` speak. */
QString inOurLanguage(const FormatText &text);

/** `never`, `update` or `delete`, of each of its tables; the contract's words. */
QString releaseWord(const LockFormat &format);

/** The statement that a release of such a table sends: `DELETE FROM jobs WHERE job = ... AND ...`;
 * empty where none is. */
QString releaseOutline(const FormatTable &table, const QString &tableName);

/** The same of keys, where KEY stands for one of them, and HOLDER for whoever is seen there. */
QString releaseOutline(const FormatKeys &keys);

/** What taking a lock of such a table sends; empty where none is taken. */
QString takeOutline(const FormatTable &table, const QString &tableName);

/** Whether any of its tables says how a lock is taken. */
bool isTaken(const LockFormat &format);

/**
 * What an account needs besides reading to let go of one, and to take one: privileges on the table
 * or, of a session's, on everything; of keys, commands as `ACL SETUSER` has them. Empty: nothing is
 * let go of, or taken, from here.
 */
struct FormatRights {
    QStringList release;
    QStringList take;
    QStringList alsoOn; ///< tables that a release writes to besides, with the same right
};
FormatRights rightsOf(const LockFormat &format);
QString releaseRight(const FormatTable &table);

/** Where its locks usually are: names of tables, or patterns of keys. */
QStringList placesOf(const LockFormat &format);

/** That a release was never tried with what takes these locks; empty: it was. */
QString untriedReleaseText(const LockFormat &format);

/** Everything an operator accepts who trusts it, line by line. */
QStringList whatIsTrusted(const LockFormat &format);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace lockmaster {

/**
 * Whether the server takes these bytes as a name at all; asked for another, it refuses the whole
 * statement. MariaDB: 1 to 192 bytes, any. MySQL: 1 to 64 characters of the basic plane, UTF-8.
 */
bool canBeLockName(const QByteArray &name, bool mariaDb);

/**
 * How a server's lists show a lock of this name (for MySQL: in lower case already): up to the first
 * NUL (where the name ends for the server as well), bytes that are not characters of the basic
 * plane as `?`, at most 64 characters.
 */
QByteArray shownLockName(const QByteArray &name);

/**
 * Whether a name in MariaDB's lists may be that of a lock whose real name is another: one that was
 * cut, or that has characters which are shown as `?`. MySQL's lists show every name whole.
 */
bool mayStandForAnother(const QByteArray &shown);

/**
 * The name as it stands in a statement: in hexadecimal, so that no mode of quoting touches it, and
 * as utf8mb4 where it is UTF-8 (MySQL compares characters, MariaDB the bytes that were sent).
 */
QString lockNameLiteral(const QByteArray &name);

} // namespace lockmaster

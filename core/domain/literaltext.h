// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace lockmaster {

/**
 * Bytes from a server as one line of text that hides nothing and moves nothing: control and format
 * characters (newlines, NUL, right-to-left marks) as `\n`, `\x00`, `\u202e`, bytes that are not
 * UTF-8 as `\xff`. Everything else stands as it is, markup included. For showing, not for storing.
 */
QString literalText(const QByteArray &bytes);

/** The same for text that was decoded already. */
QString literalText(const QString &text);

/** The beginning of a text, of at most `most` code units: a character is whole in it, or not there.
 */
QString beginningOf(const QString &text, qsizetype most);

} // namespace lockmaster

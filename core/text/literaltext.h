// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace lockmaster {

/**
 * Bytes from a server as one line of text that hides nothing and moves nothing: control and format
 * characters (newlines, NUL, right-to-left marks) as `\n`, `\x00`, `\u202e`, bytes that are not
 * UTF-8 as `\xff`. Everything else stands as it is, markup included. For showing, not for storing.
 */
QString literalText(const QByteArray &bytes);

/** The same for text that was decoded already. */
QString literalText(const QString &text);

/**
 * Whether a text says nothing that could be read: it is empty, or made of spaces and of characters
 * that show nothing (U+200B, fillers, marks without a letter).
 */
bool isBlank(const QString &text);

/** Whether a name is shown as it is: something can be read, and nothing of it is hidden. */
bool isPlainName(const QString &name);

/** `wanted`, or with the first number from 2 on behind it that makes it none of `taken`. */
QString freeName(const QString &wanted, const QStringList &taken);

/** The beginning of a text, of at most `most` code units: a character is whole in it, or not there.
 */
QString beginningOf(const QString &text, qsizetype most);

/** One word for a POSIX shell. */
QString shellQuoted(const QString &text);

} // namespace lockmaster

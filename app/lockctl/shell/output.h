// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/error.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace lockmaster {

/** Standard output, for data. False once nobody reads it any more, or the disk is full. */
bool writeOut(QByteArrayView data);

/**
 * Standard output in pieces of 64 KiB: what is written into `buffer()` goes on its way by `pass()`
 * once there is enough of it, and by `flush()` at once. False, from then on, where writing failed.
 */
class BufferedOut
{
public:
    QByteArray &buffer() { return m_buffer; }
    bool pass();
    bool flush();

private:
    QByteArray m_buffer;
    bool m_works = true;
};

/** Whether it was writing itself that failed; a reader that went away is no failure. */
bool outputFailed();

/** Adds a line of words, shown literally. */
void appendLine(QByteArray &out, const QString &line);

/** The width of the terminal that standard output is; 0 where it is none. */
int terminalWidth();

/** Words one after another: `a, b`. */
inline QString listed(const QStringList &words)
{
    return words.join(QLatin1StringView(", "));
}

/** A line of words on standard error, shown literally. Any thread. */
void say(const QString &line);
/** The same of text that has several. */
void sayLines(const QString &text);

/** The line of words that this thread said last; empty where it said none. */
QString lastSaid();

/** `backend: source: what happened. What to do.` */
void sayProblem(const QString &backend, const Problem &problem);

} // namespace lockmaster

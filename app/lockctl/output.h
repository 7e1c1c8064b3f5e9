// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/error.h"

#include <QByteArray>
#include <QString>

namespace lockmaster {

/** Standard output, for data. False once nobody reads it any more, or the disk is full. */
bool writeOut(QByteArrayView data);

/** Whether it was writing itself that failed; a reader that went away is no failure. */
bool outputFailed();

/** The width of the terminal that standard output is; 0 where it is none. */
int terminalWidth();

/** A line of words on standard error, shown literally. */
void say(const QString &line);

/** `backend: source: what happened. What to do.` */
void sayProblem(const QString &backend, const Problem &problem);

/** What happened, and what to do: one line. */
QString errorText(const Error &error);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/audit/auditlog.h"
#include "core/history/historyreader.h"

#include <QTimeZone>

namespace lockmaster {

/// What `lockctl history` prints for people, at most `width` columns wide (0: any). Pure functions.

/** Holds, events, what was done from here and when nobody looked, oldest first. */
QByteArray historyTable(const HistoryPage &page, const std::vector<AuditLine> &actions,
                        const QTimeZone &zone, int width);

/** Below it: how long the holds took; empty where none was seen whole. */
QString historyFiguresText(const HoldFigures &figures);
/** The same of the waits; empty where none is known. */
QString waitFiguresText(const HistoryPage &page);
QByteArray waitsTable(const HistoryPage &page, const QTimeZone &zone, int width);

/** What was held, and what is not known. */
QByteArray historyMomentTable(const HistoryMoment &moment, const QTimeZone &zone, int width);

} // namespace lockmaster

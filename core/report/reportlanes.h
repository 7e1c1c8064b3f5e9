// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/lockreport.h"

#include <vector>

namespace lockmaster {

/** A hold or a wait, as far as it is within the time of the report. */
struct ReportBar {
    /** What its colour tells, and the legend. */
    enum class Tone : quint8 { Plain, Expired, Lost, NotKnown, Waiting };

    ServerTime from{};
    ServerTime until{};
    bool openBegin = false; ///< it began before: it was there already, or the report begins later
    bool openEnd = false;   ///< it went on, as far as is known
    Tone tone = Tone::Plain;
    QString says; ///< who, from when to when, how it ended; literal
};

/** Those of one who held or waited; the last may be that of several others. */
struct ReportLane {
    QString label;               ///< literal, at most `labelColumns` of text
    QString whole;               ///< the same, not cut
    std::vector<ReportBar> bars; ///< oldest first
};

class ReportClock;

/** Holders, in the order in which they came; of many those who held it for longest. */
std::vector<ReportLane> holderLanes(const LockReport &report, const ReportClock &clock);
/** Waiters, likewise. */
std::vector<ReportLane> waiterLanes(const LockReport &report, const ReportClock &clock);

/** So much room is there for a label. */
inline constexpr int labelColumns = 24;

/** How many columns of text a line takes: letters of the East take two. */
int columnsOf(const QString &text);
/** The beginning of a literal text that fits, with an ellipsis where it is cut. */
QString fitting(const QString &literal, int columns);
/** The same where letters are not all as wide as another: capitals take more room. */
double drawnColumnsOf(const QString &text);
QString fittingDrawn(const QString &literal, int columns);

/** The marks of an axis. */
struct ReportTick {
    ServerTime at{};
    QString clock; ///< `03:00`
    QString day;   ///< `2026-03-01` where it is another than that of the mark before
};
/** At round times of that clock, at most `most`. */
std::vector<ReportTick> axisOf(const ReportOrder &order, const QTimeZone &zone, int most);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/lanechart.h"

#include <QCoreApplication>
#include <QString>

namespace lockmaster {

/** Something in the lanes that one can step to. */
struct LaneEvent {
    SteadyTime at{};
    std::optional<int> lane; ///< none: it concerns all
    QString text;            ///< one sentence with exact figures
};

/** The lanes in words, translated and plain: captions, tooltips, what a screen reader says. */
class LaneText
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::LaneText)

public:
    /** A time without a leader, `under 0.9 s` where it may have been none at all. */
    static QString vacant(Micros length, Micros uncertainty);
    /** Local wall time, `12:00:00.921`; of holds, which may be of any day, with the date. */
    static QString time(const LaneChart &chart, SteadyTime at);

    /** `killed · 0.92 s without a leader` */
    static QString caption(const LaneChart::Vacancy &vacancy, SteadyTime now);
    /** `0.92 s` */
    static QString shortCaption(const LaneChart::Vacancy &vacancy, SteadyTime now);
    /** Of one that lasts: `nobody leads for 26 m`, and why where that is known. */
    static QString nobodyLeads(const LaneChart &chart, const LaneChart::Vacancy &vacancy,
                               SteadyTime now);
    /** While nobody looks: `web-3 led when last seen, 20 m ago`. @param since when that was */
    static QString lastKnown(const LaneChart &chart, SteadyTime since, SteadyTime now);
    static QString caption(const LeaderOverlap &overlap, SteadyTime now);
    static QString shortCaption(const LeaderOverlap &overlap, SteadyTime now);
    static QString mark(const LeaderMark &mark);

    /**
     * Everything known of the moment `at` in `lane` (none: only what concerns all), one fact a
     * line. Heartbeats and marks count as hit within `reach`.
     */
    static QString toolTip(const LaneChart &chart, std::optional<int> lane, SteadyTime at,
                           SteadyTime now, SteadyTime::duration reach);

    /** The whole picture in two or three sentences. */
    static QString summary(const LaneChart &chart, SteadyTime now);
    /** What an empty chart says. */
    static QString nothingYet();
    /** What stands before the begin of what is known. */
    static QString before(const LaneChart &chart);
    /** Whose last reign was lost from sight. */
    static QStringList ledWhenLastSeen(const LaneChart &chart);

    /** The first event after, or the last before `at`; `lane`: only what concerns it. */
    static std::optional<LaneEvent> nextEvent(const LaneChart &chart, std::optional<int> lane,
                                              SteadyTime after, SteadyTime now);
    static std::optional<LaneEvent> previousEvent(const LaneChart &chart, std::optional<int> lane,
                                                  SteadyTime before, SteadyTime now);
};

} // namespace lockmaster

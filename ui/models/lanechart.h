// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/leader.h"

namespace lockmaster {

/**
 * What the lanes draw: bars, ticks, spans and marks over time, with nothing left to be worked out.
 * A value; immutable once shown.
 */
struct LaneChart {
    struct Bar {
        enum class Kind : quint8 {
            Leads,    ///< the table says so, or the only thing known
            Believes, ///< by its own report: drawn thin below `Leads`
            Frozen,   ///< it stood still: drawn over the bar
            Works,    ///< it did the leader's work
        };
        Kind kind = Kind::Leads;
        LeaderSpan span;
        QString text;                       ///< drawn inside where it fits
        std::shared_ptr<const Reign> reign; ///< its heartbeats are the ticks; null: none
    };
    struct Lane {
        QString id; ///< stable from chart to chart
        QString label;
        QString detail; ///< second line of the label: a pid, `leads now`
        bool leadsNow = false;
        std::vector<Bar> bars; ///< by begin
    };

    SteadyTime since{};
    ServerTime wallAtSince{};
    std::vector<Lane> lanes;
    std::vector<LeaderSpan> vacancies; ///< across all lanes
    std::vector<LeaderSpan> unseen;
    std::vector<LeaderOverlap> overlaps; ///< `first` and `second` are lanes
    std::vector<LeaderMark> marks;       ///< `candidate` is a lane

    ServerTime wallTime(SteadyTime at) const
    {
        return wallAtSince + std::chrono::duration_cast<Micros>(at - since);
    }
};

/** One lane for each candidate of what was watched. */
LaneChart laneChart(const LeaderHistory &watched);

/**
 * Truth beside table: a first lane for what the table says (`watched`, may be null), then one for
 * each candidate's own report.
 */
LaneChart laneChart(const LeaderHistory *watched, const LeaderHistory &truth);

} // namespace lockmaster

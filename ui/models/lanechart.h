// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/leader.h"

namespace lockmaster {

/**
 * What the lanes draw: bars, spans and marks over time, with nothing left to be worked out.
 * A value; immutable once shown. Everything is sorted by its begin, and what is in one list of one
 * lane does not overlap.
 */
struct LaneChart {
    struct Bar {
        LeaderSpan span;
        QString text; ///< drawn inside where it fits
        /** Its heartbeats are the ticks, what it worked and stood still is drawn over the bar;
         * null: nothing of that. */
        std::shared_ptr<const Reign> reign;
    };
    struct Lane {
        QString id; ///< stable from chart to chart
        QString label;
        QString detail; ///< second line of the label: a pid, `leads now`
        bool leadsNow = false;
        std::vector<Bar> leads;    ///< the table says so, or the only thing known
        std::vector<Bar> believes; ///< by its own report: drawn thin below `leads`
    };
    struct Vacancy {
        LeaderSpan span;
        QString cause; ///< one word, e.g. `killed`; empty: not known
        Micros uncertainty{0};
    };
    struct Unseen {
        LeaderSpan span;
        std::optional<int> lane; ///< none: all of them
    };

    SteadyTime since{};
    ServerTime wallAtSince{};
    std::vector<Lane> lanes;
    std::vector<Vacancy> vacancies; ///< across all lanes
    /** The table names nobody, whoever leads: in the first lane, which is the table's. */
    std::vector<Vacancy> tableVacancies;
    std::vector<Unseen> unseen;
    std::vector<LeaderOverlap> overlaps; ///< `first` and `second` are lanes, `first` the upper one
    std::vector<LeaderMark> marks;       ///< `candidate` is a lane

    /** Whether there is nothing to draw yet. */
    bool isEmpty() const;

    ServerTime wallTime(SteadyTime at) const
    {
        return wallAtSince + std::chrono::duration_cast<Micros>(at - since);
    }
};

/** One lane for each candidate of what was watched. */
LaneChart laneChart(const LeaderHistory &watched);

/**
 * Truth beside table: a first lane for what the table says (`watched`; without it there is none),
 * then one for each candidate with its own report. Where an identity is one candidate's alone, the
 * table's bars stand in its lane too, above what it believes itself; where it is not, the table
 * cannot tell them apart and their lanes show their own reports only.
 */
LaneChart laneChart(const LeaderHistory *watched, const LeaderHistory &truth);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/leader.h"

namespace lockmaster {

/** A mark this much before a vacancy may still be its cause: longer than any sensible lease. */
constexpr std::chrono::seconds causeReach{60};

/**
 * What the lanes draw: bars, spans and marks over time, with nothing left to be worked out.
 * A value; immutable once shown. Everything is sorted by its begin, and what is in one list of one
 * lane does not overlap.
 */
struct LaneChart {
    /** What its bars are, for the words. */
    enum class Story : quint8 { Leaders, Holds };

    struct Bar {
        LeaderSpan span;
        QString text; ///< drawn inside where it fits
        /** Its heartbeats are the ticks, what it worked and stood still is drawn over the bar;
         * null: nothing of that. */
        std::shared_ptr<const Reign> reign;
        bool openBegin = false;    ///< it began earlier, nobody saw when: drawn ragged
        bool openEnd = false;      ///< it was lost from sight
        QString told = {};         ///< of a hold: whose, of what; before its length in a sentence
        QString notes = {};        ///< what a tooltip says beside times, one fact a line
        bool textIsFigure = false; ///< `text` is a duration, of which no digit may be left out
        std::optional<int> hue =
            {}; ///< of whose hold it is (`OwnerHues`); none: colours do not tell
    };
    /** How many there were of something for a while. */
    struct Level {
        LeaderSpan span;
        qint64 count = 0;
        bool isMost = false; ///< that many at one moment of it, and not all of the time
    };
    struct Lane {
        QString id; ///< stable from chart to chart
        QString label;
        QString detail; ///< second line of the label: a pid, `leads now`
        bool leadsNow = false;
        std::vector<Bar> leads; ///< the table says so, or the only thing known
        /** By its own report, or somebody waited: drawn thin below `leads`. */
        std::vector<Bar> believes;
        std::shared_ptr<const std::vector<LeaderSpan>> unseen; ///< in this lane; null: never
        std::optional<int> hue = {};                           ///< of all of its bars
        std::vector<Level> levels = {}; ///< drawn as an area, instead of bars
        qint64 highest = 0;             ///< of `levels`
    };
    struct Vacancy {
        LeaderSpan span;
        QString cause; ///< one word, e.g. `killed`; empty: not known
        Micros uncertainty{0};
        bool openEnd = false; ///< nobody looked any more: how it went on is not known
    };
    struct Unseen {
        LeaderSpan span;
        std::optional<int> lane; ///< none: all of them
    };

    Story story = Story::Leaders;
    QString about; ///< whose chart it is where that does not follow from `since`
    SteadyTime since{};
    QString before; ///< what is said of the time before `since`; empty: it was not watched yet
    ServerTime wallAtSince{};
    std::optional<SteadyTime> until; ///< of the time from here on nothing is said; none: of all
    QString after;                   ///< and why
    std::vector<Lane> lanes;
    std::vector<Vacancy> vacancies; ///< across all lanes
    /** The table names nobody, whoever leads: in the first lane, which is the table's. */
    std::vector<Vacancy> tableVacancies;
    std::vector<Unseen> unseen;
    std::vector<LeaderOverlap> overlaps; ///< `first` and `second` are lanes, `first` the upper one
    std::vector<LeaderMark> marks;       ///< `candidate` is a lane

    /** Whether there is nothing to draw yet. */
    bool isEmpty() const;
    /** Since when nobody has seen any lane; none: somebody looks. */
    std::optional<SteadyTime> unseenSince() const;

    ServerTime wallTime(SteadyTime at) const
    {
        return wallAtSince + std::chrono::duration_cast<Micros>(at - since);
    }
};

/**
 * A time without a leader as it is shown and counted everywhere: once another took over it is the
 * failover's, from the moment when the old leader was lost; until then from the end of its lease.
 */
LeaderSpan vacancyAsTold(const LeaderHistory &history, const LeaderSpan &vacancy);

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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/contention/workreport.h"

#include <QString>

#include <optional>
#include <vector>

namespace lockmaster {

/** Who of an experiment waited and worked when, to be drawn. Times count from its start. A value.
 */
struct WorkCourse {
    struct Stretch {
        int worker = 0; ///< from 1
        Micros from{0};
        std::optional<Micros> until = {}; ///< none: it goes on
        bool waits = false;               ///< else it works, in the section that the lock is for
        bool isWrong = false; ///< another was at work already, or had run that job; lost locks
        int locks = 0;        ///< that it was granted, one after another; 0: it works
        int server = 0;       ///< by this one, from 1

        friend bool operator==(const Stretch &, const Stretch &) = default;
    };
    struct Mark {
        enum class Kind : quint8 { Wrote, Refused, Released };
        Kind kind = Kind::Wrote;
        int worker = 0;
        Micros at{0};
        bool isWrong = false; ///< a card too many, a release of what is not its own

        friend bool operator==(const Mark &, const Mark &) = default;
    };
    /** A time in which a group had no master, or two that granted locks. */
    struct Phase {
        Micros from{0};
        std::optional<Micros> until = {}; ///< none: it goes on
        bool hasTwo = false;

        friend bool operator==(const Phase &, const Phase &) = default;
    };
    int workers = 0;
    Micros length{0};               ///< until the last that is known
    std::vector<Stretch> stretches; ///< in the order in which they began
    std::vector<Mark> marks;        ///< in order
    /** How often the design's rule was broken so far, as `ContentionReport` counts it. */
    int violations = 0;
    std::vector<Phase> phases = {}; ///< in order
    std::optional<int> locks = {};  ///< granted so far, where violations are those that are lost
    bool looksForLost = false;      ///< there is a new master, which is asked for them from then on
    bool isOver = false;            ///< and looked at as a whole: nothing of it changes any more

    friend bool operator==(const WorkCourse &, const WorkCourse &) = default;
};

/** Of the experiment `id`, as far as it is told and not over; none for one that has no such
 * drawing.
 */
std::optional<WorkCourse> workCourse(const QString &id, int workers,
                                     const std::vector<WorkReport> &reports, SteadyTime start);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

/**
 * Who led when: values for lanes, figures and exports. All moments are on this machine's monotonic
 * clock; `LeaderHistory::wallTime` turns them into labels.
 */
namespace lockmaster {

/** One who led, or stands for election. */
struct LeaderCandidate {
    QByteArray identity;           ///< as it writes itself into the row; untrusted bytes
    QString label;                 ///< how people call it; plain text
    std::optional<qint64> process; ///< the pid where the lab runs it: identities may repeat
};

/** A stretch of time; no end: it lasts. */
struct LeaderSpan {
    SteadyTime from{};
    std::optional<SteadyTime> until;

    friend bool operator==(const LeaderSpan &, const LeaderSpan &) = default;
};

/**
 * A stretch in which one candidate led. By watching: from its first heartbeat to the moment its
 * lease ran out, another took over or somebody let it go. By its own report (the lab): from the
 * moment it believed to lead until it knew better or was dead.
 */
struct Reign {
    int candidate = 0; ///< index into `LeaderHistory::candidates`
    LeaderSpan span;
    std::vector<SteadyTime> heartbeats; ///< each renewal that was seen, oldest first
    std::vector<LeaderSpan> frozen;     ///< the process stood still (lab only)
    std::vector<LeaderSpan> working;    ///< it did the leader's work (lab only)
};

/** Two that both believe they lead, or may: as far as it can be known. */
struct LeaderOverlap {
    LeaderSpan span;
    int first = 0;
    int second = 0;
};

/** The lead went from one to another, or came back after a time without a leader. */
struct Failover {
    SteadyTime at{}; ///< when the next one took over
    int from = 0;
    int to = 0;            ///< the same as `from` where it came back
    Micros vacancy{0};     ///< the time without a leader; zero where none was seen
    Micros uncertainty{0}; ///< `vacancy` may be off by this much either way

    friend bool operator==(const Failover &, const Failover &) = default;
};

/** Something worth a sign in the lanes. */
struct LeaderMark {
    enum class Kind : quint8 {
        TookOver,
        Expired,
        SteppedDown, ///< seen in the table
        Killed,
        Stopped,
        Frozen,
        Thawed,
        Cut,
        Skewed,
        Restarted, ///< done to it by the lab
        Finding,   ///< a finding appeared
    };
    Kind kind = Kind::TookOver;
    SteadyTime at{};
    std::optional<int> candidate; ///< none: it concerns all
    QString text;                 ///< translated, one line, e.g. `killed`, `clock +500 ms`
};

/** Everything known of who led one lock, bounded in length. Immutable once published. */
struct LeaderHistory {
    SteadyTime since{};       ///< watched from here on; nothing is claimed about before
    ServerTime wallAtSince{}; ///< this machine's wall clock at `since`
    std::vector<LeaderCandidate> candidates;          ///< in the order in which they were seen
    std::vector<std::shared_ptr<const Reign>> reigns; ///< by begin; those that overlap, both
    std::vector<LeaderSpan> vacancies;                ///< nobody led, and that was seen
    std::vector<LeaderSpan> unseen;                   ///< the server did not answer: not known
    std::vector<LeaderOverlap> overlaps;
    std::vector<Failover> failovers;
    std::vector<LeaderMark> marks;

    ServerTime wallTime(SteadyTime at) const
    {
        return wallAtSince + std::chrono::duration_cast<Micros>(at - since);
    }
};

/** How often a leader renews, as far as watching tells. */
struct RenewalPeriod {
    Micros period{0};
    bool atMost = false; ///< it may be shorter: heartbeats between two looks are not seen

    friend bool operator==(const RenewalPeriod &, const RenewalPeriod &) = default;
};

/** The figures of one leader lock. */
struct LeaderFigures {
    std::optional<Micros> lease;         ///< how long a heartbeat holds, as declared or seen
    std::optional<RenewalPeriod> period; ///< none: too few heartbeats seen
    std::optional<SteadyTime> lastHeartbeat;
    Micros heartbeatPrecision{0}; ///< the column's: one second for DATETIME
    int changesLastHour = 0;
    std::optional<Failover> lastFailover;
    std::optional<SteadyTime> vacantSince; ///< set while nobody leads, and that is seen
    Micros vacantLastHour{0};              ///< all that was seen
    SteadyTime watchedSince{};

    friend bool operator==(const LeaderFigures &, const LeaderFigures &) = default;
};

} // namespace lockmaster

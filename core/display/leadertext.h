// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/backendsnapshot.h"
#include "core/display/figure.h"
#include "core/display/lockroles.h"

#include <QCoreApplication>

namespace lockmaster {

/** A leader lock as it is shown: what was watched, and how its backend is doing. Never null. */
struct LeaderEntry {
    std::shared_ptr<const LeaderWatch> watch;
    std::shared_ptr<const BackendSnapshot> backend;

    const LockId &id() const { return watch->lock->id; }
};

enum class LeaderState : quint8 {
    Leads,   ///< somebody does
    Vacant,  ///< nobody does
    Blocked, ///< somebody does, and an open transaction keeps the row from being renewed or taken
    Unknown, ///< the backend does not answer, or says nothing of this one
};

/**
 * A leader lock in words: translated, plain and literal. Functions of what was watched and of the
 * moment on our monotonic clock.
 */
class LeaderText
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::LeaderText)

public:
    static LeaderState state(const LeaderEntry &entry);
    /** `leads`, `vacant`, `blocked`, `unknown`. */
    static QString stateWord(LeaderState state);
    static Tone stateTone(LeaderState state);
    /** What is to be looked at first has the smallest. */
    static int urgency(LeaderState state);

    /** Who leads; `nobody`, or `?`. */
    static QString leader(const LeaderEntry &entry);
    /** Since the last heartbeat; none where that is not known. */
    static std::optional<Micros> heartbeatAge(const LeaderEntry &entry, SteadyTime now);
    /** `0.4 s / 1.2 s`: age against lease, each `?` where it is not known. */
    static QString heartbeat(const LeaderEntry &entry, SteadyTime now);
    static Tone heartbeatTone(const LeaderEntry &entry, SteadyTime now);
    /** What is left of the lease, 0 to 1. */
    static std::optional<double> heartbeatShare(const LeaderEntry &entry, SteadyTime now);

    /** Everything above the lanes, in the order in which it is read. */
    static std::vector<Figure> figures(const LeaderEntry &entry, SteadyTime now);

    /** Seconds to the millisecond without idle zeros (`1.2 s`, `1.002 s`); from a minute on two
     *  units. */
    static QString seconds(Micros duration);

private:
    static Figure leaderFigure(const LeaderEntry &entry, SteadyTime now);
    static Figure heartbeatFigure(const LeaderEntry &entry, SteadyTime now);
    static Figure periodFigure(const LeaderEntry &entry);
    static Figure failoverFigure(const LeaderEntry &entry, SteadyTime now);
    static Figure changesFigure(const LeaderEntry &entry, SteadyTime now);
    static Figure vacancyFigure(const LeaderEntry &entry, SteadyTime now);
    static QString vacantNote(const LeaderFigures &figures, SteadyTime now);
    static QString watchedFor(const LeaderEntry &entry, SteadyTime now);
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"
#include "core/display/lockroles.h"

#include <QCoreApplication>

namespace lockmaster {

/** An election of the lab in words: translated, plain, literal. Functions of their arguments. */
class LabWords
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::LabWords)

public:
    /** What a room reads from afar: who leads, and a little more beside it. */
    struct Headline {
        QString text;
        QString detail; ///< may be empty
        Tone tone = Tone::Muted;

        friend bool operator==(const Headline &, const Headline &) = default;
    };
    /**
     * By what the candidates report themselves, at our moment `now`, and whether `table`, what
     * watching it told, bears it out; null: nothing is known of it.
     */
    static Headline headline(const ElectionSnapshot &snapshot, SteadyTime now,
                             const LeaderHistory *table = nullptr);
    /** `3 candidates · period 1 s · lease 1.2 s · DATETIME`. */
    static QString setup(const ElectionSetup &setup);
    /** `pod-1 to pod-3`. */
    static QString failoverWho(const LeaderHistory &truth, const Failover &failover);

    static QString state(CandidateState state);
    static QString stateSign(CandidateState state);
    static Tone stateTone(CandidateState state);

    /** `DATETIME(3)`. */
    static QString column(int precision);
    /** `+500 ms`; a dash for none. */
    static QString skew(Millis skew);
};

/** Whether this candidate counts as one that leads by its own word: it is there and believes it. */
bool leadsByItsWord(const CandidateStatus &candidate);
/** There is a process: it may be killed. */
bool hasProcess(const CandidateStatus &candidate);
/** What makes sense to do to a candidate now. */
bool isPossible(CandidateAction action, const CandidateStatus &candidate);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/holderchecks.h"
#include "core/alerts/holdnorms.h"
#include "core/chains/chains.h"
#include "core/domain/alertrule.h"
#include "core/history/historyvalues.h"
#include "core/leaders/leaderwatch.h"
#include "core/monitor/backendsnapshot.h"
#include "core/monitor/filter.h"

namespace lockmaster {

/** Whether it is as a rule says, at one moment. */
struct AlertVerdict {
    enum class Truth : quint8 {
        No,
        NotYet, ///< it is so, and as far as was seen not for long enough
        Yes,
        Unknown, ///< it cannot be seen, or the server does not tell
    };
    Truth truth = Truth::No;
    SteadyTime next = SteadyTime::max();     ///< by then it may turn, though nothing happens
    QString reason;                          ///< only where it is so; see `Alert::reason`
    std::optional<SteadyTime> lookedAt = {}; ///< when what it rests on was read
    std::optional<LifeEvidence> check = {};  ///< what the operator's own check said, if asked
    bool isForAGap = false; ///< unknown, only because nobody looked for a while in between
};

/**
 * A rule, ready to be asked. Pure but for its means; lives on one thread. A lock that
 * elects a leader is meant to be held: rules about how long a lock is held do not look at it.
 */
class CompiledRule
{
public:
    /** A scope that is no filter lets everything through: the profile refuses such. */
    explicit CompiledRule(AlertRule rule);

    const AlertRule &rule() const { return m_rule; }
    bool looksAtLocks() const;
    /** Its scope admits locks of that system, as far as the terms about systems tell. */
    bool mayBeAbout(const QString &system) const { return m_scope.admitsSystem(system); }
    /** Its scope admits that lock, as it is written down. */
    bool isAbout(const PackedLock &lock) const
    {
        return m_scope.isEmpty() || m_scope.matches(lock, {});
    }

    /** What it asks about a lock, and when that was read. */
    struct Means {
        HoldNorms &norms;
        HolderChecks &checks;
        std::optional<SteadyTime> lookedAt;
    };
    AlertVerdict judge(const PackedLock &lock, bool leads, SteadyTime now,
                       const Means &means) const;
    AlertVerdict judge(const LeaderWatch &leader, SteadyTime now) const;
    AlertVerdict judge(const BackendStatus &status) const;
    /**
     * Of a source: `held` is the lock there that the alert would be about, null: nothing is held;
     * nothing has moved `since`, when something did (`moved`), or when the look began.
     */
    AlertVerdict judge(const PackedLock *held, SteadyTime since, bool moved, SteadyTime now) const;
    /** Of a lock that nobody holds now, by what was recorded of it. */
    AlertVerdict judge(const LockRhythm &rhythm, ServerTime wall,
                       std::optional<ServerTime> heldAt = {}) const;
    /** @p subject: the lock that the alert would be about. */
    AlertVerdict judge(const WaitChains &chains, const WaitChain &chain, const LockRecord &subject,
                       SteadyTime now) const;

private:
    AlertVerdict judgeHeld(const PackedLock &lock, SteadyTime now, HoldNorms &norms) const;
    AlertVerdict judgeGone(const PackedLock &lock, SteadyTime now, const Means &means) const;
    AlertVerdict judgeEndsSoon(const PackedLock &lock, SteadyTime now) const;
    AlertVerdict judgeExpired(const PackedLock &lock, SteadyTime now) const;
    AlertVerdict judgeWaiters(const PackedLock &lock) const;
    AlertVerdict judgeFinding(const PackedLock &lock) const;
    AlertVerdict judgeVacant(const LeaderWatch &leader, SteadyTime now) const;
    static AlertVerdict judgeLost(const BackendStatus &status);

    AlertRule m_rule;
    Filter m_scope;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/leaders/heartbeattrain.h"

namespace lockmaster {

/** What the findings of one leader lock rest on, at one look. */
struct LeaderFacts {
    SteadyTime now{};
    Lease lease;                         ///< of the row
    std::optional<RenewalPeriod> period; ///< as estimated
    Micros shortestPeriod{0};            ///< the shortest that this may plausibly mean
    HeartbeatTrain::Doubt doubt = HeartbeatTrain::Doubt::None;
    Micros trustedPeriod{0};
    int changesLastMinute = 0;
    bool handsInDoubt = false;             ///< the last changes may be two that write in turn
    std::optional<SteadyTime> vacantSince; ///< the lease ran out then, or it was let go
    QString leader;                        ///< label of who leads, or led last; empty: nobody known
};

/**
 * The findings of one leader lock that only time shows. They stay while their cause does:
 *  - lease-margin from a shortest lease below 1.5 periods until it is above 1.65;
 *  - flapping from three changes within a minute until a minute has passed without one; not of two
 *    that write in turn;
 *  - vacant-too-long until somebody leads;
 *  - renewed-too-fast until ten periods (at least ten seconds) have passed without evidence;
 *  - two-leaders for a minute.
 * The words of one change only when its figures have changed by a tenth or it happened again.
 */
class LeaderFindings
{
public:
    /** `inDoubt`: as in `LeaderFacts`; whether it flaps is said once the doubt is gone. */
    void changedHands(const QString &from, const QString &to, int changesLastMinute, bool inDoubt);
    /** Each writes while the lease of the other runs, again and again: no hand-over, no flapping.
     */
    void wroteInTurn(const QString &from, const QString &to, SteadyTime at);
    /**
     * One heartbeat while the lease of another had `left` to run. `away`: the intruder had led
     * before, and its own lease was over so long ago: it woke up, or was let in unseen.
     */
    void overlapped(const QString &leader, const QString &intruder, Micros left,
                    std::optional<Micros> away, SteadyTime at);

    /** Those that have appeared since the last call. */
    std::vector<FindingId> update(const LeaderFacts &facts);
    /** Puts them among those that are there: in the order of `FindingId`, each once. */
    void addTo(LockRecord &lock) const;

private:
    void judgeMargin(const LeaderFacts &facts);
    void judgeVacancy(const LeaderFacts &facts);
    void judgeDoubt(const LeaderFacts &facts);
    void set(FindingId id, const QString &evidence);
    void clear(FindingId id);
    bool has(FindingId id) const;

    QList<Finding> m_findings;
    std::vector<FindingId> m_appeared;
    QString m_hands;          ///< what the last change of hands says
    bool m_handsWait = false; ///< it says that the lead flaps, if it is no doubt any more
    bool m_areInTurn = false; ///< two-leaders rests on two that write in turn
    std::optional<SteadyTime> m_overlappedAt;
    Micros m_periodSaid{0};
    Lease m_leaseSaid;
};

} // namespace lockmaster

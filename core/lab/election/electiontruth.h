// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/finding.h"
#include "core/domain/leader.h"

namespace lockmaster {

/**
 * Who believed to lead when, from the candidates' own reports and from what was done to them.
 *
 * What is told may come late and out of order: a process that stood still between its commit and
 * its report tells of it when it goes on. What follows from who believed what (times without a
 * leader, overlaps, failovers) is therefore worked out anew whenever a belief changed. A candidate
 * that stands still believes, but does not count: nobody leads meanwhile, and two lead once it goes
 * on while another does, until its next round tells it better.
 *
 * Keeps `kept` of the past, at most `mostReigns` and `mostMarks`, and of each at most `mostMoments`
 * heartbeats and times at work, whatever a broken candidate reports. Lives on one thread.
 */
class ElectionTruth
{
public:
    static constexpr std::chrono::hours kept{3};
    static constexpr size_t mostReigns = 4000;
    static constexpr size_t mostMarks = 10'000;
    static constexpr size_t mostMoments =
        250'000; ///< more than the quickest election has in `kept`

    ElectionTruth(SteadyTime since, ServerTime wallAtSince);

    /** @return the index that the calls below take. */
    int addCandidate(const QByteArray &identity, const QString &label);
    void setProcess(int candidate, std::optional<qint64> pid);

    void led(int candidate, SteadyTime at); ///< took or renewed
    void lost(int candidate, SteadyTime at);
    void froze(int candidate, SteadyTime at);
    void thawed(int candidate, SteadyTime at);
    void worked(int candidate, SteadyTime at);
    void rested(int candidate, SteadyTime at);
    void ended(int candidate, SteadyTime at); ///< no process any more
    void mark(LeaderMark::Kind kind, int candidate, SteadyTime at, const QString &text);

    bool believes(int candidate) const;
    bool working(int candidate) const;

    /** Everything up to now; the same object as long as nothing changed. */
    std::shared_ptr<const LeaderHistory> history(SteadyTime now);
    /** So far, those that `history` does not keep any more included. */
    int overlaps();
    /** Two-leaders, while two lead and for half a minute after. */
    QList<Finding> findings(SteadyTime now);

private:
    struct Candidate {
        LeaderCandidate is;
        std::shared_ptr<Reign> open; ///< it believes to lead
        std::vector<LeaderSpan> frozen;
    };
    struct Stretch { ///< one leads and does not stand still
        int candidate = 0;
        LeaderSpan span;
        bool takes = false; ///< a reign begins with it
    };

    void end(Candidate &candidate, SteadyTime at);
    void attachFrozen(Reign &reign) const;
    std::vector<Stretch> stretches() const;
    void workOut();
    void forget(SteadyTime now);

    LeaderHistory m_base; ///< but for reigns, which are made when asked for
    std::vector<Candidate> m_candidates;
    std::vector<std::shared_ptr<Reign>> m_reigns; ///< by begin
    std::vector<LeaderMark> m_marks;
    std::shared_ptr<const LeaderHistory> m_published;
    int m_forgottenOverlaps = 0;
    bool m_changed = true; ///< since `m_published`
    bool m_toWorkOut = true;
};

} // namespace lockmaster

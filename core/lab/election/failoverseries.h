// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/leader.h"
#include "core/lab/election/failover.h"

#include <random>

namespace lockmaster {

/**
 * Decides when the leader is killed, so many times, and takes down what follows. Pure: it is told
 * what candidates report and what time it is, and says what is to be done; whoever has it does
 * that.
 *
 * For each kill it draws the phases of all candidates anew, because a series that leaves them alone
 * prefers some (see docs/guide/failover-model.md); waits until one leads steadily; kills it at a
 * random moment within a period; and has it restarted once somebody leads. Candidates have numbers
 * from 1; their moments are those of their own reports. Lives on one thread.
 */
class FailoverSeries
{
public:
    struct Order {
        enum class Kind : quint8 {
            Kill,    ///< and say so to `killed` at once
            Restart, ///< and say so to `started`, or to `ended`
            Rephase, ///< its next round is `wait` from now, the others follow it
        };
        Kind kind = Kind::Kill;
        int candidate = 0;
        Millis wait{0};
    };

    /** Nobody runs yet: say who does to `started`. */
    FailoverSeries(const ElectionSetup &setup, int kills, quint32 seed);

    void started(int candidate);
    /** Its process is gone. */
    void ended(int candidate);
    /** It took or renewed the lead. */
    void led(int candidate, SteadyTime at);
    /** It found another leading, or cannot tell. */
    void waited(int candidate);
    void killed(int candidate, SteadyTime at, ServerTime wall);

    /** What is to be done now, in this order. Call it after each of the above, and at `wake()`. */
    std::vector<Order> due(SteadyTime now);
    /** When something is due even if nothing is reported until then. */
    SteadyTime wake() const;

    /** Whoever was killed is restarted; what was measured stays. */
    void cancel();
    bool over() const { return m_state == State::Over; }
    bool cancelled() const { return m_cancelled; }
    const std::vector<MeasuredFailover> &failovers() const { return m_failovers; }

    /**
     * Failovers that a watcher saw, new ones and ones that were told before: to each measured one
     * belongs the one whose takeover is nearest, no further than a period. One that the watcher
     * does not keep any more stays matched.
     */
    void noteWatched(const std::vector<Failover> &watched);

private:
    enum class State : quint8 {
        Shuffle, ///< phases are to be drawn
        Steady,  ///< waits for a steady leader
        Armed,   ///< waits for the moment of the kill
        Killing, ///< said so
        Vacant,  ///< waits for the next leader
        Over,
    };
    struct Candidate {
        bool running = false;
        bool starting = false; ///< that was asked for
        bool believes = false;
        int renewals = 0; ///< that count
    };

    Candidate &at(int number) { return m_candidates.at(size_t(number) - 1); }
    Millis drawn();
    bool allRun() const;
    void start(int number);
    void shuffle(SteadyTime now);
    void arm(int candidate, SteadyTime from);
    void kill();
    void tookOver(int candidate, SteadyTime moment, bool believed);

    ElectionSetup m_setup;
    int m_kills;
    std::mt19937 m_random;
    std::vector<Candidate> m_candidates;
    std::vector<Order> m_orders;
    State m_state = State::Shuffle;
    bool m_cancelled = false;
    int m_latest = 0;         ///< who reported last to lead; 0: nobody
    SteadyTime m_countFrom{}; ///< each has had a round at its new phase
    SteadyTime m_overdue{};   ///< nobody leads steadily: whoever leads then
    std::optional<int> m_target;
    SteadyTime m_killAt{};
    MeasuredFailover m_current;
    SteadyTime m_restartAt{};                  ///< of the killed one, where nobody else takes over
    std::vector<MeasuredFailover> m_failovers; ///< by takeover
    std::vector<Micros> m_off;                 ///< of these, from what the watcher made of them
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"
#include "core/lab/sandbox.h"

#include <condition_variable>
#include <csignal>
#include <mutex>

namespace lockmaster::test {

using Snapshot = std::shared_ptr<const ElectionSnapshot>;
using Question = std::function<bool(const ElectionSnapshot &)>;

/** An experiment and what it publishes. */
class ElectionRun
{
public:
    ElectionRun(const LabPlace &place, const ElectionSetup &setup)
        : m_lab(std::make_unique<ElectionLab>(place, setup,
                                              [this](Snapshot next) { take(std::move(next)); }))
    {
    }

    ElectionLab *operator->() { return m_lab.get(); }

    /** The latest snapshot, or the first after it, of which this is true; null after a minute. */
    Snapshot waitFor(const Question &isSo)
    {
        std::unique_lock lock(m_mutex);
        if (m_latest && isSo(*m_latest))
            return m_latest;
        m_question = isSo;
        m_answer.reset();
        m_answered.wait_for(lock, std::chrono::minutes(1), [&] { return m_answer != nullptr; });
        m_question = {};
        return m_answer;
    }

private:
    void take(Snapshot next)
    {
        const std::lock_guard lock(m_mutex);
        m_latest = std::move(next);
        if (m_answer || !m_question || !m_question(*m_latest))
            return;
        m_answer = m_latest;
        m_answered.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_answered;
    Snapshot m_latest;
    Question m_question;
    Snapshot m_answer;
    std::unique_ptr<ElectionLab> m_lab; ///< first to go
};

/** A quick one that loses nothing to the column, and that a busy machine does not upset. */
inline ElectionSetup quick(int candidates = 3)
{
    ElectionSetup setup;
    setup.candidates = candidates;
    setup.period = Millis(100);
    setup.lease = Millis(1000);
    setup.precision = 3;
    return setup;
}

inline bool alive(qint64 pid)
{
    return pid > 0 && ::kill(static_cast<pid_t>(pid), 0) == 0;
}

inline std::optional<CandidateStatus> leaderOf(const ElectionSnapshot &snapshot)
{
    for (const CandidateStatus &candidate : snapshot.candidates) {
        if (candidate.state == CandidateState::Leading)
            return candidate;
    }
    return std::nullopt;
}

inline bool hasLeader(const ElectionSnapshot &snapshot)
{
    return leaderOf(snapshot).has_value();
}

inline bool everybodyStands(const ElectionSnapshot &snapshot)
{
    return hasLeader(snapshot)
           && std::all_of(snapshot.candidates.begin(), snapshot.candidates.end(),
                          [](const CandidateStatus &candidate) {
                              return candidate.state == CandidateState::Leading
                                     || candidate.state == CandidateState::Waiting;
                          });
}

inline auto isLedByAnotherThan(int number)
{
    return [number](const ElectionSnapshot &snapshot) {
        const auto leader = leaderOf(snapshot);
        return leader && leader->number != number;
    };
}

inline auto isIn(int number, CandidateState state)
{
    return [number, state](const ElectionSnapshot &snapshot) {
        return snapshot.candidates.at(number - 1).state == state;
    };
}

} // namespace lockmaster::test

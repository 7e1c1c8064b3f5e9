// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"
#include "core/lab/recording/electionrecording.h"

#include <array>
#include <utility>

/// Words of a recording's file that its writer and its reader share.
namespace lockmaster::recording {

inline constexpr int version = 1;
inline constexpr char placeOfLab[] = "sandbox";
inline constexpr char placeScratch[] = "scratch-table";

inline constexpr std::array<std::pair<CandidateState, const char *>, 8> stateWords{{
    {CandidateState::Starting, "starting"},
    {CandidateState::Waiting, "waiting"},
    {CandidateState::Leading, "leading"},
    {CandidateState::Frozen, "frozen"},
    {CandidateState::FrozenInTransaction, "frozen-in-transaction"},
    {CandidateState::Disconnected, "disconnected"},
    {CandidateState::Stopped, "stopped"},
    {CandidateState::Killed, "killed"},
}};

inline constexpr std::array<std::pair<ElectionRecording::End, const char *>, 3> endWords{{
    {ElectionRecording::End::Done, "done"},
    {ElectionRecording::End::Cancelled, "cancelled"},
    {ElectionRecording::End::Failed, "failed"},
}};

inline const char *stateName(CandidateState state)
{
    for (const auto &[one, word] : stateWords) {
        if (one == state)
            return word;
    }
    return stateWords.front().second;
}

} // namespace lockmaster::recording

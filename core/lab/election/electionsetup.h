// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/domain/result.h"

#include <QString>

#include <array>
#include <vector>

namespace lockmaster {

/** What candidates of an election in a table are like. A value. */
struct ElectionSetup {
    int candidates = 3;  ///< 2 to 50
    Millis period{1000}; ///< of everybody's rounds; 50 ms to 60 s
    Millis lease{1200};  ///< how long a heartbeat holds; 1 ms to 10 min
    int precision = 0;   ///< digits of the column's seconds: 0, 3 or 6
    Millis work{0};      ///< the leader works so long after each round; less than `period`
    bool duplicateIdentity = false; ///< the first two call themselves the same
    std::vector<Millis> skews;      ///< of each candidate's clock; those that are missing: none

    friend bool operator==(const ElectionSetup &, const ElectionSetup &) = default;
};

enum class ElectionPreset : quint8 {
    AsDescribed, ///< period 1 s, lease 1.2 s, DATETIME
    AsCoded,     ///< period 1 s, lease 1.002 s, DATETIME
    Healthy,     ///< period 1 s, lease 5 s, DATETIME(3)
};
inline constexpr std::array allElectionPresets = {ElectionPreset::AsDescribed,
                                                  ElectionPreset::AsCoded, ElectionPreset::Healthy};

/** The words of the command line: `as-described`, `as-coded`, `healthy`. */
QString electionPresetName(ElectionPreset preset);
std::optional<ElectionPreset> electionPresetFromName(QStringView name);
ElectionSetup electionPreset(ElectionPreset preset);

/** Errors: Config, which says what is out of its bounds. */
Result<void> validate(const ElectionSetup &setup);

} // namespace lockmaster

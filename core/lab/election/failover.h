// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionsetup.h"

#include <optional>
#include <vector>

namespace lockmaster {

/** A leader that was killed, and who led next: by the candidates' own monotonic record. */
struct MeasuredFailover {
    SteadyTime killedAt{};
    ServerTime at{}; ///< the same on the wall clock, for labels
    int killed = 0;  ///< candidate numbers, from 1
    int next = 0;    ///< the same number where nobody else took over before it was restarted
    Micros vacancy{0};
    std::optional<Micros> watched; ///< what the watcher of the table made of it
};

/**
 * A leader is killed at a random moment within a period once it has renewed so often in a row.
 * Where none gets that far within so many periods, whoever leads then is.
 */
inline constexpr int steadyRenewals = 2;
inline constexpr int steadyPatience = 20;

/**
 * Of times without a leader; all zero where there are none. The median of an even number of them
 * lies half-way between the two in the middle; the 95th percentile is the smallest of them that at
 * least 95 % do not exceed.
 */
struct VacancyFigures {
    Micros median{0};
    Micros p95{0};
    Micros max{0};
};
VacancyFigures vacancyFigures(std::vector<Micros> vacancies);

/**
 * What `setup` should show when its leader is killed at a random phase of its round: a simulation
 * of many kills with candidates of random phases, as written down in docs/guide/failover-model.md.
 * Pure: the same seed gives the same figures.
 */
struct VacancyPrediction {
    VacancyFigures figures;
    std::vector<Micros> vacancies; ///< of each simulated kill, ascending: for the histogram
};
VacancyPrediction predictVacancy(const ElectionSetup &setup, bool columnRounds, quint32 seed,
                                 int kills = 20'000);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"
#include "core/lab/election/failoverseries.h"

#include <functional>

namespace lockmaster {

/** What `setup` should show: the same for every series. */
VacancyPrediction electionPrediction(const ElectionSetup &setup, bool columnRounds);

/**
 * The series of kills of one experiment, one at a time, and what it has shown so far. Lives on the
 * lab's thread; what the series orders is done by who has it.
 */
class FailoverMeasurement
{
public:
    using Order = FailoverSeries::Order;

    FailoverMeasurement(const ElectionSetup &setup, bool columnRounds);

    /** Nothing while a series runs. `running`: the candidates that run now. */
    void begin(int kills, quint32 seed, const std::vector<int> &running);
    void cancel();
    void noteWatched(const std::vector<Failover> &failovers);

    /** What the candidates do is told to it, see there; null before the first. */
    FailoverSeries *series() { return m_series ? &*m_series : nullptr; }
    FailoverRun run() const;

private:
    const ElectionSetup m_setup;
    const VacancyPrediction m_predicted;
    int m_wanted = 0;
    quint32 m_seed = 0;
    std::optional<FailoverSeries> m_series;
};

} // namespace lockmaster

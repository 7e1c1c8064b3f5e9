// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/failovermeasurement.h"

namespace lockmaster {

namespace {

/** The prediction is one of the setup, not of a series: always the same figures. */
constexpr quint32 predictionSeed = 1;
constexpr int mostKills = 10'000;

} // namespace

VacancyPrediction electionPrediction(const ElectionSetup &setup, bool columnRounds)
{
    return predictVacancy(setup, columnRounds, predictionSeed);
}

FailoverMeasurement::FailoverMeasurement(const ElectionSetup &setup, bool columnRounds)
    : m_setup(setup), m_predicted(electionPrediction(setup, columnRounds))
{
}

void FailoverMeasurement::begin(int kills, quint32 seed, const std::vector<int> &running)
{
    if (kills < 1 || kills > mostKills || (m_series && !m_series->over()))
        return;
    m_wanted = kills;
    m_seed = seed;
    m_series.emplace(m_setup, kills, seed);
    for (const int candidate : running)
        m_series->started(candidate);
}

void FailoverMeasurement::cancel()
{
    if (m_series)
        m_series->cancel();
}

void FailoverMeasurement::noteWatched(const std::vector<Failover> &failovers)
{
    if (m_series)
        m_series->noteWatched(failovers);
}

FailoverRun FailoverMeasurement::run() const
{
    FailoverRun run;
    run.predicted = m_predicted;
    if (!m_series)
        return run;
    run.wanted = m_wanted;
    run.seed = m_seed;
    run.running = !m_series->over();
    run.cancelled = m_series->cancelled();
    run.failovers = m_series->failovers();
    std::vector<Micros> vacancies;
    for (const MeasuredFailover &failover : run.failovers)
        vacancies.push_back(failover.vacancy);
    run.figures = vacancyFigures(std::move(vacancies));
    return run;
}

} // namespace lockmaster

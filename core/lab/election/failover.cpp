// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/failover.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Far enough from zero that no skewed clock shows a negative time. */
constexpr Micros longAgo = 24h;
/** A round is late by up to so much: a process is woken, and the server answers. */
constexpr Micros largestJitter = 4ms;

/** The smallest value that at least `percent` of all do not exceed: the nearest rank. */
Micros percentile(const std::vector<Micros> &ascending, size_t percent)
{
    const size_t rank = (ascending.size() * percent + 99) / 100;
    return ascending.at(std::max<size_t>(rank, 1) - 1);
}

Micros median(const std::vector<Micros> &ascending)
{
    const size_t middle = ascending.size() / 2;
    if (ascending.size() % 2 == 1)
        return ascending.at(middle);
    return (ascending.at(middle - 1) + ascending.at(middle)) / 2;
}

/** One election from a row that is written for the first time to the leader that follows a kill. */
class Simulation
{
public:
    Simulation(const ElectionSetup &setup, bool columnRounds, std::mt19937 &random)
        : m_setup(setup), m_columnRounds(columnRounds), m_random(random),
          m_step(Micros(1s) / qint64(std::pow(10, setup.precision))),
          m_jitter(std::min(largestJitter, Micros(setup.period) / 50)),
          m_begin(longAgo + uniform(1s)), m_candidates(size_t(setup.candidates))
    {
        for (Candidate &candidate : m_candidates)
            candidate.phase = uniform(setup.period);
        for (size_t i = 0; i < std::min(setup.skews.size(), m_candidates.size()); ++i)
            m_candidates.at(i).skew = setup.skews.at(i);
    }

    Micros vacancy()
    {
        playUntilKill();
        const size_t killed = m_target.value_or(m_leader);
        Micros next = Micros::max();
        for (size_t i = 0; i < m_candidates.size(); ++i) {
            if (i != killed)
                next = std::min(next, takeover(i));
        }
        return next - *m_killAt;
    }

private:
    struct Candidate {
        Micros phase{0};
        Micros skew{0};
        bool believes = false;
        int renewals = 0; ///< since it began to believe that it leads
    };

    Micros uniform(Micros bound)
    {
        constexpr double range = 4294967296.0;
        return Micros(qint64(double(m_random()) / range * double(bound.count())));
    }

    Micros roundAt(qint64 number, size_t i)
    {
        return m_begin + m_candidates.at(i).phase + number * Micros(m_setup.period)
               + uniform(m_jitter);
    }

    /** As the column keeps it. */
    Micros stored(Micros written) const
    {
        return (m_columnRounds ? written + m_step / 2 : written) / m_step * m_step;
    }

    size_t identity(size_t i) const { return m_setup.duplicateIdentity && i == 1 ? 0 : i; }

    bool mayLead(size_t i, Micros at) const
    {
        return identity(i) == m_owner
               || at + m_candidates.at(i).skew > m_heartbeat + Micros(m_setup.lease);
    }

    void playUntilKill()
    {
        std::vector<size_t> order(m_candidates.size());
        std::iota(order.begin(), order.end(), size_t(0));
        std::sort(order.begin(), order.end(), [this](size_t a, size_t b) {
            return m_candidates.at(a).phase < m_candidates.at(b).phase;
        });
        for (qint64 number = 0;; ++number) {
            for (const size_t i : order) {
                const Micros at = roundAt(number, i);
                if (m_killAt && at >= *m_killAt)
                    return;
                round(i, at);
                m_overdue = number >= steadyPatience;
                if (m_overdue && !m_killAt)
                    m_killAt = at + uniform(m_setup.period);
            }
        }
    }

    void round(size_t i, Micros at)
    {
        Candidate &candidate = m_candidates.at(i);
        // The first leader is any of them, not the one whose round comes first.
        const bool may = m_owner ? mayLead(i, at) : i == 0;
        if (!may) {
            candidate.believes = false;
            return;
        }
        m_owner = identity(i);
        m_heartbeat = stored(at + candidate.skew);
        m_leader = i;
        candidate.renewals = candidate.believes ? candidate.renewals + 1 : 0;
        if (!candidate.believes && !m_overdue) {
            m_killAt.reset();
            m_target.reset();
        }
        candidate.believes = true;
        if (candidate.renewals >= steadyRenewals && !m_killAt) {
            m_killAt = at + uniform(m_setup.period);
            m_target = i;
        }
    }

    /** When `i` leads, if nobody does so before it. */
    Micros takeover(size_t i)
    {
        const Candidate &candidate = m_candidates.at(i);
        Micros from = *m_killAt;
        if (identity(i) != m_owner)
            from = std::max(from, m_heartbeat + Micros(m_setup.lease) - candidate.skew);
        qint64 number = (from - m_begin - candidate.phase) / Micros(m_setup.period) - 1;
        for (;; ++number) {
            const Micros at = roundAt(number, i);
            if (at >= *m_killAt && mayLead(i, at))
                return at;
        }
    }

    const ElectionSetup &m_setup;
    bool m_columnRounds;
    std::mt19937 &m_random;
    Micros m_step; ///< of the column
    Micros m_jitter;
    Micros m_begin;
    std::vector<Candidate> m_candidates;
    std::optional<size_t> m_owner;  ///< who is in the row; none: there is no row yet
    Micros m_heartbeat{0};          ///< as stored
    size_t m_leader = 0;            ///< who wrote it
    std::optional<size_t> m_target; ///< who is killed; none: whoever leads then
    bool m_overdue = false;         ///< none led steadily for too long
    std::optional<Micros> m_killAt;
};

VacancyFigures figuresOf(const std::vector<Micros> &ascending)
{
    if (ascending.empty())
        return {};
    return {median(ascending), percentile(ascending, 95), ascending.back()};
}

} // namespace

VacancyFigures vacancyFigures(std::vector<Micros> vacancies)
{
    std::sort(vacancies.begin(), vacancies.end());
    return figuresOf(vacancies);
}

VacancyPrediction predictVacancy(const ElectionSetup &setup, bool columnRounds, quint32 seed,
                                 int kills)
{
    std::mt19937 random(seed);
    VacancyPrediction prediction;
    prediction.vacancies.reserve(size_t(kills));
    for (int i = 0; i < kills; ++i)
        prediction.vacancies.push_back(Simulation(setup, columnRounds, random).vacancy());
    std::sort(prediction.vacancies.begin(), prediction.vacancies.end());
    prediction.figures = figuresOf(prediction.vacancies);
    return prediction;
}

} // namespace lockmaster

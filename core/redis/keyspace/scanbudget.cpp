// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/scanbudget.h"

#include <algorithm>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr int share = 50;            // one part in fifty
constexpr Micros firstBurst = 500ms; // about a million and a half keys
constexpr Micros mostSaved = 100ms;  // five seconds' worth
constexpr Micros longPass = 100ms;
constexpr auto longPassEvery = 60s;

} // namespace

ScanBudget::ScanBudget(const Clock &clock, bool patient) : m_clock(clock), m_patient(patient)
{
    restart();
}

void ScanBudget::restart()
{
    m_left = firstBurst;
    m_since = m_clock.now();
    m_passCost = {};
}

Micros ScanBudget::available() const
{
    const auto earned = std::chrono::duration_cast<Micros>(m_clock.now() - m_since) / share;
    return std::min(m_left + earned, std::max(m_left, mostSaved));
}

bool ScanBudget::maySpend() const
{
    return available() > 0us;
}

bool ScanBudget::mayStartPass() const
{
    if (m_patient && m_passCost > longPass && m_clock.now() < m_passStart + longPassEvery)
        return false;
    return maySpend();
}

void ScanBudget::passStarted()
{
    // What is left of the first burst was for the first pass.
    if (m_passCost > 0us) {
        m_left = std::min(available(), mostSaved);
        m_since = m_clock.now();
    }
    m_passCost = {};
    m_passStart = m_clock.now();
}

void ScanBudget::spend(Micros searching, Micros reading)
{
    m_left = available() - searching - reading;
    m_since = m_clock.now();
    m_passCost += searching;
}

} // namespace lockmaster

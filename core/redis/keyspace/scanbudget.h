// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

namespace lockmaster {

/**
 * How much of a server's time may go into searching it: a fiftieth, after a first burst that shows
 * what is there at once. Costs are estimates from the work asked for (a network's delay is not the
 * server's time). Lives on one thread.
 */
class ScanBudget
{
public:
    /** `patient`: a pass that takes over 100 ms of searching starts at most once a minute. */
    ScanBudget(const Clock &clock, bool patient);

    /** Allows the first burst again: everything has to be found anew. */
    void restart();

    bool mayStartPass() const;
    bool maySpend() const;
    void passStarted();
    /** `searching`: what the next pass will cost again. `reading`: what was new. */
    void spend(Micros searching, Micros reading = {});

private:
    Micros available() const;

    const Clock &m_clock;
    bool m_patient;
    Micros m_left{}; ///< at `m_since`; may be negative
    SteadyTime m_since{};
    Micros m_passCost{};      ///< the searching of the running or the last pass
    SteadyTime m_passStart{}; ///< of the same; valid once `m_passCost` is not zero
};

} // namespace lockmaster

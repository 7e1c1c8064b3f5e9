// SPDX-License-Identifier: Apache-2.0
#include "core/platform/clock.h"

namespace lockmaster {

namespace {

class SystemClock final : public Clock
{
public:
    SteadyTime now() const override { return std::chrono::steady_clock::now(); }
    ServerTime wallNow() const override
    {
        return std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
    }
};

} // namespace

const Clock &systemClock()
{
    static const SystemClock clock;
    return clock;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/benchmark.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace lockmaster::bench {

std::optional<double> Figure::ratio() const
{
    return raw && *raw > 0 ? std::optional(ours / *raw) : std::nullopt;
}

bool Figure::holds() const
{
    return raw ? ratio().value_or(HUGE_VAL) <= budget : ours <= budget;
}

double median(std::vector<double> values)
{
    return quantile(std::move(values), 0.5);
}

double quantile(std::vector<double> values, double share)
{
    if (values.empty())
        return std::nan("");
    std::sort(values.begin(), values.end());
    const auto rank = static_cast<size_t>(std::ceil(share * double(values.size())));
    return values[std::clamp<size_t>(rank, 1, values.size()) - 1];
}

Result<Figure> inTurn(const QString &name, double budgetRatio, int rounds,
                      const std::function<bool()> &ours, const std::function<bool()> &raw)
{
    std::vector<double> times[2];
    const std::function<bool()> sides[2] = {ours, raw};
    for (int round = 0; round <= rounds; ++round) {
        for (int side = 0; side < 2; ++side) {
            const auto start = std::chrono::steady_clock::now();
            if (!sides[side]())
                return failure(ErrorKind::Protocol, QStringLiteral("%1: a read failed.").arg(name));
            const std::chrono::duration<double, std::milli> took =
                std::chrono::steady_clock::now() - start;
            if (round > 0)
                times[side].push_back(took.count());
        }
    }
    return Figure{name, QStringLiteral("ms"), median(times[0]), median(times[1]), budgetRatio};
}

} // namespace lockmaster::bench

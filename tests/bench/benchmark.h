// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"

#include <QString>

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

namespace lockmaster::bench {

/** One line of the table: our median, the raw client's in the same run, and what we allow. */
struct Figure {
    QString name;
    double oursMs = 0;
    double rawMs = 0;
    double budgetRatio = 0;

    double ratio() const { return rawMs > 0 ? oursMs / rawMs : 0; }
    bool holds() const { return ratio() <= budgetRatio; }
};

using Benchmark = std::function<Result<std::vector<Figure>>()>;

Result<std::vector<Figure>> sqlSnapshots();
Result<std::vector<Figure>> redisSnapshots();
/** Frames of the lanes; raw is what a frame may take at 60 frames a second. */
Result<std::vector<Figure>> lanesFrames();

/**
 * Runs `ours` and `raw` in turn, so that a slow moment of the machine hits both, once to warm up
 * and then `rounds` times. Either says false when it failed.
 */
inline Result<Figure> inTurn(const QString &name, double budgetRatio, int rounds,
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
    const auto median = [](std::vector<double> &values) {
        std::sort(values.begin(), values.end());
        return values[values.size() / 2];
    };
    return Figure{name, median(times[0]), median(times[1]), budgetRatio};
}

} // namespace lockmaster::bench

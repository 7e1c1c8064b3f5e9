// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"

#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace lockmaster::bench {

/**
 * One line of the table: our median and what is allowed. Where a raw client did the same in the
 * same run, the budget is the ratio that we allow ourselves; where there is nothing to compare
 * with, it is an amount in `unit`. Both are upper bounds.
 */
struct Figure {
    QString name; ///< `sql-snapshot-100000`; stable
    QString unit; ///< `ms`, `us`, `bytes`, `%`, `commands/s`
    double ours = 0;
    std::optional<double> raw;
    double budget = 0;

    std::optional<double> ratio() const;
    bool holds() const;
};

using Figures = std::vector<Figure>;
using Benchmark = std::function<Result<Figures>()>;

double median(std::vector<double> values);
/** The value that `share` (0 to 1) of them do not exceed. */
double quantile(std::vector<double> values, double share);

/**
 * Milliseconds of `ours` and `raw`, run in turn, so that a slow moment of the machine hits both:
 * once to warm up and then `rounds` times. Either says false when it failed.
 */
Result<Figure> inTurn(const QString &name, double budgetRatio, int rounds,
                      const std::function<bool()> &ours, const std::function<bool()> &raw);

/** A benchmark by the word that `./dev bench WORD` runs it by. */
struct Group {
    QString word;
    QString about;
    Benchmark run;
};

/** Tables and user-level locks. */
Result<Figures> sqlSnapshots();
Result<Figures> userLockLooks();
Result<Figures> redisSnapshots();
Result<Figures> clusterSnapshots();
/** What a feed alone takes to bring a change, and what that costs the server. */
Result<Figures> feedPrices();
/** How soon a change is shown that the server tells of, and what watching costs the server. */
Result<Figures> pushedChanges();
/** Frames of the lanes, in this process's time. */
Result<Figures> lanesFrames();
/** Following, sorting and filtering many locks, in this process's time; what a row takes. */
Result<Figures> largeViews();
/** The whole window over fake backends: slices of its thread, answers, idle time. */
Result<Figures> windowFigures();
/** The same while a thousand locks a second change hands, all of it recorded and looked at by the
 * rules. */
Result<Figures> recordedWindow();
/** The same with every page in a window of its own, over many locks and over many servers. */
Result<Figures> openWindow();
Result<Figures> millionInWindow();
Result<Figures> backendsInWindow();
/** `lockctl list` from its start to its end, on a hundred thousand locks and a million. */
Result<Figures> listCommand();
/** `lockctl watch` while ten thousand locks a second change hands. */
Result<Figures> watchCommand();
/** `lockctl top` while a thousand leases tick, on a small terminal and on a large one. */
Result<Figures> topCommand();
/** A monitor on fifty backends, five of them dead. */
Result<Figures> manyBackends();

/** From the start of a program to its first locks on screen, or to its end. */
Result<Figures> programStarts();
/** Recording what happens, and asking a month of it. */
Result<Figures> historyStore();
/** What rules cost over many locks. */
Result<Figures> alertLooks();
/** What the window uses while nothing happens. */
Result<Figures> idleWindow();
/** Whether anything grows while locks come and go; `LOCKMASTER_SOAK_MINUTES` tells for how long. */
Result<Figures> soakedMonitor();

} // namespace lockmaster::bench

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"

namespace lockmaster {

/** What `lab failover` found out. */
struct FailoverReport {
    ElectionSetup setup;
    QString backend;    ///< empty: a private server
    QStringList labels; ///< of the candidates, number 1 first
    FailoverRun run;
    Millis poll{0}; ///< how often the table was watched meanwhile
};

/** The largest difference between a measured time and what watching made of it. */
std::optional<Micros> largestWatchError(const std::vector<MeasuredFailover> &failovers);

/** `3 of 20: pod-2 killed, pod-1 took over after 0.820 s`; `number` from 1. */
QString progressText(const FailoverReport &report, int number);

/** Tables and a histogram for people; literal text, lines at most `width` columns (0: any). */
QByteArray failoverText(const FailoverReport &report, int width);

/** One line of JSON, as docs/guide/json.md says. */
QByteArray failoverJson(const FailoverReport &report);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"

#include <QStringList>

namespace lockmaster {

/** What a series of killed leaders found out, as it is handed on. */
struct FailoverReport {
    ElectionSetup setup;
    QString backend;    ///< empty: a private server
    QStringList labels; ///< of the candidates, number 1 first
    FailoverRun run;
    Millis poll{0}; ///< how often the table was watched meanwhile
};

/** What the candidates are called, number 1 first. */
QStringList candidateLabels(const ElectionSnapshot &snapshot);

/** Everything but `backend` and `poll`, which an experiment does not know. */
FailoverReport failoverReport(const ElectionSnapshot &snapshot);

/** The largest difference between a measured time and what watching made of it. */
std::optional<Micros> largestWatchError(const std::vector<MeasuredFailover> &failovers);

/** One line of JSON, as docs/guide/json.md says. */
QByteArray failoverJson(const FailoverReport &report);

/** RFC 4180: a heading, then one line for each failover. */
QByteArray failoverCsv(const FailoverReport &report);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/alert.h"
#include "core/domain/alertrule.h"
#include "core/domain/result.h"

#include <QStringList>

namespace lockmaster {

class HistoryReader;

/** How often a rule would have said something, as far as the history tells. */
struct AlertTrial {
    enum class Precision : quint8 {
        Counted, ///< so often
        About,   ///< so often, a little more or less: `why` tells
        AtMost,  ///< so often or less: `why` tells
        Unknown, ///< the history cannot tell: `why` tells
    };
    /** One of them. */
    struct Time {
        ServerTime at{};
        AlertSubject subject;
    };
    static constexpr size_t mostTimes = 20;

    QString rule;
    Precision precision = Precision::Counted;
    qint64 count = 0;  ///< alerts that would have begun
    qint64 places = 0; ///< of so many locks, or backends
    std::optional<ServerTime> first;
    std::optional<ServerTime> last;
    std::vector<Time> newest; ///< the newest first, at most `mostTimes`
    QString why;              ///< translated, one clause; empty where counted
};

/** The JSON word: `counted`, `about`, `at_most`, `unknown`. */
QString trialPrecisionName(AlertTrial::Precision precision);

/** Trials of some rules over one stretch of time. */
struct AlertTrials {
    std::vector<AlertTrial> trials; ///< one for each rule, in their order
    Micros unseen{0};   ///< nobody looked at some backend for so long; nothing of that is counted
    bool older = false; ///< there was more than is looked at: the newest was
};

/**
 * What `rules` would have said from `from` until `until`, had they been on. Reads the store: may
 * take seconds, and is given up as the reader is. Quiet hours and snoozes count nothing away.
 * Errors: those of the reader.
 */
Result<AlertTrials> tryAlerts(HistoryReader &reader, const std::vector<AlertRule> &rules,
                              const QStringList &backends, ServerTime from, ServerTime until);

} // namespace lockmaster

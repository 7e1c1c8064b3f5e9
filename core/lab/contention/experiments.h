// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/contention/contentionworkers.h"

namespace lockmaster {

/// The parents' side of the experiments: sets the stage, starts the workers, judges what they did.
/// The options are complete (`completeContentionOptions()`).

Result<ContentionReport> runCards(const QString &id, ContentionWorkers &stage,
                                  const ContentionOptions &options);
Result<ContentionReport> runMinuteJobs(const QString &id, ContentionWorkers &stage,
                                       const ContentionOptions &options);
Result<ContentionReport> runOrders(const QString &id, ContentionWorkers &stage,
                                   const ContentionOptions &options);
Result<ContentionReport> runCoupons(const QString &id, ContentionWorkers &stage,
                                    const ContentionOptions &options);
/** A master of a group of its own that is deposed as planned, killed, or frozen and woken. */
Result<ContentionReport> runMasterLoss(const QString &id, ContentionWorkers &stage,
                                       const ContentionOptions &options);

/** Lines of what happened when, by the time since the start. */
class EventLines
{
public:
    explicit EventLines(SteadyTime start) : m_start(start) {}

    /** Beyond the five hundredth, nothing is added. */
    void add(SteadyTime at, const QString &what);
    const QStringList &lines() const { return m_lines; }

private:
    SteadyTime m_start;
    QStringList m_lines;
};

} // namespace lockmaster

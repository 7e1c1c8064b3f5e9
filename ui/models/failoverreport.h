// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"

#include <QByteArray>

namespace lockmaster {

/** The series as `lockctl lab failover --json` prints it. */
QByteArray failoversJson(const FailoverRun &run);
/** One line for each failover, after a line that names the columns. */
QByteArray failoversCsv(const FailoverRun &run);

} // namespace lockmaster

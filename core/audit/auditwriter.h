// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/audit/auditlog.h"

namespace lockmaster {

/**
 * Appends one line: waits for its turn, gives the line its number and its place in the chain, and
 * returns when line and head are on the disk. On an error nothing of the line is left in the file
 * (as far as the disk allows). The line's `number` and `month` are set here.
 *
 * A line goes to the month of its time, but never to an older month than the newest there is: a
 * clock that is set back does not tear the chain.
 */
Result<void> appendAudit(const QString &directory, AuditLine line);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/releaseoperation.h"

namespace lockmaster {

/// How a release reads in the audit log, and to people afterwards.

/** `preview` is what was found when the ticket was opened; `command` is empty where none is sent.
 */
AuditIntent releaseIntent(const ReleaseOrder &order, const ReleasePreview &preview, Compare compare,
                          const QString &reason, const QString &command, const QString &program);

AuditOutcome releaseOutcome(const ReleaseReport &report);

/** Who holds the lock: none where nobody does, or where that is not known. */
std::optional<Holder> holderNow(const std::optional<LockRecord> &record);

/** One translated sentence: what the server shows after a release that got no answer. */
QString seenAfterwards(const Witness &witness, const ReleaseReport &report);

} // namespace lockmaster

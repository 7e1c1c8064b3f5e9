// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/backendsnapshot.h"

#include <QString>

namespace lockmaster {

/// Words that files, JSON and `lockctl` have as they are, as people read them in the window. Of one
/// that is not ours the literal text.

/** `user-level locks`; of tables and keyspaces their own names. */
QString sourceText(const QString &source);

/** How a server is reached: `TLSv1.3`, `plaintext via bastion`; or where: `db-1:3306 via bastion`.
 */
QString reachedText(const QString &reached);

QString backendStateText(BackendState state);

/** Behind the name of a rule that came with the program what that means, where it says so in no
 * other language: `backend-lost (...)`. */
QString alertRuleTitle(const QString &rule);

} // namespace lockmaster

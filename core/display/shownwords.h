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

/** What a rule is called: one that came with the program by what it means, any other by its name.
 */
QString alertRuleTitle(const QString &rule);
/** With its name behind that where it is another, as profile, filter and `lockctl` have it. */
QString alertRuleTitleAndName(const QString &rule);

} // namespace lockmaster

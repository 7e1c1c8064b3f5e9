// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/error.h"

#include <QStringList>

#include <optional>

namespace lockmaster {

/// What `ssh` writes to its error output, as errors that tell what to do.

/**
 * Why an `ssh` to `host` ended. `refused`: a question of its that nobody answered, empty for none.
 */
Error sshEnding(const QString &host, int status, const QStringList &lines, const QString &refused);

/** Of a line that it wrote while it ran: why it could not lead to a server; none: another matter.
 */
std::optional<Error> sshComplaint(const QString &host, const QString &line);

} // namespace lockmaster

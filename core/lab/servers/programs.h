// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"

#include <QStringList>

namespace lockmaster {

/**
 * `name` as found in `PATH`, `/usr/sbin`, `/usr/local/sbin` or `/usr/libexec`; the
 * environment variable `LOCKMASTER_SERVER_PATH` (directories, separated by colons) replaces all of
 * these. Errors: NotFound, whose remedy is the command that installs `package`.
 */
Result<QString> findServerProgram(const QString &name, const QString &package);

/**
 * That everything the private servers need is installed. Errors: NotFound, whose remedy is the one
 * command that installs all that is missing.
 */
Result<void> requireServerPrograms();

} // namespace lockmaster

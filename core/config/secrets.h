// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/passwordsource.h"
#include "core/domain/result.h"

namespace lockmaster {

/**
 * The password of a backend, from the first place that has one: password file, password command,
 * `LOCKMASTER_PASSWORD_<NAME>`, `LOCKMASTER_PASSWORD`, keychain, URL. An empty secret where none
 * has: servers without a password exist. Blocks (a command may run for `deadline`); any thread.
 * Errors: Config (file unreadable or open to others, command failed), Timeout.
 */
Result<Secret> resolvePassword(const BackendSpec &backend, SteadyTime deadline);

/**
 * That of its sentinels: their password file, their password command,
 * `LOCKMASTER_SENTINEL_PASSWORD_<NAME>` or `LOCKMASTER_SENTINEL_PASSWORD`. Else as above.
 */
Result<Secret> resolveSentinelPassword(const BackendSpec &backend, SteadyTime deadline);

/** Both, whenever they are asked for. */
PasswordSource passwordsOf(const BackendSpec &backend);

/**
 * The first line of a file, which must be readable by nobody but its owner (and group). A pipe will
 * do, as from a shell's `<(...)`, where somebody writes to it within two seconds. Errors: Config,
 * Timeout; the message names the file.
 */
Result<Secret> readPasswordFile(const QString &path, SteadyTime deadline);

/**
 * The first line that a command prints: run without a shell, without input, without the passwords
 * of our own environment, killed at the deadline with everything it started, however
 * detached. Errors: Config, Timeout; what
 * it printed is never quoted.
 */
Result<Secret> runPasswordCommand(const QStringList &command, SteadyTime deadline);

/** What counts of a file's or a command's text: its first line. */
Secret firstLine(QByteArray text);

} // namespace lockmaster

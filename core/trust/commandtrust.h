// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/domain/tunnelspec.h"

#include <QStringList>

namespace lockmaster {

/**
 * A command that a profile would have run on this operator's behalf. A profile comes from
 * elsewhere, often with a repository: it is not run before the operator has trusted it on this
 * machine, and again once one word of it is another. What its program does is not part of that.
 * `password_command` and the command of alerts are the operator's own, and no such.
 *
 * Trusted ones stand in a file of lines, as formats do. Any thread.
 */
struct ForeignCommand {
    QString use;         ///< what for: `names`, `connect`, `ssh`, `alive`
    QStringList command; ///< program and arguments, never through a shell

    friend bool operator==(const ForeignCommand &, const ForeignCommand &) = default;
};

/** What runs to get there. */
ForeignCommand foreignCommand(const TunnelSpec &tunnel);
/** A backend's `alive_command`. */
ForeignCommand aliveCheck(const QStringList &command);

/** `$XDG_STATE_HOME/lockmaster/trusted_commands` */
QString trustedCommandsPath();

/// Errors: Config, where it is not known what is trusted; nothing is run then.
Result<bool> isTrusted(const ForeignCommand &command);
Result<void> trustCommand(const ForeignCommand &command);
/** Whether it was trusted. */
Result<bool> forgetCommand(const ForeignCommand &command);

/** SHA-256 of use and words, in hexadecimal digits. */
QByteArray digestOf(const ForeignCommand &command);

/** As it would be pasted into a shell; literally. */
QString commandText(const ForeignCommand &command);

/** Everything an operator accepts who trusts it, line by line. */
QStringList whatIsTrusted(const ForeignCommand &command);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/error.h"

#include <QStringList>

#include <optional>

namespace lockmaster {

/** How a server is reached that cannot be dialled from here; at most one of the two. */
struct TunnelSpec {
    /// In the place of these a command gets the near end.
    static constexpr QLatin1StringView portWord{"{port}"};
    static constexpr QLatin1StringView socketWord{"{socket}"};

    QString ssh;         ///< a host as the operator's `ssh` knows it: `bastion`, `me@bastion`
    QStringList command; ///< what leads there; argv, never through a shell
    bool isOwn = false;  ///< this operator wrote it, just now: it needs no trust

    bool isSet() const { return !ssh.isEmpty() || !command.isEmpty(); }
    bool wantsPort() const { return wants(portWord); }
    bool wantsSocket() const { return wants(socketWord); }
    /** Its name for people: the host, or the command's program. */
    QString title() const;
    /** `what via title`, where it is set. */
    QString reached(const QString &what) const;

    /** Whether they lead the same way, whoever wrote it. */
    friend bool operator==(const TunnelSpec &a, const TunnelSpec &b)
    {
        return a.ssh == b.ssh && a.command == b.command;
    }

private:
    bool wants(QLatin1StringView word) const;
};

/**
 * Whether `text` may be given to `ssh` as a host: `[user@]host` of letters, digits and `._-`, and
 * no option.
 */
bool isSshHost(const QString &text);

/**
 * What is wrong with it: Config. `tellsPassword`: the server's protocol sends the password as it is
 * without TLS, so that nobody else's listener may be met.
 */
std::optional<Error> tunnelFault(const TunnelSpec &spec, bool tellsPassword);

} // namespace lockmaster

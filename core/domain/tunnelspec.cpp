// SPDX-License-Identifier: Apache-2.0
#include "core/domain/tunnelspec.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockmaster {

QString TunnelSpec::title() const
{
    return ssh.isEmpty() ? command.value(0).section(u'/', -1) : ssh;
}

QString TunnelSpec::reached(const QString &what) const
{
    return isSet() ? what + QStringLiteral(" via ") + title() : what;
}

bool TunnelSpec::wants(QLatin1StringView word) const
{
    return std::any_of(command.begin(), command.end(),
                       [word](const QString &part) { return part.contains(word); });
}

bool isSshHost(const QString &text)
{
    static const QRegularExpression host(
        QStringLiteral("\\A([A-Za-z0-9._-]+@)?[A-Za-z0-9][A-Za-z0-9.-]*\\z"));
    constexpr qsizetype longest = 255;
    return text.size() <= longest && !text.startsWith(u'-') && host.match(text).hasMatch();
}

std::optional<Error> tunnelFault(const TunnelSpec &spec, bool tellsPassword)
{
    const auto fault = [](const QString &message, const QString &remedy) {
        return Error{ErrorKind::Config, 0, message, remedy};
    };
    if (!spec.ssh.isEmpty() && !spec.command.isEmpty())
        return fault(Words::tr("It has both 'ssh' and 'connect_command'."),
                     Words::tr("Write the one that leads to the server."));
    if (!spec.ssh.isEmpty() && !isSshHost(spec.ssh))
        return fault(Words::tr("'%1' is no host for ssh.").arg(literalText(spec.ssh)),
                     Words::tr("Write a host of your ssh configuration, or user@host; options of "
                               "ssh belong into that configuration."));
    if (spec.command.isEmpty())
        return std::nullopt;
    if (spec.wantsPort() == spec.wantsSocket())
        return fault(Words::tr("'connect_command' has to have either {port} or {socket} in it."),
                     Words::tr("That is where the command is to listen on this machine."));
    if (spec.command.front().isEmpty() || spec.command.front().contains(u'{'))
        return fault(Words::tr("'connect_command' begins with no program."),
                     Words::tr("Write the program and its arguments one by one."));
    if (spec.wantsPort() && tellsPassword)
        return fault(Words::tr("A password for Redis is sent as it is, and a port of this machine "
                               "may be somebody else's by then."),
                     Words::tr("Use {socket} in 'connect_command', or TLS (rediss:// or "
                               "tls=verify)."));
    return std::nullopt;
}

} // namespace lockmaster

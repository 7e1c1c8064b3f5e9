// SPDX-License-Identifier: Apache-2.0
#include "core/trust/commandtrust.h"

#include "core/platform/privatedirectory.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/trust/trustedtexts.h"

#include <QCryptographicHash>

namespace lockmaster {

namespace {

TrustedTexts trustedCommands()
{
    return TrustedTexts({trustedCommandsPath(), Words::tr("Which commands are trusted")});
}

} // namespace

ForeignCommand foreignCommand(const TunnelSpec &tunnel)
{
    if (tunnel.ssh.isEmpty())
        return {QStringLiteral("connect"), tunnel.command};
    return {QStringLiteral("ssh"), {QStringLiteral("ssh"), tunnel.ssh}};
}

ForeignCommand aliveCheck(const QStringList &command)
{
    return {QStringLiteral("alive"), command};
}

QString trustedCommandsPath()
{
    return stateDirectory() + QStringLiteral("/trusted_commands");
}

QByteArray digestOf(const ForeignCommand &command)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    // Each with its length, so that no two commands read the same.
    for (const QString &word : QStringList(command.use) + command.command) {
        const QByteArray bytes = word.toUtf8();
        hash.addData(QByteArray::number(bytes.size()) + ':' + bytes);
    }
    return hash.result().toHex();
}

Result<bool> isTrusted(const ForeignCommand &command)
{
    return trustedCommands().has(digestOf(command));
}

Result<void> trustCommand(const ForeignCommand &command)
{
    return trustedCommands().add(digestOf(command), command.use);
}

Result<bool> forgetCommand(const ForeignCommand &command)
{
    return trustedCommands().remove(digestOf(command));
}

QString commandText(const ForeignCommand &command)
{
    QStringList words;
    for (const QString &word : command.command)
        words << shellQuoted(literalText(word));
    return words.join(u' ');
}

QStringList whatIsTrusted(const ForeignCommand &command)
{
    const QString what =
        command.use == u"ssh"
            ? Words::tr("%1: your own ssh goes to a host that the profile names, to reach servers "
                        "behind it:")
        : command.use == u"connect"
            ? Words::tr("%1: a command of the profile, run on this machine to reach a server:")
        : command.use == u"alive"
            ? Words::tr("%1: a command of the profile, run on this machine to say whether a holder "
                        "lives; {host} and {pid} come from servers:")
            : Words::tr("%1: a command of the profile, run on this machine where its locks are "
                        "shown:");
    return {what.arg(command.use), commandText(command)};
}

} // namespace lockmaster

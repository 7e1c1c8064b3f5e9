// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/formats/formatcommands.h"

#include "app/lockctl/shell/output.h"
#include "core/config/namecommands.h"
#include "core/config/ownformats.h"
#include "core/formats/formatwords.h"
#include "core/text/literaltext.h"
#include "core/trust/commandtrust.h"
#include "core/trust/formattrust.h"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <functional>

namespace lockmaster {

namespace {

/** Of a person at a terminal; anybody else says --yes. */
bool isAccepted()
{
    std::fputs("Trust this on this machine? [y/N] ", stderr);
    std::array<char, 16> answer{};
    if (!std::fgets(answer.data(), int(answer.size()), stdin))
        return false;
    const QByteArray word = QByteArray(answer.data()).trimmed().toLower();
    return word == "y" || word == "yes";
}

/** What is trusted as one: a format, or a command. */
struct Entry {
    QString name;
    QStringList lines;
    QByteArray digest;
    std::function<Result<void>()> trust;
    std::function<Result<bool>()> forget;
};

std::vector<Entry> entriesOf(const std::vector<LockFormatPointer> &formats,
                             const std::vector<ForeignCommand> &commands)
{
    std::vector<Entry> entries;
    entries.reserve(formats.size() + commands.size());
    for (const LockFormatPointer &format : formats)
        entries.push_back({format->id, whatIsTrusted(*format), format->digest,
                           [format] { return trustFormat(*format); },
                           [format] { return forgetFormat(*format); }});
    for (const ForeignCommand &command : commands)
        entries.push_back({commandText(command), whatIsTrusted(command), digestOf(command),
                           [command] { return trustCommand(command); },
                           [command] { return forgetCommand(command); }});
    return entries;
}

ExitCode forget(const std::vector<Entry> &entries)
{
    for (const Entry &entry : entries) {
        const Result<bool> was = entry.forget();
        if (!was) {
            say(errorText(was.error()));
            return ExitCode::Usage;
        }
        say(*was ? QStringLiteral("%1 is not trusted any more.").arg(entry.name)
                 : QStringLiteral("%1 was not trusted.").arg(entry.name));
    }
    return ExitCode::Ok;
}

} // namespace

ExitCode runTrust(const Options &options)
{
    const QString &file = options.formats.file;
    if (file.isEmpty()) {
        say(QStringLiteral(
            "Which? trust FILE, of a format, or a profile that has some or a command."));
        return ExitCode::Usage;
    }
    const auto formats = readFormatFile(file);
    if (!formats) {
        sayLines(errorText(formats.error()));
        return ExitCode::Usage;
    }
    const Result<Profile> profile = loadProfile(file);
    const std::vector<Entry> entries =
        entriesOf(*formats, profile ? foreignCommands(*profile) : std::vector<ForeignCommand>());
    if (entries.empty()) {
        say(QStringLiteral("%1 has no format and no command that would have to be trusted.")
                .arg(literalText(file)));
        return ExitCode::Usage;
    }
    if (options.formats.forget)
        return forget(entries);
    QByteArray out;
    for (const Entry &entry : entries) {
        for (const QString &line : entry.lines)
            appendLine(out, line);
        appendLine(out, QStringLiteral("SHA256:") + QString::fromLatin1(entry.digest));
    }
    if (!writeOut(out))
        return ExitCode::OutputFailed;
    if (!options.formats.yes && ::isatty(STDIN_FILENO) == 0) {
        say(QStringLiteral("Nothing is trusted: there is nobody to ask. Read the above, then say "
                           "--yes."));
        return ExitCode::Usage;
    }
    if (!options.formats.yes && !isAccepted()) {
        say(QStringLiteral("Nothing is trusted that was not before."));
        return ExitCode::Cancelled;
    }
    for (const Entry &entry : entries) {
        if (const auto done = entry.trust(); !done) {
            say(errorText(done.error()));
            return ExitCode::Usage;
        }
        say(QStringLiteral("%1 is trusted on this machine, as it stands in the file now.")
                .arg(entry.name));
    }
    return ExitCode::Ok;
}

} // namespace lockmaster

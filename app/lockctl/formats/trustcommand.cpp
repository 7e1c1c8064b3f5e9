// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/formats/formatcommands.h"

#include "app/lockctl/shell/output.h"
#include "core/config/ownformats.h"
#include "core/formats/formatwords.h"
#include "core/text/literaltext.h"
#include "core/trust/formattrust.h"

#include <unistd.h>

#include <array>
#include <cstdio>

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

ExitCode forget(const std::vector<LockFormatPointer> &formats)
{
    for (const LockFormatPointer &format : formats) {
        const Result<bool> was = forgetFormat(*format);
        if (!was) {
            say(errorText(was.error()));
            return ExitCode::Usage;
        }
        say(*was ? QStringLiteral("%1 is looked at only, from now on.").arg(format->id)
                 : QStringLiteral("%1 was not trusted.").arg(format->id));
    }
    return ExitCode::Ok;
}

} // namespace

ExitCode runTrust(const Options &options)
{
    const QString &file = options.formats.file;
    if (file.isEmpty()) {
        say(QStringLiteral("Which? trust FILE, of a format or a profile that has some."));
        return ExitCode::Usage;
    }
    const auto formats = readFormatFile(file);
    if (!formats) {
        say(errorText(formats.error()));
        return ExitCode::Usage;
    }
    if (formats->empty()) {
        say(QStringLiteral("%1 has no format.").arg(literalText(file)));
        return ExitCode::Usage;
    }
    if (options.formats.forget)
        return forget(*formats);
    QByteArray out;
    for (const LockFormatPointer &format : *formats) {
        for (const QString &line : whatIsTrusted(*format))
            appendLine(out, line);
        appendLine(out, QStringLiteral("SHA256:") + QString::fromLatin1(format->digest));
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
    for (const LockFormatPointer &format : *formats) {
        if (const auto done = trustFormat(*format); !done) {
            say(errorText(done.error()));
            return ExitCode::Usage;
        }
        say(QStringLiteral("%1 is trusted on this machine, as it stands in the file now.")
                .arg(format->id));
    }
    return ExitCode::Ok;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/commands.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/urlsecrets.h"
#include "core/config/ownformats.h"
#include "core/text/literallog.h"
#include "core/platform/privatememory.h"
#include "core/platform/threadsleftbehind.h"
#include "core/transport/cryptolifetime.h"
#include "core/tunnels/sshquestions.h"
#include "core/tunnels/tunnels.h"

#include <QCoreApplication>

#include <csignal>
#include <cstdlib>

using namespace lockmaster;

namespace {

ExitCode answer(const Usage &usage)
{
    if (!usage.isError)
        return writeOut(usage.text.toUtf8()) ? ExitCode::Ok : ExitCode::OutputFailed;
    if (usage.command && usage.command->refuse)
        return usage.command->refuse(usage.text);
    say(usage.text);
    return ExitCode::Usage;
}

} // namespace

// NOLINTNEXTLINE(bugprone-exception-escape): where memory is out there is nothing to be told
int main(int argc, char **argv)
{
    if (const auto asked = askedBySsh(argc, argv))
        return *asked;
    logLiterally();
    keepMemoryPrivate();
    keepCryptoToTheEnd();
    const GuardedArguments guarded = guardArguments(argc, argv);
    // A reader that went away is found out by writing to it.
    std::signal(SIGPIPE, SIG_IGN);
    const QCoreApplication app(argc, argv);

    for (const QString &problem : loadOwnFormats())
        say(problem);
    auto parsed = parseCommandLine(guarded.arguments, commands());
    if (const auto *usage = std::get_if<Usage>(&parsed))
        return int(answer(*usage));
    if (guarded.foundPassword) {
        say(QStringLiteral("A password in a URL may be seen by other users and stays in your "
                           "shell's history. Use a password file or LOCKMASTER_PASSWORD."));
    }
    auto &options = std::get<Options>(parsed);
    // The command's words are bytes, and may be no text.
    options.hold.command = guarded.words.last(options.hold.command.size());
    const ExitCode code = options.command->run(options);
    endTunnels();
    // A thread that is stuck in the system must not keep the program, nor see it taken apart.
    if (ThreadsLeftBehind::count() > 0)
        std::_Exit(int(code));
    return int(code);
}

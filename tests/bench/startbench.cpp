// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/benchmark.h"
#include "tests/bench/lockservers.h"
#include "tests/bench/windowprocess.h"

#include <QTextStream>

namespace lockmaster::bench {

namespace {

constexpr int rounds = 9;
constexpr double startBudgetMs = 1000;
constexpr double commandBudgetMs = 100;

Result<Figure> windowStart(const QString &name, const std::vector<BackendSpec> &backends,
                           const Display *display)
{
    std::vector<double> times;
    for (int round = 0; round <= rounds; ++round) {
        WindowProcess window(backends, display);
        const auto took = window.waitForLocks();
        if (!took)
            return tl::make_unexpected(took.error());
        if (round > 0) // the first one reads its files from the disk
            times.push_back(*took);
    }
    return Figure{name, QStringLiteral("ms"), median(times), std::nullopt, startBudgetMs};
}

/** The shortest that `lockctl` does: what every call of a script pays. */
Result<Figure> commandStart()
{
    std::vector<double> times;
    for (int round = 0; round <= rounds; ++round) {
        QProcess command;
        const SteadyTime begun = systemClock().now();
        command.start(QStringLiteral(LOCKCTL_PROGRAM), {QStringLiteral("--version")});
        if (!command.waitForFinished() || command.exitCode() != 0)
            return failure(ErrorKind::Protocol, QStringLiteral("lockctl --version failed."));
        const std::chrono::duration<double, std::milli> took = systemClock().now() - begun;
        if (round > 0)
            times.push_back(took.count());
    }
    return Figure{QStringLiteral("start-lockctl-version"), QStringLiteral("ms"), median(times),
                  std::nullopt, commandBudgetMs};
}

} // namespace

Result<Figures> programStarts()
{
    const auto servers = LockServers::start(1000);
    if (!servers)
        return tl::make_unexpected(servers.error());
    Figures figures;
    const auto add = [&figures](const Result<Figure> &figure) -> Result<void> {
        if (!figure)
            return tl::make_unexpected(figure.error());
        figures.push_back(*figure);
        return {};
    };
    if (const auto done = add(commandStart()); !done)
        return tl::make_unexpected(done.error());
    const auto offscreen =
        windowStart(QStringLiteral("start-window-offscreen"), (*servers)->backends(), nullptr);
    if (const auto done = add(offscreen); !done)
        return tl::make_unexpected(done.error());
    const auto display = Display::start();
    if (!display) {
        QTextStream(stderr) << "start-window-x11 is left out: " << display.error().message << '\n';
        return figures;
    }
    const auto shown =
        windowStart(QStringLiteral("start-window-x11"), (*servers)->backends(), display->get());
    if (const auto done = add(shown); !done)
        return tl::make_unexpected(done.error());
    return figures;
}

} // namespace lockmaster::bench

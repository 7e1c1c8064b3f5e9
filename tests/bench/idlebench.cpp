// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/benchmark.h"
#include "tests/bench/lockservers.h"
#include "tests/bench/windowprocess.h"

#include <QTextStream>

#include <thread>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;

constexpr int locks = 1000;
constexpr auto settling = 4s;
constexpr auto watched = 20s;
constexpr double shownBudget = 1.0;     // per cent of a core
constexpr double minimisedBudget = 0.2; // "almost none"
constexpr double shownWakeBudget = 100; // a second
constexpr double hiddenWakeBudget = 50;

/** What the window uses while nothing happens: per cent of one core, and how often it wakes. */
Result<Figures> useOf(const WindowProcess &window, const QString &name, double cpuBudget,
                      double wakeBudget)
{
    std::this_thread::sleep_for(settling);
    const auto before = window.use();
    const SteadyTime begun = systemClock().now();
    std::this_thread::sleep_for(watched);
    const auto after = window.use();
    const std::chrono::duration<double> took = systemClock().now() - begun;
    if (!before || !after)
        return tl::make_unexpected(before ? after.error() : before.error());
    return Figures{{name + QStringLiteral("-cpu"), QStringLiteral("%"),
                    (after->cpuMs - before->cpuMs) / (10 * took.count()), std::nullopt, cpuBudget},
                   {name + QStringLiteral("-wakeups"), QStringLiteral("/s"),
                    double(after->switches - before->switches) / took.count(), std::nullopt,
                    wakeBudget}};
}

} // namespace

Result<Figures> idleWindow()
{
    const auto servers = LockServers::start(locks);
    if (!servers)
        return tl::make_unexpected(servers.error());
    const auto display = Display::start();
    if (!display)
        QTextStream(stderr) << "idle-minimised is left out: " << display.error().message << '\n';
    WindowProcess window((*servers)->backends(), display ? display->get() : nullptr);
    if (const auto shown = window.waitForLocks(); !shown)
        return tl::make_unexpected(shown.error());
    auto figures = useOf(window, QStringLiteral("idle-1000"), shownBudget, shownWakeBudget);
    if (!figures || !display)
        return figures;
    if (!(*display)->minimise(window.pid()))
        return failure(ErrorKind::Protocol, QStringLiteral("The window cannot be minimised."));
    const auto minimised =
        useOf(window, QStringLiteral("idle-1000-minimised"), minimisedBudget, hiddenWakeBudget);
    if (!minimised)
        return minimised;
    figures->insert(figures->end(), minimised->begin(), minimised->end());
    return figures;
}

} // namespace lockmaster::bench

// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/watchingcommands.h"

#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/watching/checkverdict.h"
#include "app/lockctl/watching/judgedlooks.h"
#include "app/lockctl/shell/filteroption.h"
#include "app/lockctl/shell/lookreport.h"
#include "app/lockctl/shell/output.h"

#include <algorithm>

namespace lockmaster {

namespace {

/** A monitoring system reads nothing but the line and the code. */
ExitCode finish(const CheckVerdict &verdict)
{
    const bool written = writeOut(verdict.line + '\n');
    return ExitCode(int(written ? verdict.level : CheckLevel::Unknown));
}

/** Those whose holders the profile's own checks are asked about: the held ones. */
VerdictOf askedAbout(const BackendChoice &choice, const Looks &looks, const Filter &filter,
                     SteadyTime until)
{
    const SteadyTime now = systemClock().now();
    Locks locks = chosenLocks(looks, filter, now);
    std::erase_if(locks, [](const LockRecord *lock) { return !isHeld(lock->state); });
    return judgeOf(looks, locks, choice, true, now, std::max(between(now, until), Micros(0)));
}

/** @p until: who is asked by then has to have answered. */
CheckVerdict verdictOf(const BackendChoice &choice, const Looks &looks, const Filter &filter,
                       const CheckLimits &limits, SteadyTime until)
{
    std::vector<CheckedLook> checked;
    for (size_t i = 0; i < looks.size(); ++i) {
        const BackendStatus &status = looks[i].status;
        checked.push_back({&looks[i], wasAnswered(choice.backends[i], status)});
        for (const Problem &problem : status.problems)
            sayProblem(status.name, problem);
        sayDenied(status);
    }
    const RecordedHolds recorded = limits.held.isSet()
                                       ? RecordedHolds::by(defaultHistoryPath(), choice.backends)
                                       : RecordedHolds();
    const VerdictOf lives = limits.noGone ? askedAbout(choice, looks, filter, until) : VerdictOf();
    return checkVerdict(checked, choice.complete, filter, limits, systemClock().now(), recorded,
                        lives);
}

} // namespace

ExitCode runCheck(const Options &options)
{
    const auto limits = checkLimits(options.check);
    if (!limits)
        return refuseCheck(limits.error());
    const std::optional<Filter> filter = filterOption(options);
    if (!filter)
        return finish(
            noVerdict(QStringLiteral("--filter, --name or --system cannot be understood")));
    const SteadyTime begun = std::chrono::steady_clock::now();
    const std::optional<BackendChoice> choice = chooseBackends(options, limits->timeout / 2);
    if (!choice)
        return finish(noVerdict(lastSaid()));

    if (limits->noGone && !hasChecks(*choice)) {
        return finish(noVerdict(QStringLiteral(
            "--no-gone: no backend that was chosen has an alive_command in the profile")));
    }
    Looks looks(choice->backends.size());
    size_t left = looks.size();
    CheckVerdict verdict;
    const auto take = [&](size_t backend, SingleLook look) {
        looks[backend] = std::move(look);
        // Before this returns, so that the readers say goodbye to their servers meanwhile.
        if (--left == 0)
            verdict = verdictOf(*choice, looks, *filter, *limits, begun + limits->timeout);
        return true;
    };
    // What the names took is not there for the look, which keeps its half where a password file,
    // say, took longer. Who holds locks is asked about behind it, in what is left.
    const Millis spent = std::chrono::ceil<Millis>(std::chrono::steady_clock::now() - begun);
    lookAtEach(choice->backends, choice->readers, take, systemClock(),
               limits->noGone ? limits->timeout / 2
                              : std::max(limits->timeout - spent, limits->timeout / 2));
    return finish(verdict);
}

ExitCode refuseCheck(const QString &why)
{
    say(why);
    return finish(noVerdict(why));
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/changing/changingcommands.h"

#include "app/lockctl/changing/releaseorder.h"
#include "app/lockctl/changing/releaseplans.h"
#include "app/lockctl/changing/releaser.h"
#include "app/lockctl/shell/output.h"

namespace lockmaster {

ExitCode runRelease(const Options &options)
{
    if (!options.release.plan.isEmpty())
        return runPlan(options);
    if (!options.release.apply.isEmpty())
        return runApply(options);
    const std::optional<BackendChoice> choice = chooseBackends(options, namesPatience);
    if (!choice)
        return ExitCode::Usage;
    const std::optional<ReleaseOrder> order = releaseOrder(options, *choice);
    if (!order)
        return ExitCode::Usage;
    StopNote stop;
    Releaser releaser(options, *choice, stop, *order);
    const std::optional<Releaser::Answer> result = releaser.run();
    if (!result)
        return ExitCode::Usage;
    const bool written = printRelease(releaser.answerOf(*result), options.json);
    const ExitCode code = releaseExitCode(*result);
    return code == ExitCode::Ok && !written && outputFailed() ? ExitCode::OutputFailed : code;
}

} // namespace lockmaster

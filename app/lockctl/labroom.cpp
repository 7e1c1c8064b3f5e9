// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/labroom.h"

#include "app/lockctl/output.h"

namespace lockmaster {

tl::expected<LabRoom, ExitCode> openLabRoom(const Options &options)
{
    if (!options.backends.isEmpty() || !options.urls.isEmpty()) {
        say(QStringLiteral("Experiments run on private servers: leave out --backend and --url."));
        return tl::make_unexpected(ExitCode::Usage);
    }
    auto sandbox = Sandbox::start({}, [](const QString &step, int percent) {
        say(QStringLiteral("%1 % %2").arg(percent, 3).arg(step));
    });
    if (!sandbox) {
        say(errorText(sandbox.error()));
        return tl::make_unexpected(ExitCode::NoAnswer);
    }
    LabPlace place = (*sandbox)->labPlace();
    return LabRoom{std::move(*sandbox), std::move(place)};
}

} // namespace lockmaster

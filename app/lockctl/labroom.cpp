// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/labroom.h"

#include "app/lockctl/backendchoice.h"
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

tl::expected<LabRoom, ExitCode> openElectionRoom(const Options &options)
{
    if (options.backends.isEmpty() && options.urls.isEmpty())
        return openLabRoom(options);
    const std::optional<BackendChoice> choice = chooseBackends(options);
    if (!choice)
        return tl::make_unexpected(ExitCode::Usage);
    if (choice->backends.size() != 1) {
        say(QStringLiteral("An election runs on one backend: name it with --backend."));
        return tl::make_unexpected(ExitCode::Usage);
    }
    const BackendSpec &backend = choice->backends.front();
    const SteadyTime deadline = systemClock().now() + backend.timeout;
    auto place = choice->passwords(backend)(deadline).and_then(
        [&](Secret password) { return scratchPlace(backend, std::move(password)); });
    if (!place) {
        say(errorText(place.error()));
        return tl::make_unexpected(ExitCode::Usage);
    }
    say(QStringLiteral("On %1, in a table that is made for it and dropped at the end.")
            .arg(backend.name));
    return LabRoom{nullptr, std::move(*place)};
}

} // namespace lockmaster

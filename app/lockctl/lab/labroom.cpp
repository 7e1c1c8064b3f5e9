// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/lab/labroom.h"

#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/lab/sandboxstart.h"

namespace lockmaster {

namespace {

bool namesBackend(const Options &options)
{
    return !options.backends.isEmpty() || !options.urls.isEmpty();
}

/** What went wrong is said. */
tl::unexpected<ExitCode> give(const Error &error, ExitCode code)
{
    say(errorText(error));
    return tl::make_unexpected(code);
}

tl::expected<LabRoom, ExitCode> openScratchRoom(const Options &options)
{
    const std::optional<BackendChoice> choice = chooseBackends(options);
    if (!choice)
        return tl::make_unexpected(ExitCode::Usage);
    if (choice->backends.size() != 1) {
        say(QStringLiteral("An experiment runs on one backend: name one."));
        return tl::make_unexpected(ExitCode::Usage);
    }
    BackendSpec backend = choice->backends.front();
    if (options.allowWrites)
        backend.readOnly = false;
    if (const auto allowed = mayHoldExperiments(backend); !allowed) {
        Error error = allowed.error();
        const bool denied = error.kind == ErrorKind::Denied;
        if (denied && backend.readOnly && backend.environment != Environment::Production)
            error.remedy = QStringLiteral("Use another backend, a sandbox, or --allow-writes.");
        return give(error, denied ? ExitCode::ReadOnly : ExitCode::Usage);
    }
    constexpr std::chrono::seconds patience(30);
    Result<Secret> password = choice->passwords(backend)(systemClock().now() + patience);
    if (!password)
        return give(password.error(), ExitCode::Usage);
    Result<LabPlace> place = scratchPlace(backend, std::move(*password));
    if (!place)
        return give(place.error(), ExitCode::NoAnswer);
    say(QStringLiteral("On %1, in a table that is made for it and dropped at the end.")
            .arg(backend.name));
    return LabRoom{nullptr, std::move(*place)};
}

} // namespace

tl::expected<LabRoom, ExitCode> openLabRoom(const Options &options, const StopSignal &stop)
{
    if (namesBackend(options)) {
        say(QStringLiteral("This experiment runs on private servers: leave out --backend and "
                           "--url."));
        return tl::make_unexpected(ExitCode::Usage);
    }
    auto sandbox = startSandbox({}, stop);
    if (!sandbox) {
        const bool cancelled = sandbox.error().kind == ErrorKind::Cancelled;
        return give(sandbox.error(), cancelled ? ExitCode::Cancelled : ExitCode::NoAnswer);
    }
    LabPlace place = (*sandbox)->labPlace();
    return LabRoom{std::move(*sandbox), std::move(place)};
}

tl::expected<LabRoom, ExitCode> openElectionRoom(const Options &options, const StopSignal &stop)
{
    return namesBackend(options) ? openScratchRoom(options) : openLabRoom(options, stop);
}

} // namespace lockmaster

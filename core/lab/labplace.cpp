// SPDX-License-Identifier: Apache-2.0
#include "core/lab/labplace.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

} // namespace

Result<void> mayHoldExperiments(const BackendSpec &backend)
{
    if (backend.kind != BackendKind::MySql)
        return failure(
            ErrorKind::Unsupported,
            Words::tr("%1 is not MySQL or MariaDB; experiments need a table.").arg(backend.name),
            Words::tr("Use another backend, or a sandbox."));
    if (backend.environment == Environment::Production)
        return failure(ErrorKind::Denied,
                       Words::tr("%1 is a production backend; no experiments are made there.")
                           .arg(backend.name),
                       Words::tr("Use another backend, or a sandbox."));
    if (backend.readOnly)
        return failure(
            ErrorKind::Denied,
            Words::tr("%1 is read-only; experiments make a table of their own.").arg(backend.name),
            Words::tr("Use another backend, or a sandbox."));
    if (backend.database.isEmpty())
        return failure(
            ErrorKind::Config,
            Words::tr("%1 names no database; experiments make a table in one.").arg(backend.name),
            Words::tr("Name one at the end of the backend's URL."));
    return {};
}

Result<LabPlace> scratchPlace(const BackendSpec &backend, Secret password)
{
    if (const auto allowed = mayHoldExperiments(backend); !allowed)
        return passOn(allowed);
    const auto keeper = Keeper::start();
    if (!keeper)
        return passOn(keeper);
    LabPlace place;
    place.keeper = *keeper;
    place.sql = backend;
    place.watched = backend;
    if (!password.isEmpty()) {
        // Wherever it came from, it is not asked for again.
        const auto file =
            place.keeper->writeFile(QStringLiteral("scratch.password"), password.reveal() + '\n');
        if (!file)
            return passOn(file);
        place.watched.passwordFile = *file;
    }
    place.sqlPassword = std::move(password);
    return place;
}

} // namespace lockmaster

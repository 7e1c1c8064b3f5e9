// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertsetup.h"

#include "core/config/secrets.h"
#include "core/text/words.h"

#include <QUrl>

namespace lockmaster {

AlertSettings alertSettings(const AlertKeys &keys, const std::vector<LockNote> &notes,
                            const std::vector<OwnerRule> &owners,
                            const std::vector<BackendSpec> &backends)
{
    AlertSettings settings;
    if (keys.enabled)
        settings.rules = keys.rules;
    settings.notes = notes;
    settings.owners = owners;
    for (const BackendSpec &backend : backends) {
        if (!backend.aliveCommand.isEmpty())
            settings.aliveCommands.emplace(backend.name, backend.aliveCommand);
    }
    settings.quiet = keys.quiet;
    return settings;
}

Result<DeliverySettings> deliverySettings(const AlertKeys &keys)
{
    DeliverySettings settings;
    settings.command = keys.command;
    settings.commandTimeout = std::chrono::ceil<Millis>(keys.commandTimeout);
    settings.webhook = Secret(keys.webhookUrl.toUtf8());
    if (keys.webhookUrlFile.isEmpty())
        return settings;
    constexpr std::chrono::seconds patience(5);
    const Result<Secret> address =
        readPasswordFile(keys.webhookUrlFile, systemClock().now() + patience);
    if (!address) {
        Error error = address.error();
        error.message =
            Words::tr("The webhook's address cannot be read from %1.").arg(keys.webhookUrlFile);
        return tl::make_unexpected(error);
    }
    const QUrl url(QString::fromUtf8(address->reveal()), QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty()
        || (url.scheme() != u"https" && url.scheme() != u"http")) {
        return failure(ErrorKind::Config,
                       Words::tr("The first line of %1 is no address.").arg(keys.webhookUrlFile),
                       Words::tr("It has to begin with https:// or http://."));
    }
    settings.webhook = *address;
    return settings;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/imports/foundserver.h"

#include <vector>

class QJsonObject;

namespace lockmaster {

/**
 * The servers in DBeaver's `data-sources.json`, its `ssh` and TLS settings included, and their
 * accounts. Source: DBeaver 24 and 25, DataSourceSerializerModern.
 */
std::vector<FoundServer> serversOfDbeaver(const QJsonObject &dataSources,
                                          const QJsonObject &accounts);

/**
 * What stands in the `credentials-config.json` beside it, which is encrypted with a key that
 * everybody knows. Empty for what cannot be read: projects may have a password of their own.
 */
QJsonObject dbeaverAccounts(const QByteArray &encrypted);

} // namespace lockmaster

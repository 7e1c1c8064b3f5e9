// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/imports/foundserver.h"

#include <vector>

class QJsonArray;

namespace lockmaster {

/**
 * The servers in an export of Redis Insight or Another Redis Desktop Manager, or of what writes the
 * same (RESP.app, Racompass): a list of objects with a host and a port. Source: Redis Insight 2 and
 * 3, the fields of its own import; Another Redis Desktop Manager 1.5 to 1.7.
 */
std::vector<FoundServer> serversOfRedisClient(const QJsonArray &list);

} // namespace lockmaster

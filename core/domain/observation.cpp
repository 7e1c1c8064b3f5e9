// SPDX-License-Identifier: Apache-2.0
#include "core/domain/observation.h"

#include <algorithm>

namespace lockmaster {

QString updateKindName(UpdateKind kind)
{
    switch (kind) {
    case UpdateKind::Polled: return QStringLiteral("polled");
    case UpdateKind::Tracking: return QStringLiteral("tracking");
    case UpdateKind::Notifications: return QStringLiteral("notifications");
    }
    return {};
}

namespace {

/** Without it everything is seen all the same, only for more of the server's time. */
bool isThrift(const Capability &capability)
{
    return capability.id == u"redis.push";
}

} // namespace

bool Examination::allThere() const
{
    return problems.empty()
        && std::all_of(capabilities.begin(), capabilities.end(),
                       [](const Capability &capability) {
                           return capability.available || isThrift(capability);
                       });
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/domain/event.h"

namespace lockmaster {

QString eventKindName(EventKind kind)
{
    switch (kind) {
    case EventKind::Appeared: return QStringLiteral("appeared");
    case EventKind::Renewed: return QStringLiteral("renewed");
    case EventKind::OwnerChanged: return QStringLiteral("owner_changed");
    case EventKind::Expired: return QStringLiteral("expired");
    case EventKind::Gone: return QStringLiteral("gone");
    case EventKind::Blocked: return QStringLiteral("blocked");
    case EventKind::Unblocked: return QStringLiteral("unblocked");
    case EventKind::BackendLost: return QStringLiteral("backend_lost");
    case EventKind::BackendBack: return QStringLiteral("backend_back");
    case EventKind::MasterChanged: return QStringLiteral("master_changed");
    case EventKind::NodeLost: return QStringLiteral("node_lost");
    case EventKind::NodeBack: return QStringLiteral("node_back");
    }
    Q_UNREACHABLE();
}

QString endName(HowEnded end)
{
    switch (end) {
    case HowEnded::None: return {};
    case HowEnded::Released: return QStringLiteral("released");
    case HowEnded::Expired: return QStringLiteral("expired");
    case HowEnded::Replaced: return QStringLiteral("owner_changed");
    case HowEnded::Unknown: return QStringLiteral("unknown");
    case HowEnded::Lost: return QStringLiteral("lost_in_failover");
    }
    Q_UNREACHABLE();
}

} // namespace lockmaster

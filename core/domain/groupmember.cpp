// SPDX-License-Identifier: Apache-2.0
#include "core/domain/groupmember.h"

namespace lockmaster {

QString groupStateName(GroupMember::State state)
{
    switch (state) {
    case GroupMember::State::Settled: return QStringLiteral("settled");
    case GroupMember::State::Switching: return QStringLiteral("switching");
    case GroupMember::State::Partial: return QStringLiteral("partial");
    case GroupMember::State::Split: return QStringLiteral("split");
    }
    Q_UNREACHABLE();
}

QString nodeRoleName(NodeRole role)
{
    switch (role) {
    case NodeRole::Member: return {};
    case NodeRole::Master: return QStringLiteral("master");
    case NodeRole::Replica: return QStringLiteral("replica");
    case NodeRole::Sentinel: return QStringLiteral("sentinel");
    }
    Q_UNREACHABLE();
}

QString GroupNode::title() const
{
    return role == NodeRole::Member ? address : nodeRoleName(role) + u' ' + address;
}

} // namespace lockmaster

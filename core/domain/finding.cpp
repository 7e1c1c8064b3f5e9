// SPDX-License-Identifier: Apache-2.0
#include "core/domain/finding.h"

#include <algorithm>

namespace lockmaster {

QString findingName(FindingId id)
{
    switch (id) {
    case FindingId::NoExpiry: return QStringLiteral("no-expiry");
    case FindingId::UnsignedOwner: return QStringLiteral("unsigned-owner");
    case FindingId::ExpiredNotTaken: return QStringLiteral("expired-not-taken");
    case FindingId::SleepingHolder: return QStringLiteral("sleeping-holder");
    case FindingId::ZeroLease: return QStringLiteral("zero-lease");
    case FindingId::ClockMismatch: return QStringLiteral("clock-mismatch");
    case FindingId::NameCut: return QStringLiteral("name-cut");
    case FindingId::RowLockSuspected: return QStringLiteral("row-lock-suspected");
    case FindingId::LeaseMargin: return QStringLiteral("lease-margin");
    case FindingId::Flapping: return QStringLiteral("flapping");
    case FindingId::VacantTooLong: return QStringLiteral("vacant-too-long");
    case FindingId::RenewedTooFast: return QStringLiteral("renewed-too-fast");
    case FindingId::ManyHosts: return QStringLiteral("many-hosts");
    case FindingId::TwoLeaders: return QStringLiteral("two-leaders");
    case FindingId::InvalidTime: return QStringLiteral("invalid-time");
    case FindingId::OddCount: return QStringLiteral("odd-count");
    case FindingId::LeftBehind: return QStringLiteral("left-behind");
    case FindingId::RepeatedName: return QStringLiteral("repeated-name");
    case FindingId::LostInFailover: return QStringLiteral("lost-in-failover");
    case FindingId::Minority: return QStringLiteral("minority");
    case FindingId::TwoHolders: return QStringLiteral("two-holders");
    }
    Q_UNREACHABLE();
}

std::optional<FindingId> findingFromName(QStringView name)
{
    const auto found = std::find_if(allFindingIds.begin(), allFindingIds.end(),
                                    [name](FindingId id) { return findingName(id) == name; });
    return found == allFindingIds.end() ? std::nullopt : std::optional(*found);
}

} // namespace lockmaster

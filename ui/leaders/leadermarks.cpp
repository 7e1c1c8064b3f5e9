// SPDX-License-Identifier: Apache-2.0
#include "ui/leaders/leadermarks.h"

#include "core/domain/systemtraits.h"

namespace lockmaster {

LeaderMarks::LeaderMarks(QSettings &settings, QObject *parent)
    : MarkedLocks(
        settings, QStringLiteral("leaders/marks"),
        [](const LockId &id) { return !isLeaderTable(id); }, parent)
{
}

bool LeaderMarks::isLeaderTable(const LockId &id)
{
    return electsLeaders(id.source->system);
}

} // namespace lockmaster

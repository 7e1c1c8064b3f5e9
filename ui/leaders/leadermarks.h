// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/markedlocks.h"

namespace lockmaster {

/** The locks of which the operator said that they elect a leader. As `MarkedLocks`. */
class LeaderMarks final : public MarkedLocks
{
    Q_OBJECT

public:
    explicit LeaderMarks(QSettings &settings, QObject *parent = nullptr);

    /** A lock of a leader table elects a leader by itself, and needs no mark. */
    static bool isLeaderTable(const LockId &id);
};

} // namespace lockmaster

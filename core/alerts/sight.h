// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/backendsnapshot.h"

namespace lockmaster {

/// What a snapshot can tell at all.

/** Its locks are as they are shown: the server answers, and somebody looks. */
bool isVisible(const BackendStatus &status);

/** Whether what is not shown of that source is not there. */
bool isWhole(const BackendStatus &status, const SourceId &source);

/** Who leads by that lock; null: it elects no leader. */
const LeaderWatch *leaderOf(const BackendSnapshot &snapshot, const LockId &id);

} // namespace lockmaster

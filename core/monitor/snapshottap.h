// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/backendsnapshot.h"

namespace lockmaster {

/**
 * Gets what observers publish, beside the views. Every function is called on whatever thread
 * publishes and must not wait. `key` tells one observer from the next where both watch a backend of
 * the same name.
 */
class SnapshotTap
{
public:
    virtual ~SnapshotTap() = default;

    /** Snapshots of one key come in sequence; `events` are what led to this one, oldest first. */
    virtual void take(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot,
                      const std::vector<Event> &events) = 0;
    /** Nobody watches under that key any more; what still comes of it is late. */
    virtual void end(quint64 key) = 0;
};

} // namespace lockmaster

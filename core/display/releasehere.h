// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/witness.h"
#include "core/platform/clock.h"
#include "core/systems/contract/lockclient.h"

#include <QString>

#include <variant>

namespace lockmaster {

/** A release from here that was done: what is seen to end by it is put down to it. */
struct ReleaseHere {
    std::variant<Witness, OwnLock> lock; ///< what was looked at; or what this program held itself
    QString auditId;                     ///< may be empty: it could not be written down
    QString owner = {}; ///< of several holders, the one that was let go of; empty: whoever held it
    SteadyTime begun{}; ///< right before anything was sent
    SteadyTime ended{}; ///< it was done before that

    const SourceId &source() const;
    /** The name of what was released; none where only its hash is known. */
    std::optional<QByteArray> name() const;
    /** Whom of several holders it let go of, as people call it; empty: whoever held it. */
    QString from(const LockRecord &before) const;
    /** Whether `record` shows the very holder still, beside whoever else. */
    bool isStillIn(const LockRecord &record) const;
    /** Whether `record` is the very hold that was released, not a later one of the same lock. */
    bool isOf(const LockRecord &record) const;
};

} // namespace lockmaster

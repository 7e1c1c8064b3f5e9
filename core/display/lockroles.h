// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

#include <QMetaType>

#include <memory>

namespace lockmaster {

/** What a cell means; the delegates give it a colour, a sign and a hatch. */
enum class Tone : quint8 {
    Plain,
    Muted,    ///< matters less: expired, gone, labels
    Held,     ///< the lease runs
    Expiring, ///< below a fifth of the lease, or stale data
    NoExpiry,
    Danger, ///< blocked, offline
    Unknown,
    Good, ///< a backend that answers
};

/** Roles beside Qt's own. Values are raw: measuring never parses text. */
enum LockItemRole {
    ToneRole = Qt::UserRole + 1, ///< `Tone` of this cell
    LockRole,                    ///< `LockPointer`
    MarkRole,                    ///< `RowMark` of this row
    TtlShareRole,                ///< double, 0 to 1: what is left of the lease; invalid: unknown
    FindingCountRole,            ///< int
    AlarmRole,       ///< bool: the whole row tells of a loss, or of a lock that is stuck
    SignRole,        ///< text: one sign before a state's word
    NoteRole,        ///< text: what is said after a state's word
    EnvironmentRole, ///< `Environment` of this row's backend
    PinnedRole,      ///< bool: the row's lock was pinned
    LikelyRole,      ///< bool: the row's lock is no more than likely to be one
    WidthRole,       ///< int: of a heading, how wide its column is at first
    BeginningRole,   ///< bool: the text is told by its beginning, and cut at its end
};

using LockPointer = std::shared_ptr<const LockRecord>;

} // namespace lockmaster

Q_DECLARE_METATYPE(lockmaster::Tone)
Q_DECLARE_METATYPE(lockmaster::RowMark)
Q_DECLARE_METATYPE(lockmaster::LockPointer)

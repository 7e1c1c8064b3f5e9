// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace lockmaster {

/** What the operators have to say of locks whose names match a pattern. */
struct LockNote {
    QByteArray pattern; ///< as Redis understands them: `*`, `?`, `[a-z]`; never empty
    QString note;       ///< what the locks are for, one line; may be empty
    QString runbook;    ///< where it stands what to do, such as an address; may be empty
    bool series = true; ///< each of them has metrics of its own

    friend bool operator==(const LockNote &, const LockNote &) = default;
};

/** The first of them that is about a lock of this name; null where none is. */
const LockNote *noteOf(const std::vector<LockNote> &notes, QByteArrayView name);

} // namespace lockmaster

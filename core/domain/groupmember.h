// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace lockmaster {

/** What a server says of the group that it is a member of: a MariaDB of its Galera cluster. */
struct GroupMember {
    enum class State : quint8 {
        Settled,   ///< it is among most of them, and up to date
        Switching, ///< it is among most of them, and not up to date: what it shows may lag
        Partial,   ///< it is cut off from most of them: it neither reads nor writes tables
    };
    State state = State::Settled;
    QString said;      ///< its own word: `Synced`, `Donor/Desynced`, `Initialized`
    qint64 size = 0;   ///< how many it sees, itself included
    QStringList nodes; ///< as they announce themselves; may be empty

    friend bool operator==(const GroupMember &, const GroupMember &) = default;
};

/** The JSON word: `settled`, `switching`, `partial`. */
QString groupStateName(GroupMember::State state);

} // namespace lockmaster

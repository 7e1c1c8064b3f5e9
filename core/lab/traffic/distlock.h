// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/lab/servers/adminsql.h"

namespace lockmaster::traffic {

/**
 * Design A as its makers wrote it: the lock object of one job in one program, over the table
 * `dist_lock` of the session's database. Nothing releases it.
 */
class DistLock
{
public:
    /** `clockAhead` of the machine that it plays; negative: its clock is late. */
    explicit DistLock(QByteArray name, Millis clockAhead = Millis(0));

    /** One attempt, for so long, cut to whole seconds; whatever goes wrong is "not acquired". */
    bool attempt(AdminSql &sql, Millis lease) const;

private:
    QByteArray localTime(Millis later) const;
    Result<bool> attemptInTransaction(AdminSql &sql, Millis lease) const;

    QByteArray m_name;
    Millis m_clockAhead;
    QByteArray m_owner; ///< a random UUID of its own
};

} // namespace lockmaster::traffic

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/lockrecord.h"
#include "core/domain/result.h"
#include "core/systems/userlock/userlocklook.h"

#include <optional>
#include <vector>

namespace lockmaster {

class SqlConnection;

/** One lock as one look found it, in the very form in which the monitor shows it. */
struct SeenUserLock {
    UserLockLook look;
    std::optional<LockRecord> lock; ///< none: nobody holds it
    std::vector<qint64> waiters;    ///< connections; all that could be found

    /** The connection whose lock `lock` is; 0 where nobody's or not known. */
    qint64 holder() const;
};

/** Errors: what ends the read as a whole; Config where the server takes no such name. */
Result<SeenUserLock> sightLock(SqlConnection &connection, const BackendSpec &backend,
                               const QByteArray &name, SteadyTime deadline);

/** The same, of the lock alone. */
Result<std::optional<LockRecord>> lockInSight(SqlConnection &connection, const BackendSpec &backend,
                                              const QByteArray &name, SteadyTime deadline);

/** What else ends with a session, and what of that cannot be seen. Texts are translated. */
struct SessionLosses {
    QStringList losses;
    QStringList unseen;
};
SessionLosses lossesOf(const SeenUserLock &sight, qint64 session);

} // namespace lockmaster

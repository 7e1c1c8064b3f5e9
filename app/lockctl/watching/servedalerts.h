// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/alertdelivery.h"
#include "core/alerts/alertwatch.h"
#include "core/config/profilefile.h"
#include "core/exporter/exportedstate.h"

namespace lockmaster {

/**
 * The alerts of `lockctl serve`: watched for, said on standard error, and told to whom the profile
 * names. What goes wrong with telling is said, and stops nothing.
 */
class ServedAlerts
{
public:
    /** `keys` are on. With a history only where one is recorded. */
    ServedAlerts(const AlertKeys &keys, const std::vector<LockNote> &notes,
                 const std::vector<OwnerRule> &owners, const std::vector<BackendSpec> &backends,
                 bool withHistory);

    SnapshotTap &tap() { return *m_watch; }
    /** Any thread. */
    ExportedAlerts exported() const;
    /** Nothing is watched any more; what waits to be told gets two seconds, and it is said what was
     * not. */
    void end();

private:
    const QStringList m_rules; ///< that are on
    std::unique_ptr<AlertDelivery> m_delivery;
    std::unique_ptr<AlertWatch> m_watch; ///< goes first: it tells the delivery
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/contract/locksystem.h"

#include <QHash>
#include <QString>
#include <QStringList>

namespace lockmaster {

/** How lock systems are called, by their ids. An unknown id is its own name. A value. */
class SystemNames
{
public:
    SystemNames() = default;
    explicit SystemNames(const std::vector<SystemInfo> &systems);

    /** Short, for a column: `GET_LOCK`. */
    QString label(const QString &id) const;
    /** For the pane: `MySQL user-level lock`. */
    QString description(const QString &id) const;
    /** All ids, in the order in which they are shown. */
    QStringList ids() const { return m_ids; }

private:
    QStringList m_ids;
    QHash<QString, SystemInfo> m_byId;
};

/** Of all systems that there are, those of the operator's own formats included. */
SystemNames knownSystems();

} // namespace lockmaster

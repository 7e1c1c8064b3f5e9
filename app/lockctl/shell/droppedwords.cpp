// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/droppedwords.h"

#include <utility>

namespace lockmaster {

QStringList DroppedWords::take(SteadyTime now, bool last)
{
    if (m_unsaid.empty() || (!last && m_saidAt && now - *m_saidAt < period))
        return {};
    m_saidAt = now;
    QStringList lines;
    for (const auto &[backend, count] : std::exchange(m_unsaid, {}))
        lines << QStringLiteral("%1: %2 events came faster than they were read, and are left out.")
                     .arg(backend)
                     .arg(count);
    return lines;
}

} // namespace lockmaster

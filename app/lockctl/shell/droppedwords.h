// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QStringList>

#include <map>
#include <optional>

namespace lockmaster {

/** Says how many events were left out: summed up, so that saying it is no work of its own. */
class DroppedWords
{
public:
    /** At most so often while events go on being left out. */
    static constexpr std::chrono::seconds period{1};

    void add(const QString &backend, qint64 count) { m_unsaid[backend] += count; }

    /** A line for each backend; none before it is time, unless this is the `last` of them. */
    QStringList take(SteadyTime now, bool last);

private:
    std::map<QString, qint64> m_unsaid;
    std::optional<SteadyTime> m_saidAt;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

namespace lockmaster {

/** How many locks of one backend stand where and show what. */
class LockCounts
{
public:
    void add(const PackedLock &lock);

    /** Appends a count for every source and system of `status`, zero included. */
    void appendSources(std::vector<SourceCount> &to, const BackendStatus &status) const;

    const std::array<qint64, allFindingIds.size()> &findings() const { return m_findings; }

private:
    struct Place {
        std::shared_ptr<const SourceId> source;
        qint64 count = 0;
        qint64 likely = 0;
    };

    SourceCount countOf(const BackendStatus &status, const QString &source,
                        const QString &system) const;

    std::vector<Place> m_places; ///< a handful
    std::array<qint64, allFindingIds.size()> m_findings{};
};

} // namespace lockmaster

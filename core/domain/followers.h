// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QtGlobal>

#include <algorithm>
#include <optional>

namespace lockmaster {

/** How many servers follow a Redis, and can confirm what is written there. */
struct Followers {
    qint64 now = 0;
    qint64 most = 0; ///< the most that are known to have done so lately

    /** It may be an old master: some of those that followed it follow another one by now. */
    bool areMissing() const { return now < most; }

    friend bool operator==(const Followers &, const Followers &) = default;
};

/**
 * Remembers how many followed while fewer do. An old master loses its replicas and goes on; so does
 * one whose replica was taken away for good, which is believed again after an hour of it.
 */
class FollowerMemory
{
public:
    static constexpr std::chrono::hours lasts{1};

    void note(qint64 now, SteadyTime at)
    {
        if (now < m_most && !m_fewerSince) {
            m_fewerSince = at;
            m_mostSince = now;
        }
        m_mostSince = std::max(m_mostSince, now);
        if (now < m_most && at - *m_fewerSince < lasts)
            return;
        m_most = now < m_most ? m_mostSince : now;
        m_fewerSince = now < m_most ? std::optional(at) : std::nullopt;
        m_mostSince = now;
    }

    void forget() { *this = FollowerMemory(); }
    qint64 most() const { return m_most; }

private:
    qint64 m_most = 0;
    qint64 m_mostSince = 0; ///< since there are fewer
    std::optional<SteadyTime> m_fewerSince;
};

} // namespace lockmaster

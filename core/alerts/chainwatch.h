// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/compiledrule.h"
#include "core/alerts/openalerts.h"

#include <map>
#include <set>

namespace lockmaster {

/**
 * Who keeps others waiting, over all backends that can be seen. What is not found any more has
 * ended only where all of the backends that it was on could be looked at: one who waits may be on a
 * server that does not answer. What had not lasted for long enough begins anew. Lives on one
 * thread.
 */
class ChainWatch
{
public:
    /** What it works with, for the time of a call. */
    struct Means {
        const std::vector<CompiledRule> &rules;
        OpenAlerts &book;
        const std::vector<OwnerRule> &owners;
        SteadyTime now;
    };

    /** Something was read anew. */
    void noteChange() { m_changed = true; }
    void askAnew() { m_due = {}; }
    SteadyTime due() const { return m_changed ? std::min(m_due, m_notBefore) : m_due; }
    /** `all`: the visible ones are all that there are, and no others may come. */
    void look(const std::vector<const BackendSnapshot *> &visible, bool all, const Means &means);

private:
    /** A rule's name, and what it is about. */
    using Key = std::pair<QString, AlertSubject>;

    std::set<Key> settle(const std::vector<const BackendSnapshot *> &visible, const Means &means);
    void endGone(const std::set<Key> &stands, const std::set<QString> &whole, bool all,
                 const Means &means);

    std::map<Key, std::set<QString>> m_places; ///< on which backends it was, when last it was so
    bool m_changed = false;
    SteadyTime m_notBefore{}; ///< many polls are to cost one look
    SteadyTime m_due = SteadyTime::max();
};

} // namespace lockmaster

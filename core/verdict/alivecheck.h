// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/verdict/verdict.h"

#include <QStringList>

#include <atomic>
#include <map>

namespace lockmaster {

/** Why this check is not run for anybody, translated; empty: it may be. */
QString whyNotAsked(const QStringList &command);

/**
 * Asks the operator's own checks whether holders live, each once. A check says so by ending with 0
 * behind the single line `gone` or `alive`; whatever else it does, a failure of any kind included,
 * tells nothing: tools end alike for what is not there and for what they may not see. Only where
 * the operator trusted it on this machine; in `/`, without the passwords of our environment. It
 * ends, with all it started, when its time is over. Lives on one thread.
 */
class AliveAsker
{
public:
    /** A check may take so long; all together until `end`, behind which nobody is asked. */
    AliveAsker(Micros patience, SteadyTime end) : m_patience(patience), m_end(end) {}

    /** Once this is set, by whatever thread, it is given up soon. Outlives it. */
    void setGivenUp(const std::atomic<bool> &givenUp) { m_givenUp = &givenUp; }

    /**
     * What `command` says of those who hold `lock`. Of several `Gone` is said where all are. None:
     * there is no such command, or nobody who holds it. Blocks.
     */
    std::optional<LifeEvidence> about(const LockRecord &lock, const QStringList &command);

private:
    LifeEvidence about(const Holder &holder, const QStringList &command);
    LifeEvidence run(const QStringList &arguments) const;

    const Micros m_patience;
    const SteadyTime m_end;
    const std::atomic<bool> *m_givenUp = nullptr;
    std::map<QStringList, QString> m_unusable;  ///< by command: why; empty: it can be run
    std::map<QStringList, LifeEvidence> m_said; ///< by arguments
};

} // namespace lockmaster

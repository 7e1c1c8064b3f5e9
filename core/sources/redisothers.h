// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>

namespace lockmaster {

/**
 * The keys that are no locks, by hash, so that a pass need not ask for them again. Bounded: beyond
 * a million keys it forgets, and they are asked for in each pass. Lives on one thread.
 */
class RedisOthers
{
public:
    enum class Reason : quint8 {
        NoLock,  ///< nobody's format
        NotYet,  ///< likewise, but may be a lock half made: settled when seen so in two passes
        Refused, ///< the account may not read it: whether it is a lock is not known
    };

    void beginPass();
    /** Forgets what the pass did not meet. */
    void endPass();
    void clear();

    /** Met in this pass already, or known for what it is and not due to be looked at again. */
    bool isSettled(const QByteArray &key);
    void add(const QByteArray &key, Reason reason);

    qint64 noLocks() const { return m_noLocks; } ///< met in this pass so far
    qint64 refused() const { return m_refused; } ///< likewise

private:
    struct Entry {
        quint32 pass = 0;
        Reason reason = Reason::NoLock;
    };
    void count(Reason reason) { ++(reason == Reason::Refused ? m_refused : m_noLocks); }

    QHash<size_t, Entry> m_entries; ///< by hash of the key
    quint32 m_pass = 0;
    qint64 m_noLocks = 0;
    qint64 m_refused = 0;
};

} // namespace lockmaster

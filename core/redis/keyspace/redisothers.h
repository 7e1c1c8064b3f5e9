// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"

#include <QByteArray>
#include <QHash>

#include <vector>

namespace lockmaster {

/**
 * The keys that are no locks, by hash, so that a pass need not ask for them again. Bounded: beyond
 * a million keys it forgets, and they are asked for in each pass. Of what kinds they are is counted
 * for 200 kinds, and beyond that by their types alone. Lives on one thread.
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
    /** @p type as the server calls it; empty: not asked for. */
    void add(const QByteArray &key, Reason reason, const QByteArray &type = {});

    qint64 noLocks() const { return m_noLocks; } ///< met in this pass so far
    qint64 refused() const { return m_refused; } ///< likewise
    /** What those are that are no locks, the most frequent first, rare ones by type alone. */
    std::vector<NotDecoded> kinds() const;

private:
    /** When a key was met last, and for what it is known; in 32 bits. */
    struct Entry {
        quint32 pass : 22;
        quint32 kind : 8; ///< index in `m_kinds`
        quint32 reason : 2;
    };
    struct Kind {
        QByteArray type;
        QByteArray start;
        qint64 count = 0;
    };
    void count(Entry entry);
    quint8 kindLike(const QByteArray &type, QByteArrayView start);
    quint8 kindOf(const QByteArray &key, const QByteArray &type);
    Entry entryOf(Reason reason, quint8 kind) const { return {m_pass, kind, quint32(reason)}; }
    Entry *find(quint64 hash);
    void insert(quint64 hash, Entry entry);
    /** Takes along those that were met in this pass, or all. */
    void rebuild(size_t places, bool all);
    size_t slotOf(quint64 hash) const;

    /// By hash of the key; where one is taken, the next that is free. A server decides how many
    /// there are: twelve bytes each, and nothing beside them.
    std::vector<quint64> m_hashes; ///< 0: free
    std::vector<Entry> m_entries;
    size_t m_used = 0;
    std::vector<Kind> m_kinds;
    QHash<QByteArray, quint8> m_kindOf; ///< by type, NUL and start
    quint32 m_pass = 0;                 ///< within 22 bits
    qint64 m_noLocks = 0;
    qint64 m_refused = 0;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include <compare>
#include <memory>

namespace lockmaster {

/** Where locks of one system come from on one backend. Shared by every lock of that place. */
struct SourceId {
    QString backend; ///< the backend's name in the profile
    QString system;  ///< the lock system's id: `dist_lock`, `leader`, `user_lock`, ...
    QString name;    ///< `schema.table`, `user-level locks`, `db 0`
    /** Of what the format file said by which it was read, a few bytes; it is no part of who it is.
     */
    QByteArray format = {};

    friend auto operator<=>(const SourceId &a, const SourceId &b)
    {
        if (const int c = a.backend.compare(b.backend))
            return c <=> 0;
        if (const int c = a.system.compare(b.system))
            return c <=> 0;
        return a.name.compare(b.name) <=> 0;
    }
    friend bool operator==(const SourceId &a, const SourceId &b) { return (a <=> b) == 0; }
};

/**
 * What makes a lock that lock: backend, system, source, and its name as raw bytes.
 * The node of a cluster and the pattern that found it are attributes, not identity.
 * Ordered by source, then by bytes of the name. `source` is never null.
 */
struct LockId {
    std::shared_ptr<const SourceId> source;
    QByteArray name;

    friend std::strong_ordering operator<=>(const LockId &a, const LockId &b)
    {
        if (a.source != b.source) {
            if (const auto c = *a.source <=> *b.source; c != 0)
                return c;
        }
        return a.name.compare(b.name) <=> 0;
    }
    friend bool operator==(const LockId &a, const LockId &b)
    {
        return a.name == b.name && (a.source == b.source || *a.source == *b.source);
    }
    friend size_t qHash(const LockId &id, size_t seed = 0)
    {
        return qHashMulti(seed, id.name, id.source->system, id.source->name, id.source->backend);
    }
};

} // namespace lockmaster

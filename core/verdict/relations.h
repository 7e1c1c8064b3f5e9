// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/packedlock.h"

#include <QHash>

#include <vector>

namespace lockmaster {

/** What two who hold locks have in common, by what their formats know of them. */
enum class Relation : quint8 {
    None,
    SameHost,    ///< they run on one host: they may be two, or one that was started anew
    SameProcess, ///< the same process: it signed both with what it made up for itself
};

Relation relationBetween(const Holder &one, const PackedLock::HolderView &other);
/** Of two locks with one holder each: of several it is not known who renews them. */
Relation relationBetween(const LockRecord &one, const PackedLock &other);

/** A lock, and when what is known of it was read; none: not known. */
struct SeenLock {
    LockRecord lock;
    std::optional<SteadyTime> lookedAt;
};

/** The locks of those whom a holder has something in common with, as far as there is room. */
struct RelatedLocks {
    static constexpr size_t mostOfProcess = 64;
    static constexpr size_t mostOfHost = 8; ///< they decide nothing

    std::vector<SeenLock> ofProcess;
    std::vector<SeenLock> ofHost;
    bool cut = false; ///< there are more of its process, or may be

    /** Whether one more is taken in; notes where it is not. */
    bool wants(Relation relation);
    void add(Relation relation, const LockRecord &lock, std::optional<SteadyTime> lookedAt);
};

/** The same for many locks that are all at hand. They have to outlive it. Lives on one thread. */
class LocksByHolder
{
public:
    void add(const LockRecord &lock, std::optional<SteadyTime> lookedAt);

    RelatedLocks relatedTo(const LockRecord &lock) const;

private:
    using Place = std::pair<const LockRecord *, std::optional<SteadyTime>>;

    QHash<QString, std::vector<Place>> m_processes;
    QHash<QString, std::vector<Place>> m_hosts;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"

#include <QAnyStringView>

#include <functional>
#include <string>

namespace lockmaster {

/**
 * A `LockRecord` as it is kept: immutable, in one block of memory of a third of its size, shared by
 * its copies. A handle; copies and frees on any thread. What sorting, counting, filtering and
 * finding need is read in place; `unpack()` gives the whole record back.
 *
 * Null until it is assigned to; everything but `operator bool`, `==` and assigning needs one that
 * is not. Views into it live as long as a handle does.
 */
class PackedLock
{
public:
    PackedLock() = default;
    /** Packs `lock`, whose source is not null. */
    explicit PackedLock(const LockRecord &lock);
    PackedLock(const PackedLock &other) noexcept;
    PackedLock(PackedLock &&other) noexcept : m_block(std::exchange(other.m_block, nullptr)) {}
    PackedLock &operator=(const PackedLock &other) noexcept;
    PackedLock &operator=(PackedLock &&other) noexcept;
    ~PackedLock();

    explicit operator bool() const { return m_block != nullptr; }
    /** They are the very same: a lock that did not change keeps its block. */
    friend bool operator==(const PackedLock &, const PackedLock &) = default;

    /** Everything that was packed. */
    LockRecord unpack() const;
    /** The same, for those who share it. */
    std::shared_ptr<const LockRecord> record() const;

    const std::shared_ptr<const SourceId> &source() const;
    QByteArrayView name() const;
    LockId id() const;
    /** As `LockId` is ordered. */
    std::strong_ordering compareId(const LockId &id) const;
    std::strong_ordering compareId(const PackedLock &other) const;
    bool hasId(const LockId &id) const { return compareId(id) == 0; }

    LockState state() const;
    Certainty certainty() const;
    bool holdCountExact() const;
    bool hasExpiry() const;
    std::optional<ServerTime> expiresAt() const;
    SteadyTime deadline() const;
    std::optional<Micros> ttlAt(SteadyTime at) const;
    std::optional<SteadyTime> heldSince() const;
    HeldBasis heldBasis() const;
    std::optional<Micros> granted() const;
    std::optional<Renewals> renewals() const;
    qint64 stored() const; ///< of the lease
    std::optional<qint64> waiterCount() const;
    /** Somebody waits for it, or nobody counts who does and somebody may. */
    bool mayBeWaitedFor() const;
    std::optional<Micros> holderIdle() const;
    QByteArrayView session() const;
    QByteArrayView node() const;
    bool hasFinding(FindingId id) const;
    /** A bit for each `FindingId` that it has. */
    quint32 findings() const;

    /** A holder in place. */
    struct HolderView {
        QByteArrayView raw;
        qint64 rawBytes = 0;
        qint64 holdCount = 1;
        QAnyStringView label; ///< Latin-1 (ASCII alone) or UTF-16
        QAnyStringView host;  ///< of its detail; empty without one
        QAnyStringView user;
        QAnyStringView process;
    };
    size_t holderCount() const;
    /** The one to show; none without holders. */
    std::optional<HolderView> firstHolder() const;
    /** Whether `accepts` says so of one of them. */
    bool anyHolder(const std::function<bool(const HolderView &)> &accepts) const;

private:
    friend class LockPacker;
    friend class PackedFields;
    struct Block;
    explicit PackedLock(Block *block) : m_block(block) {}

    Block *m_block = nullptr;
};

/** Packs many locks, one after another, through one buffer. One thread at a time. */
class LockPacker
{
public:
    /**
     * Packs `lock`, whose source is not null. Where `known`, an earlier look at the same lock, says
     * the same (as `sameContent()`, with times that differ by jitter alone), it is `known` itself.
     */
    PackedLock pack(const LockRecord &lock, const PackedLock &known = {});

private:
    std::string m_body;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/domain/packedlock.h"

#include "core/domain/packedfields.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>

namespace lockmaster {

namespace {

/** What is there beyond the fields that every lock has. */
enum Part : quint32 {
    HasExpiry = 1 << 0,
    HasExpiresAt = 1 << 1,
    HasGranted = 1 << 2,
    HasWaiterCount = 1 << 3,
    HasIdle = 1 << 4,
    HasVariant = 1 << 5,
    HasWaiters = 1 << 6, ///< who they are, or what was counted
    HasSession = 1 << 7,
    HasNode = 1 << 8,
    HasPattern = 1 << 9,
    HasAttributes = 1 << 10,
    HasFindings = 1 << 11,
    IsLikely = 1 << 12,
    HasMoreEntries = 1 << 13, ///< or may have: see `holdCountExact`
    HasLikelyVariant = 1 << 14,
    HasShares = 1 << 15,
    HasRenewals = 1 << 16,
    HasBeat = 1 << 17,
};

/** What the diff compares, but for the body. */
struct Head {
    qint64 expiresAt = 0;
    quint32 nameSize = 0;
    quint32 findings = 0;
    quint32 parts = 0;
    LockState state = LockState::Unknown;
    HeldBasis basis = HeldBasis::None;

    friend bool operator==(const Head &, const Head &) = default;
};
static_assert(allFindingIds.size() <= 32, "findings are kept in 32 bits");

quint32 maskOf(const QList<Finding> &findings)
{
    quint32 mask = 0;
    for (const Finding &finding : findings)
        mask |= 1u << static_cast<unsigned>(finding.id);
    return mask;
}

Head headOf(const LockRecord &lock)
{
    Head head;
    head.expiresAt = lock.lease.expiresAt ? lock.lease.expiresAt->time_since_epoch().count() : 0;
    head.nameSize = static_cast<quint32>(lock.id.name.size());
    head.findings = maskOf(lock.findings);
    head.state = lock.state;
    head.basis = lock.heldBasis;
    unsigned parts = 0;
    const auto note = [&parts](Part part, bool there) { parts |= there ? unsigned(part) : 0u; };
    note(HasExpiry, lock.lease.hasExpiry);
    note(HasExpiresAt, lock.lease.expiresAt.has_value());
    note(HasGranted, lock.lease.granted.has_value());
    note(HasWaiterCount, lock.waiters.count.has_value());
    note(HasIdle, lock.holderIdle.has_value());
    note(HasVariant, !lock.variant.isEmpty());
    note(HasWaiters, !lock.waiters.basis.isEmpty() || !lock.waiters.list.empty());
    note(HasSession, !lock.session.isEmpty());
    note(HasNode, !lock.node.isEmpty());
    note(HasPattern, !lock.pattern.isEmpty());
    note(HasAttributes, lock.attributes != nullptr);
    note(HasShares, lock.shares != nullptr);
    note(HasRenewals, lock.renewals.has_value());
    note(HasBeat, lock.lease.isBeat);
    note(HasFindings, !lock.findings.empty());
    note(IsLikely, lock.certainty == Certainty::Likely);
    note(HasMoreEntries, !lock.holdCountExact);
    note(HasLikelyVariant, lock.variantCertainty == Certainty::Likely);
    head.parts = parts;
    return head;
}

/** A clock that was set, or stood still while the machine slept, moves a time by more. */
constexpr std::chrono::milliseconds mostJitter(500);

template<class Duration>
bool isJitter(Duration a, Duration b)
{
    // Servers' times are untrusted: their difference may not fit into the type.
    const auto high = static_cast<quint64>(std::max(a, b).count());
    const auto low = static_cast<quint64>(std::min(a, b).count());
    return high - low < static_cast<quint64>(Duration(mostJitter).count());
}

} // namespace

/** Followed by the body. */
struct PackedLock::Block {
    std::atomic<quint32> users = 1;
    quint32 bodySize = 0;
    std::shared_ptr<const SourceId> source;
    Head head;
    bool heldSinceKnown = false;
    bool rounds = false;
    // What the diff leaves out.
    qint64 deadline = 0;
    qint64 heldSince = 0;
    qint64 precision = 0;

    char *body() { return reinterpret_cast<char *>(this + 1); }
    const char *body() const { return reinterpret_cast<const char *>(this + 1); }
    bool has(Part part) const { return (head.parts & part) != 0; }

    /** Whether its times are those of `lock`, but for the jitter of networks and clocks. */
    bool timesAreCloseTo(const LockRecord &lock) const
    {
        return rounds == lock.lease.rounds && heldSinceKnown == lock.heldSince.has_value()
               && isJitter(Micros(precision), lock.lease.precision)
               && isJitter(SteadyTime::duration(deadline), lock.lease.deadline.time_since_epoch())
               && (!lock.heldSince
                   || isJitter(SteadyTime::duration(heldSince),
                               lock.heldSince->time_since_epoch()));
    }

    static Block *make(const LockRecord &lock, const Head &head, const std::string &body)
    {
        void *memory = ::operator new(sizeof(Block) + body.size());
        auto *block = new (memory) Block;
        block->bodySize = static_cast<quint32>(body.size());
        block->source = lock.id.source;
        block->head = head;
        block->heldSinceKnown = lock.heldSince.has_value();
        block->rounds = lock.lease.rounds;
        block->deadline = lock.lease.deadline.time_since_epoch().count();
        block->heldSince = lock.heldSince ? lock.heldSince->time_since_epoch().count() : 0;
        block->precision = lock.lease.precision.count();
        std::memcpy(block->body(), body.data(), body.size());
        return block;
    }

    static void release(Block *block)
    {
        if (!block || block->users.fetch_sub(1, std::memory_order_acq_rel) != 1)
            return;
        block->~Block();
        ::operator delete(block);
    }
};

/** The fields of a body in their order; each is read once, and what stands before it is skipped. */
class PackedFields
{
public:
    explicit PackedFields(const PackedLock &lock)
        : m_block(*lock.m_block), m_in(m_block.body(), m_block.head.nameSize)
    {
    }

    std::optional<Micros> granted()
    {
        return m_block.has(HasGranted) ? std::optional(Micros(m_in.number())) : std::nullopt;
    }
    std::optional<Renewals> renewals()
    {
        return m_block.has(HasRenewals) ? std::optional(unpackRenewals(m_in)) : std::nullopt;
    }
    std::optional<qint64> waiterCount()
    {
        return m_block.has(HasWaiterCount) ? std::optional(m_in.number()) : std::nullopt;
    }
    std::optional<Micros> holderIdle()
    {
        return m_block.has(HasIdle) ? std::optional(Micros(m_in.number())) : std::nullopt;
    }
    QByteArrayView session() { return m_block.has(HasSession) ? m_in.bytes() : QByteArrayView(); }
    QByteArrayView node() { return m_block.has(HasNode) ? m_in.bytes() : QByteArrayView(); }

    PackedFields &toRenewals()
    {
        granted();
        return *this;
    }
    PackedFields &toWaiterCount()
    {
        toRenewals().renewals();
        return *this;
    }
    PackedFields &toIdle()
    {
        toWaiterCount().waiterCount();
        return *this;
    }
    PackedFields &toSession()
    {
        toIdle().holderIdle();
        return *this;
    }
    PackedFields &toNode()
    {
        toSession().session();
        return *this;
    }
    /** The reader at the holders: their number and then each. */
    PackedReader &toHolders()
    {
        toNode().node();
        return m_in;
    }

    qint64 stored()
    {
        toHolders();
        for (quint64 left = m_in.count(); left > 0; --left)
            viewHolder(m_in);
        return m_in.number();
    }

    LockRecord record()
    {
        LockRecord lock;
        lock.id.source = m_block.source;
        lock.id.name = QByteArray(m_block.body(), m_block.head.nameSize);
        lock.state = m_block.head.state;
        lock.heldBasis = m_block.head.basis;
        lock.certainty = m_block.has(IsLikely) ? Certainty::Likely : Certainty::Certain;
        lock.variantCertainty =
            m_block.has(HasLikelyVariant) ? Certainty::Likely : Certainty::Certain;
        lock.holdCountExact = !m_block.has(HasMoreEntries);
        if (m_block.heldSinceKnown)
            lock.heldSince = SteadyTime(SteadyTime::duration(m_block.heldSince));
        takeLease(lock.lease);
        lock.renewals = renewals();
        lock.waiters.count = waiterCount();
        lock.holderIdle = holderIdle();
        lock.session = session().toByteArray();
        lock.node = node().toByteArray();
        const quint64 holders = m_in.count();
        lock.holders.reserve(holders);
        for (quint64 i = 0; i < holders; ++i)
            lock.holders.push_back(unpackHolder(m_in));
        takeRest(lock);
        return lock;
    }

private:
    void takeLease(Lease &lease)
    {
        lease.hasExpiry = m_block.has(HasExpiry);
        if (m_block.has(HasExpiresAt))
            lease.expiresAt = ServerTime(Micros(m_block.head.expiresAt));
        lease.deadline = SteadyTime(SteadyTime::duration(m_block.deadline));
        lease.precision = Micros(m_block.precision);
        lease.rounds = m_block.rounds;
        lease.granted = granted();
        lease.isBeat = m_block.has(HasBeat);
    }

    void takeRest(LockRecord &lock)
    {
        lock.lease.stored = m_in.number();
        if (m_block.has(HasVariant))
            lock.variant = m_in.text().toString();
        if (m_block.has(HasPattern))
            lock.pattern = m_in.bytes().toByteArray();
        if (m_block.has(HasWaiters)) {
            const std::optional<qint64> count = lock.waiters.count;
            lock.waiters = unpackWaiters(m_in);
            lock.waiters.count = count;
        }
        if (m_block.has(HasAttributes))
            lock.attributes = unpackAttributes(m_in);
        if (m_block.has(HasShares))
            lock.shares = unpackShares(m_in);
        if (m_block.has(HasFindings))
            lock.findings = unpackFindings(m_in);
    }

    const PackedLock::Block &m_block;
    PackedReader m_in;
};

PackedLock LockPacker::pack(const LockRecord &lock, const PackedLock &known)
{
    const Head head = headOf(lock);
    packBody(m_body, lock);
    const PackedLock::Block *old = known.m_block;
    if (old && old->head == head && old->bodySize == m_body.size() && old->timesAreCloseTo(lock)
        && std::memcmp(old->body(), m_body.data(), m_body.size()) == 0)
        return known;
    return PackedLock(PackedLock::Block::make(lock, head, m_body));
}

PackedLock::PackedLock(const LockRecord &lock) : PackedLock(LockPacker().pack(lock)) {}

PackedLock::PackedLock(const PackedLock &other) noexcept : m_block(other.m_block)
{
    if (m_block)
        m_block->users.fetch_add(1, std::memory_order_relaxed);
}

PackedLock &PackedLock::operator=(const PackedLock &other) noexcept
{
    if (m_block == other.m_block)
        return *this;
    PackedLock copy(other);
    std::swap(m_block, copy.m_block);
    return *this;
}

PackedLock &PackedLock::operator=(PackedLock &&other) noexcept
{
    std::swap(m_block, other.m_block);
    return *this;
}

PackedLock::~PackedLock()
{
    Block::release(m_block);
}

LockRecord PackedLock::unpack() const
{
    return PackedFields(*this).record();
}

std::shared_ptr<const LockRecord> PackedLock::record() const
{
    return std::make_shared<const LockRecord>(unpack());
}

const std::shared_ptr<const SourceId> &PackedLock::source() const
{
    return m_block->source;
}

QByteArrayView PackedLock::name() const
{
    return {m_block->body(), m_block->head.nameSize};
}

LockId PackedLock::id() const
{
    return {m_block->source, name().toByteArray()};
}

std::strong_ordering PackedLock::compareId(const LockId &id) const
{
    if (m_block->source != id.source) {
        if (const auto order = *m_block->source <=> *id.source; order != 0)
            return order;
    }
    return name().compare(id.name) <=> 0;
}

std::strong_ordering PackedLock::compareId(const PackedLock &other) const
{
    if (m_block->source != other.m_block->source) {
        if (const auto order = *m_block->source <=> *other.m_block->source; order != 0)
            return order;
    }
    return name().compare(other.name()) <=> 0;
}

LockState PackedLock::state() const
{
    return m_block->head.state;
}

Certainty PackedLock::certainty() const
{
    return m_block->has(IsLikely) ? Certainty::Likely : Certainty::Certain;
}

bool PackedLock::holdCountExact() const
{
    return !m_block->has(HasMoreEntries);
}

bool PackedLock::hasExpiry() const
{
    return m_block->has(HasExpiry);
}

std::optional<ServerTime> PackedLock::expiresAt() const
{
    if (!m_block->has(HasExpiresAt))
        return std::nullopt;
    return ServerTime(Micros(m_block->head.expiresAt));
}

SteadyTime PackedLock::deadline() const
{
    return SteadyTime(SteadyTime::duration(m_block->deadline));
}

std::optional<Micros> PackedLock::ttlAt(SteadyTime at) const
{
    if (!m_block->has(HasExpiresAt))
        return std::nullopt;
    return std::chrono::duration_cast<Micros>(deadline() - at);
}

std::optional<SteadyTime> PackedLock::heldSince() const
{
    if (!m_block->heldSinceKnown)
        return std::nullopt;
    return SteadyTime(SteadyTime::duration(m_block->heldSince));
}

HeldBasis PackedLock::heldBasis() const
{
    return m_block->head.basis;
}

std::optional<Micros> PackedLock::granted() const
{
    return PackedFields(*this).granted();
}

std::optional<Renewals> PackedLock::renewals() const
{
    if (!m_block->has(HasRenewals))
        return std::nullopt;
    return PackedFields(*this).toRenewals().renewals();
}

qint64 PackedLock::stored() const
{
    return PackedFields(*this).stored();
}

std::optional<qint64> PackedLock::waiterCount() const
{
    if (!m_block->has(HasWaiterCount))
        return std::nullopt;
    return PackedFields(*this).toWaiterCount().waiterCount();
}

bool PackedLock::mayBeWaitedFor() const
{
    const auto count = waiterCount();
    return count ? *count > 0 : m_block->has(HasWaiters);
}

std::optional<Micros> PackedLock::holderIdle() const
{
    if (!m_block->has(HasIdle))
        return std::nullopt;
    return PackedFields(*this).toIdle().holderIdle();
}

QByteArrayView PackedLock::session() const
{
    if (!m_block->has(HasSession))
        return {};
    return PackedFields(*this).toSession().session();
}

QByteArrayView PackedLock::node() const
{
    if (!m_block->has(HasNode))
        return {};
    return PackedFields(*this).toNode().node();
}

bool PackedLock::hasFinding(FindingId id) const
{
    return (findings() >> static_cast<unsigned>(id) & 1u) != 0;
}

quint32 PackedLock::findings() const
{
    return m_block->head.findings;
}

size_t PackedLock::holderCount() const
{
    return PackedFields(*this).toHolders().count();
}

std::optional<PackedLock::HolderView> PackedLock::firstHolder() const
{
    PackedFields fields(*this);
    PackedReader &in = fields.toHolders();
    if (in.count() == 0)
        return std::nullopt;
    return viewHolder(in);
}

bool PackedLock::anyHolder(const std::function<bool(const HolderView &)> &accepts) const
{
    PackedFields fields(*this);
    PackedReader &in = fields.toHolders();
    for (quint64 left = in.count(); left > 0; --left) {
        if (accepts(viewHolder(in)))
            return true;
    }
    return false;
}

} // namespace lockmaster

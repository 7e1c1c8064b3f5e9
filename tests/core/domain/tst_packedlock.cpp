// SPDX-License-Identifier: Apache-2.0
#include "core/domain/packedlock.h"
#include "tests/support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_packedlock {

namespace {

/** Records of every kind, from a fixed seed; small choices, so that two are often alike. */
class Dice
{
public:
    explicit Dice(quint32 seed) : m_random(seed) {}

    bool coin() { return m_random.bounded(2) == 0; }
    bool rarely() { return m_random.bounded(6) == 0; }
    qint64 number()
    {
        static constexpr std::array some = {
            qint64(0),
            qint64(1),
            qint64(-1),
            qint64(63),
            qint64(64),
            qint64(-65),
            qint64(1) << 40,
            std::numeric_limits<qint64>::max(),
            std::numeric_limits<qint64>::min(),
        };
        return some[size_t(upTo(some.size()))];
    }
    QByteArray bytes()
    {
        static const QByteArrayList some = {
            "", "a", "job:17", QByteArray("nul\0x", 5), "\xff\xfe", "쿠폰", QByteArray(300, 'x')};
        return some[upTo(some.size())];
    }
    QString text()
    {
        static const QStringList some = {{},
                                         QStringLiteral("a"),
                                         QStringLiteral("job:17"),
                                         QStringLiteral("쿠폰 🙂"),
                                         QStringLiteral("\u00e4"),
                                         QString(QChar(0xd800)),
                                         QString(200, u'y')};
        return some[upTo(some.size())];
    }
    template<class T>
    std::optional<T> maybe()
    {
        return coin() ? std::optional(T(number())) : std::nullopt;
    }
    LockRecord record()
    {
        LockRecord lock;
        lock.id = {m_source, bytes()};
        lock.state = static_cast<LockState>(m_random.bounded(5));
        for (auto left = m_random.bounded(4); left > 0; --left)
            lock.holders.push_back(holder());
        lock.lease = lease();
        if (coin())
            lock.heldSince = time();
        lock.heldBasis = static_cast<HeldBasis>(m_random.bounded(3));
        lock.waiters.count = maybe<qint64>();
        if (coin())
            lock.holderIdle = Micros(number());
        if (rarely())
            addRareParts(lock);
        return lock;
    }
    /** Another look at `lock`: mostly the same, or different in one thing. */
    LockRecord lookAgain(const LockRecord &lock)
    {
        const LockRecord other = record();
        if (rarely())
            return other;
        LockRecord again = lock;
        switch (m_random.bounded(27)) {
        case 0: again.state = other.state; break;
        case 1: again.holders = other.holders; break;
        case 2: again.variant = other.variant; break;
        case 3: again.lease = other.lease; break;
        case 4: again.heldBasis = other.heldBasis; break;
        case 5: again.waiters = other.waiters; break;
        case 6: again.session = other.session; break;
        case 7: again.node = other.node; break;
        case 8: again.pattern = other.pattern; break;
        case 9: again.holderIdle = other.holderIdle; break;
        case 10: again.attributes = other.attributes; break;
        case 11: again.findings = other.findings; break;
        case 12: again.lease.deadline += 3ms; break;
        case 13: moveHeldSince(again, 5ms); break;
        case 14: again.lease.stored ^= 1; break;
        case 15: again.lease.deadline += coin() ? 30min : -1s; break;
        case 16: moveHeldSince(again, coin() ? 1h : -1s); break;
        case 17: again.lease.precision += coin() ? 1s : 1ms; break;
        case 18: again.lease.rounds = other.lease.rounds; break;
        case 19: again.certainty = other.certainty; break;
        case 21: again.variantCertainty = other.variantCertainty; break;
        case 22: again.shares = other.shares; break;
        case 23:
            if (again.shares)
                again.shares = std::make_shared<const LockShares>(*again.shares);
            break;
        case 20: again.holdCountExact = other.holdCountExact; break;
        case 24: again.renewals = other.renewals; break;
        case 25: again.lease.isBeat = other.lease.isBeat; break;
        default: break;
        }
        return again;
    }

private:
    template<class Size>
    int upTo(Size size)
    {
        return static_cast<int>(m_random.bounded(static_cast<quint32>(size)));
    }
    /** A time that can be moved a little either way. */
    SteadyTime time() { return SteadyTime(SteadyTime::duration(number() / 4)); }
    static void moveHeldSince(LockRecord &lock, SteadyTime::duration by)
    {
        if (lock.heldSince)
            *lock.heldSince += by;
    }
    Holder holder()
    {
        Holder holder;
        holder.raw = bytes();
        holder.rawBytes = holder.raw.size() + (rarely() ? 500 : 0);
        holder.label = coin() ? QString::fromUtf8(holder.raw) : text();
        holder.holdCount = coin() ? 1 : number();
        if (rarely())
            holder.detail = std::make_shared<const HolderDetail>(HolderDetail{
                text(), maybe<qint64>(), text(), text(), text(), maybe<qint64>(), text()});
        return holder;
    }
    Lease lease()
    {
        Lease lease;
        lease.hasExpiry = coin();
        if (coin())
            lease.expiresAt = ServerTime(Micros(number()));
        lease.deadline = time();
        lease.stored = number();
        lease.precision = Micros(number() / 4);
        lease.rounds = coin();
        lease.granted = maybe<Micros>();
        lease.isBeat = coin();
        return lease;
    }
    void addRareParts(LockRecord &lock)
    {
        lock.variant = text();
        lock.certainty = coin() ? Certainty::Likely : Certainty::Certain;
        lock.variantCertainty = coin() ? Certainty::Likely : Certainty::Certain;
        lock.holdCountExact = coin();
        if (coin()) {
            const SteadyTime first = time();
            lock.renewals = Renewals{number(), first, first + 3h, Micros(number() / 4), 2s};
        }
        lock.session = bytes();
        lock.node = bytes();
        lock.pattern = bytes();
        lock.waiters.basis = text();
        for (auto left = m_random.bounded(3); left > 0; --left)
            lock.waiters.list.push_back(
                {text(), maybe<qint64>(), maybe<Micros>(), coin(), holder().detail});
        Attributes attributes;
        for (auto left = m_random.bounded(3); left > 0; --left)
            attributes.push_back(
                {static_cast<Attribute::Group>(m_random.bounded(3)), text(), text()});
        if (coin())
            lock.attributes = std::make_shared<const Attributes>(std::move(attributes));
        LockShares shares;
        shares.needed = upTo(5);
        for (auto left = m_random.bounded(4); left > 0; --left) {
            LockShare share{text(), static_cast<LockShare::Seen>(m_random.bounded(4)), {}, -1, {}};
            if (coin()) {
                share.holder = holder();
                share.stored = number();
                share.instance = bytes();
            }
            shares.all.push_back(share);
        }
        if (coin())
            lock.shares = std::make_shared<const LockShares>(std::move(shares));
        for (auto left = m_random.bounded(3); left > 0; --left)
            lock.findings.push_back({allFindingIds.at(size_t(upTo(allFindingIds.size()))), text()});
    }

    QRandomGenerator m_random;
    std::shared_ptr<const SourceId> m_source = std::make_shared<const SourceId>(
        SourceId{QStringLiteral("b"), QStringLiteral("dist_lock"), QStringLiteral("db.locks")});
};

bool same(const Lease &a, const Lease &b)
{
    return a.hasExpiry == b.hasExpiry && a.expiresAt == b.expiresAt && a.deadline == b.deadline
           && a.stored == b.stored && a.precision == b.precision && a.rounds == b.rounds
           && a.granted == b.granted && a.isBeat == b.isBeat;
}

/** Every field: what `sameContent()` compares, and what it leaves out. */
bool same(const LockRecord &a, const LockRecord &b)
{
    return a.id == b.id && a.id.source == b.id.source && sameContent(a, b) && same(a.lease, b.lease)
           && a.heldSince == b.heldSince && bool(a.attributes) == bool(b.attributes)
           && bool(a.shares) == bool(b.shares);
}

/** What `sameContent()` leaves out, as far as it may wander with the network. */
bool timesAreClose(const LockRecord &a, const LockRecord &b)
{
    const auto close = [](auto x, auto y) { return std::chrono::abs(x - y) < 500ms; };
    return close(a.lease.deadline, b.lease.deadline) && close(a.lease.precision, b.lease.precision)
           && a.lease.rounds == b.lease.rounds && a.heldSince.has_value() == b.heldSince.has_value()
           && (!a.heldSince || close(*a.heldSince, *b.heldSince));
}

bool saysTheSame(const PackedLock::HolderView &view, const Holder &holder)
{
    const bool detailed = holder.detail != nullptr;
    return view.raw == holder.raw && view.rawBytes == holder.rawBytes
           && view.holdCount == holder.holdCount && view.label.toString() == holder.label
           && view.host.toString() == (detailed ? holder.detail->host : QString())
           && view.user.toString() == (detailed ? holder.detail->user : QString())
           && view.process.toString() == (detailed ? holder.detail->process : QString());
}

} // namespace

class TestPackedLock : public QObject
{
    Q_OBJECT

private slots:
    void whatIsPackedComesBack()
    {
        Dice dice(1);
        LockPacker packer;
        for (int i = 0; i < 20'000; ++i) {
            const LockRecord lock = dice.record();
            const PackedLock packed = packer.pack(lock);
            QVERIFY(same(packed.unpack(), lock));
            QVERIFY(same(*packed.record(), lock));
        }
    }

    void everyFieldIsReadInPlace()
    {
        Dice dice(2);
        LockPacker packer;
        for (int i = 0; i < 20'000; ++i) {
            const LockRecord lock = dice.record();
            const PackedLock packed = packer.pack(lock);
            QVERIFY(packed.source() == lock.id.source);
            QVERIFY(packed.name() == lock.id.name);
            QVERIFY(packed.id() == lock.id);
            QCOMPARE(packed.state(), lock.state);
            QCOMPARE(packed.hasExpiry(), lock.lease.hasExpiry);
            QVERIFY(packed.expiresAt() == lock.lease.expiresAt);
            QVERIFY(packed.renewals() == lock.renewals);
            QCOMPARE(packed.stored(), lock.lease.stored);
            QVERIFY(packed.deadline() == lock.lease.deadline);
            QVERIFY(packed.heldSince() == lock.heldSince);
            QCOMPARE(packed.heldBasis(), lock.heldBasis);
            QVERIFY(packed.granted() == lock.lease.granted);
            QVERIFY(packed.waiterCount() == lock.waiters.count);
            QVERIFY(packed.holderIdle() == lock.holderIdle);
            QVERIFY(packed.session() == lock.session);
            QVERIFY(packed.node() == lock.node);
            for (const FindingId id : allFindingIds)
                QCOMPARE(packed.hasFinding(id), lock.hasFinding(id));
            checkHolders(packed, lock);
        }
    }

    void aLockThatDidNotChangeIsKept()
    {
        Dice dice(3);
        LockPacker packer;
        int kept = 0;
        constexpr int rounds = 50'000;
        for (int i = 0; i < rounds; ++i) {
            const LockRecord before = dice.record();
            LockRecord after = dice.lookAgain(before);
            after.id = before.id;
            const PackedLock known = packer.pack(before);
            const bool isKept = packer.pack(after, known) == known;
            QCOMPARE(isKept, sameContent(before, after) && timesAreClose(before, after));
            kept += isKept ? 1 : 0;
        }
        QVERIFY(kept > rounds / 10 && kept < rounds * 9 / 10);
    }

    void timesOfAnySizeAreCompared()
    {
        constexpr auto first = SteadyTime::min();
        constexpr auto last = SteadyTime::max();
        LockPacker packer;
        LockRecord lock = Dice(6).record();
        lock.heldSince = first;
        lock.lease.deadline = last;
        const PackedLock known = packer.pack(lock);
        QVERIFY(packer.pack(lock, known) == known);
        lock.heldSince = last;
        QVERIFY(packer.pack(lock, known) != known);
        lock.heldSince = first;
        lock.lease.deadline = first;
        QVERIFY(packer.pack(lock, known) != known);
    }

    void idsAreOrderedAsTheyAre()
    {
        Dice dice(4);
        const auto other = std::make_shared<const SourceId>(
            SourceId{QStringLiteral("b"), QStringLiteral("dist_lock"), QStringLiteral("db.other")});
        for (int i = 0; i < 2'000; ++i) {
            LockRecord a = dice.record();
            const LockRecord b = dice.record();
            if (dice.coin())
                a.id.source = dice.coin() ? other : std::make_shared<const SourceId>(*b.id.source);
            const PackedLock packedA(a);
            const PackedLock packedB(b);
            QVERIFY(packedA.compareId(packedB) == (a.id <=> b.id));
            QVERIFY(packedA.compareId(b.id) == (a.id <=> b.id));
            QCOMPARE(packedA.hasId(b.id), a.id == b.id);
        }
    }

    void copiesShareOneBlock()
    {
        Dice dice(5);
        const LockRecord lock = dice.record();
        PackedLock first(lock);
        QVERIFY(first);
        PackedLock second = first;
        QVERIFY(first == second);
        QVERIFY(PackedLock(lock) != first);
        const QByteArrayView name = second.name();
        first = {};
        QVERIFY(!first);
        QVERIFY(name == lock.id.name);
        const PackedLock third = std::move(second);
        second = third;
        const PackedLock &itself = second;
        second = itself;
        QVERIFY(same(second.unpack(), lock));
        QCOMPARE(third.name().data(), name.data());
    }

private:
    static void checkHolders(const PackedLock &packed, const LockRecord &lock)
    {
        QCOMPARE(packed.holderCount(), lock.holders.size());
        const auto first = packed.firstHolder();
        QCOMPARE(first.has_value(), !lock.holders.empty());
        QVERIFY(!first || saysTheSame(*first, lock.holders.front()));
        qsizetype seen = 0;
        const bool last = packed.anyHolder([&](const PackedLock::HolderView &holder) {
            return !saysTheSame(holder, lock.holders[seen]) || ++seen == lock.holders.size();
        });
        QCOMPARE(last, !lock.holders.empty());
        QCOMPARE(seen, lock.holders.size());
    }
};

LOCKMASTER_TEST(TestPackedLock, NoApplication)

} // namespace tst_packedlock

#include "tst_packedlock.moc"

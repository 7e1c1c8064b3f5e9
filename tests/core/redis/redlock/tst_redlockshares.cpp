// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redlock/redlockshares.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_redlockshares {

namespace {

const ClockReading now{ServerTime(1'000'000s), SteadyTime(1000s), {}};
const QByteArray token = "462d5a55c0ffee11aa22bb33cc44dd55";
const QByteArray uuid = "5f0c6d3e-8a7b-4c1d-9e2f-0a1b2c3d4e5";

LockRecord lockOf(const QByteArray &raw, Millis left = 10s, const QString &thread = {},
                  const char *system = "redis_string")
{
    LockRecord lock;
    lock.id = {std::make_shared<const SourceId>(SourceId{
                   QStringLiteral("b"), QString::fromLatin1(system), QStringLiteral("db 0")}),
               "lock:a"};
    lock.state = LockState::Held;
    Holder holder;
    holder.raw = raw;
    holder.rawBytes = raw.size();
    holder.label = QString::fromLatin1(raw.left(4));
    if (!thread.isEmpty()) {
        HolderDetail detail;
        detail.thread = thread;
        holder.detail = std::make_shared<const HolderDetail>(detail);
    }
    lock.holders = {holder};
    lock.lease.hasExpiry = left >= 0ms;
    if (lock.lease.hasExpiry) {
        lock.lease.deadline = now.local + left;
        lock.lease.expiresAt = now.server + left;
        lock.lease.stored = left.count();
    } else {
        lock.lease.stored = -1;
    }
    return lock;
}

/** By what each server has: nothing, what is not known, or the lock itself. */
class Servers
{
public:
    Servers &has(const LockRecord &lock) { return add(true, lock); }
    Servers &hasNothing() { return add(true, std::nullopt); }
    Servers &isSilent(const std::optional<LockRecord> &before = {}) { return add(false, before); }

    std::vector<ShareSeen> shares() const
    {
        std::vector<ShareSeen> all;
        for (const auto &[isKnown, lock] : m_all) {
            all.push_back(
                {QStringLiteral("r%1").arg(all.size() + 1), isKnown, lock ? &*lock : nullptr});
        }
        return all;
    }
    LockRecord joined(int needed = 2) const { return joinedLock(shares(), needed, now); }

private:
    Servers &add(bool isKnown, const std::optional<LockRecord> &lock)
    {
        m_all.emplace_back(isKnown, lock);
        return *this;
    }
    std::vector<std::pair<bool, std::optional<LockRecord>>> m_all;
};

} // namespace

class TestRedlockShares : public QObject
{
    Q_OBJECT

private slots:
    void heldByMost_data()
    {
        QTest::addColumn<QString>(
            "servers"); // a, b: tokens; -: nothing; ?: silent; A: silent, had a
        QTest::addColumn<int>("needed");
        QTest::addColumn<bool>("isHeld");
        QTest::addColumn<bool>("isMinority");
        QTest::newRow("all") << "aaa" << 2 << true << false;
        QTest::newRow("most") << "a-a" << 2 << true << false;
        QTest::newRow("most and another's") << "aab" << 2 << true << false;
        QTest::newRow("most and silence") << "aa?" << 2 << true << false;
        QTest::newRow("one") << "-a-" << 2 << false << true;
        QTest::newRow("one each") << "ab-" << 2 << false << true;
        QTest::newRow("one, and one is silent") << "a-?" << 2 << false << false;
        QTest::newRow("one, and one had it") << "a-A" << 2 << false << false;
        QTest::newRow("known of nobody") << "-A?" << 2 << false << false;
        QTest::newRow("all are needed") << "aa-" << 3 << false << true;
        QTest::newRow("of five") << "aa-?b" << 3 << false << false;
        QTest::newRow("too few of five") << "aa-bb" << 3 << false << true;
        QTest::newRow("two of two") << "aa" << 2 << true << false;
    }
    void heldByMost()
    {
        QFETCH(QString, servers);
        QFETCH(int, needed);
        QFETCH(bool, isHeld);
        QFETCH(bool, isMinority);
        Servers all;
        for (const QChar c : servers) {
            const LockRecord lock = lockOf(c.toLower() == u'b' ? "other" : token);
            if (c == u'-')
                all.hasNothing();
            else if (c == u'?')
                all.isSilent();
            else if (c.isUpper())
                all.isSilent(lock);
            else
                all.has(lock);
        }
        const LockRecord joined = all.joined(needed);
        QCOMPARE(joined.state, isHeld ? LockState::Held : LockState::Unknown);
        QCOMPARE(joined.hasFinding(FindingId::Minority), isMinority);
        QCOMPARE(joined.holders.front().raw, token);
        QCOMPARE(joined.shares->all.size(), size_t(servers.size()));
    }

    void theOneWithMostIsShown()
    {
        const LockRecord joined =
            Servers().has(lockOf("other")).has(lockOf(token)).has(lockOf(token)).joined();
        QCOMPARE(joined.holders.front().raw, token);
        QCOMPARE(joined.shares->all[0].seen, LockShare::Seen::Other);
        QCOMPARE(joined.shares->all[0].holder->raw, QByteArray("other"));
        // What is not known weighs less than what is.
        const LockRecord silent = Servers()
                                      .isSilent(lockOf("other"))
                                      .isSilent(lockOf("other"))
                                      .has(lockOf(token))
                                      .joined();
        QCOMPARE(silent.holders.front().raw, token);
    }

    void theLeaseEndsWithTheLastOneNeeded()
    {
        const LockRecord joined = Servers()
                                      .has(lockOf(token, 30s))
                                      .has(lockOf(token, 10s))
                                      .has(lockOf(token, 20s))
                                      .joined();
        QCOMPARE(*joined.ttlAt(now.local), Micros(20s - 200ms - 2ms));
        QCOMPARE(joined.lease.stored, qint64(20'000));
        QCOMPARE(*joined.lease.expiresAt, now.server + 20s - 202ms);
        const LockRecord few = Servers()
                                   .has(lockOf(token, 30s))
                                   .isSilent(lockOf(token, 10s))
                                   .has(lockOf(token, 20s))
                                   .joined();
        QCOMPARE(few.lease.stored, joined.lease.stored);
        const LockRecord endless =
            Servers().has(lockOf(token, -1ms)).has(lockOf(token, -1ms)).has(lockOf(token)).joined();
        QVERIFY(!endless.lease.hasExpiry);
        QVERIFY(!endless.ttlAt(now.local));
    }

    /** Redisson has another client, with another uuid, for each server. */
    void redissonIsJoinedByItsThread()
    {
        const auto of = [](char server, const char *thread) {
            return lockOf(uuid + server + ':' + thread, 10s, QString::fromLatin1(thread),
                          "redisson");
        };
        const LockRecord joined =
            Servers().has(of('a', "42")).has(of('b', "42")).hasNothing().joined();
        QCOMPARE(joined.state, LockState::Held);
        QVERIFY(joined.holders.front().label.contains(u"42"));
        QCOMPARE(joined.shares->count(), 2);
        QVERIFY(joined.shares->all[0].instance != joined.shares->all[1].instance);
        // Whichever of them answer, it is the same holder.
        const LockRecord later =
            Servers().hasNothing().has(of('b', "42")).has(of('c', "42")).joined();
        QVERIFY(sameInstance(joined, later));
        QCOMPARE(redlockToken(joined),
                 redlockToken(joined.shares->all[0].holder.value(), u"redisson"));
        QCOMPARE(Servers().has(of('a', "42")).has(of('b', "43")).hasNothing().joined().state,
                 LockState::Unknown);
        // Of other systems a token that looks like it is no thread's.
        QCOMPARE(Servers()
                     .has(lockOf("a:42", 10s, QStringLiteral("42")))
                     .has(lockOf("b:42"))
                     .joined()
                     .state,
                 LockState::Unknown);
    }

    void absenceNeedsEnoughToTell()
    {
        QVERIFY(isSureOfAbsence(Servers().hasNothing().hasNothing().isSilent().shares(), 2));
        QVERIFY(!isSureOfAbsence(Servers().hasNothing().isSilent().isSilent().shares(), 2));
    }

    void whoTheyAreIsWhereTheyAre()
    {
        BackendSpec spec;
        spec.redlock = {{QStringLiteral("r1"), 6379}, {QStringLiteral("r2"), 6379}};
        BackendSpec turned = spec;
        QCOMPARE(redlockIdentity(spec), redlockIdentity(turned));
        std::swap(turned.redlock[0], turned.redlock[1]);
        QVERIFY(redlockIdentity(spec) != redlockIdentity(turned)); // a witness goes by it
    }
};

LOCKMASTER_TEST(TestRedlockShares, NoApplication)

} // namespace tst_redlockshares

#include "tst_redlockshares.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redlock/believers.h"
#include "core/redis/redlock/redlockshares.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_believers {

namespace {

const SteadyTime begun(1000s);

/** `a`, `b`: tokens; `-`: nothing; `?`: it does not answer. Leases of 30 s from `begun`, or none.
 */
LockRecord lockOf(const QString &servers, bool hasExpiry = true)
{
    static const auto source = std::make_shared<const SourceId>(
        SourceId{QStringLiteral("b"), QStringLiteral("redis_string"), QStringLiteral("db 0")});
    std::vector<LockRecord> locks;
    locks.reserve(size_t(servers.size()));
    std::vector<ShareSeen> shares;
    for (const QChar c : servers) {
        ShareSeen share{QStringLiteral("r%1").arg(shares.size() + 1), c != u'?', nullptr};
        if (c.isLetter()) {
            LockRecord lock;
            lock.id = {source, "lock:a"};
            lock.state = LockState::Held;
            Holder holder;
            holder.raw = QByteArray(1, c.toLatin1());
            holder.rawBytes = 1;
            holder.label = c;
            lock.holders = {holder};
            lock.lease.hasExpiry = hasExpiry;
            if (hasExpiry) {
                lock.lease.deadline = begun + 30s;
                lock.lease.expiresAt = ServerTime(2'000'030s);
            }
            lock.lease.stored = hasExpiry ? 30 : -1;
            locks.push_back(std::move(lock));
            share.lock = &locks.back();
        }
        shares.push_back(share);
    }
    return joinedLock(shares, 2, {ServerTime(2'000'000s), begun, {}});
}

/** Their runs, by a letter each. */
std::vector<Believers::Server> serversOf(const QString &runs)
{
    std::vector<Believers::Server> servers;
    for (const QChar c : runs)
        servers.push_back({QStringLiteral("r%1").arg(servers.size() + 1),
                           QByteArray(1, c.toLatin1()), c != u'?'});
    return servers;
}

} // namespace

class TestBelievers : public QObject
{
    Q_OBJECT

private slots:
    void whoMayBelieve_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("now");
        QTest::addColumn<QString>("runs"); // before they were xyz
        QTest::addColumn<bool>("isTold");
        QTest::newRow("nothing happened") << "aaa"
                                          << "aaa"
                                          << "xyz" << false;
        QTest::newRow("let go, and taken") << "aaa"
                                           << "bbb"
                                           << "xyz" << false;
        QTest::newRow("two restarted, and taken there") << "aaa"
                                                        << "bba"
                                                        << "12z" << true;
        QTest::newRow("all restarted") << "aaa"
                                       << "bbb"
                                       << "123" << true;
        QTest::newRow("those that had it restarted") << "aa-"
                                                     << "bb-"
                                                     << "12z" << true;
        QTest::newRow("one restarted, the others let go") << "aaa"
                                                          << "bbb"
                                                          << "1yz" << false;
        QTest::newRow("two restarted, the third let go") << "aaa"
                                                         << "bb-"
                                                         << "12z" << false;
        QTest::newRow("two restarted, the third is silent") << "aaa"
                                                            << "bb?"
                                                            << "12z" << true;
        QTest::newRow("two restarted, and it is left") << "aaa"
                                                       << "--a"
                                                       << "12z" << true;
        QTest::newRow("too few had it before") << "a--"
                                               << "bbb"
                                               << "123" << false;
    }
    void whoMayBelieve()
    {
        QFETCH(QString, before);
        QFETCH(QString, now);
        QFETCH(QString, runs);
        QFETCH(bool, isTold);
        Believers believers;
        LockRecord lock = lockOf(before);
        believers.judge(lock, serversOf(QStringLiteral("xyz")), begun);
        LockRecord later = lockOf(now);
        believers.judge(later, serversOf(runs), begun + 1s);
        const bool isHeld = later.state == LockState::Held;
        QCOMPARE(later.hasFinding(FindingId::TwoHolders), isTold && isHeld);
        if (isTold) {
            const QString evidence = later.findings.back().evidence;
            QVERIFY2(evidence.contains(u"a held it"), qPrintable(evidence));
            QVERIFY2(evidence.contains(u"Started anew since: r1"), qPrintable(evidence));
        }
    }

    /** Until its lease is over, or for an hour. */
    void onesTimeIsOver()
    {
        for (const bool hasExpiry : {true, false}) {
            Believers believers;
            LockRecord lock = lockOf(QStringLiteral("aaa"), hasExpiry);
            believers.judge(lock, serversOf(QStringLiteral("xyz")), begun);
            const auto isTold = [&](SteadyTime at) {
                LockRecord later = lockOf(QStringLiteral("bba"), hasExpiry);
                believers.judge(later, serversOf(QStringLiteral("12z")), at);
                return later.hasFinding(FindingId::TwoHolders);
            };
            QVERIFY(isTold(begun + 29s));
            believers.forget(begun + 29s);
            QVERIFY(isTold(begun + 29s));
            QCOMPARE(isTold(begun + 31s), !hasExpiry);
            QVERIFY(!isTold(begun + 2h));
        }
    }
};

LOCKMASTER_TEST(TestBelievers, NoApplication)

} // namespace tst_believers

#include "tst_believers.moc"

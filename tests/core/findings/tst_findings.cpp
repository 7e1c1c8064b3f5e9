// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findings.h"
#include "core/findings/trouble.h"

#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_findings {

namespace {

const SteadyTime now(1h);

LockRecord lock(std::optional<Micros> ttl = 30s)
{
    return fakeLock(fakeSource(QStringLiteral("b")), "name", "owner", ttl, now);
}

QStringList found(LockRecord record, const BackendSpec &backend = {})
{
    addCommonFindings(record, backend, now);
    QStringList words;
    for (const Finding &finding : record.findings)
        words << findingName(finding.id);
    return words;
}

QString evidenceOf(LockRecord record)
{
    addCommonFindings(record, {}, now);
    return record.findings.empty() ? QString() : record.findings.front().evidence;
}

} // namespace

class TestFindings : public QObject
{
    Q_OBJECT

private slots:
    void anOrdinaryLockHasNone() { QCOMPARE(found(lock()), QStringList()); }

    void noExpiryIsSaidOfHeldAndBlockedLocksOnly()
    {
        LockRecord record = lock(std::nullopt);
        QCOMPARE(found(record), QStringList{QStringLiteral("no-expiry")});
        record.state = LockState::Blocked;
        QCOMPARE(found(record), QStringList{QStringLiteral("no-expiry")});
        for (const LockState state : {LockState::Free, LockState::Unknown, LockState::Expired}) {
            record.state = state;
            QCOMPARE(found(record), QStringList());
        }
    }

    void anEmptyOwnerOrNoneIsUnsigned()
    {
        LockRecord record = lock();
        record.holders.front().raw.clear();
        record.holders.front().rawBytes = 0;
        QCOMPARE(found(record), QStringList{QStringLiteral("unsigned-owner")});
        record.holders.clear();
        QCOMPARE(found(record), QStringList{QStringLiteral("unsigned-owner")});
        record.state = LockState::Free;
        QCOMPARE(found(record), QStringList());
    }

    void expiredNotTakenNeedsTheWholeThreshold()
    {
        LockRecord record = lock(-60s);
        record.state = LockState::Expired;
        QCOMPARE(found(record), QStringList());
        record = lock(-60s - 1us);
        record.state = LockState::Expired;
        QCOMPARE(found(record), QStringList{QStringLiteral("expired-not-taken")});
        QVERIFY2(evidenceOf(record).contains(QStringLiteral("2026-01-01 00:58:59 UTC")),
                 qPrintable(evidenceOf(record)));
        QVERIFY(evidenceOf(record).contains(QStringLiteral("more than 1 m ")));
        record.state = LockState::Held;
        QCOMPARE(found(record), QStringList());
    }

    void aSleepingHolderIsToldWithItsWaiters()
    {
        LockRecord record = lock();
        record.holderIdle = 5min;
        QCOMPARE(found(record), QStringList());
        record.holderIdle = 5min + 1s;
        QCOMPARE(found(record), QStringList{QStringLiteral("sleeping-holder")});
        QVERIFY(evidenceOf(record).contains(QStringLiteral("5 m 1 s")));
        QVERIFY(!evidenceOf(record).contains(QStringLiteral("wait")));
        record.waiters.count = 1;
        QVERIFY(evidenceOf(record).contains(QStringLiteral("One other waits")));
        record.waiters.count = 3;
        QVERIFY(evidenceOf(record).contains(QStringLiteral("3 others wait")));
    }

    void thresholdsComeFromTheBackend()
    {
        BackendSpec spec;
        spec.sleepingHolderAfter = 1s;
        spec.expiredNotTakenAfter = 1s;
        LockRecord record = lock();
        record.holderIdle = 2s;
        QCOMPARE(found(record, spec), QStringList{QStringLiteral("sleeping-holder")});
        record = lock(-2s);
        record.state = LockState::Expired;
        QCOMPARE(found(record, spec), QStringList{QStringLiteral("expired-not-taken")});
    }

    void theWorstTroubleIsTold()
    {
        const auto trouble = [](LockState state, const QList<FindingId> &findings = {},
                                std::optional<qint64> waiters = {}) {
            LockRecord record = lock();
            record.state = state;
            record.waiters.count = waiters;
            for (const FindingId id : findings)
                record.findings.push_back({id, {}});
            return troubleOf(PackedLock(record));
        };
        using F = FindingId;
        QCOMPARE(trouble(LockState::Held), Trouble::None);
        QCOMPARE(trouble(LockState::Free), Trouble::None);
        QCOMPARE(trouble(LockState::Held, {F::UnsignedOwner, F::NameCut}), Trouble::None);
        QCOMPARE(trouble(LockState::Held, {F::NameCut}, 0), Trouble::None);
        QCOMPARE(trouble(LockState::Held, {F::NameCut}, 2), Trouble::Waited);
        QCOMPARE(trouble(LockState::Unknown, {}, 2), Trouble::Unknown);
        QCOMPARE(trouble(LockState::Held, {F::NameCut, F::NoExpiry}, 2), Trouble::Finding);
        QCOMPARE(trouble(LockState::Blocked), Trouble::Blocked);
        QCOMPARE(trouble(LockState::Free, {F::VacantTooLong}), Trouble::Blocked);
        QCOMPARE(trouble(LockState::Unknown, {F::LostInFailover}), Trouble::Conflict);
        QCOMPARE(trouble(LockState::Blocked, {F::NoExpiry, F::TwoHolders}), Trouble::Conflict);
    }

    void mergesWithWhatTheSystemFound()
    {
        LockRecord record = lock(std::nullopt);
        record.holders.clear();
        record.findings = {{FindingId::NameCut, QStringLiteral("cut")},
                           {FindingId::NoExpiry, QStringLiteral("the system's own words")}};
        addCommonFindings(record, {}, now);
        QCOMPARE(record.findings.size(), size_t(3));
        QCOMPARE(record.findings[0].evidence, QStringLiteral("the system's own words"));
        QCOMPARE(record.findings[1].id, FindingId::UnsignedOwner);
        QCOMPARE(record.findings[2].id, FindingId::NameCut);
    }
};

LOCKMASTER_TEST(TestFindings, QCoreApplication)

} // namespace tst_findings

#include "tst_findings.moc"

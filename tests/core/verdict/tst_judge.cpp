// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findings.h"
#include "core/monitor/diff.h"
#include "core/text/durationtext.h"
#include "core/verdict/judge.h"
#include "core/verdict/lives.h"
#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <random>
#include <set>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_judge {

namespace {

const SteadyTime now(1h);
using Source = LifeEvidence::Source;

LockRecord held(std::optional<Micros> ttl = 30s, const QByteArray &name = "order:7")
{
    return fakeLock(fakeSource(QStringLiteral("redis-a"), QStringLiteral("redisson")), name,
                    "owner", ttl, now);
}

LockRecord renewedLock(qint64 count, Micros every, Micros silent)
{
    LockRecord lock = held();
    lock.renewals = Renewals{count, now - silent - every * (count - 1), now - silent, {}, every};
    return lock;
}

LockRecord withDetail(LockRecord lock, HolderDetail detail)
{
    lock.holders.front().detail = std::make_shared<const HolderDetail>(std::move(detail));
    return lock;
}

LockRecord ofProcess(LockRecord lock, const char *process)
{
    HolderDetail detail;
    detail.process = QString::fromLatin1(process);
    return withDetail(std::move(lock), detail);
}

LockRecord onHost(LockRecord lock, const char *host)
{
    HolderDetail detail;
    detail.host = QString::fromLatin1(host);
    return withDetail(std::move(lock), detail);
}

LockRecord ofSession(std::optional<Micros> idle)
{
    HolderDetail detail;
    detail.connectionId = 17;
    LockRecord lock = withDetail(held(std::nullopt), detail);
    lock.holderIdle = idle;
    addCommonFindings(lock, {}, now);
    return lock;
}

Verdict judged(const LockRecord &lock, const std::vector<LockRecord> &others = {},
               std::optional<LifeEvidence> check = {})
{
    LocksByHolder all;
    all.add(lock, now);
    for (const LockRecord &other : others)
        all.add(other, now);
    return judge({lock, now, all.relatedTo(lock), std::move(check)}, now).value();
}

LifeEvidence checkSays(Life life)
{
    return {Source::Check, life, QStringLiteral("The check said so."), now};
}

/** One who takes a lock and renews it until something happens to it. */
struct Actor {
    enum class Fate : quint8 { Lives, Slow, Killed, Frozen, Partitioned };
    Fate fate = Fate::Lives;
    bool renews = true;
    bool beats = false; ///< and each renewal is a heartbeat as stored
    Micros every{0};
    Micros lease{0};
    SteadyTime end{}; ///< of its life, or of its renewals

    bool livesAt(SteadyTime at) const { return fate != Fate::Killed || at < end; }
};

} // namespace

class TestJudge : public QObject
{
    Q_OBJECT

private slots:
    void aRenewalWithinItsRhythmIsLife()
    {
        const Verdict verdict = judged(renewedLock(312, 10s, 4s));
        QCOMPARE(verdict.life, Life::Alive);
        QCOMPARE(verdict.sentence,
                 QStringLiteral("Alive. Renewed at most 4 s ago; 312 renewals were seen, about "
                                "one each 10 s."));
        QCOMPARE(verdict.evidence.front().at, now - 4s);
    }

    void renewalsThatStayAwayAreNoMoreThanNoSign()
    {
        const Verdict verdict = judged(renewedLock(312, 10s, 130s));
        QCOMPARE(verdict.life, Life::NoSign);
        QCOMPARE(verdict.sentence,
                 QStringLiteral("No sign of life. Not renewed for at least 2 m 10 s, where 312 "
                                "renewals were seen, about one each 10 s."));
        // A few that are late are none yet; a rhythm that had gaps before makes it doubtful.
        QCOMPARE(judged(renewedLock(312, 10s, 29s)).life, Life::Alive);
        LockRecord uneven = renewedLock(312, 10s, 130s);
        uneven.renewals->longest = 100s;
        QCOMPARE(judged(uneven).life, Life::Unknown);
    }

    /** Once or twice is no rhythm: for as long as its lease, at most half a minute. */
    void twoRenewalsSpeakForAWhileAndAreNoRhythm()
    {
        QCOMPARE(judged(renewedLock(2, 10s, 20s)).life, Life::Alive);
        QCOMPARE(judged(renewedLock(2, 10s, 31s)).life, Life::Unknown);
        LockRecord shortLease = renewedLock(2, 1s, 6s);
        shortLease.lease.granted = 5s;
        QCOMPARE(judged(shortLease).life, Life::Unknown);
    }

    void whatRanOutWasNotRenewedInTime()
    {
        LockRecord lock = renewedLock(50, 1s, 1500ms);
        lock.state = LockState::Expired;
        lock.lease.deadline = now - 300ms;
        QCOMPARE(judged(lock).life, Life::Unknown);
        // Whoever lets go by ending the lease leaves the same.
        lock.renewals.reset();
        QCOMPARE(judged(lock).life, Life::Unknown);
        // By a clock that is off it ran out for nobody.
        lock = renewedLock(50, 1s, 1500ms);
        lock.state = LockState::Expired;
        lock.findings.push_back({FindingId::ClockMismatch, QStringLiteral("off")});
        QCOMPARE(judged(lock).life, Life::Alive);
    }

    void aStoredHeartbeatSpeaksForAMinuteAtMost()
    {
        LockRecord lock = held(20min);
        lock.lease.isBeat = true;
        lock.lease.granted = 30min; // heard of ten minutes ago
        QCOMPARE(judged(lock).life, Life::Unknown);
        lock.lease.deadline = now + 30min - 30s;
        const Verdict fresh = judged(lock);
        QCOMPARE(fresh.life, Life::Alive);
        QVERIFY2(fresh.sentence.contains(QStringLiteral("30 s old; it is given up after 30 m")),
                 qPrintable(fresh.sentence));
        lock.state = LockState::Expired;
        lock.lease.deadline = now - 1min;
        QCOMPARE(judged(lock).life, Life::NoSign);
        // A clock that is ahead speaks for nobody, nor one that contradicts the server's.
        lock.state = LockState::Held;
        lock.lease.deadline = now + 2h;
        QCOMPARE(judged(lock).life, Life::Unknown);
        lock.lease.deadline = now + 30min - 5s;
        QCOMPARE(judged(lock).life, Life::Alive);
        lock.findings.push_back({FindingId::ClockMismatch, QStringLiteral("off")});
        QCOMPARE(judged(lock).life, Life::Unknown);
        lock.state = LockState::Expired;
        lock.lease.deadline = now - 1min;
        QCOMPARE(judged(lock).life, Life::Unknown);
    }

    /** What was there at a look was written before it, by whatever clock. */
    void aHeartbeatIsNotNewerThanTheLookThatShowedItFirst()
    {
        LockRecord lock = held(30min - 5s);
        lock.lease.isBeat = true;
        lock.lease.granted = 30min;
        lock.heldSince = now - 1h;
        lock.heldBasis = HeldBasis::Observed;
        QCOMPARE(judged(lock).life, Life::Unknown);
        lock.heldSince = now - 5s;
        QCOMPARE(judged(lock).life, Life::Alive);
    }

    void aSessionThatIsThereIsNoLifeByItself()
    {
        QCOMPARE(judged(ofSession(std::nullopt)).life, Life::Unknown);
        QCOMPARE(judged(ofSession(2s)).life, Life::Alive);
        QCOMPARE(judged(ofSession(2min)).life, Life::Unknown);
        const Verdict asleep = judged(ofSession(41min));
        QCOMPARE(asleep.life, Life::NoSign);
        QVERIFY2(asleep.sentence.contains(
                     QStringLiteral("is on the server, and has run nothing for 41 m")),
                 qPrintable(asleep.sentence));
    }

    void anotherLockOfItsProcessSpeaksForIt()
    {
        const LockRecord lock = ofProcess(held(), "9f1c");
        LockRecord other = ofProcess(renewedLock(9, 10s, 1s), "9f1c");
        other.id.name = "order:8";
        const Verdict verdict = judged(lock, {other});
        QCOMPARE(verdict.life, Life::Alive);
        QVERIFY2(verdict.sentence.contains(
                     QStringLiteral("order:8 on redis-a: Renewed at most 1 s ago")),
                 qPrintable(verdict.sentence));
        QCOMPARE(judged(lock, {ofProcess(other, "77aa")}).life, Life::Unknown);
    }

    /** What went silent before this one was taken says nothing of whoever took it. */
    void itsProcessIsSilentOnlySinceThen()
    {
        LockRecord lock = ofProcess(held(10min), "9f1c");
        lock.heldSince = now - 5min;
        lock.heldBasis = HeldBasis::Observed;
        LockRecord other = ofProcess(renewedLock(9, 10s, 2min), "9f1c");
        other.id.name = "order:8";
        QCOMPARE(judged(lock, {other}).life, Life::NoSign);
        other = ofProcess(renewedLock(9, 10s, 6min), "9f1c");
        other.id.name = "order:8";
        QCOMPARE(judged(lock, {other}).life, Life::Unknown);
    }

    /** Who of several renews a lock is not known, and so speaks for none of them. */
    void whatSeveralHoldSpeaksForNobody()
    {
        const LockRecord lock = ofProcess(held(), "9f1c");
        LockRecord other = ofProcess(renewedLock(9, 10s, 1s), "9f1c");
        other.id.name = "order:8";
        other.holders.push_back(ofProcess(held(), "77aa").holders.front());
        QCOMPARE(judged(lock, {other}).life, Life::Unknown);
        QVERIFY(judged(lock, {other}).evidence.empty());
        QCOMPARE(relationBetween(lock, PackedLock(other)), Relation::None);
        other.holders.pop_back();
        QCOMPARE(relationBetween(lock, PackedLock(other)), Relation::SameProcess);
    }

    /** Of more than are kept one may live that is not among them. */
    void silenceOfSomeIsNotThatOfAll()
    {
        LockRecord lock = ofProcess(held(10min, "a"), "9f1c");
        lock.heldSince = now - 5min;
        lock.heldBasis = HeldBasis::Observed;
        std::vector<LockRecord> others;
        for (size_t i = 0; i < RelatedLocks::mostOfProcess; ++i) {
            others.push_back(ofProcess(renewedLock(9, 10s, 2min), "9f1c"));
            others.back().id.name = "other:" + QByteArray::number(i);
        }
        QCOMPARE(judged(lock, others).life, Life::NoSign);
        others.push_back(others.back());
        QCOMPARE(judged(lock, others).life, Life::Unknown);
    }

    void aTakingIsAsOldAsItsClockMayBeOff()
    {
        LockRecord lock = held();
        lock.heldBasis = HeldBasis::Server;
        lock.heldSince = now - 3s;
        QCOMPARE(judged(lock).sentence, QStringLiteral("Alive. Taken at most 8 s ago."));
        lock.heldSince = now - 6s;
        QCOMPARE(judged(lock).life, Life::Unknown);
    }

    void aHostDecidesNothing()
    {
        const LockRecord lock = onHost(held(), "web-3");
        LockRecord other = onHost(renewedLock(9, 10s, 1s), "web-3");
        other.id.name = "order:8";
        const Verdict verdict = judged(lock, {other});
        QCOMPARE(verdict.life, Life::Unknown);
        QVERIFY2(verdict.sentence.contains(QStringLiteral("perhaps another process")),
                 qPrintable(verdict.sentence));
        // Every machine calls itself so.
        QVERIFY(judged(onHost(held(), "localhost"), {onHost(other, "localhost")}).evidence.empty());
    }

    void whatContradictsItselfIsNotKnown()
    {
        const LockRecord lock = ofProcess(renewedLock(312, 10s, 130s), "9f1c");
        LockRecord other = ofProcess(renewedLock(9, 10s, 1s), "9f1c");
        other.id.name = "order:8";
        const Verdict verdict = judged(lock, {other});
        QCOMPARE(verdict.life, Life::Unknown);
        QVERIFY(verdict.contradicting);
        QVERIFY(verdict.sentence.contains(QStringLiteral("contradicts itself")));
        QVERIFY(verdict.sentence.contains(QStringLiteral("Not renewed")));
        QVERIFY(verdict.sentence.contains(QStringLiteral("order:8")));
    }

    /** `Gone` is the check's word alone, and not where something else speaks against it. */
    void goneIsSaidByTheCheck()
    {
        QCOMPARE(judged(held(), {}, checkSays(Life::Gone)).life, Life::Gone);
        QCOMPARE(judged(renewedLock(9, 10s, 200s), {}, checkSays(Life::Gone)).life, Life::Gone);
        const Verdict contradicted = judged(renewedLock(9, 10s, 1s), {}, checkSays(Life::Gone));
        QCOMPARE(contradicted.life, Life::Unknown);
        QVERIFY(contradicted.contradicting);
        QCOMPARE(judged(held(), {}, checkSays(Life::Alive)).life, Life::Alive);
        QCOMPARE(judged(held(), {}, checkSays(Life::Unknown)).life, Life::Unknown);
    }

    void ofWhatNobodyHoldsOrCouldBeReadNothingIsSaid()
    {
        LockRecord lock = renewedLock(312, 10s, 1s);
        lock.state = LockState::Free;
        QVERIFY(!judge({lock, now, {}, {}}, now));
        lock.state = LockState::Unknown;
        QCOMPARE(judged(lock).life, Life::Unknown);
        QVERIFY(judged(lock).sentence.contains(QStringLiteral("last look")));
        lock.state = LockState::Held;
        QCOMPARE(judge({lock, std::nullopt, {}, {}}, now)->life, Life::Unknown);
        QCOMPARE(judged(held()).sentence,
                 QStringLiteral("Cannot be known: nothing that was read shows whether it lives."));
    }

    void oneOfSeveralHoldersLives()
    {
        LockRecord lock = renewedLock(9, 10s, 1s);
        lock.holders.push_back(lock.holders.front());
        QVERIFY(judged(lock).sentence.startsWith(
            QStringLiteral("At least one of its 2 holders is alive.")));
    }

    /**
     * Ten thousand cases that are labelled: nobody who lives is called gone, nobody who is dead is
     * called alive beyond the age of what it rests on, and renewals that are seen are counted
     * right.
     */
    void ofLabelledCasesNoneIsToldWrong()
    {
        std::mt19937 random(20261128);
        const auto any = [&random](int from, int to) {
            return std::uniform_int_distribution<int>(from, to)(random);
        };
        std::map<Life, int> said;
        std::map<Life, int> saidOfDead;
        int cases = 0;
        for (int each = 0; each < 10'000; ++each) {
            Actor actor;
            actor.fate = static_cast<Actor::Fate>(any(0, 4));
            actor.renews = any(0, 3) > 0;
            actor.beats = actor.renews && any(0, 1) == 0;
            actor.every = Millis(any(300, 10'000));
            actor.lease = actor.every * any(2, 5);
            const Micros poll = Millis(any(200, 5'000));
            const SteadyTime begin = now;
            actor.end = begin + Millis(any(2'000, 120'000));
            const SteadyTime last = actor.end + Millis(any(0, 90'000));

            std::optional<LockRecord> seen;
            SteadyTime seenAt{};
            SteadyTime renewedAt = begin;
            // A slow one comes late, up to twice its period; the others a little.
            const auto step = [&]() -> Micros {
                return actor.every
                       + Millis(
                           any(0, actor.fate == Actor::Fate::Slow ? int(actor.every / 1ms) : 50));
            };
            SteadyTime next = begin + step();
            for (SteadyTime at = begin + Millis(any(0, 500)); at <= last; at += poll) {
                const bool stopped = actor.fate == Actor::Fate::Killed
                                     || actor.fate == Actor::Fate::Frozen
                                     || actor.fate == Actor::Fate::Partitioned;
                while (actor.renews && next <= at && !(stopped && next > actor.end)) {
                    renewedAt = next;
                    next += step();
                }
                LockRecord lock = held(actor.renews ? actor.lease : Micros(10min));
                const Micros length = actor.renews ? actor.lease : Micros(10min);
                lock.lease.deadline = renewedAt + length;
                lock.lease.expiresAt =
                    ServerTime(Micros(1'000'000'000'000)) + between(begin, lock.lease.deadline);
                lock.lease.stored = lock.lease.expiresAt->time_since_epoch().count();
                lock.lease.isBeat = actor.beats;
                if (actor.beats)
                    lock.lease.granted = length;
                lock.state = at < lock.lease.deadline ? LockState::Held : LockState::Expired;
                carryOver(lock, seen ? &*seen : nullptr,
                          seen ? std::optional(seenAt) : std::nullopt, at);
                seen = lock;
                seenAt = at;
                const SteadyTime judgedAt = at + Millis(any(0, 200));
                const auto verdict = judge({lock, at, {}, {}}, judgedAt);
                QVERIFY(verdict);
                ++cases;
                ++said[verdict->life];
                QVERIFY(verdict->life != Life::Gone);
                if (!actor.livesAt(judgedAt)) {
                    ++saidOfDead[verdict->life];
                    if (verdict->life == Life::Alive) {
                        SteadyTime newest{};
                        for (const LifeEvidence &evidence : verdict->evidence) {
                            if (evidence.says == Life::Alive)
                                newest = std::max(newest, evidence.at.value());
                        }
                        QVERIFY2(actor.end >= newest,
                                 qPrintable(QStringLiteral("%1; dead for %2")
                                                .arg(verdict->sentence,
                                                     durationText(between(actor.end, judgedAt)))));
                    }
                }
            }
        }
        qInfo(
            "%d verdicts: %d alive, %d no sign, %d unknown; of the dead: %d alive within its age, "
            "%d no sign, %d unknown",
            cases, said[Life::Alive], said[Life::NoSign], said[Life::Unknown],
            saidOfDead[Life::Alive], saidOfDead[Life::NoSign], saidOfDead[Life::Unknown]);
        QVERIFY(said[Life::Alive] > cases / 4);
        QVERIFY(said[Life::NoSign] > cases / 20);
    }

    /** What is said of many at once is what is said of each, but for the words. */
    void manyAreJudgedAsEach()
    {
        std::mt19937 random(20261129);
        const auto upTo = [&random](int most) { return int(random() % unsigned(most + 1)); };
        std::set<std::pair<Life, bool>> met;
        for (int round = 0; round < 300; ++round) {
            std::vector<LockRecord> locks;
            std::vector<std::optional<LifeEvidence>> checks;
            std::vector<std::optional<SteadyTime>> looks;
            const int count = 1 + upTo(9);
            for (int i = 0; i < count; ++i) {
                LockRecord lock = upTo(2) == 0 ? ofSession(Micros(upTo(30)) * 1'000'000) : held();
                if (upTo(1) == 0)
                    lock = ofProcess(std::move(lock), upTo(1) == 0 ? "p" : "q");
                lock.id.name = QByteArray::number(i);
                if (upTo(1) == 0)
                    lock.renewals = Renewals{1 + upTo(9), now - 200s, now - 1s * upTo(99), {}, 5s};
                if (upTo(2) == 0) {
                    lock.heldSince = now - 1s * upTo(150);
                    lock.heldBasis = upTo(1) == 0 ? HeldBasis::Server : HeldBasis::Observed;
                }
                if (upTo(4) == 0)
                    lock.findings.push_back({FindingId::SleepingHolder, {}});
                if (upTo(3) == 0) {
                    lock.lease.isBeat = true;
                    lock.lease.granted = 40s;
                }
                if (upTo(4) == 0)
                    lock.state = LockState(upTo(4));
                if (upTo(9) == 0)
                    lock.holders.push_back(lock.holders.front());
                locks.push_back(std::move(lock));
                looks.push_back(upTo(9) == 0 ? std::nullopt : std::optional(now - 1s * upTo(3)));
                checks.push_back(upTo(3) == 0 ? std::optional(
                                     LifeEvidence{Source::Check, Life(upTo(3)), {}, now})
                                              : std::nullopt);
            }
            LocksByHolder byHolder;
            LivesOfMany many(now);
            for (size_t i = 0; i < locks.size(); ++i) {
                byHolder.add(locks[i], looks[i]);
                QCOMPARE(many.add(locks[i], looks[i]), i);
            }
            for (size_t i = 0; i < locks.size(); ++i) {
                const auto verdict =
                    judge({locks[i], looks[i], byHolder.relatedTo(locks[i]), checks[i]}, now);
                const auto word = many.of(i, checks[i]);
                QCOMPARE(word.has_value(), verdict.has_value());
                if (!word)
                    continue;
                QVERIFY2(word->life == verdict->life
                             && word->contradicting == verdict->contradicting,
                         qPrintable(QStringLiteral("%1 and not %2, %3")
                                        .arg(lifeName(word->life), lifeName(verdict->life),
                                             verdict->sentence)));
                met.emplace(word->life, word->contradicting);
            }
        }
        QCOMPARE(met.size(), size_t(5)); // all that can be said
    }
};

LOCKMASTER_TEST(TestJudge, QCoreApplication)

} // namespace tst_judge

#include "tst_judge.moc"

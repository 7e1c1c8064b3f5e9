// SPDX-License-Identifier: Apache-2.0
#include "core/config/secrets.h"
#include "core/lab/election/electionlab.h"
#include "core/lab/sandbox.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/needserver.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <mutex>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_watchedfailovers {

namespace {

/** For processes to start and act on a busy machine; proves nothing about how quick they are. */
constexpr int patience = 30'000;

/** A quick election: nothing is lost to the column. */
ElectionSetup quick()
{
    ElectionSetup setup;
    setup.candidates = 3;
    setup.period = 200ms;
    setup.lease = 240ms;
    setup.precision = 3;
    return setup;
}

double ms(Micros time)
{
    return double(time.count()) / 1000.0;
}

/** An election of real processes, and a monitor that watches its table as the window does. */
class Watched
{
public:
    Watched(const Sandbox &sandbox, const ElectionSetup &setup)
        : m_lab(sandbox.labPlace(), setup,
                [this](std::shared_ptr<const ElectionSnapshot> next) {
                    const std::lock_guard lock(m_mutex);
                    m_latest = std::move(next);
                }),
          m_monitor([](const BackendSpec &spec) {
              return makeReader(
                  spec, [spec](SteadyTime deadline) { return resolvePassword(spec, deadline); });
          })
    {
    }

    void begin(Millis poll)
    {
        BackendSpec spec = m_lab.watchedBackend();
        spec.poll = poll;
        m_monitor.setBackends({spec});
    }
    ElectionLab &lab() { return m_lab; }
    std::shared_ptr<const ElectionSnapshot> truth()
    {
        const std::lock_guard lock(m_mutex);
        return m_latest;
    }
    /** Null before the first look at the lock. */
    std::shared_ptr<const LeaderWatch> watch()
    {
        for (const auto &backend : m_monitor.store().view()->backends) {
            for (const auto &watch : backend->leaders) {
                if (watch->lock->id.name == m_lab.lockName().toUtf8())
                    return watch;
            }
        }
        return nullptr;
    }
    bool everybodyStands()
    {
        const auto now = truth();
        return now && !now->candidates.empty()
               && std::all_of(now->candidates.begin(), now->candidates.end(),
                              [](const CandidateStatus &candidate) {
                                  return candidate.state == CandidateState::Leading
                                         || candidate.state == CandidateState::Waiting;
                              })
               && std::any_of(now->candidates.begin(), now->candidates.end(),
                              [](const CandidateStatus &candidate) { return candidate.believes; });
    }

private:
    std::mutex m_mutex;
    std::shared_ptr<const ElectionSnapshot> m_latest;
    ElectionLab m_lab;
    Monitor m_monitor;
};

/** A kill by the candidates' own record. */
struct Kill {
    SteadyTime at{};
    SteadyTime tookOver{};
    Micros vacancy() const { return std::chrono::duration_cast<Micros>(tookOver - at); }
};

std::vector<Kill> killsOf(const LeaderHistory &truth)
{
    std::vector<Kill> kills;
    for (const LeaderMark &mark : truth.marks) {
        if (mark.kind != LeaderMark::Kind::Killed)
            continue;
        for (const auto &reign : truth.reigns) {
            if (reign->span.from > mark.at) {
                kills.push_back({mark.at, reign->span.from});
                break;
            }
        }
    }
    return kills;
}

/** The watched failover nearest to a take-over. */
const Failover *nearest(const std::vector<Failover> &failovers, SteadyTime tookOver)
{
    const auto distance = [tookOver](const Failover &failover) {
        return std::chrono::abs(failover.at - tookOver);
    };
    const auto found = std::min_element(
        failovers.begin(), failovers.end(),
        [&](const Failover &a, const Failover &b) { return distance(a) < distance(b); });
    return found == failovers.end() ? nullptr : &*found;
}

} // namespace

/** What watching a leader table tells, against what its candidates themselves report. */
class TestWatchedFailovers : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyFailoverIsSeenAsLongAsItWas_data();
    void everyFailoverIsSeenAsLongAsItWas();
    void aLeaderFrozenInItsTransactionIsTold();
    void oneIdentityOfTwoProcessesIsFlagged();
    void aHealthyElectionIsLeftInPeace();

private:
    static int givenOr(const char *variable, int usual);
    std::unique_ptr<Sandbox> m_sandbox;
};

/** More of the same, by hand: 200 kills take some minutes. */
int TestWatchedFailovers::givenOr(const char *variable, int usual)
{
    bool given = false;
    const int wanted = qEnvironmentVariableIntValue(variable, &given);
    return given ? wanted : usual;
}

void TestWatchedFailovers::initTestCase()
{
    auto sandbox = Sandbox::start({}, {});
    LOCKMASTER_NEED_SERVER(sandbox);
    m_sandbox = std::move(*sandbox);
}

void TestWatchedFailovers::everyFailoverIsSeenAsLongAsItWas_data()
{
    QTest::addColumn<int>("poll");
    QTest::newRow("polled every 200 ms") << 200;
    QTest::newRow("polled every second, sampled between") << 1000;
}

void TestWatchedFailovers::everyFailoverIsSeenAsLongAsItWas()
{
    QFETCH(int, poll);
    constexpr Millis lookEvery = 200ms;
    Watched watched(*m_sandbox, quick());
    watched.begin(Millis(poll));
    QTRY_VERIFY_WITH_TIMEOUT(watched.everybodyStands() && watched.watch(), patience);

    QRandomGenerator random(7);
    const int kills = givenOr("LOCKMASTER_TEST_KILLS", 10);
    for (int i = 0; i < kills; ++i) {
        QTest::qWait(400 + random.bounded(200)); // a few heartbeats, and any phase of a round
        QTRY_VERIFY_WITH_TIMEOUT(watched.everybodyStands(), patience);
        const size_t before = killsOf(*watched.truth()->truth).size();
        watched.lab().actOnLeader(CandidateAction::Kill);
        QTRY_COMPARE_WITH_TIMEOUT(killsOf(*watched.truth()->truth).size(), before + 1, patience);
        const auto now = watched.truth();
        for (const CandidateStatus &candidate : now->candidates) {
            if (candidate.state == CandidateState::Killed)
                watched.lab().act(candidate.number, CandidateAction::Restart);
        }
    }
    const std::vector<Kill> all = killsOf(*watched.truth()->truth);
    QTRY_VERIFY(watched.watch()->history->failovers.size() >= all.size()
                && watched.watch()->history->failovers.back().at > all.back().at);

    const auto history = watched.watch()->history;
    std::vector<Micros> errors;
    for (const Kill &kill : all) {
        const Failover *seen = nearest(history->failovers, kill.tookOver);
        errors.push_back(std::chrono::abs(seen->vacancy - kill.vacancy()));
        QVERIFY2(errors.back() <= lookEvery + 50ms,
                 qPrintable(QStringLiteral("%1 ms were seen as %2 ms +- %3 ms")
                                .arg(ms(kill.vacancy()))
                                .arg(ms(seen->vacancy))
                                .arg(ms(seen->uncertainty))));
    }
    std::sort(errors.begin(), errors.end());
    qInfo("%zu kills, %zu failovers seen: off by %.1f ms in the middle, %.1f ms at most",
          all.size(), history->failovers.size(), ms(errors[errors.size() / 2]), ms(errors.back()));
}

void TestWatchedFailovers::aLeaderFrozenInItsTransactionIsTold()
{
    Watched watched(*m_sandbox, electionPreset(ElectionPreset::AsDescribed));
    watched.begin(1000ms);
    QTRY_VERIFY_WITH_TIMEOUT(watched.everybodyStands() && watched.watch(), patience);
    const auto frozen = [&watched]() -> std::optional<CandidateStatus> {
        const auto truth = watched.truth();
        for (const CandidateStatus &candidate : truth->candidates) {
            if (candidate.state == CandidateState::FrozenInTransaction)
                return candidate;
        }
        return std::nullopt;
    };
    watched.lab().actOnLeader(CandidateAction::FreezeInTransaction);
    QTRY_VERIFY_WITH_TIMEOUT(frozen(), patience);
    QElapsedTimer timer;
    timer.start();
    // Its session, by number: in the details of a blocked row, in the evidence of a suspicion.
    const auto told = [&watched]() -> QString {
        const auto lock = watched.watch()->lock;
        for (const Attribute &line : *lock->attributes) {
            if (line.group == Attribute::Group::Session && line.value.startsWith(u'#'))
                return line.value;
        }
        for (const Finding &finding : lock->findings) {
            if (finding.id == FindingId::RowLockSuspected)
                return finding.evidence;
        }
        return {};
    };
    QTRY_VERIFY_WITH_TIMEOUT(!told().isEmpty(), patience);
    qInfo("told %.1f s after it stood still: %s", double(timer.elapsed()) / 1000.0,
          qPrintable(told()));
    watched.lab().act(frozen()->number, CandidateAction::Thaw);
    QTRY_VERIFY_WITH_TIMEOUT(told().isEmpty(), patience);
}

void TestWatchedFailovers::oneIdentityOfTwoProcessesIsFlagged()
{
    ElectionSetup setup;
    setup.candidates = 2;
    setup.lease = 5s;
    setup.precision = 3;
    setup.duplicateIdentity = true;
    Watched watched(*m_sandbox, setup);
    QTRY_VERIFY_WITH_TIMEOUT(watched.everybodyStands(), patience);
    watched.lab().act(2, CandidateAction::Stop);
    QTRY_COMPARE_WITH_TIMEOUT(watched.truth()->candidates.at(1).state, CandidateState::Stopped,
                              patience);
    watched.begin(1000ms);
    const auto flagged = [&watched] {
        return watched.watch()->lock->hasFinding(FindingId::RenewedTooFast);
    };
    const auto heartbeats = [&watched] {
        const auto watch = watched.watch();
        return watch && !watch->history->reigns.empty()
                   ? watch->history->reigns.back()->heartbeats.size()
                   : 0;
    };
    // So many until it is known how often this leader updates its row.
    QTRY_VERIFY_WITH_TIMEOUT(heartbeats() >= 14, 30'000);
    QVERIFY(!flagged());

    const auto joins = [&watched] {
        return watched.truth()->candidates.at(1).state == CandidateState::Leading;
    };
    watched.lab().act(2, CandidateAction::Restart);
    QTRY_VERIFY_WITH_TIMEOUT(joins(), patience);
    QElapsedTimer timer;
    timer.start();
    QTRY_VERIFY_WITH_TIMEOUT(flagged(), 60'000);
    qInfo("flagged %.1f s after the second one led, too", double(timer.elapsed()) / 1000.0);
}

void TestWatchedFailovers::aHealthyElectionIsLeftInPeace()
{
    const std::chrono::seconds wanted(givenOr("LOCKMASTER_TEST_HEALTHY_SECONDS", 8));
    Watched watched(*m_sandbox, electionPreset(ElectionPreset::Healthy));
    watched.begin(1000ms);
    QTRY_VERIFY_WITH_TIMEOUT(watched.everybodyStands() && watched.watch(), patience);
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < Millis(wanted).count()) {
        const auto lock = watched.watch()->lock;
        QVERIFY2(lock->findings.empty(),
                 qPrintable(lock->findings.empty() ? QString() : lock->findings.front().evidence));
        QTest::qWait(50);
    }
    const auto history = watched.watch()->history;
    QCOMPARE(history->failovers.size(), size_t(0));
    QVERIFY(history->overlaps.empty());
    QVERIFY(history->reigns.back()->heartbeats.size() >= size_t(wanted.count()) / 2);
    qInfo("%zu heartbeats in %lld s, and nothing was found",
          history->reigns.back()->heartbeats.size(), qint64(wanted.count()));
}

LOCKMASTER_TEST(TestWatchedFailovers, QCoreApplication)

} // namespace tst_watchedfailovers

#include "tst_watchedfailovers.moc"

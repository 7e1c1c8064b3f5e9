// SPDX-License-Identifier: Apache-2.0
#include "core/config/secrets.h"
#include "core/lab/sandbox.h"
#include "core/lab/sandboxcontent.h"
#include "core/monitor/look.h"
#include "core/domain/systemtraits.h"
#include "core/systems/registry/registry.h"
#include "tests/support/needserver.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTest>

using namespace lockmaster;

namespace tst_traffic {

namespace {

/** Nobody sees these by looking once: they rest on following a leader for a while. */
constexpr std::array ofLeaders = {FindingId::LeaseMargin,   FindingId::Flapping,
                                  FindingId::VacantTooLong, FindingId::RenewedTooFast,
                                  FindingId::ManyHosts,     FindingId::TwoLeaders};
/** The sandbox's tables have a key and no zero dates, and its Redis never fails over. */
constexpr std::array ofOddServers = {
    FindingId::InvalidTime,    FindingId::RepeatedName, FindingId::OddCount,  FindingId::LeftBehind,
    FindingId::LostInFailover, FindingId::Minority,     FindingId::TwoHolders};

using Looks = std::vector<SingleLook>;

std::unique_ptr<BackendReader> readerFor(const BackendSpec &spec)
{
    return makeReader(spec,
                      [spec](SteadyTime deadline) { return resolvePassword(spec, deadline); });
}

/** What one look, or several, showed of interest. */
struct Seen {
    QSet<QString> systems; ///< with a lock that is held or blocked
    QSet<QString> findings;
    QSet<QString> states;
    qint64 locks = 0;
    qint64 waiters = 0;
    bool reentered = false;

    void add(const LockRecord &lock)
    {
        ++locks;
        states += lockStateName(lock.state);
        if (lock.state == LockState::Held || lock.state == LockState::Blocked)
            systems += lock.id.source->system;
        for (const Finding &finding : lock.findings)
            findings += findingName(finding.id);
        waiters += lock.waiters.count.value_or(0);
        reentered = reentered || lock.holdCount() > 1;
    }
    void add(const Looks &looks)
    {
        for (const SingleLook &look : looks) {
            for (const auto &lock : look.locks)
                add(*lock);
        }
    }
};

QString textOf(const QSet<QString> &words)
{
    QStringList list(words.begin(), words.end());
    list.sort();
    return list.join(u' ');
}

} // namespace

class TestTraffic : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyBackendAnswersWithoutProblems();
    void everyLookShowsEverySystemAWaiterAndAStaleLock();
    void everyFindingIsSeenWithinAMinute();
    void thereAreEnoughLocksAndNotTooMany();

private:
    Looks look() const { return lookOnce(m_sandbox->backends(), readerFor); }

    std::unique_ptr<Sandbox> m_sandbox;
    QElapsedTimer m_age;
};

void TestTraffic::initTestCase()
{
    m_age.start();
    auto sandbox = Sandbox::start({.traffic = true}, {});
    LOCKMASTER_NEED_SERVER(sandbox);
    qInfo("started in %lld ms", m_age.elapsed());
    m_sandbox = std::move(*sandbox);
}

void TestTraffic::everyBackendAnswersWithoutProblems()
{
    for (const SingleLook &seen : look()) {
        QCOMPARE(backendStateName(seen.status.state), QStringLiteral("online"));
        for (const Problem &problem : seen.status.problems)
            QFAIL(qPrintable(problem.source + QLatin1String(": ") + problem.error.message));
        for (const SourceStatus &source : seen.status.sources)
            QVERIFY2(source.complete, qPrintable(source.name));
    }
}

void TestTraffic::everyLookShowsEverySystemAWaiterAndAStaleLock()
{
    QSet<QString> systems;
    for (const SystemTraits &system : systemTraits())
        systems += system.id;
    for (const QLatin1StringView format : sandboxFormats)
        systems += format;
    QElapsedTimer timer;
    for (timer.start(); timer.elapsed() < 10000; QTest::qWait(200)) {
        Seen seen;
        seen.add(look());
        QCOMPARE(textOf(seen.systems), textOf(systems));
        QVERIFY(seen.waiters > 0);
        QVERIFY(seen.states.contains(QStringLiteral("expired")));
        for (const FindingId id : {FindingId::NoExpiry, FindingId::UnsignedOwner})
            QVERIFY2(seen.findings.contains(findingName(id)), qPrintable(findingName(id)));
        QVERIFY(seen.reentered);
    }
}

void TestTraffic::everyFindingIsSeenWithinAMinute()
{
    QSet<QString> wanted;
    for (const FindingId id : allFindingIds) {
        if (std::find(ofLeaders.begin(), ofLeaders.end(), id) == ofLeaders.end()
            && std::find(ofOddServers.begin(), ofOddServers.end(), id) == ofOddServers.end())
            wanted += findingName(id);
    }
    // Some rest on what was seen before: a reader that stays, as in the window.
    std::vector<std::unique_ptr<BackendReader>> readers;
    for (const BackendSpec &spec : m_sandbox->backends())
        readers.push_back(readerFor(spec));
    Seen seen;
    QElapsedTimer timer;
    for (timer.start(); timer.elapsed() < 60000 && !seen.findings.contains(wanted);
         QTest::qWait(300)) {
        seen.add(look());
        for (const auto &reader : readers) {
            const BackendReading reading =
                reader->read(BackendReader::Depth::Routine,
                             std::chrono::steady_clock::now() + std::chrono::seconds(10));
            for (const Observation &observation : reading.observations) {
                for (const LockRecord &record : observation.records)
                    seen.add(record);
            }
        }
    }
    qInfo("after %lld s of its life", m_age.elapsed() / 1000);
    QCOMPARE(textOf(seen.findings), textOf(wanted));
    QVERIFY(seen.states.contains(QStringLiteral("free")));
}

void TestTraffic::thereAreEnoughLocksAndNotTooMany()
{
    Seen seen;
    seen.add(look());
    qInfo("%lld locks", seen.locks);
    QVERIFY2(seen.locks >= 30 && seen.locks <= 60, qPrintable(QString::number(seen.locks)));
}

LOCKMASTER_TEST(TestTraffic, QCoreApplication)

} // namespace tst_traffic

#include "tst_traffic.moc"

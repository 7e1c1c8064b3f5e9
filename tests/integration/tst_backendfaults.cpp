// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertsetup.h"
#include "core/alerts/alertwatch.h"
#include "core/history/historyrecorder.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/cutplaces.h"
#include "tests/support/gapmeter.h"
#include "tests/support/readlog.h"
#include "tests/support/sickbackend.h"
#include "tests/support/testprogram.h"
#include "tests/support/urlpassword.h"
#include "ui/window/mainwindow.h"

#include <QScopeGuard>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <ctime>
#include <deque>
#include <functional>
#include <set>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_backendfaults {

namespace {

/** For a loaded machine: what is waited for comes, the question is what comes with it. */
constexpr int patience = 30'000;
constexpr Millis longestGap = 100ms;
/** What is promised: unknown within half a second of the deadline of the poll that failed. */
constexpr Millis longestDoubt = 500ms;
constexpr size_t pollsToRecover = 2;
constexpr Millis soundPoll = 500ms;
constexpr Millis soundChangesEvery = 200ms;
constexpr Millis stillMachine = 250ms;

using SickBackends = std::vector<std::unique_ptr<SickBackend>>;

/** How long a fault lasts once it is noticed: 15 s by hand. */
int faultMs()
{
    bool given = false;
    const int seconds = qEnvironmentVariableIntValue("LOCKMASTER_TEST_FAULT_SECONDS", &given);
    return given ? seconds * 1000 : 1000;
}

Millis since(SteadyTime moment)
{
    return std::chrono::ceil<Millis>(std::chrono::steady_clock::now() - moment);
}

/**
 * A window, a history and alerts on sick backends, and on a sound server both ways, and everything
 * that was told.
 */
class Watch
{
public:
    Watch(const SickBackends &sick, PrivateRedis &sound) : m_soundServer(sound)
    {
        QObject::connect(&m_monitor.store(), &LockStore::updated, &m_monitor,
                         [this](const ViewUpdate &update) { take(update); });
        writeSound();
        m_monitor.addTap(&m_history);
        m_monitor.addTap(&m_alerts);
        m_monitor.setQuery(m_window.query());
        m_window.resize(1280, 720);
        m_window.show();
        std::vector<BackendSpec> specs;
        for (const auto &backend : sick) {
            m_names.push_back(backend->name());
            specs.push_back(backend->spec());
        }
        for (const bool pushed : {true, false}) {
            BackendSpec spec = sound.spec();
            spec.name = pushed ? QStringLiteral("sound-pushed") : QStringLiteral("sound-polled");
            spec.patterns = {"lock:*"};
            spec.push = pushed;
            spec.poll = soundPoll;
            m_sound[spec.name].poll = spec.poll;
            specs.push_back(spec);
        }
        m_monitor.setBackends(specs);
        QObject::connect(&m_changes, &QTimer::timeout, &m_monitor, [this] { changeSound(); });
    }

    void beginChanges() { m_changes.start(soundChangesEvery); }
    /** What the test does to a server in the window's thread keeps nothing from being shown. */
    void notJudged(const std::function<void()> &deed)
    {
        const SteadyTime before = std::chrono::steady_clock::now();
        deed();
        const auto taken = std::chrono::steady_clock::now() - before;
        for (auto &[name, sound] : m_sound) {
            for (auto &[holder, since] : sound.waiting)
                since += taken;
        }
        gaps.startOver();
    }

    /** By what was read after `moment`. */
    bool showsAll(const QString &name, SteadyTime moment) const
    {
        const BackendStatus *is = status(name);
        return is && is->state == BackendState::Online && is->dataFrom > moment
               && count(name, LockState::Held) == SickBackend::lockCount;
    }
    bool knowsNothing(const QString &name) const
    {
        return state(name) == BackendState::Offline
               && count(name, LockState::Unknown) == SickBackend::lockCount;
    }
    bool allShowAll() const
    {
        return std::all_of(m_names.begin(), m_names.end(),
                           [this](const QString &name) { return showsAll(name, {}); });
    }
    /** Everything is polled at once: a backend that pushes may have nothing to say for long. */
    void refresh() { m_monitor.refresh(); }
    bool isSoundOnline() const
    {
        return std::all_of(m_sound.begin(), m_sound.end(), [this](const auto &each) {
            return state(each.first) == BackendState::Online;
        });
    }

    /** From now on nothing but *unknown* is true of the sick backends, once that was said. */
    void beginLoss() { m_lost.clear(), m_lossLasts = true; }
    void endLoss() { m_lossLasts = false; }
    /** What is shown from now on has to be read from now on. */
    void beginReturn()
    {
        m_back.clear();
        m_backFrom = std::chrono::steady_clock::now();
        for (const QString &name : m_names)
            m_pollsBefore[name] = m_log->count(name);
    }
    bool allAreBack() const { return m_back.size() == m_names.size(); }
    /** How long it took until all was shown again, and how many polls. */
    struct Return {
        Millis after;
        size_t polls;
    };
    const Return &returnOf(const QString &name) const { return m_back.at(name); }
    bool allAreLost() const { return m_lost.size() == m_names.size(); }
    /** When the store showed it. */
    SteadyTime lostAt(const QString &name) const { return m_lost.at(name); }

    /** What may never be told of locks that nobody touched. Empty if nothing was. */
    QString untrue() const { return QStringList(m_untrue.begin(), m_untrue.end()).join(u' '); }
    std::optional<ReadLog::Read> firstFailureAfter(const QString &name, SteadyTime moment) const
    {
        return m_log->firstFailureAfter(name, moment);
    }
    /** How late a change of the sound locks was shown, at most: beyond one poll. */
    Millis soundLate() const { return m_soundLate; }
    int soundChanges() const { return m_soundShown; }
    GapMeter gaps;

private:
    struct Sound {
        Millis poll{0};
        std::deque<std::pair<int, SteadyTime>> waiting; ///< holders not shown yet, since when
    };

    const BackendStatus *status(const QString &name) const
    {
        for (const auto &backend : m_monitor.store().view()->backends) {
            if (backend->status.name == name)
                return &backend->status;
        }
        return nullptr;
    }
    BackendState state(const QString &name) const
    {
        const BackendStatus *is = status(name);
        return is ? is->state : BackendState::Connecting;
    }
    int count(const QString &name, LockState state) const
    {
        const auto &rows = m_monitor.store().view()->rows;
        return int(std::count_if(rows.begin(), rows.end(), [&](const ViewRow &row) {
            return row.lock.source()->backend == name && row.lock.state() == state;
        }));
    }
    void take(const ViewUpdate &update)
    {
        for (const Event &event : update.events)
            takeEvent(event);
        for (const QString &name : m_names)
            takeLocks(name);
        for (auto &[name, sound] : m_sound)
            takeSound(name, sound);
        m_soundWasOnline = m_soundWasOnline || isSoundOnline();
        if (m_soundWasOnline && !isSoundOnline()) // stale is what is older than two polls
            m_untrue.insert(QStringLiteral("sound-late"));
    }
    void takeEvent(const Event &event)
    {
        const bool isSound = m_sound.count(event.backend) > 0;
        const bool happened =
            isSound ? event.kind == EventKind::OwnerChanged || event.kind == EventKind::Renewed
                    : event.kind == EventKind::BackendLost || event.kind == EventKind::BackendBack;
        if (!happened)
            m_untrue.insert(event.backend + u':' + eventKindName(event.kind));
    }
    /** The sound lock gets another holder again and again. */
    void writeSound()
    {
        m_soundServer.run(
            {"SET", "lock:sound", "web-" + QByteArray::number(m_holder), "PX", "3600000"});
        gaps.forgive();
    }
    void changeSound()
    {
        ++m_holder;
        writeSound();
        const SteadyTime now = std::chrono::steady_clock::now();
        for (auto &[name, sound] : m_sound)
            sound.waiting.push_back({m_holder, now});
    }
    void takeSound(const QString &name, Sound &sound)
    {
        int shown = 0;
        for (const ViewRow &row : m_monitor.store().view()->rows) {
            if (row.lock.source()->backend != name)
                continue;
            const auto lock = row.lock.record();
            shown = lock->holders.empty() ? 0 : lock->holders.front().raw.mid(4).toInt();
        }
        const SteadyTime now = std::chrono::steady_clock::now();
        while (!sound.waiting.empty() && sound.waiting.front().first <= shown) {
            const auto late =
                std::chrono::ceil<Millis>(now - sound.waiting.front().second) - sound.poll;
            m_soundLate = std::max(m_soundLate, late);
            ++m_soundShown;
            sound.waiting.pop_front();
        }
    }
    void takeLocks(const QString &name)
    {
        const int held = count(name, LockState::Held);
        const int unknown = count(name, LockState::Unknown);
        const bool whole = held + unknown == SickBackend::lockCount;
        if (!whole && m_seen.count(name) > 0)
            m_untrue.insert(name + QStringLiteral(":other-locks"));
        if (whole)
            m_seen.insert(name);
        if (held > 0 && state(name) == BackendState::Offline)
            m_untrue.insert(name + QStringLiteral(":held-unread"));
        if (!m_lossLasts && m_back.count(name) == 0 && showsAll(name, m_backFrom))
            m_back[name] = {since(m_backFrom), m_log->count(name) - m_pollsBefore[name]};
        if (!m_lossLasts)
            return;
        if (knowsNothing(name))
            m_lost.insert({name, std::chrono::steady_clock::now()});
        else if (m_lost.count(name) > 0)
            m_untrue.insert(name + QStringLiteral(":known-unread"));
    }

    PrivateRedis &m_soundServer;
    std::map<QString, Sound> m_sound;
    int m_holder = 1;
    int m_soundShown = 0;
    Millis m_soundLate{0};
    QTimer m_changes;
    std::vector<QString> m_names;
    std::set<QString> m_untrue;
    std::set<QString> m_seen; ///< whose locks were all shown
    std::map<QString, SteadyTime> m_lost;
    SteadyTime m_backFrom{};
    std::map<QString, Return> m_back;
    std::map<QString, size_t> m_pollsBefore;
    bool m_lossLasts = false;
    bool m_soundWasOnline = false;
    std::shared_ptr<ReadLog> m_log = std::make_shared<ReadLog>();
    const QTemporaryDir m_directory;
    QSettings m_settings{m_directory.filePath(QStringLiteral("w.ini")), QSettings::IniFormat};
    const QString m_historyPath = m_directory.filePath(QStringLiteral("history.sqlite"));
    HistoryRecorder m_history{
        HistorySettings{.path = m_historyPath, .program = QStringLiteral("test")}};
    AlertWatch m_alerts{alertSettings(AlertKeys(), {}, {}, {}),
                        {m_historyPath, m_directory.filePath(QStringLiteral("alerts.json"))},
                        [](const auto &, const auto &) {}};
    mutable Monitor m_monitor{
        m_log->noting([](const BackendSpec &spec) { return makeReader(spec, passwordOf(spec)); }),
        [](const BackendSpec &spec) { return makeFeed(spec, passwordOf(spec)); }};
    MainWindow m_window{m_monitor.store(), SystemNames(), systemClock(), m_settings, {}};
};

/** What is done to a sick backend, and how it is undone. */
struct Fault {
    std::function<void(SickBackend &)> begin;
    std::function<void(SickBackend &)> end;
    bool isLasting = true; ///< until it is undone
};

/** How a loss was told. */
struct Loss {
    Millis toUnknown;    ///< from the fault's begin until it was shown
    Millis pastDeadline; ///< of the first read that failed, until then
};

} // namespace

/**
 * Backends that fail in every way that can be made to happen here, beside one that is sound: what
 * is shown is true or unknown, the other one goes on, and the thread of the window never waits.
 */
class TestBackendFaults : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aGapIsSeen();
    void whatIsShownIsTrueOrUnknown_data();
    void whatIsShownIsTrueOrUnknown();
    void aCutAnywhereIsNoShorterList();
    void cleanupTestCase() { m_sick.clear(); }

private:
    void print(const Watch &watch, const std::map<QString, Loss> &losses) const;
    void waitForLoss(Watch &watch, SteadyTime begun, std::map<QString, Loss> &losses);
    void waitForRecovery(const Watch &watch);

    SqlServers m_servers;
    std::unique_ptr<PrivateRedis> m_pushed;
    std::unique_ptr<PrivateRedis> m_polled;
    std::unique_ptr<PrivateRedis> m_sound;
    SickBackends m_sick;
};

void TestBackendFaults::initTestCase()
{
    REQUIRE_SQL_SERVERS(m_servers);
    LOCKMASTER_NEEDS_REDIS();
    m_pushed = PrivateRedis::start();
    m_polled = PrivateRedis::start();
    m_sound = PrivateRedis::start();
    QVERIFY(m_pushed && m_polled && m_sound);
    for (const auto &server : m_servers.all()) {
        if (server->isOurs())
            m_sick.push_back(SickBackend::on(*server, server->name()));
    }
    m_sick.push_back(SickBackend::on(*m_pushed, QStringLiteral("redis-pushed"), true));
    m_sick.push_back(SickBackend::on(*m_polled, QStringLiteral("redis-polled"), false));
}

/** The measure itself: a thread that waits, one that works, and one that does neither. */
void TestBackendFaults::aGapIsSeen()
{
    GapMeter waiting;
    QTest::qWait(50);
    std::this_thread::sleep_for(3 * longestGap);
    QTest::qWait(50);
    QVERIFY2(waiting.worst() > longestGap, qPrintable(QString::number(waiting.worst().count())));

    GapMeter working;
    QTest::qWait(50);
    const std::clock_t begun = std::clock();
    while (std::clock() - begun < CLOCKS_PER_SEC / 2) // of all threads
        ;
    QTest::qWait(50);
    QVERIFY2((working.worst() > longestGap) == GapMeter::countsWork,
             qPrintable(QString::number(working.worst().count())));

    const GapMeter idle;
    QTest::qWait(500);
    QVERIFY2(idle.worst() < longestGap, qPrintable(QString::number(idle.worst().count())));
}

void TestBackendFaults::whatIsShownIsTrueOrUnknown_data()
{
    const auto nothing = [](SickBackend &) {};
    const auto drop = [](SickBackend &sick) { sick.proxy.dropConnections(); };
    const auto kill = [](SickBackend &sick) { sick.kill(); };
    const auto revive = [](SickBackend &sick) { QVERIFY(sick.revive()); };
    QTest::addColumn<Fault>("fault");
    QTest::newRow("frozen") << Fault{[](SickBackend &sick) { sick.freeze(); },
                                     [](SickBackend &sick) { sick.thaw(); }};
    QTest::newRow("black hole") << Fault{[](SickBackend &sick) { sick.proxy.setBlackHole(true); },
                                         [](SickBackend &sick) { sick.proxy.setBlackHole(false); }};
    QTest::newRow("half open") << Fault{[](SickBackend &sick) { sick.proxy.setBlackHole(true); },
                                        [](SickBackend &sick) {
                                            sick.proxy.dropConnections();
                                            sick.proxy.setBlackHole(false);
                                        }};
    QTest::newRow("a byte every 0.9 s")
        << Fault{[](SickBackend &sick) { sick.proxy.setDrip(900ms); },
                 [](SickBackend &sick) { sick.proxy.setDrip(0ms); }};
    // Within the time that is given to any single byte.
    QTest::newRow("a byte every 0.15 s")
        << Fault{[](SickBackend &sick) { sick.proxy.setDrip(150ms); },
                 [](SickBackend &sick) { sick.proxy.setDrip(0ms); }};
    QTest::newRow("refused") << Fault{[](SickBackend &sick) {
                                          sick.proxy.setRefusing(true);
                                          sick.proxy.dropConnections();
                                      },
                                      [](SickBackend &sick) { sick.proxy.setRefusing(false); }};
    QTest::newRow("no connection left") << Fault{[](SickBackend &sick) { sick.fillConnections(); },
                                                 [](SickBackend &sick) { sick.freeConnections(); }};
    QTest::newRow("killed, later restarted") << Fault{kill, revive};
    QTest::newRow("killed, restarted at once") << Fault{[=](SickBackend &sick) {
                                                            kill(sick);
                                                            revive(sick);
                                                        },
                                                        nothing, false};
    QTest::newRow("connections cut") << Fault{drop, nothing, false};
    QTest::newRow("cut in a reply")
        << Fault{[](SickBackend &sick) { sick.proxy.cutAfter(100); }, nothing, false};
}

void TestBackendFaults::waitForLoss(Watch &watch, SteadyTime begun, std::map<QString, Loss> &losses)
{
    QTRY_VERIFY_WITH_TIMEOUT(watch.allAreLost(), patience);
    QTest::qWait(faultMs()); // and nothing else is said while it lasts
    QVERIFY(watch.allAreLost());
    for (const auto &sick : m_sick) {
        const SteadyTime lost = watch.lostAt(sick->name());
        const auto failed = watch.firstFailureAfter(sick->name(), begun);
        QVERIFY2(failed, qPrintable(sick->name()));
        const Loss &loss =
            losses[sick->name()] = {std::chrono::ceil<Millis>(lost - begun),
                                    std::chrono::ceil<Millis>(lost - failed->deadline)};
        QVERIFY2(loss.pastDeadline <= longestDoubt + watch.gaps.machineWorst(),
                 qPrintable(
                     QStringLiteral("%1: %2 ms").arg(sick->name()).arg(loss.pastDeadline.count())));
    }
}

void TestBackendFaults::waitForRecovery(const Watch &watch)
{
    QTRY_VERIFY_WITH_TIMEOUT(watch.allAreBack(), patience);
    // Where the machine itself stands still for that long, polls fail by that.
    if (watch.gaps.machineWorst() > stillMachine) {
        qWarning("The machine stood still for %d ms: polls were not judged.",
                 int(watch.gaps.machineWorst().count()));
        return;
    }
    for (const auto &sick : m_sick)
        QVERIFY2(watch.returnOf(sick->name()).polls <= pollsToRecover, qPrintable(sick->name()));
}

void TestBackendFaults::print(const Watch &watch, const std::map<QString, Loss> &losses) const
{
    for (const auto &sick : m_sick) {
        const auto loss = losses.find(sick->name());
        const QString lost = loss == losses.end()
                                 ? QStringLiteral("-")
                                 : QStringLiteral("unknown after %1 ms, %2 ms past the deadline")
                                       .arg(loss->second.toUnknown.count())
                                       .arg(loss->second.pastDeadline.count());
        const Watch::Return &back = watch.returnOf(sick->name());
        qInfo("%s | %s | gap %d ms | %s | back after %d ms, %zu polls | others %d ms late | %s",
              QTest::currentDataTag(), qPrintable(sick->name()), int(watch.gaps.worst().count()),
              qPrintable(lost), int(back.after.count()), back.polls, int(watch.soundLate().count()),
              qPrintable(watch.untrue()));
    }
}

void TestBackendFaults::whatIsShownIsTrueOrUnknown()
{
    QFETCH(Fault, fault);
    Watch watch(m_sick, *m_sound);
    QTRY_VERIFY_WITH_TIMEOUT(watch.allShowAll() && watch.isSoundOnline(), patience);
    watch.beginChanges();

    const auto toAll = [this](const std::function<void(SickBackend &)> &what) {
        for (const auto &sick : m_sick)
            what(*sick);
    };
    auto undo = qScopeGuard([&] { toAll(fault.end); });
    std::map<QString, Loss> losses;
    const SteadyTime begun = std::chrono::steady_clock::now();
    if (fault.isLasting)
        watch.beginLoss();
    watch.notJudged([&] { toAll(fault.begin); });
    if (fault.isLasting)
        waitForLoss(watch, begun, losses);
    watch.endLoss();
    undo.dismiss();
    watch.notJudged([&] { toAll(fault.end); });
    watch.beginReturn();
    if (!fault.isLasting)
        watch.refresh();
    if (!QTest::currentTestFailed())
        waitForRecovery(watch);
    if (watch.allAreBack())
        print(watch, losses);
    QCOMPARE(watch.untrue(), QString());
    QTRY_VERIFY_WITH_TIMEOUT(watch.soundChanges() > 0, patience);
    // One poll late at most.
    QVERIFY2(watch.soundLate() <= soundPoll + watch.gaps.machineWorst(),
             qPrintable(QString::number(watch.soundLate().count())));
    QVERIFY2(watch.gaps.worst() <= longestGap,
             qPrintable(QString::number(watch.gaps.worst().count())));
}

void TestBackendFaults::aCutAnywhereIsNoShorterList()
{
    for (const auto &sick : m_sick) {
        const auto read = [&] {
            const auto reader = makeReader(sick->spec(), passwordOf(sick->spec()));
            return reader->read(BackendReader::Depth::Full, soon());
        };
        const qint64 before = sick->proxy.bytesToClient();
        QVERIFY(!read().failure);
        const qint64 whole = sick->proxy.bytesToClient() - before;
        const std::vector<qint64> places = cutPlaces(whole, 97);
        int failures = 0;
        for (const qint64 place : places) {
            QCoreApplication::processEvents(); // what a server logs of it must not fill its pipe
            sick->proxy.cutAfter(place);
            const BackendReading reading = read();
            sick->proxy.cutAfter(qint64(-1));
            failures += reading.failure.has_value();
            const QString where = QStringLiteral("%1, cut %2").arg(sick->name()).arg(place);
            // What came after the last answer may be missing.
            QVERIFY2(reading.failure || !reading.observations.empty(), qPrintable(where));
            for (const Observation &seen : reading.observations) {
                const bool isWhole = seen.records.size() == SickBackend::lockCount;
                QVERIFY2(isWhole || (reading.failure && !seen.complete), qPrintable(where));
            }
        }
        qInfo("%s: %lld bytes, %d of %zu cuts failed", qPrintable(sick->name()), whole, failures,
              places.size());
        QVERIFY(failures > 0);
    }
}

LOCKMASTER_TEST(TestBackendFaults, QApplication)

} // namespace tst_backendfaults

#include "tst_backendfaults.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/exporter/lockmetrics.h"
#include "core/exporter/processmetrics.h"
#include "tests/support/leaderfixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <set>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_lockmetrics {

namespace {

/** `name{a="b",...}` of each sample and its value. */
std::map<QString, double> samplesOf(const MetricFamilies &families)
{
    std::map<QString, double> samples;
    for (const prometheus::MetricFamily &family : families) {
        for (const prometheus::ClientMetric &metric : family.metric) {
            QStringList labels;
            for (const auto &label : metric.label) {
                labels.append(QString::fromStdString(label.name) + u'='
                              + QString::fromStdString(label.value));
            }
            const QString id =
                QString::fromStdString(family.name) + u'{' + labels.join(u',') + u'}';
            const bool counted = family.type == prometheus::MetricType::Counter;
            if (!samples.emplace(id, counted ? metric.counter.value : metric.gauge.value).second)
                qFatal("twice: %s", qPrintable(id));
        }
    }
    return samples;
}

/** A state with backends made by hand. */
class Stage
{
public:
    BackendSnapshot &backend(const char *name)
    {
        auto snapshot = std::make_shared<BackendSnapshot>();
        snapshot->status = makeStatus(QString::fromUtf8(name), BackendKind::MySql, clock);
        m_snapshots.push_back(snapshot);
        m_locks.emplace_back();
        return *snapshot;
    }
    /** A lock of the newest backend. */
    void add(LockSpec spec)
    {
        spec.backend = m_snapshots.back()->status.name;
        m_locks.back().emplace_back(*makeLock(spec, clock));
    }
    ExportedState state() const
    {
        ExportedState state;
        for (size_t i = 0; i < m_snapshots.size(); ++i) {
            m_snapshots[i]->locks = LockList(m_locks[i]);
            state.backends.push_back({m_snapshots[i], {}});
        }
        return state;
    }
    std::map<QString, double> samples(const std::vector<QByteArray> &patterns = {},
                                      size_t most = 1000) const
    {
        return samplesOf(lockMetrics(state(), {patterns, {}, most}, clock.now()));
    }

    ManualClock clock;

private:
    std::vector<std::shared_ptr<BackendSnapshot>> m_snapshots;
    std::vector<std::vector<PackedLock>> m_locks;
};

SourceStatus source(const char *name, const char *system)
{
    SourceStatus status;
    status.name = QString::fromUtf8(name);
    status.systems = {QString::fromUtf8(system)};
    status.complete = true;
    return status;
}

/** The values of all samples that begin so. */
std::vector<double> valuesOf(const std::map<QString, double> &samples, const char *begin)
{
    std::vector<double> values;
    for (const auto &[id, value] : samples) {
        if (id.startsWith(QString::fromUtf8(begin)))
            values.push_back(value);
    }
    return values;
}

} // namespace

#define SAMPLE(samples, id)                                                                        \
    ((samples).count(QStringLiteral(id)) ? (samples).at(QStringLiteral(id)) : -1e9)
#define HAS(samples, id) ((samples).count(QStringLiteral(id)) == 1)

/** What a scrape says of what is known. */
class TestLockMetrics : public QObject
{
    Q_OBJECT

private slots:
    void locksAreCountedByState();
    void whatHasNoLocksSaysNone();
    void backendTellsHowItIs();
    void backendThatNeverAnsweredClaimsNothing();
    void onlyNamedLocksGetSeries();
    void notesAreTold();
    void unknownLockHasNoFigures();
    void tooManySeriesAreCounted();
    void labelsAreBoundedAndLiteral();
    void namesThatLookTheSameAreOneSeries();
    void leaderIsNamed();
    void vacancyIsTold();
    void countersAreTheTallys();
    void namesKeepTheConventions();
};

void TestLockMetrics::locksAreCountedByState()
{
    Stage stage;
    stage.backend("db").status.sources = {source("billing.dist_lock", "dist_lock")};
    stage.add({.name = "a", .held = 30s, .waiters = 2});
    stage.add({.name = "b", .held = 90s, .waiters = 5});
    stage.add({.name = "c", .state = LockState::Expired, .held = 1000s, .waiters = 9});
    stage.add({.name = "d",
               .held = {},
               .findings = {{FindingId::NoExpiry, {}}, {FindingId::UnsignedOwner, {}}}});
    stage.clock.advance(10s);
    const auto samples = stage.samples();
    QCOMPARE(SAMPLE(samples, "lockmaster_locks{backend=db,state=held,system=dist_lock}"), 3);
    QCOMPARE(SAMPLE(samples, "lockmaster_locks{backend=db,state=expired,system=dist_lock}"), 1);
    QCOMPARE(SAMPLE(samples, "lockmaster_locks{backend=db,state=unknown,system=dist_lock}"), 0);
    QCOMPARE(valuesOf(samples, "lockmaster_locks{").size(), 5U);
    // Of those that are held.
    QCOMPARE(SAMPLE(samples, "lockmaster_longest_held_seconds{backend=db,system=dist_lock}"), 100);
    QCOMPARE(SAMPLE(samples, "lockmaster_waiters{backend=db,system=dist_lock}"), 7);
    QCOMPARE(SAMPLE(samples, "lockmaster_most_waiters{backend=db,system=dist_lock}"), 5);
    QCOMPARE(SAMPLE(samples, "lockmaster_findings{backend=db,finding=no-expiry}"), 1);
    QCOMPARE(SAMPLE(samples, "lockmaster_findings{backend=db,finding=unsigned-owner}"), 1);
    QCOMPARE(SAMPLE(samples, "lockmaster_findings{backend=db,finding=flapping}"), 0);
    QVERIFY(valuesOf(samples, "lockmaster_lock_").empty());
}

void TestLockMetrics::whatHasNoLocksSaysNone()
{
    Stage stage;
    stage.backend("db").status.sources = {source("app.dist_lock", "dist_lock"),
                                          source("user-level locks", "user_lock")};
    const auto samples = stage.samples();
    QCOMPARE(SAMPLE(samples, "lockmaster_locks{backend=db,state=held,system=user_lock}"), 0);
    QCOMPARE(valuesOf(samples, "lockmaster_locks{").size(), 10U);
    // Nobody can tell how long nothing has been held, or who waits.
    QVERIFY(valuesOf(samples, "lockmaster_longest_held_seconds").empty());
    QVERIFY(valuesOf(samples, "lockmaster_waiters").empty());
}

void TestLockMetrics::backendTellsHowItIs()
{
    Stage stage;
    BackendStatus &status = stage.backend("db").status;
    status.latency = 25ms;
    status.dataFrom = stage.clock.now();
    status.server.product = QStringLiteral("MariaDB");
    status.server.version = QStringLiteral("10.11");
    status.sources = {source("app.dist_lock", "dist_lock")};
    status.sources.front().complete = false;
    status.sources.front().notDecoded = 4;
    status.problems.resize(2);
    status.absent.push_back({QStringLiteral("app.a"), {}, {ErrorKind::NotFound, 1146, {}, {}}});
    status.absent.push_back({QStringLiteral("app.b"), {}, {ErrorKind::Denied, 1142, {}, {}}});
    stage.clock.advance(1500ms);
    auto samples = stage.samples();
    QVERIFY(HAS(samples, "lockmaster_backend_info{backend=db,environment=,kind=mysql,"
                         "product=MariaDB,updates=polled,version=10.11}"));
    QCOMPARE(SAMPLE(samples, "lockmaster_backend_up{backend=db}"), 1);
    QCOMPARE(SAMPLE(samples, "lockmaster_backend_state{backend=db,state=online}"), 1);
    QCOMPARE(SAMPLE(samples, "lockmaster_backend_state{backend=db,state=offline}"), 0);
    QCOMPARE(SAMPLE(samples, "lockmaster_backend_data_age_seconds{backend=db}"), 1.5);
    QCOMPARE(SAMPLE(samples, "lockmaster_backend_poll_duration_seconds{backend=db}"), 0.025);
    QCOMPARE(SAMPLE(samples, "lockmaster_source_complete{backend=db,source=app.dist_lock}"), 0);
    QCOMPARE(SAMPLE(samples, "lockmaster_source_not_decoded{backend=db,source=app.dist_lock}"), 4);
    QCOMPARE(SAMPLE(samples, "lockmaster_backend_problems{backend=db}"), 2);
    QCOMPARE(SAMPLE(samples, "lockmaster_backend_denied_tables{backend=db}"), 1);
    QCOMPARE(SAMPLE(samples, "lockmaster_profile_complete{}"), 1);

    // What it told last is not what is.
    for (const BackendState state :
         {BackendState::Connecting, BackendState::Stale, BackendState::Offline}) {
        status.state = state;
        samples = stage.samples();
        QCOMPARE(SAMPLE(samples, "lockmaster_backend_up{backend=db}"), 0);
        QCOMPARE(SAMPLE(samples, "lockmaster_backend_state{backend=db,state=online}"), 0);
    }
    QVERIFY(valuesOf(samples, "lockmaster_history").empty());
    ExportedState recorded = stage.state();
    recorded.history = ExportedHistory{true, 7};
    samples = samplesOf(lockMetrics(recorded, {}, stage.clock.now()));
    QCOMPARE(SAMPLE(samples, "lockmaster_history_recording{}"), 1);
    QCOMPARE(SAMPLE(samples, "lockmaster_history_dropped_events_total{}"), 7);
    QVERIFY(valuesOf(samples, "lockmaster_alert").empty());
    ExportedState alerted = stage.state();
    ExportedAlerts alerts;
    const QString rule = QStringLiteral("held-long");
    alerts.rules = {rule, QStringLiteral("quiet")};
    alerts.firing = {{rule,
                      QStringLiteral("db"),
                      QStringLiteral("dist_lock"),
                      QStringLiteral("app.dist_lock"),
                      "a\nb",
                      QStringLiteral("note"),
                      {}},
                     {rule, QStringLiteral("db"), {}, {}, {}, {}, {}}};
    alerts.begun = {{rule, 7}};
    alerts.leftOut = 3;
    alerts.deliveries = {{"webhook", 5, 1, 2}};
    alerted.alerts = alerts;
    samples = samplesOf(lockMetrics(alerted, {}, stage.clock.now()));
    QCOMPARE(SAMPLE(samples, "lockmaster_alerts_firing{rule=held-long}"), 2);
    QCOMPARE(SAMPLE(samples, "lockmaster_alerts_firing{rule=quiet}"), 0);
    QCOMPARE(SAMPLE(samples, "lockmaster_alerts_told_total{rule=held-long}"), 7);
    QCOMPARE(SAMPLE(samples, "lockmaster_alert{backend=db,lock=a\\nb,note=note,rule=held-long,"
                             "runbook=,source=app.dist_lock,system=dist_lock}"),
             1);
    QCOMPARE(SAMPLE(samples, "lockmaster_alerts_left_out{}"), 3);
    QCOMPARE(SAMPLE(samples, "lockmaster_alert_deliveries_total{outcome=failed,to=webhook}"), 1);
    ExportedState partial = stage.state();
    partial.complete = false;
    samples = samplesOf(lockMetrics(partial, {}, stage.clock.now()));
    QCOMPARE(SAMPLE(samples, "lockmaster_profile_complete{}"), 0);
}

void TestLockMetrics::backendThatNeverAnsweredClaimsNothing()
{
    Stage stage;
    BackendStatus &status = stage.backend("db").status;
    BackendSpec spec;
    spec.name = QStringLiteral("db");
    status = initialStatus(spec);
    const auto samples = stage.samples();
    QCOMPARE(SAMPLE(samples, "lockmaster_backend_up{backend=db}"), 0);
    for (const char *name :
         {"lockmaster_locks", "lockmaster_findings", "lockmaster_backend_data_age_seconds",
          "lockmaster_backend_poll_duration_seconds", "lockmaster_waiters"})
        QVERIFY2(valuesOf(samples, name).empty(), name);
}

void TestLockMetrics::onlyNamedLocksGetSeries()
{
    Stage stage;
    stage.backend("db");
    stage.add({.name = "order:1", .ttl = 41s, .held = 10s, .waiters = 3});
    stage.add({.name = "other", .waiters = 3});
    stage.add({.name = "order:2", .state = LockState::Expired, .ttl = -5s, .held = {}});
    stage.add({.name = "order:3", .state = LockState::Free, .ttl = {}, .held = {}});
    stage.add({.name = "order:4", .ttl = {}, .held = {}});
    stage.clock.advance(1s);
    const auto samples = stage.samples({"nothing", "order:?"});
    const auto of = [&samples](const char *metric, const char *lock) {
        const auto sample = samples.find(
            QStringLiteral("%1{backend=db,lock=%2,source=billing.dist_lock,system=dist_lock}")
                .arg(QString::fromUtf8(metric), QString::fromUtf8(lock)));
        return sample == samples.end() ? std::nullopt : std::optional(sample->second);
    };
    QCOMPARE(of("lockmaster_lock_held_seconds", "order:1"), 11.0);
    QCOMPARE(of("lockmaster_lock_ttl_seconds", "order:1"), 40.0);
    QCOMPARE(of("lockmaster_lock_waiters", "order:1"), 3.0);
    QCOMPARE(of("lockmaster_lock_ttl_seconds", "order:2"), -6.0);
    QVERIFY(!of("lockmaster_lock_held_seconds", "order:2"));
    QVERIFY(!of("lockmaster_lock_ttl_seconds", "order:3"));
    QVERIFY(!of("lockmaster_lock_ttl_seconds", "order:4"));
    QVERIFY(!of("lockmaster_lock_waiters", "order:4"));
    QVERIFY(!of("lockmaster_lock_waiters", "other"));
    QCOMPARE(SAMPLE(samples, "lockmaster_lock_state{backend=db,lock=order:2,"
                             "source=billing.dist_lock,state=expired,system=dist_lock}"),
             1);
    QCOMPARE(SAMPLE(samples, "lockmaster_lock_state{backend=db,lock=order:2,"
                             "source=billing.dist_lock,state=held,system=dist_lock}"),
             0);
    QCOMPARE(valuesOf(samples, "lockmaster_lock_state{").size(), 20U);
    QCOMPARE(SAMPLE(samples, "lockmaster_series_left_out{kind=lock}"), 0);
}

void TestLockMetrics::notesAreTold()
{
    Stage stage;
    stage.backend("db");
    for (const char *name : {"order:1", "order:2", "cart:1", "other"})
        stage.add({.name = name});
    const SeriesChoice choice{
        {},
        {{"order:2", QStringLiteral("the second"), QString(), true},
         {"order:*", QStringLiteral("orders\n"), QStringLiteral("https://wiki/\"o\""), true},
         {"cart:*", QStringLiteral("carts"), QString(), false}},
        1000};
    const auto samples = samplesOf(lockMetrics(stage.state(), choice, stage.clock.now()));
    QVERIFY(HAS(samples, "lockmaster_lock_info{backend=db,lock=order:1,note=orders\\n,"
                         "runbook=https://wiki/\"o\",source=billing.dist_lock,system=dist_lock}"));
    QVERIFY(HAS(samples, "lockmaster_lock_info{backend=db,lock=order:2,note=the second,runbook=,"
                         "source=billing.dist_lock,system=dist_lock}"));
    QCOMPARE(valuesOf(samples, "lockmaster_lock_info{").size(), 2U);
    QCOMPARE(valuesOf(samples, "lockmaster_lock_ttl_seconds{").size(), 2U);
}

void TestLockMetrics::unknownLockHasNoFigures()
{
    Stage stage;
    stage.backend("db");
    stage.add({.name = "a", .state = LockState::Unknown, .ttl = 9s, .held = 9s, .waiters = 9});
    const auto samples = stage.samples({"*"});
    QCOMPARE(SAMPLE(samples, "lockmaster_lock_state{backend=db,lock=a,source=billing.dist_lock,"
                             "state=unknown,system=dist_lock}"),
             1);
    for (const char *name :
         {"lockmaster_lock_held", "lockmaster_lock_ttl", "lockmaster_lock_waiters",
          "lockmaster_waiters", "lockmaster_longest_held"})
        QVERIFY2(valuesOf(samples, name).empty(), name);
}

void TestLockMetrics::tooManySeriesAreCounted()
{
    Stage stage;
    stage.backend("db");
    for (int i = 0; i < 30; ++i)
        stage.add({.name = "lock:" + QByteArray::number(i)});
    stage.add({.name = "other"});
    stage.backend("db2");
    stage.add({.name = "lock:x"});
    auto samples = stage.samples({"lock:*", "*:1"}, 10);
    QCOMPARE(valuesOf(samples, "lockmaster_lock_ttl_seconds{").size(), 10U);
    QCOMPARE(SAMPLE(samples, "lockmaster_series_left_out{kind=lock}"), 21);
    samples = stage.samples({"lock:*"}, 0);
    QVERIFY(valuesOf(samples, "lockmaster_lock_ttl_seconds{").empty());
    QCOMPARE(SAMPLE(samples, "lockmaster_series_left_out{kind=lock}"), 31);
}

void TestLockMetrics::labelsAreBoundedAndLiteral()
{
    QCOMPARE(labelValue(QByteArray("plain \"quoted\" \\ text")),
             std::string("plain \"quoted\" \\ text"));
    QCOMPARE(labelValue(QByteArray("a\nb\xff\x1b[31m")), std::string("a\\nb\\xff\\x1b[31m"));

    // Names that differ at their ends stay apart.
    const std::string one = labelValue(QByteArray(100'000, 'x') + "1");
    const std::string two = labelValue(QByteArray(100'000, 'x') + "2");
    QVERIFY(one.size() < 200 && two.size() < 200);
    QVERIFY(one != two);
    QCOMPARE(one.substr(0, 128), std::string(128, 'x'));
    const QByteArray wide = QString(1000, QChar(0xac00)).toUtf8();
    QVERIFY(labelValue(wide).size() < 500);
    // A character of two units is not cut in half.
    const std::string smile = labelValue("x" + QString::fromUcs4(U"😀").repeated(500).toUtf8());
    QVERIFY(!QString::fromStdString(smile).contains(QChar::ReplacementCharacter));
    QVERIFY(smile.size() < 500);
}

void TestLockMetrics::namesThatLookTheSameAreOneSeries()
{
    Stage stage;
    stage.backend("db");
    stage.add({.name = "a\nb"});
    stage.add({.name = "a\\nb"});
    const auto samples = stage.samples({"*"});
    QCOMPARE(valuesOf(samples, "lockmaster_lock_ttl_seconds{").size(), 1U);
    QCOMPARE(SAMPLE(samples, "lockmaster_series_left_out{kind=lock}"), 1);
}

void TestLockMetrics::leaderIsNamed()
{
    Stage stage;
    BackendSnapshot &backend = stage.backend("db");
    backend.leaders.push_back(LeaderStory({.name = "pay",
                                           .backend = QStringLiteral("db"),
                                           .system = QStringLiteral("leader"),
                                           .source = QStringLiteral("app.leader"),
                                           .owner = "web-1"},
                                          stage.clock)
                                  .reigns("web-1", 60s)
                                  .watch());
    const auto samples = stage.samples();
    QCOMPARE(SAMPLE(samples, "lockmaster_leader_info{backend=db,lock=pay,owner=web-1,"
                             "source=app.leader,system=leader}"),
             1);
    QCOMPARE(SAMPLE(samples, "lockmaster_leader_present{backend=db,lock=pay,source=app.leader,"
                             "system=leader}"),
             1);
    QCOMPARE(SAMPLE(samples, "lockmaster_leader_vacant_seconds{backend=db,lock=pay,"
                             "source=app.leader,system=leader}"),
             0);
    QVERIFY(!valuesOf(samples, "lockmaster_leader_heartbeat_age_seconds{").empty());
    QCOMPARE(SAMPLE(samples, "lockmaster_series_left_out{kind=leader}"), 0);
}

void TestLockMetrics::vacancyIsTold()
{
    Stage stage;
    BackendSnapshot &backend = stage.backend("db");
    const LockSpec lock{.name = "pay",
                        .backend = QStringLiteral("db"),
                        .system = QStringLiteral("leader"),
                        .source = QStringLiteral("app.leader"),
                        .state = LockState::Expired};
    const auto watch = LeaderStory(lock, stage.clock).reigns("web-1", 60s).vacant(7s).watch();
    backend.leaders.push_back(watch);
    auto samples = stage.samples();
    QCOMPARE(SAMPLE(samples, "lockmaster_leader_present{backend=db,lock=pay,source=app.leader,"
                             "system=leader}"),
             0);
    QCOMPARE(SAMPLE(samples, "lockmaster_leader_vacant_seconds{backend=db,lock=pay,"
                             "source=app.leader,system=leader}"),
             7);
    QVERIFY(valuesOf(samples, "lockmaster_leader_info{").empty());

    // Nobody knows: neither there nor gone.
    const auto unknown = std::make_shared<LeaderWatch>(*watch);
    auto record = std::make_shared<LockRecord>(*watch->lock);
    record->state = LockState::Unknown;
    unknown->lock = record;
    backend.leaders = {unknown};
    samples = stage.samples();
    QVERIFY(valuesOf(samples, "lockmaster_leader_present{").empty());
    QVERIFY(valuesOf(samples, "lockmaster_leader_vacant_seconds{").empty());
    QVERIFY(valuesOf(samples, "lockmaster_leader_info{").empty());
}

void TestLockMetrics::countersAreTheTallys()
{
    Stage stage;
    BackendSnapshot &backend = stage.backend("db");
    const auto watch = LeaderStory({.name = "pay",
                                    .backend = QStringLiteral("db"),
                                    .system = QStringLiteral("leader"),
                                    .source = QStringLiteral("app.leader")},
                                   stage.clock)
                           .reigns("web-1", 60s)
                           .watch();
    backend.leaders.push_back(watch);
    ExportedState state = stage.state();
    BackendTally &tally = state.backends.front().tally;
    tally.events[size_t(EventKind::Renewed)] = 5;
    tally.failedPolls[ErrorKind::Timeout] = 3;
    tally.leaders[watch->lock->id] = {4, 2, 2500ms};
    const auto samples = samplesOf(lockMetrics(state, {}, stage.clock.now()));
    QCOMPARE(SAMPLE(samples, "lockmaster_events_total{backend=db,kind=renewed}"), 5);
    // What has not happened yet is a figure, too: an increase needs a beginning.
    QCOMPARE(SAMPLE(samples, "lockmaster_events_total{backend=db,kind=backend_lost}"), 0);
    QCOMPARE(SAMPLE(samples, "lockmaster_backend_errors_total{backend=db,kind=timeout}"), 3);
    QCOMPARE(SAMPLE(samples, "lockmaster_leader_failovers_total{backend=db,kind=takeover,lock=pay,"
                             "source=app.leader,system=leader}"),
             4);
    QCOMPARE(SAMPLE(samples, "lockmaster_leader_failovers_total{backend=db,kind=return,lock=pay,"
                             "source=app.leader,system=leader}"),
             2);
    QCOMPARE(SAMPLE(samples, "lockmaster_leader_vacant_seconds_total{backend=db,lock=pay,"
                             "source=app.leader,system=leader}"),
             2.5);
}

void TestLockMetrics::namesKeepTheConventions()
{
    Stage stage;
    BackendSnapshot &backend = stage.backend("db");
    backend.status.sources = {source("app.dist_lock", "dist_lock")};
    backend.leaders.push_back(LeaderStory({.name = "pay"}, stage.clock).reigns("w", 9s).watch());
    stage.add({.name = "a", .waiters = 1});
    MetricFamilies families = lockMetrics(
        stage.state(), {{"*"}, {{"*", QStringLiteral("n"), {}}}, 10}, stage.clock.now());
    const MetricFamilies own = processMetrics("1.2.3");
    families.insert(families.end(), own.begin(), own.end());
    std::set<std::string> names;
    for (const prometheus::MetricFamily &family : families) {
        const QString name = QString::fromStdString(family.name);
        QVERIFY2(names.insert(family.name).second, qPrintable(name));
        QVERIFY2(!family.help.empty() && !family.metric.empty(), qPrintable(name));
        QVERIFY2(name.startsWith(QStringLiteral("lockmaster_"))
                     || name.startsWith(QStringLiteral("process_")),
                 qPrintable(name));
        QCOMPARE(name.endsWith(QStringLiteral("_total")),
                 family.type == prometheus::MetricType::Counter);
        // The same labels in the same order, sorted: what a reader of the text expects.
        for (const prometheus::ClientMetric &metric : family.metric)
            QVERIFY2(std::is_sorted(metric.label.begin(), metric.label.end()), qPrintable(name));
    }
    const auto samples = samplesOf(own);
    QVERIFY(HAS(samples, "lockmaster_build_info{version=1.2.3}"));
    QVERIFY(SAMPLE(samples, "process_resident_memory_bytes{}") > 1e6);
    QVERIFY(SAMPLE(samples, "process_cpu_seconds_total{}") > 0);
    QVERIFY(SAMPLE(samples, "process_start_time_seconds{}") > 1.7e9);
}

LOCKMASTER_TEST(TestLockMetrics, QCoreApplication)

} // namespace tst_lockmetrics

#undef SAMPLE
#undef HAS

#include "tst_lockmetrics.moc"

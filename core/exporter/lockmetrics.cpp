// SPDX-License-Identifier: Apache-2.0
#include "core/exporter/lockmetrics.h"

#include "core/domain/systemtraits.h"
#include "core/text/literaltext.h"
#include "core/domain/redisglob.h"

#include <algorithm>
#include <functional>
#include <set>

namespace lockmaster {

namespace {

constexpr std::array allStates = {LockState::Held, LockState::Expired, LockState::Free,
                                  LockState::Blocked, LockState::Unknown};
constexpr std::array allBackendStates = {BackendState::Connecting, BackendState::Online,
                                         BackendState::Stale, BackendState::Offline};
/** What a poll can fail with. */
constexpr std::array pollErrors = {
    ErrorKind::Network,   ErrorKind::Timeout,  ErrorKind::Auth,     ErrorKind::Denied,
    ErrorKind::Tls,       ErrorKind::NotFound, ErrorKind::Protocol, ErrorKind::Unsupported,
    ErrorKind::Truncated, ErrorKind::Config,
};
/** Leaders are few; a table that is taken for one may have any number of rows. */
constexpr size_t mostLeaders = 200;
constexpr size_t mostAlerts = 200;

double seconds(SteadyTime::duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

/** How the backends are doing. */
class BackendMetrics
{
public:
    explicit BackendMetrics(SteadyTime now) : m_now(now) {}

    void add(const ExportedBackend &backend)
    {
        const BackendStatus &status = backend.snapshot->status;
        const std::string name = labelValue(status.name);
        m_info.add({{"backend", name},
                    {"environment", environmentName(status.environment).toStdString()},
                    {"kind", backendKindName(status.kind).toStdString()},
                    {"product", labelValue(status.server.product)},
                    {"updates", updateKindName(status.updates).toStdString()},
                    {"version", labelValue(status.server.version)}},
                   1);
        m_up.add({{"backend", name}}, status.state == BackendState::Online ? 1 : 0);
        for (const BackendState state : allBackendStates) {
            m_state.add({{"backend", name}, {"state", backendStateName(state).toStdString()}},
                        status.state == state ? 1 : 0);
        }
        if (status.dataFrom) {
            m_age.add({{"backend", name}}, seconds(m_now - *status.dataFrom));
            m_latency.add({{"backend", name}}, seconds(status.latency));
        }
        addSources(status, name);
        // None is a figure as well: an increase needs a beginning.
        for (const ErrorKind kind : pollErrors) {
            const auto failed = backend.tally.failedPolls.find(kind);
            m_errors.add({{"backend", name}, {"kind", errorKindName(kind).toStdString()}},
                         failed == backend.tally.failedPolls.end() ? 0 : double(failed->second));
        }
        for (size_t kind = 0; kind < eventKindCount; ++kind) {
            m_events.add(
                {{"backend", name}, {"kind", eventKindName(EventKind(kind)).toStdString()}},
                double(backend.tally.events[kind]));
        }
        for (size_t end = size_t(HowEnded::None) + 1; end < howEndedCount; ++end) {
            m_ends.add({{"backend", name}, {"end", endName(HowEnded(end)).toStdString()}},
                       double(backend.tally.ends[end]));
        }
    }

    void moveTo(MetricFamilies &families)
    {
        for (MetricWriter *writer :
             {&m_info, &m_up, &m_state, &m_age, &m_latency, &m_complete, &m_notDecoded, &m_problems,
              &m_denied, &m_errors, &m_events, &m_ends})
            writer->moveTo(families);
    }

private:
    void addSources(const BackendStatus &status, const std::string &name)
    {
        for (const SourceStatus &source : status.sources) {
            const std::string text = labelValue(source.name);
            m_complete.add({{"backend", name}, {"source", text}}, source.complete ? 1 : 0);
            m_notDecoded.add({{"backend", name}, {"source", text}}, double(source.notDecoded));
        }
        m_problems.add({{"backend", name}}, double(status.problems.size()));
        m_denied.add({{"backend", name}},
                     double(std::count_if(status.absent.begin(), status.absent.end(),
                                          std::mem_fn(&AbsentSource::isDenied))));
    }

    const SteadyTime m_now;
    MetricWriter m_info = gauge("lockmaster_backend_info", "What a backend is; always 1.");
    MetricWriter m_up = gauge("lockmaster_backend_up", "Whether the last poll was answered.");
    MetricWriter m_state =
        gauge("lockmaster_backend_state", "1 for the state that the backend is in.");
    MetricWriter m_age =
        gauge("lockmaster_backend_data_age_seconds", "How old the data of the backend are.");
    MetricWriter m_latency =
        gauge("lockmaster_backend_poll_duration_seconds", "What the last poll took on the wire.");
    MetricWriter m_complete =
        gauge("lockmaster_source_complete",
              "Whether all of a table or keyspace was read at the last poll.");
    MetricWriter m_notDecoded =
        gauge("lockmaster_source_not_decoded", "Entries that were looked at and are no locks.");
    MetricWriter m_problems =
        gauge("lockmaster_backend_problems", "Problems that stand in the way at the moment.");
    MetricWriter m_denied =
        gauge("lockmaster_backend_denied_tables",
              "Default tables that the account may not read, and that may hold locks.");
    MetricWriter m_errors =
        counter("lockmaster_backend_errors_total", "Polls that were not answered, by error.");
    MetricWriter m_events =
        counter("lockmaster_events_total", "What happened to locks and the backend, by event.");
    MetricWriter m_ends =
        counter("lockmaster_holds_ended_total", "Holds that ended, by what is known of how.");
};

/** All locks, counted. */
class LockTotals
{
public:
    explicit LockTotals(SteadyTime now) : m_now(now) {}

    void add(const BackendSnapshot &snapshot)
    {
        const std::string name = labelValue(snapshot.status.name);
        std::map<QString, Sums> sums;
        // What has no locks is told of as well: none is a figure.
        for (const SourceStatus &source : snapshot.status.sources) {
            for (const QString &system : source.systems) {
                if (isToldWhenNone(system))
                    sums[system];
            }
        }
        std::array<qint64, allFindingIds.size()> findings{};
        const SourceId *source = nullptr;
        Sums *of = nullptr;
        for (const PackedLock &lock : snapshot.locks) {
            if (!of || lock.source().get() != source) {
                source = lock.source().get();
                of = &sums[source->system];
            }
            count(lock, *of);
            if (const quint32 bits = lock.findings()) {
                for (size_t i = 0; i < allFindingIds.size(); ++i)
                    findings[i] += (bits >> int(allFindingIds[i])) & 1;
            }
        }
        for (const auto &[system, sum] : sums)
            write(name, system.toStdString(), sum);
        if (snapshot.status.sources.empty())
            return;
        for (size_t i = 0; i < allFindingIds.size(); ++i) {
            m_findings.add(
                {{"backend", name}, {"finding", findingName(allFindingIds[i]).toStdString()}},
                double(findings[i]));
        }
    }

    void moveTo(MetricFamilies &families)
    {
        for (MetricWriter *writer : {&m_locks, &m_longest, &m_waiters, &m_most, &m_findings})
            writer->moveTo(families);
    }

private:
    struct Sums {
        std::array<qint64, allStates.size()> states{};
        std::optional<SteadyTime> heldSince; ///< the first of those that are known
        std::optional<qint64> waiters;
        qint64 mostWaiters = 0;
    };

    static void count(const PackedLock &lock, Sums &sums)
    {
        const LockState state = lock.state();
        ++sums.states[size_t(state)];
        if (!isHeld(state))
            return;
        if (const auto since = lock.heldSince())
            sums.heldSince = std::min(sums.heldSince.value_or(*since), *since);
        if (const auto waiters = lock.waiterCount()) {
            sums.waiters = sums.waiters.value_or(0) + *waiters;
            sums.mostWaiters = std::max(sums.mostWaiters, *waiters);
        }
    }

    void write(const std::string &backend, const std::string &system, const Sums &sums)
    {
        const MetricLabels labels = {{"backend", backend}, {"system", system}};
        for (const LockState state : allStates) {
            MetricLabels withState = labels;
            withState.insert(withState.begin() + 1, {"state", lockStateName(state).toStdString()});
            m_locks.add(std::move(withState), double(sums.states[size_t(state)]));
        }
        if (sums.heldSince)
            m_longest.add(labels, seconds(m_now - *sums.heldSince));
        if (sums.waiters) {
            m_waiters.add(labels, double(*sums.waiters));
            m_most.add(labels, double(sums.mostWaiters));
        }
    }

    const SteadyTime m_now;
    MetricWriter m_locks = gauge("lockmaster_locks", "Locks, by system and state.");
    MetricWriter m_longest =
        gauge("lockmaster_longest_held_seconds",
              "How long the lock that is held for longest has been, as far as known.");
    MetricWriter m_waiters =
        gauge("lockmaster_waiters", "Who waits for locks, where that can be known.");
    MetricWriter m_most =
        gauge("lockmaster_most_waiters", "How many wait for the lock that most wait for.");
    MetricWriter m_findings = gauge("lockmaster_findings", "Locks that something is wrong with.");
};

MetricLabels labelsOf(const SourceId &source, const std::string &name)
{
    return {{"backend", labelValue(source.backend)},
            {"lock", name},
            {"source", labelValue(source.name)},
            {"system", labelValue(source.system)}};
}

/** The locks that a pattern names, each by itself. */
class LockSeries
{
public:
    LockSeries(const SeriesChoice &choice, SteadyTime now) : m_choice(choice), m_now(now) {}

    void add(const BackendSnapshot &snapshot)
    {
        if (m_choice.patterns.empty() && m_choice.notes.empty())
            return;
        for (const PackedLock &lock : snapshot.locks) {
            if (isWanted(lock.name()))
                addLock(lock);
        }
    }

    void moveTo(MetricFamilies &families)
    {
        m_leftOut.add({{"kind", "lock"}}, double(m_left));
        for (MetricWriter *writer : {&m_info, &m_state, &m_held, &m_ttl, &m_waiters, &m_leftOut})
            writer->moveTo(families);
    }

    void leaveOutLeaders(size_t count) { m_leftOut.add({{"kind", "leader"}}, double(count)); }

private:
    bool isWanted(QByteArrayView name) const
    {
        return std::any_of(
                   m_choice.patterns.begin(), m_choice.patterns.end(),
                   [name](const QByteArray &pattern) { return redisGlobMatches(pattern, name); })
               || std::any_of(m_choice.notes.begin(), m_choice.notes.end(),
                              [name](const LockNote &note) {
                                  return note.series && redisGlobMatches(note.pattern, name);
                              });
    }

    void addNote(QByteArrayView name, const MetricLabels &labels)
    {
        const LockNote *note = noteOf(m_choice.notes, name);
        if (!note)
            return;
        MetricLabels withNote = labels;
        withNote.insert(withNote.begin() + 2,
                        {{"note", literalText(note->note).toStdString()},
                         {"runbook", literalText(note->runbook).toStdString()}});
        m_info.add(std::move(withNote), 1);
    }

    void addLock(const PackedLock &lock)
    {
        // Before anything is worked out: these may be a hundred thousand.
        if (m_seen.size() >= m_choice.most) {
            ++m_left;
            return;
        }
        const LockId id = lock.id();
        MetricLabels labels = labelsOf(*id.source, labelValue(id.name));
        // Two names may look the same where one holds what is shown by an escape.
        if (!m_seen.insert(labels).second) {
            ++m_left;
            return;
        }
        addNote(id.name, labels);
        for (const LockState state : allStates) {
            MetricLabels withState = labels;
            withState.insert(withState.begin() + 3, {"state", lockStateName(state).toStdString()});
            m_state.add(std::move(withState), lock.state() == state ? 1 : 0);
        }
        if (lock.state() == LockState::Unknown)
            return;
        if (isHeld(lock.state()) && lock.heldSince())
            m_held.add(labels, seconds(m_now - *lock.heldSince()));
        if (lock.state() != LockState::Free) {
            if (const auto ttl = lock.ttlAt(m_now))
                m_ttl.add(labels, seconds(*ttl));
        }
        if (const auto waiters = lock.waiterCount())
            m_waiters.add(std::move(labels), double(*waiters));
    }

    const SeriesChoice &m_choice;
    const SteadyTime m_now;
    std::set<MetricLabels> m_seen;
    size_t m_left = 0;
    MetricWriter m_info =
        gauge("lockmaster_lock_info", "What the profile says of the lock; always 1.");
    MetricWriter m_state = gauge("lockmaster_lock_state",
                                 "1 for the state that the lock is in; locks that were chosen.");
    MetricWriter m_held =
        gauge("lockmaster_lock_held_seconds", "For how long the lock has been held, at least.");
    MetricWriter m_ttl = gauge("lockmaster_lock_ttl_seconds",
                               "What is left of the lease; negative once it is over.");
    MetricWriter m_waiters = gauge("lockmaster_lock_waiters", "How many wait for the lock.");
    MetricWriter m_leftOut =
        gauge("lockmaster_series_left_out",
              "Locks and leaders that would have series of their own, and are too many.");
};

/** Who leads. */
class LeaderMetrics
{
public:
    explicit LeaderMetrics(SteadyTime now) : m_now(now) {}

    void add(const ExportedBackend &backend)
    {
        for (const auto &watch : backend.snapshot->leaders) {
            const LockId &id = watch->lock->id;
            const MetricLabels labels = labelsOf(*id.source, labelValue(id.name));
            if (m_seen.size() >= mostLeaders || !m_seen.insert(labels).second) {
                ++m_left;
                continue;
            }
            addNow(*watch, labels);
            if (const auto tally = backend.tally.leaders.find(id);
                tally != backend.tally.leaders.end())
                addTally(tally->second, labels);
        }
    }

    void moveTo(MetricFamilies &families)
    {
        for (MetricWriter *writer :
             {&m_info, &m_present, &m_vacant, &m_lease, &m_heartbeat, &m_failovers, &m_vacantTotal})
            writer->moveTo(families);
    }

    size_t leftOut() const { return m_left; }

private:
    void addNow(const LeaderWatch &watch, const MetricLabels &labels)
    {
        const LockRecord &lock = *watch.lock;
        const LeaderFigures &figures = watch.figures;
        if (figures.lease)
            m_lease.add(labels, seconds(*figures.lease));
        if (lock.state == LockState::Unknown)
            return;
        const bool led = !figures.vacantSince && isHeld(lock.state);
        m_present.add(labels, led ? 1 : 0);
        m_vacant.add(labels, figures.vacantSince ? seconds(m_now - *figures.vacantSince) : 0);
        if (figures.lastHeartbeat)
            m_heartbeat.add(labels, seconds(m_now - *figures.lastHeartbeat));
        if (!led || lock.holders.empty())
            return;
        MetricLabels withOwner = labels;
        withOwner.insert(withOwner.begin() + 2, {"owner", labelValue(lock.holders.front().label)});
        m_info.add(std::move(withOwner), 1);
    }

    void addTally(const LeaderTally &tally, const MetricLabels &labels)
    {
        const auto count = [&](const char *kind, qint64 value) {
            MetricLabels withKind = labels;
            withKind.insert(withKind.begin() + 1, {"kind", kind});
            m_failovers.add(std::move(withKind), double(value));
        };
        count("takeover", tally.takeovers);
        count("return", tally.returns);
        m_vacantTotal.add(labels, seconds(tally.vacant));
    }

    const SteadyTime m_now;
    std::set<MetricLabels> m_seen;
    size_t m_left = 0;
    MetricWriter m_info = gauge("lockmaster_leader_info", "Who leads; always 1.");
    MetricWriter m_present = gauge("lockmaster_leader_present", "Whether somebody leads.");
    MetricWriter m_vacant =
        gauge("lockmaster_leader_vacant_seconds", "For how long nobody has led; 0 while one does.");
    MetricWriter m_lease =
        gauge("lockmaster_leader_lease_seconds", "For how long a heartbeat holds.");
    MetricWriter m_heartbeat =
        gauge("lockmaster_leader_heartbeat_age_seconds", "How old the last heartbeat is.");
    MetricWriter m_failovers =
        counter("lockmaster_leader_failovers_total",
                "How often another took the lead over, or the same came back.");
    MetricWriter m_vacantTotal = counter("lockmaster_leader_vacant_seconds_total",
                                         "Time without a leader, of failovers that were seen.");
};

/** What the rules found. */
class AlertMetrics
{
public:
    void add(const ExportedAlerts &alerts)
    {
        std::map<QString, qint64> firing;
        for (const ExportedAlert &alert : alerts.firing) {
            ++firing[alert.rule];
            addAlert(alert);
        }
        const auto count = [](const std::map<QString, qint64> &counts, const QString &rule) {
            const auto found = counts.find(rule);
            return double(found == counts.end() ? 0 : found->second);
        };
        for (const QString &rule : alerts.rules) {
            const MetricLabels labels = {{"rule", labelValue(rule)}};
            m_firing.add(labels, count(firing, rule));
            m_begun.add(labels, count(alerts.begun, rule));
        }
        m_leftOut.add({}, double(alerts.leftOut));
        for (const ExportedAlerts::Delivery &delivery : alerts.deliveries) {
            const auto outcome = [&](const char *word, qint64 value) {
                m_deliveries.add({{"outcome", word}, {"to", delivery.to}}, double(value));
            };
            outcome("delivered", delivery.delivered);
            outcome("dropped", delivery.dropped);
            outcome("failed", delivery.failed);
        }
    }

    void moveTo(MetricFamilies &families)
    {
        for (MetricWriter *writer : {&m_firing, &m_active, &m_begun, &m_leftOut, &m_deliveries})
            writer->moveTo(families);
    }

private:
    void addAlert(const ExportedAlert &alert)
    {
        MetricLabels labels = {{"backend", labelValue(alert.backend)},
                               {"lock", labelValue(alert.lock)},
                               {"rule", labelValue(alert.rule)},
                               {"source", labelValue(alert.source)},
                               {"system", labelValue(alert.system)}};
        if (m_seen.size() >= mostAlerts || !m_seen.insert(labels).second)
            return;
        labels.insert(labels.begin() + 2, {{"note", literalText(alert.note).toStdString()}});
        labels.insert(labels.begin() + 4, {{"runbook", literalText(alert.runbook).toStdString()}});
        m_active.add(std::move(labels), 1);
    }

    std::set<MetricLabels> m_seen;
    MetricWriter m_firing =
        gauge("lockmaster_alerts_firing", "Alerts that have begun and not ended, by rule.");
    MetricWriter m_active =
        gauge("lockmaster_alert", "An alert that has begun and not ended; always 1.");
    MetricWriter m_begun =
        counter("lockmaster_alerts_told_total", "Alerts that were told to begin.");
    MetricWriter m_leftOut =
        gauge("lockmaster_alerts_left_out",
              "Locks that a rule finds, and that are too many to be followed.");
    MetricWriter m_deliveries = counter("lockmaster_alert_deliveries_total",
                                        "What a command or a webhook was told, and was not.");
};

} // namespace

MetricFamilies lockMetrics(const ExportedState &state, const SeriesChoice &series, SteadyTime now)
{
    BackendMetrics backends(now);
    LockTotals totals(now);
    LockSeries locks(series, now);
    LeaderMetrics leaders(now);
    for (const ExportedBackend &backend : state.backends) {
        backends.add(backend);
        totals.add(*backend.snapshot);
        locks.add(*backend.snapshot);
        leaders.add(backend);
    }
    MetricWriter complete = gauge("lockmaster_profile_complete",
                                  "Whether every backend of the profile could be understood.");
    complete.add({}, state.complete ? 1 : 0);

    MetricWriter recording =
        gauge("lockmaster_history_recording", "Whether the history of locks is recorded.");
    MetricWriter dropped = counter("lockmaster_history_dropped_events_total",
                                   "Events that came too fast for the history.");
    if (state.history) {
        recording.add({}, state.history->recording ? 1 : 0);
        dropped.add({}, double(state.history->droppedEvents));
    }

    AlertMetrics alerts;
    if (state.alerts)
        alerts.add(*state.alerts);

    MetricFamilies families;
    complete.moveTo(families);
    recording.moveTo(families);
    dropped.moveTo(families);
    backends.moveTo(families);
    totals.moveTo(families);
    locks.leaveOutLeaders(leaders.leftOut());
    locks.moveTo(families);
    leaders.moveTo(families);
    alerts.moveTo(families);
    return families;
}

} // namespace lockmaster

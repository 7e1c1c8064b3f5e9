// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/alertengine.h"
#include "core/monitor/backendtracker.h"
#include "tests/support/fakereader.h"
#include "tests/support/manualclock.h"

#include <QTest>

namespace lockmaster::test {

/** What is usual, by hand. */
class FakeNorms : public HoldNorms
{
public:
    Norm of(const LockId &id) override
    {
        ++asked;
        const auto found = norms.find(id.name);
        return found == norms.end() ? Norm{true, 0, {}} : found->second;
    }

    std::map<QByteArray, Norm> norms;
    int asked = 0;
};

/** When locks were taken, by hand. */
class FakeRhythms : public LockRhythms
{
public:
    const std::vector<TakenLock> *of(const AlertRule & /*rule*/, const QString &) override
    {
        ++asked;
        return known ? &locks : nullptr;
    }

    bool known = true;
    std::vector<TakenLock> locks;
    int asked = 0;
};

/** What checks of one's own say, by hand. */
class FakeChecks : public HolderChecks
{
public:
    explicit FakeChecks(const Clock &clock) : m_clock(clock) {}
    void setCommands(const AliveCommands &commands) override { given = commands; }
    std::optional<Word> of(const PackedLock & /*lock*/) override
    {
        ++asked;
        if (!said)
            return std::nullopt;
        return Word{{LifeEvidence::Source::Check, *said, QStringLiteral("as asked"), m_clock.now()},
                    askedAt.value_or(m_clock.now()),
                    m_clock.now() + std::chrono::seconds(10)};
    }

    std::optional<Life> said; ///< none: there is nobody to ask
    std::optional<SteadyTime> askedAt;
    AliveCommands given;
    int asked = 0;

private:
    const Clock &m_clock;
};

/** Called `r`, and on. */
inline AlertRule plainAlertRule(AlertKind kind, Micros over = Micros(0))
{
    AlertRule rule;
    rule.name = QStringLiteral("r");
    rule.kind = kind;
    rule.over = over;
    return rule;
}

/** How a server's locks go out of sight. */
enum class Blindness { Lost, Stale, Paused, NotWhole };

/** One backend, whose tracker is driven by hand, and an engine that takes what it publishes. */
class AlertStage
{
public:
    explicit AlertStage(AlertRule rule) : AlertStage(settingsOf(std::move(rule))) {}
    explicit AlertStage(AlertSettings theSettings) : settings(std::move(theSettings))
    {
        m_spec.name = QStringLiteral("b");
        m_tracker = std::make_unique<BackendTracker>(m_spec, clock);
        begin();
    }

    static AlertSettings settingsOf(AlertRule rule)
    {
        AlertSettings settings;
        settings.rules = {std::move(rule)};
        settings.zone = QTimeZone::utc();
        return settings;
    }

    /** Another engine; what is to outlive the program does. */
    void begin()
    {
        const AlertMemory memory = engine ? engine->memory() : AlertMemory();
        engine = std::make_unique<AlertEngine>(settings, norms, rhythms, checks, clock);
        engine->restore(memory);
    }

    LockRecord lock(const QByteArray &name,
                    std::optional<Micros> ttl = std::chrono::hours(24)) const
    {
        return fakeLock(source, name, "web-3", ttl, clock.now());
    }

    /// Each takes a second.
    void read(std::vector<LockRecord> records, bool complete = true)
    {
        Observation seen = fakeObservation(source, std::move(records));
        seen.complete = complete;
        publish(m_tracker->read(fakeReading({std::move(seen)}), clock.now()).snapshot);
    }
    void readAll(std::vector<Observation> observations)
    {
        publish(m_tracker->read(fakeReading(std::move(observations)), clock.now()).snapshot);
    }
    void readElection(std::vector<LockRecord> records)
    {
        publish(
            m_tracker->read(fakeReading({fakeElection(source, std::move(records))}), clock.now())
                .snapshot);
    }
    /** By a tracker that knows nothing yet. */
    void watchAnew() { m_tracker = std::make_unique<BackendTracker>(m_spec, clock); }
    void lose()
    {
        publish(m_tracker->lose({ErrorKind::Timeout, 0, QStringLiteral("silent"), {}}).snapshot);
    }
    void setPaused(bool paused)
    {
        m_tracker->status().paused = paused;
        publish(m_tracker->restate());
    }
    void goStale()
    {
        m_tracker->status().state = BackendState::Stale;
        publish(m_tracker->restate());
    }
    /** Where it is not whole, `records` are what was read of it. */
    void goBlind(Blindness how, std::vector<LockRecord> records = {})
    {
        switch (how) {
        case Blindness::Lost: return lose();
        case Blindness::Stale: return goStale();
        case Blindness::Paused: return setPaused(true);
        case Blindness::NotWhole: return read(std::move(records), false);
        }
    }
    /** Ends a pause; from the others the next reading leads out. */
    void unpause(Blindness how)
    {
        if (how == Blindness::Paused)
            setPaused(false);
    }
    /** A column `how`, and a row for each where nothing at all is seen. */
    static void addBlindness()
    {
        QTest::addColumn<Blindness>("how");
        QTest::newRow("lost") << Blindness::Lost;
        QTest::newRow("stale") << Blindness::Stale;
        QTest::newRow("paused") << Blindness::Paused;
    }
    void publish(const std::shared_ptr<const BackendSnapshot> &snapshot)
    {
        last = snapshot;
        engine->take(1, snapshot);
        clock.advance(std::chrono::seconds(1));
    }
    void wait(Micros time)
    {
        clock.advance(time);
        engine->step();
    }

    /** `+lock` for each that begins, `-lock cleared` for each that ends. */
    QString told()
    {
        QStringList all;
        for (const AlertNews &news : engine->takeNews()) {
            const AlertSubject &subject = news.alert.subject;
            const QString name =
                subject.isLock() ? QString::fromUtf8(subject.name) : subject.backend;
            all.append(news.end ? u'-' + name + u' ' + alertEndName(*news.end) : u'+' + name);
        }
        return all.join(QStringLiteral(", "));
    }
    Alert only() const
    {
        const AlertBoard board = engine->board();
        return board.alerts.size() == 1 ? board.alerts.front() : Alert();
    }
    /**
     * What the history says of a lock: it was taken `ago`, and had for a second; somebody has
     * looked for the time `looked`, until now.
     */
    TakenLock taken(const QByteArray &name, Micros ago, Micros looked = std::chrono::hours(100),
                    HoldFigures gaps = {}) const
    {
        const ServerTime now = clock.wallNow();
        TakenLock lock{{source, name}, {}};
        lock.rhythm.began = now - ago;
        lock.rhythm.until = now - ago + std::chrono::seconds(1);
        lock.rhythm.seen = SeenStretch{now - looked, now};
        lock.rhythm.gaps = gaps;
        return lock;
    }
    AlertSubject subject(const QByteArray &name) const
    {
        return {source->backend, source->system, source->name, name};
    }

    ManualClock clock;
    FakeNorms norms;
    FakeRhythms rhythms;
    FakeChecks checks{clock};
    AlertSettings settings;
    std::unique_ptr<AlertEngine> engine;
    std::shared_ptr<const SourceId> source = fakeSource(QStringLiteral("b"));
    std::shared_ptr<const BackendSnapshot> last;

private:
    BackendSpec m_spec;
    std::unique_ptr<BackendTracker> m_tracker;
};

} // namespace lockmaster::test

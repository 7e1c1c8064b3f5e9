// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/leaders/leadertracker.h"

#include "tests/support/manualclock.h"

#include <QRandomGenerator>

namespace lockmaster::test {

/**
 * An election in a table, played on a clock that is turned by hand: candidates that renew or take
 * over by the usual rule, a column that loses digits, and a watcher that looks now and then.
 */
class LeaderWorld
{
public:
    struct Setting {
        Micros period = std::chrono::seconds(1);
        Micros lease = std::chrono::seconds(3);
        Micros precision{1000};
        bool rounds = false;
        Micros jitter{0}; ///< each tick comes up to this much late
        Micros poll = std::chrono::milliseconds(200);
        Micros pollDrift{2000}; ///< what a look takes on top of `poll`, up to twice that
    };
    struct Candidate {
        QByteArray identity;
        SteadyTime nextTick{};
        SteadyTime plan{}; ///< without the jitter
        Micros period{0};  ///< the setting's, unless it is changed
        Micros skew{0};
        bool runs = true;
        bool reckless = false; ///< writes without asking who leads
        bool leads = false;    ///< as it saw itself at its last tick
    };
    /** The lead went to another candidate, or back after its lease had run out. */
    struct Change {
        SteadyTime at{};
        QByteArray to;
    };

    /** What one look showed: all that a watcher can know. */
    struct Shown {
        SteadyTime at{};
        QByteArray holder;
        qint64 stored = 0;

        friend bool operator==(const Shown &, const Shown &) = default;
    };

    LeaderWorld(const Setting &setting, quint32 seed);

    size_t add(const QByteArray &identity, Micros skew = Micros::zero());
    Candidate &operator[](size_t index) { return m_candidates[index]; }
    /** The one that leads by the row; none: nobody that runs. */
    std::optional<size_t> leader() const;
    void kill(size_t index);
    void start(size_t index);  ///< ticks somewhere in the next period
    void remove(size_t index); ///< those that follow change places
    void clearRow();           ///< as a step-down does

    void run(Micros duration);
    /** Runs until this finding is there, or not; how long that took, none: it did not happen. */
    std::optional<Micros> runUntil(FindingId id, bool there, Micros most);

    SteadyTime now() const { return m_clock.now(); }
    std::shared_ptr<const LeaderWatch> watch();
    bool has(FindingId id) const { return m_seen && m_seen->hasFinding(id); }
    QString evidence(FindingId id) const;

    bool silent = false; ///< the server does not answer the watcher
    bool rowMissing = false;
    Micros serverJump{0}; ///< what the server's clock is off from all others
    std::vector<Change> changes;
    std::vector<Shown> shown; ///< by the looks at a row
    QStringList everFound;    ///< each finding seen at any look: its name and first evidence
    int toggles = 0;          ///< how often the findings of two looks differed
    int looks = 0;
    LeaderTracker tracker;

private:
    struct Row {
        QByteArray holder;
        qint64 stored = 0;
    };
    Micros random(Micros below);
    qint64 wall(SteadyTime at) const;
    qint64 toColumn(qint64 micros) const;
    void tick(Candidate &candidate);
    void look();

    Setting m_setting;
    ManualClock m_clock;
    QRandomGenerator m_random;
    std::vector<Candidate> m_candidates;
    std::optional<Row> m_row;
    SteadyTime m_nextLook{};
    std::shared_ptr<const LockRecord> m_seen;
    std::shared_ptr<const SourceId> m_source;
};

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/chainwatch.h"
#include "core/alerts/silencewatch.h"
#include "core/alerts/stillnesswatch.h"
#include "core/monitor/backendsnapshot.h"

namespace lockmaster {

/**
 * Turns snapshots into alerts. What cannot be seen (a backend that does not answer, or whose data
 * are old, a lock that is unknown) neither begins nor ends an alert; the time for which a thing has
 * to be so (`for`) begins anew behind it. Each alert is told once when it begins and once when it
 * ends; one that began in quiet hours or while its lock was snoozed is told when they are over, if
 * it still is, and else never was.
 *
 * Locks that did not change are not looked at before something of them may be due. Lives on one
 * thread; no I/O, but for `norms`, `rhythms` and `checks`.
 */
class AlertEngine
{
public:
    /** All but `settings` must outlive the engine. */
    AlertEngine(const AlertSettings &settings, HoldNorms &norms, LockRhythms &rhythms,
                HolderChecks &checks, const Clock &clock);

    /** From now on. An alert of a rule that is another now ends. */
    void setSettings(const AlertSettings &settings);

    /** The newest of what one observer publishes. */
    void take(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot);
    /** It watches no more. Alerts of its backend wait a minute for another that does. */
    void end(quint64 key);
    /** Time has passed. */
    void step();
    /** When `step()` has something to do, unless more is taken before. */
    std::optional<SteadyTime> nextDue() const;

    /// For the operator. What has begun of a lock, or of a backend, counts as known, and is not
    /// told any more; snoozed: what begins by then is kept back as in quiet hours.

    void acknowledge(const AlertSubject &subject) { m_book.acknowledge(subject); }
    void acknowledge(const QString &rule, const std::vector<AlertSubject> &subjects)
    {
        m_book.acknowledge(rule, subjects);
    }
    void snooze(const AlertSubject &subject, ServerTime until) { m_book.snooze(subject, until); }
    void wake(const AlertSubject &subject) { m_book.wake(subject); }

    /** What is to be told, in the order in which it happened; once. */
    std::vector<AlertNews> takeNews() { return m_book.takeNews(); }
    /** Whether the board is another one than at the last call. */
    bool takeChanged() { return m_book.takeChanged(); }
    AlertBoard board() const;
    /** Why a rule cannot work; empty: none such is known. Translated. */
    QString problem();

    AlertMemory memory() const { return m_book.memory(); }
    /** To be called before anything is taken: what is still so goes on, what is not has ended
     * meanwhile. */
    void restore(const AlertMemory &memory);

private:
    /** How a lock stands, beside the lock in the list. */
    struct Mark {
        SteadyTime due{};      ///< before that nothing of it turns by itself
        bool followed = false; ///< the book may know it
        bool refused = false;
    };
    struct Watched {
        std::shared_ptr<const BackendSnapshot> snapshot;
        LockList locks; ///< the last that could be seen
        std::vector<Mark> marks;
        SteadyTime locksDue = SteadyTime::max(); ///< the earliest of the marks
        SteadyTime leadersDue = SteadyTime::max();
        SteadyTime backendDue = SteadyTime::max();
        SilenceWatch silence;
        StillnessWatch stillness;
        qint64 refused = 0;
        bool blind = true;
        bool aligned = false; ///< there was a list before
        bool swept = false;   ///< what an earlier run left was looked for
    };

    void align(Watched &watched, const LockList &locks);
    void lookAtLocks(Watched &watched, bool recovered);
    void lookAt(Watched &watched, const PackedLock &lock, Mark &mark);
    void lookAtLeaders(Watched &watched);
    void lookAtBackend(Watched &watched);
    void lookAtChains();
    void lookAtSilence(Watched &watched, bool changed);
    void lookAtStillness(Watched &watched);
    void sweep(Watched &watched);
    void forgetUnwatched();
    QString gapProblem() const;

    OpenAlerts m_book;
    HoldNorms &m_norms;
    LockRhythms &m_rhythms;
    HolderChecks &m_checks;
    const Clock &m_clock;
    std::vector<CompiledRule> m_rules; ///< those that are on
    std::map<quint64, Watched> m_watched;
    ChainWatch m_chains;
    std::optional<SteadyTime> m_strangersUntil; ///< alerts may be of a backend that nobody watches
    SteadyTime m_now{};
};

} // namespace lockmaster

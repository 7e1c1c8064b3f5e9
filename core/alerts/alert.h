// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/alertrule.h"
#include "core/domain/lockrecord.h"
#include "core/verdict/verdict.h"

#include <memory>

namespace lockmaster {

/** What an alert is about: a lock, or a backend (then only that is set). */
struct AlertSubject {
    QString backend;
    QString system;
    QString source;
    QByteArray name;

    bool isLock() const { return !system.isEmpty(); }

    friend bool operator==(const AlertSubject &, const AlertSubject &) = default;
    friend bool operator<(const AlertSubject &a, const AlertSubject &b)
    {
        return std::tie(a.backend, a.system, a.source, a.name)
               < std::tie(b.backend, b.system, b.source, b.name);
    }
};

AlertSubject alertSubject(const LockId &id);
/** Only where the subject is a lock. */
LockId alarmedLock(const AlertSubject &subject);

/** How much is at stake, the worst first. */
enum class AlertSeverity : quint8 {
    Serious, ///< two may believe to have it, nobody can, or nobody knows
    Warning, ///< somebody waits, is late or is gone
    Notice,  ///< it only describes how a lock is kept
};

/** By its kind alone, and of a finding by the trouble that it tells of: no limit changes it. */
AlertSeverity severityOf(const AlertRule &rule);

/** What a rule found, from when it began. A value; texts are translated, names untrusted. */
struct Alert {
    QString id; ///< the same from its begin to its end, also across a restart; no other has it
    QString rule;
    AlertKind kind = AlertKind::Held;
    AlertSeverity severity = AlertSeverity::Warning;
    AlertSubject subject;
    /** As it was when the alert began, or ended; null for a backend, and after a restart. */
    std::shared_ptr<const LockRecord> lock;
    /** A digest of who held it when it began, where it is about a hold; else empty. */
    QByteArray holder;
    QString reason;      ///< one sentence: what is so, with the figures when it began
    ServerTime began{};  ///< this machine's wall clock
    bool told = false;   ///< it was said that it began; false: quiet hours, or snoozed
    bool unseen = false; ///< it cannot be seen at the moment whether it is still so
    bool acknowledged = false;
    std::optional<ServerTime> snoozedUntil; ///< the lock is
    QString note;                           ///< what the profile says of the lock
    QString runbook;
    /** Whether its holder lived when it began, by the lock alone; none: nobody holds it, or after a
     * restart. */
    std::optional<Verdict> verdict = {};

    friend bool operator==(const Alert &, const Alert &) = default;
};

/** How an alert ended. */
enum class AlertEnd : quint8 {
    Cleared,    ///< it is not so any more
    Gone,       ///< the lock is not there any more
    NotWatched, ///< nobody watches the backend any more: what became of it is not known
    RuleOff,    ///< the rule is gone, or another one
};

/** The JSON word: `cleared`, `gone`, `not_watched`, `rule_off`. */
QString alertEndName(AlertEnd end);

/** Something to be told, once. */
struct AlertNews {
    Alert alert;
    std::optional<AlertEnd> end; ///< none: it begins
    ServerTime at{};
};

/** All alerts as they stand. Immutable once published. */
struct AlertBoard {
    std::vector<Alert> alerts; ///< that have begun and not ended, by begin
    qint64 leftOut = 0;        ///< more locks than can be followed one by one
    /** How often a rule's alert was told to begin, by rule. */
    std::vector<std::pair<QString, qint64>> told;
    QString problem; ///< why something of it does not work; empty: nothing
};

/** `billing`, or `billing, dist_lock: nightly` where it is a lock; shown literally. */
QString alertSubjectText(const AlertSubject &subject);

/**
 * One line: `held-long: order:42 (billing): held for 1 h 2 m by web-3`. Before the reason stands
 * that it is only likely a lock, and behind it what is known of its holder's life, if anything is.
 */
QString alertLine(const AlertNews &news);

} // namespace lockmaster

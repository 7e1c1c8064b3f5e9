// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/domain/finding.h"

#include <QString>

#include <optional>
#include <span>
#include <vector>

namespace lockmaster {

/** What a rule looks at. */
enum class AlertKind : quint8 {
    Held,         ///< `held`: one holder has had a lock for longer than `over`
    HeldUnusual,  ///< `held-unusual`: for longer than 99 of 100 of that lock's holds before
    EndsSoon,     ///< `ends-soon`: it is held, and no more than `over` is left of its lease
    Expired,      ///< `expired`: written down, and nobody has taken it for longer than `over`
    Waiters,      ///< `waiters`: more wait for a lock than `above`
    LeaderVacant, ///< `leader-vacant`: nobody has led for longer than `over`
    Finding,      ///< `finding`: a lock has this finding
    BackendLost,  ///< `backend-lost`: a server does not answer
    Blocks,       ///< `blocks`: more than `above` wait behind one holder, directly or not
    BlocksLong,   ///< `blocks-long`: somebody has waited behind one holder for longer than `over`
    WaitCycle,    ///< `wait-cycle`: they wait for each other, on one server or on several
    NotTaken,     ///< `not-taken`: nobody has taken a lock for longer than `over`, or than usual
    Stuck,        ///< `stuck`: something is held, and nothing has moved for longer than `over`
    HolderGone,   ///< `holder-gone`: held for longer than `over` by one who is gone, as asked
};

struct AlertRule;

/** All that is to be known of a kind but when it is so, which `alertcondition` decides.
 */
struct AlertKindTraits {
    /** What an alert is about, and ends with. `Absence`: what a lock lacks, which need not be
     * there. `Place`: all locks of a source. */
    enum class Subject : quint8 { Hold, Lock, Leader, Backend, Chain, Absence, Place };
    /** The value without which a rule says nothing; `OverOrUsual` has one that fits most, and
     * `OverOrRhythm` goes by each lock's own without it. */
    enum class Limit : quint8 { None, Over, OverOrUsual, OverOrRhythm, Above, Finding };

    AlertKind kind;
    QLatin1StringView name; ///< the word of the profile and of the contract
    Subject subject;
    Limit limit;
    QString (*text)(const AlertRule &rule); ///< what it asks, in words; translated
};

/** Every kind, in the order in which people are told of them. */
std::span<const AlertKindTraits> alertKinds();
const AlertKindTraits &traitsOf(AlertKind kind);

QString alertKindName(AlertKind kind);
std::optional<AlertKind> alertKindFromName(QStringView name);

/** When to say something of a lock, or of a backend. */
struct AlertRule {
    QString name; ///< unique among the rules; at most 60 characters
    AlertKind kind = AlertKind::Held;
    bool enabled = true;
    /** `Held`, `EndsSoon`, `Expired`, `LeaderVacant`, `BlocksLong`, `Stuck`, `HolderGone`: the
     * limit; `HeldUnusual`: what is shorter is usual; `NotTaken`: the limit, zero: the lock's own
     * rhythm.
     */
    Micros over{0};
    qint64 above = 0;                        ///< `Waiters`, `Blocks`: the limit
    qint64 leastHolds = 30;                  ///< `HeldUnusual`, `NotTaken`: fewer tell nothing
    FindingId finding = FindingId::NoExpiry; ///< `Finding`
    QString scope;                           ///< a filter, understood; empty: everything
    Micros lasting{0};                       ///< it has to be so all this time

    friend bool operator==(const AlertRule &, const AlertRule &) = default;
};

/** One that says nothing yet but what is usual for its kind. */
AlertRule newAlertRule(const QString &name, AlertKind kind);

/** The rules where nothing else is said. Those that are noise in many places are off. */
std::vector<AlertRule> builtInAlertRules();

/** What a rule asks, in words: `held for more than 1 h`, ... Translated. */
QString alertRuleText(const AlertRule &rule);

} // namespace lockmaster

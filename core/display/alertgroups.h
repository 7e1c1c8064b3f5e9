// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/alert.h"
#include "core/display/lockroles.h"
#include "core/domain/backendspec.h"

#include <QHash>

#include <memory>
#include <vector>

namespace lockmaster {

/** An alert of a board, which lives as long as somebody has it. */
using AlertPointer = std::shared_ptr<const Alert>;

/** What parts alerts: the rule that found them, and the environment of their servers. */
struct AlertKindOf {
    QString rule;
    Environment environment = Environment::Unset;

    friend bool operator==(const AlertKindOf &, const AlertKindOf &) = default;
    friend bool operator<(const AlertKindOf &a, const AlertKindOf &b)
    {
        return std::tie(a.rule, a.environment) < std::tie(b.rule, b.environment);
    }
};

/** What one rule found in one environment. A value. */
struct AlertGroup {
    AlertKindOf kind;
    AlertSeverity severity = AlertSeverity::Warning;
    /** Those that wait for somebody first, the newest of them on top; never empty. */
    std::vector<AlertPointer> alerts;
    int open = 0;        ///< so many wait for somebody
    ServerTime newest{}; ///< when the newest began: of those that wait, where any does
};

/** Nobody has acknowledged or snoozed it. */
bool isOpen(const Alert &alert, ServerTime now);

/**
 * The alerts of a board by rule and environment, the worst first: where somebody waits for an
 * answer, by severity, production before the rest, the newest on top. Servers without an
 * environment in `environments` have none. Its cost grows with the alerts alone.
 */
std::vector<AlertGroup> groupAlerts(const std::shared_ptr<const AlertBoard> &board,
                                    const QHash<QString, Environment> &environments,
                                    ServerTime now);

/** How groups are told, translated and literal. */
namespace AlertGroupText {
/** `no-expiry · production` */
QString title(const AlertGroup &group);
/** `233, 12 new`, `5 new` where all are, `5` where none is */
QString count(const AlertGroup &group);
/** Whose they are, as many as fit into a line, the first ones: `order:1, order:2, …` */
QString names(const AlertGroup &group);
/** All of it in a line: `▲ backend-lost · production · 5, 5 new · cache-1, cache-2` */
QString line(const AlertGroup &group);
/** How loud: red where it is serious, muted where nobody waits for an answer. */
Tone tone(const AlertGroup &group);
QString severity(AlertSeverity severity);
} // namespace AlertGroupText

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/alertrule.h"

#include <QMap>
#include <QStringList>

#include <vector>

namespace lockmaster {

/** Null: there is none of that name. */
const AlertRule *namedRule(const std::vector<AlertRule> &rules, const QString &name);

/** Rules that are changed here while somebody else changed them in the profile. */
struct RebasedRules {
    std::vector<AlertRule> rules; ///< as they are to stand here from now on
    QStringList beside; ///< changed in both, and not the same of them: that is what they say now
    QStringList lost;   ///< changed here, and not to be had so any more
};

/**
 * `here` was made of `before`, and the profile has them as `saved` by now. `bases`: of rules of
 * which both changed the same, what they were made of; those stay as they are here.
 */
RebasedRules rebasedRules(const std::vector<AlertRule> &before, const std::vector<AlertRule> &saved,
                          const std::vector<AlertRule> &here, QMap<QString, AlertRule> &bases);

} // namespace lockmaster

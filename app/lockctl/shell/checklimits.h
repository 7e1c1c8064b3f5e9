// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/options.h"
#include "core/platform/clock.h"
#include "core/domain/finding.h"

#include <tl/expected.hpp>

#include <optional>
#include <vector>

namespace lockmaster {

/** What a monitoring plugin ends with. */
enum class CheckLevel : int { Ok = 0, Warning = 1, Critical = 2, Unknown = 3 };

/** Above these it is a warning, or critical. */
template<class T>
struct CheckLimit {
    std::optional<T> warning;
    std::optional<T> critical;

    bool isSet() const { return warning || critical; }
    CheckLevel levelOf(T value) const
    {
        if (critical && value > *critical)
            return CheckLevel::Critical;
        return warning && value > *warning ? CheckLevel::Warning : CheckLevel::Ok;
    }
};

/** What `check` asks of the locks. */
struct CheckLimits {
    CheckLimit<Micros> held;
    CheckLimit<qint64> expired;
    CheckLimit<qint64> waiters; ///< of one lock
    CheckLimit<qint64> locks;
    std::vector<std::pair<FindingId, CheckLevel>> findings;
    QStringList leaders;
    QStringList existing;
    bool noGone = false;     ///< nobody who holds one may be gone, by the operator's own check
    bool whereKnown = false; ///< what some locks cannot tell is no reason for `Unknown`
    Millis timeout = std::chrono::seconds(10);
};

/** Or one sentence about what cannot be understood. */
tl::expected<CheckLimits, QString> checkLimits(const CheckOptions &options);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QString>

#include <optional>

namespace lockmaster {

/** What `--for` says; none where it cannot be meant, which is said. */
std::optional<Millis> watchingTime(const QString &text);

/** Runs the event loop for so long; a signal ends it early. */
void watchFor(Millis time);

} // namespace lockmaster

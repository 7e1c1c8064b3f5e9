// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/event.h"

namespace lockmaster {

/** One event on one line, in local time, everything in it literal. */
QString eventLine(const Event &event, SteadyTime now);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/filter.h"

#include <optional>

namespace lockmaster {

/** The value of `--filter`; none where it cannot be understood, which is said, its place marked. */
std::optional<Filter> filterOption(const QString &text);

} // namespace lockmaster

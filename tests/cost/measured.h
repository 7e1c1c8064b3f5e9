// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace lockmaster::cost {

/**
 * Callgrind counts what is done within this, and writes it down afterwards. A file of its own, so
 * that no call is inlined.
 */
bool measured(const std::function<bool()> &work);
bool counted(const std::function<bool()> &work); ///< the counted part of `measured`

/** And does not count what is done within this. */
void notMeasured(const std::function<void()> &work);

} // namespace lockmaster::cost

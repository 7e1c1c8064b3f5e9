// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace lockmaster {

/**
 * Does `work`, which may take long, on a thread of the lab's own; what `work` holds is let go of
 * there too. Nothing waits for it but the end of the application. GUI thread.
 */
void runAside(std::function<void()> work);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>

namespace lockmaster {

/**
 * Does `work`, which may take long, on a thread of the lab's own; what `work` holds is let go of
 * there too. Nothing waits for it but the end of the application. GUI thread.
 */
void runAside(std::function<void()> work);

/**
 * Waits until all work is done, at most so long: for a program that will leave by `_Exit`, where
 * nothing else does. @return whether it is. Blocks; after the event loop.
 */
bool awaitAside(std::chrono::milliseconds patience);

} // namespace lockmaster

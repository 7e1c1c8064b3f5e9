// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace lockmaster {

/**
 * Lets the pieces of a large reading join up as they are freed, so that they can be given back.
 * For `main()`, before other threads are there. Does nothing where the C library is not glibc.
 */
void keepHeapJoined();

/**
 * Gives freed memory back to the system: for whoever has just freed a large reading. Takes
 * milliseconds. Any thread.
 */
void giveFreedMemoryBack();

/**
 * Lets a large block that is about to be filled come in large pages, where the system has them:
 * each page that is touched first is a visit to the kernel, and a large table has ten thousand of
 * the usual ones. `begin` is what was allocated, `bytes` how much. Any thread.
 */
void preferLargePages(const void *begin, std::size_t bytes);

} // namespace lockmaster

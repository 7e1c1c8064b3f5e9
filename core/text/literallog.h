// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockmaster {

/**
 * From now on what a library warns of goes to standard error literally, a line each: it may quote a
 * server, whose bytes are no business of the terminal's. For programs, at their start.
 */
void logLiterally();

} // namespace lockmaster

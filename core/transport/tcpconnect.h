// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/endpoint.h"

#include "core/domain/result.h"

namespace lockmaster {

class SocketInterrupt;

/**
 * A connected, non-blocking socket to the endpoint: its unix socket, or the first of its host's
 * addresses that answers. The name is looked up on a thread of its own, because a lookup cannot be
 * ended; everything together takes at most until `deadline`. The socket stays attached to
 * `interrupt`. The caller owns the descriptor.
 *
 * Errors by kind: Network (unknown host, refused, unreachable, interrupted), Timeout, Config.
 */
Result<int> connectSocket(const Endpoint &endpoint, SteadyTime deadline,
                          SocketInterrupt &interrupt);

/** Milliseconds until `deadline` for calls that take an int; 0 once it has passed, else >= 1. */
int millisUntil(SteadyTime deadline);

} // namespace lockmaster

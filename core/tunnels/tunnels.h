// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tunnels/tunnel.h"

namespace lockmaster {

/// All tunnels of this program: one for each host of `ssh`, and one for each command, whoever needs
/// them. Any thread.

/**
 * The near end of `spec`, which is the operator's own or trusted, and in which `tunnelFault()`
 * found nothing, for `target`. Errors as of `Tunnel::reach()`.
 */
Result<std::shared_ptr<const TunnelEnd>> reachThrough(const TunnelSpec &spec,
                                                      const TunnelTarget &target,
                                                      SteadyTime deadline,
                                                      const std::function<bool()> &isGivenUp);

/** How it does; one that nobody needed yet is down. */
TunnelReport tunnelReport(const TunnelSpec &spec);

/** What failed is tried at once when it is needed next: the operator asks for it. */
void retryTunnel(const TunnelSpec &spec);

/** Ends them, and waits for that as long as is sensible. At the end of a program. */
void endTunnels();

} // namespace lockmaster

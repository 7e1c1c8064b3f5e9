// SPDX-License-Identifier: Apache-2.0
#include "core/actions/actiontools.h"

#include "core/transport/socketinterrupt.h"

namespace lockmaster {

ActionContext actionContext(const BackendSpec &backend, const ActionTools &tools)
{
    return {backend, tools.passwords(backend), tools.clock, std::make_shared<SocketInterrupt>()};
}

} // namespace lockmaster

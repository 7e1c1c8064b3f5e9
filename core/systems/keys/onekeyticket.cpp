// SPDX-License-Identifier: Apache-2.0
#include "core/systems/keys/onekeyticket.h"

namespace lockmaster {

void OneKeyTicket::readOn(RedisConnection *connection)
{
    m_reader.reset();
    if (connection)
        m_reader.emplace(context().backend, *connection, *context().clock);
}

Result<RedisTicket::Found> OneKeyTicket::read(SteadyTime deadline)
{
    const auto look = m_reader->read(request().name, storedExpiryOf(request().witness), deadline);
    if (!look)
        return passOn(look);
    Found found;
    found.there = look->there();
    found.clock = look->context.clock;
    found.exactExpiry = m_reader->tellsExactExpiry();
    found.lock = decode(look->reading ? &*look->reading : nullptr, look->context);
    return found;
}

} // namespace lockmaster

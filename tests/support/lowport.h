// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace lockmaster::test {

/**
 * A free port of 127.0.0.1 below those that outgoing connections take: a server that is down for a
 * while finds it free again. Another each time; 0 where there is none.
 */
quint16 lowPort();

} // namespace lockmaster::test

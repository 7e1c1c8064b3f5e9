// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace lockmaster {

/** What to do where a server wants a password and none was found for it. */
QString whereToPutAPassword();

} // namespace lockmaster

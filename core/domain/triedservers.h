// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"

#include <optional>

namespace lockmaster {

/** Whether the tests of this program have run on a server of that series; none: that is not told.
 */
std::optional<bool> wasTried(const ServerInfo &server);

/** The same for people, where it never was: with what else it was. Else empty. */
QString untriedText(const ServerInfo &server);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace lockmaster {

/** How a program ended, as `waitpid()` tells: `it ended with status 1`. */
QString endingText(int status);

} // namespace lockmaster

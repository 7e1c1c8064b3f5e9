// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace lockmaster {

/** Of the operating system, of whoever runs this; `uid 1000` where it has no name for it. Any
 * thread. */
QString accountName();

} // namespace lockmaster

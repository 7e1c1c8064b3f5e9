// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/error.h"

namespace lockmaster {

/** What happened, and what to do, as sentences of one line. What a server said in it stays raw. */
QString errorText(const Error &error);

} // namespace lockmaster

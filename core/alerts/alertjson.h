// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/alert.h"

namespace lockmaster {

/**
 * What a command and a webhook are told: one object, on one line, as docs/guide/json.md describes
 * it. It holds names, owners' labels and times, but nothing by which a lock could be released: no
 * stored owner, no witness. `at` is the moment on our monotonic clock.
 */
QByteArray alertNewsJson(const AlertNews &news, SteadyTime at);

} // namespace lockmaster

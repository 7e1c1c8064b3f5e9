// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/alert.h"

namespace lockmaster::test {

/** An alert of a lock called `name`, and so its id, that begins now and was told. */
Alert makeAlert(const QByteArray &name, const Clock &clock);

std::shared_ptr<const AlertBoard> boardOf(std::vector<Alert> alerts);

} // namespace lockmaster::test

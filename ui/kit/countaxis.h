// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace lockmaster {

/** A round number, so that an axis up to `highest` has at most `most` lines that far apart, at
 * least one. */
qint64 countStep(qint64 highest, qint64 most);

} // namespace lockmaster

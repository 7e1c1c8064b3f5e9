// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"

namespace lockmaster {

/**
 * A holder as a table names it: what programs write into owner columns, decoded as far as the text
 * itself tells. A UUID is shortened (`9f1c2a77..`), a host before one is shown with it
 * (`web-3 (9f1c2a77..)`), `host:pid` gives both, other text stands as it is. `rawBytes` is the
 * stored length, more than `raw` holds when cut.
 */
Holder tableHolder(const QByteArray &raw, qint64 rawBytes);

} // namespace lockmaster

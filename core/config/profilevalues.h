// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/tomltext.h"
#include "core/platform/clock.h"

#include <limits>

namespace lockmaster {

/** Empty when a value was taken, else what its key takes. */
using Refusal = QString;

/** Takes a text that is not empty and has at most `most` characters. */
Refusal takeText(const TomlNode &node, QString &value,
                 qsizetype most = std::numeric_limits<qsizetype>::max());

/** Names how a node's other address is written, for messages. */
QString nodeDials();

/** Takes a duration such as `"1500ms"` within both bounds. */
Refusal takeDuration(const TomlNode &node, Micros lowest, Micros highest, Micros &value);

} // namespace lockmaster

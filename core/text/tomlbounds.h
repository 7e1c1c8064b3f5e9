// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/tomltext.h"

#include <optional>

namespace lockmaster {

/**
 * Where a text asks for more than a parser may be given: it works through nested values, and the
 * parts of a dotted key, by calling itself, and makes something of each value. Looked for without
 * understanding the text, so that a stack cannot run out on what somebody else wrote.
 */
std::optional<TomlError> beyondBounds(const QByteArray &toml);

} // namespace lockmaster

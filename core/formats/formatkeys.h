// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/lockformat.h"

#include <QStringView>

namespace lockmaster {

class TomlKeys;

/// What `[[keys]]` of a format file says. Mistakes are told by `keys`.

FormatKeys readFormatKeys(TomlKeys &keys);

/** How somebody signs, as `key` says it; `plain` is the word for any text, and where it is not
 * said. */
FormatShape readFormatShape(TomlKeys &keys, QStringView key, QStringView plain);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace lockmaster {

/**
 * Where the last word of a filter's text begins, which `Filter::completions()` would replace: a
 * space in quotes ends none.
 */
qsizetype lastWordStart(const QString &text);

} // namespace lockmaster

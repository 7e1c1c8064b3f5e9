// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/literaltext.h"

namespace lockmaster {

/** What a program says, literally and so much of it; it ends as a sentence does. */
inline QString quotedSentence(const QString &said)
{
    constexpr qsizetype longest = 300;
    const QString quoted = literalText(said.trimmed().left(longest));
    return quoted.endsWith(u'.') ? quoted : quoted + u'.';
}

} // namespace lockmaster

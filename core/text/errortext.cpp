// SPDX-License-Identifier: Apache-2.0
#include "core/text/errortext.h"

namespace lockmaster {

QString errorText(const Error &error)
{
    if (error.remedy.isEmpty())
        return error.message;
    // What a library said may end anyhow.
    const bool ended = error.message.endsWith(u'.') || error.message.endsWith(u'!')
                       || error.message.endsWith(u'?');
    return error.message + (ended ? QLatin1StringView(" ") : QLatin1StringView(". "))
           + error.remedy;
}

} // namespace lockmaster

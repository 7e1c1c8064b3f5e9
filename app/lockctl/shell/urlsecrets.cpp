// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/urlsecrets.h"

#include "core/config/urlsplit.h"

#include <algorithm>
#include <cstring>

namespace lockmaster {

namespace {

/** Puts `***` where the password stood; what follows moves up, so that its length is gone too. */
void overwrite(char *argument, const UrlPasswordPlace &place)
{
    const auto total = qsizetype(std::strlen(argument));
    const qsizetype shown = std::min<qsizetype>(place.length, 3);
    char *const start = argument + place.position;
    std::memset(start, '*', size_t(shown));
    const qsizetype tail = total - place.position - place.length;
    std::memmove(start + shown, start + place.length, size_t(tail));
    std::memset(start + shown + tail, 0, size_t(place.length - shown));
}

} // namespace

GuardedArguments guardArguments(int argc, char **argv)
{
    GuardedArguments guarded;
    for (int i = 1; i < argc; ++i) {
        guarded.arguments.append(QString::fromLocal8Bit(argv[i]));
        guarded.words.append(argv[i]);
        const UrlPasswordPlace place = findUrlPassword(argv[i]);
        if (place.length > 0) {
            overwrite(argv[i], place);
            guarded.foundPassword = true;
        }
    }
    return guarded;
}

} // namespace lockmaster

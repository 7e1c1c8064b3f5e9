// SPDX-License-Identifier: Apache-2.0
#include "core/text/endingtext.h"

#include "core/text/words.h"

#include <csignal>

#include <sys/wait.h>

namespace lockmaster {

QString endingText(int status)
{
    if (WIFEXITED(status))
        return Words::tr("it ended with status %1").arg(WEXITSTATUS(status));
    return WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGTERM ? Words::tr("it was killed")
                                                                      : Words::tr("it crashed");
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/platform/privatememory.h"

#include <QtGlobal>

#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

namespace lockmaster {

void keepMemoryPrivate()
{
#if defined(Q_OS_LINUX) && !defined(__SANITIZE_ADDRESS__)
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

} // namespace lockmaster

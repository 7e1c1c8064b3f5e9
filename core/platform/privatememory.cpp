// SPDX-License-Identifier: Apache-2.0
#include "core/platform/privatememory.h"

#include <QtGlobal>

#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

namespace lockmaster {

void keepMemoryPrivate()
{
#if defined(Q_OS_LINUX) && !defined(LOCKMASTER_SANITIZED)
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

} // namespace lockmaster

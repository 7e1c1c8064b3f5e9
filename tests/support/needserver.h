// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"

#include <QTest>

/**
 * Goes on only when the private server in `server` (a `Result`) has started. A server program that
 * is not installed skips the test, unless CI is set; anything else fails it.
 */
#define LOCKMASTER_NEED_SERVER(server)                                                             \
    if (!(server)) {                                                                               \
        const lockmaster::Error &needError = (server).error();                                     \
        if (needError.kind == lockmaster::ErrorKind::NotFound && !qEnvironmentVariableIsSet("CI")) \
            QSKIP(qPrintable(needError.message + u' ' + needError.remedy));                        \
        QFAIL(qPrintable(needError.message + u' ' + needError.remedy));                            \
    }

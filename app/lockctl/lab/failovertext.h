// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/failoverreport.h"

namespace lockmaster {

/** `3 of 20: pod-2 killed, pod-1 took over after 0.820 s`; `number` from 1. */
QString progressText(const FailoverReport &report, int number);

/** Tables and a histogram for people; literal text, lines at most `width` columns (0: any). */
QByteArray failoverText(const FailoverReport &report, int width);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exporter/metricwriter.h"

namespace lockmaster {

/** This program's own: its version, memory, processor time and start. Any thread. */
MetricFamilies processMetrics(const char *version);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/exporter/processmetrics.h"

#include <chrono>
#include <ctime>
#include <fstream>
#include <optional>

#include <unistd.h>

namespace lockmaster {

namespace {

/** None where the system does not tell. */
std::optional<double> residentBytes()
{
    std::ifstream statm("/proc/self/statm");
    double total = 0;
    double resident = 0;
    if (!(statm >> total >> resident))
        return std::nullopt;
    return resident * double(::sysconf(_SC_PAGESIZE));
}

double processorSeconds()
{
    timespec used{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return double(used.tv_sec) + double(used.tv_nsec) / 1e9;
}

/** When this was asked for first, which is done at the start. */
double startSeconds()
{
    static const double start =
        std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    return start;
}

} // namespace

MetricFamilies processMetrics(const char *version)
{
    MetricWriter build = gauge("lockmaster_build_info", "The version that runs; always 1.");
    build.add({{"version", version}}, 1);
    MetricWriter memory = gauge("process_resident_memory_bytes", "Resident memory size in bytes.");
    if (const auto bytes = residentBytes())
        memory.add({}, *bytes);
    MetricWriter processor =
        counter("process_cpu_seconds_total", "Total user and system CPU time spent in seconds.");
    processor.add({}, processorSeconds());
    MetricWriter start = gauge("process_start_time_seconds",
                               "Start time of the process since unix epoch in seconds.");
    start.add({}, startSeconds());

    MetricFamilies families;
    for (MetricWriter *writer : {&build, &memory, &processor, &start})
        writer->moveTo(families);
    return families;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/lab/contention/arbiter.h"

#include <algorithm>
#include <map>
#include <optional>

namespace lockmaster {

namespace {

/** How many others are at work when `span` begins. */
int othersDuring(const std::vector<WorkSpan> &spans, const WorkSpan &span)
{
    return int(std::count_if(spans.begin(), spans.end(), [&](const WorkSpan &other) {
        const bool before = other.from < span.from || (other.from == span.from && &other < &span);
        return before && other.to > span.from;
    }));
}

std::optional<SteadyTime> momentOf(const std::vector<WorkReport> &reports, const WorkReport &same,
                                   WorkStep step)
{
    const auto found =
        std::find_if(reports.begin(), reports.end(), [&](const WorkReport &candidate) {
            return candidate.step == step && candidate.worker == same.worker
                   && candidate.round == same.round;
        });
    return found == reports.end() ? std::nullopt : std::optional(found->at);
}

} // namespace

std::vector<WorkSpan> workSpans(const std::vector<WorkReport> &reports)
{
    std::vector<WorkSpan> spans;
    for (const WorkReport &report : reports) {
        if (report.step == WorkStep::Entered)
            spans.push_back({report.worker, report.round, report.at});
        if (report.step != WorkStep::Left)
            continue;
        const auto own = std::find_if(spans.rbegin(), spans.rend(), [&](const WorkSpan &span) {
            return span.worker == report.worker && span.round == report.round;
        });
        if (own != spans.rend())
            own->to = report.at;
    }
    return spans;
}

int overlappingEntries(const std::vector<WorkSpan> &spans)
{
    return int(std::count_if(spans.begin(), spans.end(),
                             [&](const WorkSpan &span) { return othersDuring(spans, span) > 0; }));
}

int mostAtOnce(const std::vector<WorkSpan> &spans)
{
    int most = 0;
    for (const WorkSpan &span : spans)
        most = std::max(most, 1 + othersDuring(spans, span));
    return most;
}

int repeatedRuns(const std::vector<WorkSpan> &spans)
{
    std::map<int, int> runs;
    for (const WorkSpan &span : spans)
        ++runs[span.round];
    return int(spans.size() - runs.size());
}

bool isWrongRelease(const std::vector<WorkReport> &reports, const WorkReport &released)
{
    const auto entered = momentOf(reports, released, WorkStep::Entered);
    const auto left = momentOf(reports, released, WorkStep::Left);
    if (released.value != 1 || !entered || !left)
        return false;
    return std::any_of(reports.begin(), reports.end(), [&](const WorkReport &other) {
        return other.step == WorkStep::Entered && other.worker != released.worker
               && other.at > *entered && other.at < *left;
    });
}

int wrongReleases(const std::vector<WorkReport> &reports)
{
    return int(std::count_if(reports.begin(), reports.end(), [&](const WorkReport &report) {
        return report.step == WorkStep::Released && isWrongRelease(reports, report);
    }));
}

int countOf(const std::vector<WorkReport> &reports, WorkStep step)
{
    return int(std::count_if(reports.begin(), reports.end(),
                             [&](const WorkReport &report) { return report.step == step; }));
}

int countOf(const std::vector<WorkReport> &reports, WorkStep step, qint64 value)
{
    return int(std::count_if(reports.begin(), reports.end(), [&](const WorkReport &report) {
        return report.step == step && report.value == value;
    }));
}

} // namespace lockmaster

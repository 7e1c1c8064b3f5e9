// SPDX-License-Identifier: Apache-2.0
#include "core/display/lanechart.h"
#include "core/display/lanetext.h"
#include "core/lab/recording/labrecording.h"
#include "tests/fuzz/fuzz.h"

#include <algorithm>

// A recording of the lab, from whoever sends one.

namespace lockmaster::fuzz {

namespace {

constexpr int looks = 8;

void playExperiment(const ContentionReport &report)
{
    require(report.course.has_value(), "an experiment has no drawing");
    for (int i = 0; i <= looks; ++i) {
        const auto course = courseAt(report, report.course->length * i / looks);
        require(course && course->length <= report.course->length, "a moment is after the end");
        for (const auto &stretch : course->stretches) {
            require(stretch.worker >= 1 && stretch.worker <= course->workers,
                    "a stretch is nobody's");
        }
        for (const auto &mark : course->marks)
            require(mark.worker >= 1 && mark.worker <= course->workers, "a mark is nobody's");
    }
}

void playElection(const ElectionRecording &recording)
{
    const ElectionReplay replay(recording);
    const auto length = recording.end - recording.begin;
    require(length >= length.zero(), "it ends before it begins");
    for (int i = 0; i <= looks; ++i) {
        const SteadyTime at = recording.begin + length * i / looks;
        const auto shown = replay.snapshotAt(at);
        const auto watched = replay.watchedAt(at);
        require(int(shown->candidates.size()) == recording.setup.candidates,
                "candidates come and go");
        const LaneChart chart =
            laneChart(watched ? watched->history.get() : nullptr, *shown->truth);
        LaneText::summary(chart, at);
        LaneText::nextEvent(chart, std::nullopt, recording.begin, at);
        LaneText::toolTip(chart, 0, at, at, std::chrono::seconds(1));
    }
}

void playWatch(const WatchRecording &recording)
{
    require(recording.begin <= recording.end, "it ends before it begins");
    for (int i = 0; i <= looks; ++i) {
        const SteadyTime at = recording.begin + (recording.end - recording.begin) * i / looks;
        const LaneChart chart = laneChart(recording.knownAt(at));
        LaneText::summary(chart, at);
        LaneText::nextEvent(chart, std::nullopt, recording.begin, at);
    }
}

} // namespace

} // namespace lockmaster::fuzz

using namespace lockmaster;
using namespace lockmaster::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const auto recording = recordingFromText(bytesOf(data, size));
    if (!recording) {
        require(!recording.error().message.isEmpty(), "a refusal without words");
        return 0;
    }
    for (const ContentionReport &report : recording->experiments)
        playExperiment(report);
    if (recording->election)
        playElection(*recording->election);
    if (const auto &watched = recording->watched) {
        playWatch(*watched);
        return 0;
    }
    require(recordingFromText(recordingText(*recording)).has_value(),
            "what was read cannot be written");
    return 0;
}

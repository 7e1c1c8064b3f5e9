// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/contention/contention.h"
#include "core/lab/recording/electionrecording.h"

namespace lockmaster {

/** Who recorded something where and when; shown wherever it is played. */
struct RecordingOrigin {
    ServerTime at{};
    QString by = {};      ///< an account of the operating system
    QString program = {}; ///< and its version
    bool isOurs = true;   ///< on servers of the lab; else in a table of one that has no name here
};

/** Who led a lock that was watched, as it was exported: from its begin until then. */
struct WatchRecording {
    QString lock;  ///< literal; empty: the file does not say
    QString place; ///< its server and table; the same
    SteadyTime begin{};
    SteadyTime end{};
    std::shared_ptr<const LeaderHistory> history; ///< never null

    /** What was known of it then. */
    LeaderHistory knownAt(SteadyTime at) const;
};

/**
 * What happened in the lab, to be played again without servers: experiments under contention beside
 * each other, or one election. Of servers it has no name, address, account or password. Or what
 * was exported of a leader: that is read, and never written as a recording.
 */
struct LabRecording {
    static constexpr qint64 mostBytes = qint64(32) * 1024 * 1024;
    static constexpr qsizetype mostExperiments = 8;

    RecordingOrigin origin;
    std::vector<ContentionReport> experiments;  ///< each another one
    std::optional<ElectionRecording> election;  ///< none: experiments, at least one
    std::optional<WatchRecording> watched = {}; ///< then there is nothing else
};

/** What a replay of an experiment shows at `at`, counted from its start. */
std::optional<WorkCourse> courseAt(const ContentionReport &report, Micros at);
/** The length of the longest. */
Micros lengthOf(const std::vector<ContentionReport> &experiments);

/** A document, as docs/guide/json.md says. Any thread. */
QByteArray recordingText(const LabRecording &recording);

/** The same, once it was read again: what is kept can be opened. Errors: Config. Any thread. */
Result<QByteArray> playableText(const LabRecording &recording);

/**
 * What was written so, or exported of one leader. It may come from anywhere: all of it stands
 * within bounds, and what is shown is literal. Errors: Config, what of it is wrong. Any thread.
 */
Result<LabRecording> recordingFromText(const QByteArray &text);

/** Of a file; the same errors. Blocks. */
Result<LabRecording> readRecording(const QString &path);

} // namespace lockmaster

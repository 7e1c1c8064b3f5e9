// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/lab/labrecord.h"

#include "app/lockctl/lab/contentionreport.h"
#include "app/lockctl/lab/failovertext.h"
#include "app/lockctl/lab/labcommands.h"
#include "app/lockctl/shell/output.h"
#include "core/platform/accountname.h"
#include "core/text/literaltext.h"

#include <QFile>
#include <QFileInfo>

namespace lockmaster {

bool mayRecord(const LabOptions &options)
{
    const QFileInfo there(options.record);
    if (options.record.isEmpty())
        return true;
    if (there.exists() || there.isSymLink()) {
        say(QStringLiteral("%1 is there already: --record names a file that is not there yet.")
                .arg(literalText(options.record)));
        return false;
    }
    const QFileInfo folder(there.absolutePath());
    if (folder.isDir() && folder.isWritable())
        return true;
    say(QStringLiteral(
            "The recording %1 cannot be written: %2 is no folder that can be written to.")
            .arg(literalText(options.record), literalText(folder.filePath())));
    return false;
}

ExitCode writeRecord(const LabOptions &options, LabRecording recording)
{
    if (options.record.isEmpty())
        return ExitCode::Ok;
    recording.origin.at = systemClock().wallNow();
    recording.origin.by = accountName();
    recording.origin.program = QStringLiteral("lockctl " LOCKMASTER_VERSION);
    const auto failed = [&options](const QString &why) {
        say(QStringLiteral("The recording %1 cannot be written: %2.")
                .arg(literalText(options.record), why));
        return ExitCode::OutputFailed;
    };
    const auto playable = playableText(recording);
    if (!playable)
        return failed(errorText(playable.error()));
    const QByteArray &text = *playable;
    QFile file(options.record);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly))
        return failed(file.errorString());
    if (file.write(text) != text.size() || !file.flush()) {
        const QString why = file.errorString();
        file.remove();
        return failed(why);
    }
    return ExitCode::Ok;
}

namespace {

FailoverReport reportOf(const ElectionRecording &election, bool isOurs)
{
    FailoverReport report;
    // Its name stayed where it ran.
    report.backend = isOurs ? QString() : QStringLiteral("(not recorded)");
    report.setup = election.setup;
    for (const LeaderCandidate &candidate : election.truth->candidates)
        report.labels.append(candidate.label);
    report.run = election.run;
    report.poll = election.poll;
    return report;
}

/** A series that goes on where its recording ends did not come to its end. */
ElectionRecording::End endOf(const ElectionRecording &election)
{
    using End = ElectionRecording::End;
    if (election.ended)
        return *election.ended;
    if (election.run.cancelled)
        return End::Cancelled;
    return election.run.running ? End::Failed : End::Done;
}

} // namespace

ExitCode codeOf(ElectionRecording::End end)
{
    switch (end) {
    case ElectionRecording::End::Done: return ExitCode::Ok;
    case ElectionRecording::End::Cancelled: return ExitCode::Cancelled;
    case ElectionRecording::End::Failed: return ExitCode::NoAnswer;
    }
    Q_UNREACHABLE();
}

ExitCode runReplay(const Options &options)
{
    if (options.lab.file.isEmpty()) {
        say(QStringLiteral("'lab replay' takes the file that is to be played."));
        return ExitCode::Usage;
    }
    const auto recording = readRecording(options.lab.file);
    if (!recording) {
        say(errorText(recording.error()));
        return ExitCode::Usage;
    }
    if (recording->watched) {
        say(QStringLiteral(
                "%1 tells who led, and nothing that 'lab' prints: the window's lab plays "
                "it.")
                .arg(literalText(options.lab.file)));
        return ExitCode::Usage;
    }
    QByteArray out;
    bool isAsExpected = true;
    ExitCode ended = ExitCode::Ok;
    if (recording->election) {
        const FailoverReport report = reportOf(*recording->election, recording->origin.isOurs);
        ended = codeOf(endOf(*recording->election));
        if (ended == ExitCode::NoAnswer)
            say(QStringLiteral("What was recorded did not come to its end."));
        out = options.json ? failoverJson(report) : failoverText(report, terminalWidth());
    }
    for (const ContentionReport &report : recording->experiments) {
        if (!options.json && !out.isEmpty())
            out += '\n';
        out += options.json ? contentionJson(report, report.trace.seed) : contentionText(report);
        isAsExpected = isAsExpected && report.asExpected;
    }
    if (!writeOut(out))
        return ExitCode::OutputFailed;
    if (ended != ExitCode::Ok)
        return ended;
    return isAsExpected ? ExitCode::Ok : ExitCode::NotAsExpected;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/lab/recording/labrecording.h"

#include "core/lab/recording/recordingwords.h"
#include "core/leaders/leaderexport.h"
#include "core/text/jsonwriter.h"
#include "core/text/momenttext.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace recording;

template<class Items, class Write>
void writeList(JsonWriter &json, QByteArrayView name, const Items &items, const Write &write)
{
    json.key(name);
    json.beginArray();
    for (const auto &item : items) {
        json.lineBreak();
        write(item);
    }
    json.endArray();
}

void writeReport(JsonWriter &json, const WorkReport &report, SteadyTime start)
{
    json.beginArray();
    json.number(std::max<qint64>(0, between(start, report.at).count()));
    json.number(report.worker);
    json.number(report.round);
    json.bytes(workStepName(report.step));
    json.number(report.value);
    json.endArray();
}

void writeExperiment(JsonWriter &json, const ContentionReport &report)
{
    const ContentionTrace &trace = report.trace;
    json.beginObject();
    json.member("experiment", report.id);
    json.member("begun_at", utcText(trace.begunAt));
    json.member("requests", qint64(trace.requests));
    json.member("skew_ms", trace.skew ? std::optional<qint64>(trace.skew->count()) : std::nullopt);
    json.member("seed", qint64(trace.seed));
    writeList(json, "reports", trace.reports,
              [&](const WorkReport &one) { writeReport(json, one, trace.start); });
    json.member("happened", report.happened);
    json.member("violations", qint64(report.violations));
    json.member("as_expected", report.asExpected);
    writeList(json, "figures", report.figures, [&json](const ContentionReport::Figure &figure) {
        json.beginObject();
        json.member("key", figure.key);
        json.member("label", figure.label);
        json.member("value", figure.value);
        json.endObject();
    });
    json.member("events", report.events);
    json.endObject();
}

void writeSetup(JsonWriter &json, const ElectionRecording &election)
{
    const ElectionSetup &setup = election.setup;
    json.key("setup");
    json.beginObject();
    json.member("candidates", qint64(setup.candidates));
    json.member("period_ms", qint64(setup.period.count()));
    json.member("lease_ms", qint64(setup.lease.count()));
    json.member("precision", qint64(setup.precision));
    json.member("work_ms", qint64(setup.work.count()));
    json.member("duplicate_identity", setup.duplicateIdentity);
    json.key("skews_ms");
    json.beginArray();
    for (const Millis skew : setup.skews)
        json.number(skew.count());
    json.endArray();
    json.member("column_rounds", election.columnRounds);
    json.endObject();
}

void writeFindings(JsonWriter &json, QByteArrayView name, const QList<Finding> &findings)
{
    writeList(json, name, findings, [&json](const Finding &finding) {
        json.beginObject();
        json.member("id", findingName(finding.id));
        json.textOrNull("evidence", finding.evidence);
        json.endObject();
    });
}

void writeSeries(JsonWriter &json, const ElectionRecording &election)
{
    const FailoverRun &run = election.run;
    json.key("series");
    if (run.wanted == 0) {
        json.null();
        return;
    }
    json.beginObject();
    json.member("begun_at", utcText(election.wallAt(election.runBegun)));
    json.member("kills", qint64(run.wanted));
    json.member("seed", qint64(run.seed));
    json.member("running", run.running);
    json.member("cancelled", run.cancelled);
    writeList(json, "failovers", run.failovers, [&](const MeasuredFailover &failover) {
        json.beginObject();
        // As it was told; where it stands among the rest only one clock can say.
        json.member("at", utcText(failover.at));
        json.member("killed_at", utcText(election.wallAt(failover.killedAt)));
        json.member("killed", qint64(failover.killed));
        json.member("next", qint64(failover.next));
        json.member("vacancy_us", qint64(failover.vacancy.count()));
        json.member("watched_us", failover.watched
                                      ? std::optional<qint64>(failover.watched->count())
                                      : std::nullopt);
        json.endObject();
    });
    json.endObject();
}

void writeElection(JsonWriter &json, const ElectionRecording &election)
{
    const auto at = [&election](SteadyTime moment) { return utcText(election.wallAt(moment)); };
    json.beginObject();
    json.member("begin", at(election.begin));
    json.member("end", at(election.end));
    writeSetup(json, election);
    json.member("table", election.table);
    json.member("poll_ms", qint64(election.poll.count()));
    json.key("truth");
    writeLeaderHistory(json, *election.truth);
    json.key("watched");
    if (election.watched) {
        // On the truth's clock: two readings of the wall clock may differ.
        LeaderHistory watched = *election.watched;
        watched.wallAtSince = election.wallAt(watched.since);
        writeLeaderHistory(json, watched);
    } else {
        json.null();
    }
    writeList(json, "candidates", election.changes, [&](const ElectionRecording::Change &change) {
        json.beginObject();
        json.member("at", at(change.at));
        json.member("number", qint64(change.status.number));
        json.key("state");
        json.bytes(stateName(change.status.state));
        json.member("leads", change.status.believes);
        json.member("process", change.status.pid > 0 ? std::optional<qint64>(change.status.pid)
                                                     : std::nullopt);
        json.member("skew_ms", qint64(change.status.skew.count()));
        json.endObject();
    });
    writeList(json, "findings", election.findings, [&](const ElectionRecording::Told &told) {
        json.beginObject();
        json.member("at", at(told.at));
        writeFindings(json, "by_reports", told.byReports);
        writeFindings(json, "by_table", told.byTable);
        json.endObject();
    });
    writeSeries(json, election);
    const auto *const ended = std::find_if(endWords.begin(), endWords.end(), [&](const auto &one) {
        return one.first == election.ended;
    });
    json.textOrNull("ended",
                    ended == endWords.end() ? QString() : QString::fromLatin1(ended->second));
    json.endObject();
}

} // namespace

QByteArray recordingText(const LabRecording &recording)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.member("recording", qint64(version));
    json.member("recorded_at", utcText(recording.origin.at));
    json.member("recorded_by", recording.origin.by);
    json.member("program", recording.origin.program);
    json.key("place");
    json.bytes(recording.origin.isOurs ? placeOfLab : placeScratch);
    writeList(json, "experiments", recording.experiments,
              [&json](const ContentionReport &report) { writeExperiment(json, report); });
    json.key("election");
    if (recording.election)
        writeElection(json, *recording.election);
    else
        json.null();
    json.endObject();
    json.flush();
    return out + '\n';
}

} // namespace lockmaster

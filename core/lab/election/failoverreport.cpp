// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/failoverreport.h"

#include "core/text/csvtable.h"
#include "core/text/jsonwriter.h"
#include "core/text/momenttext.h"
#include "core/monitor/lockjson.h"

#include <algorithm>

namespace lockmaster {

namespace {

double millis(Micros time)
{
    return double(time.count()) / 1e3;
}

void member(JsonWriter &json, QByteArrayView name, std::optional<Micros> time)
{
    json.key(name);
    time ? json.decimal(millis(*time)) : json.null();
}

void writeFigures(JsonWriter &json, const VacancyFigures &figures, bool any)
{
    const auto known = [any](Micros figure) { return any ? std::optional(figure) : std::nullopt; };
    member(json, "median_ms", known(figures.median));
    member(json, "p95_ms", known(figures.p95));
    member(json, "max_ms", known(figures.max));
}

void writeSetup(JsonWriter &json, const FailoverReport &report)
{
    const ElectionSetup &setup = report.setup;
    json.key("setup");
    json.beginObject();
    json.textOrNull("backend", report.backend);
    json.member("candidates", qint64(setup.candidates));
    json.member("period_ms", qint64(setup.period.count()));
    json.member("lease_ms", qint64(setup.lease.count()));
    json.member("precision", qint64(setup.precision));
    json.member("work_ms", qint64(setup.work.count()));
    json.member("duplicate_identity", setup.duplicateIdentity);
    json.member("kills", qint64(report.run.wanted));
    json.member("seed", qint64(report.run.seed));
    json.endObject();
}

} // namespace

QStringList candidateLabels(const ElectionSnapshot &snapshot)
{
    QStringList labels;
    for (const LeaderCandidate &candidate : snapshot.truth->candidates)
        labels.append(candidate.label);
    return labels;
}

FailoverReport failoverReport(const ElectionSnapshot &snapshot)
{
    FailoverReport report;
    report.setup = snapshot.setup;
    report.labels = candidateLabels(snapshot);
    report.run = snapshot.run;
    return report;
}

std::optional<Micros> largestWatchError(const std::vector<MeasuredFailover> &failovers)
{
    std::optional<Micros> largest;
    for (const MeasuredFailover &failover : failovers) {
        if (!failover.watched)
            continue;
        const Micros error = std::chrono::abs(*failover.watched - failover.vacancy);
        largest = std::max(largest.value_or(error), error);
    }
    return largest;
}

QByteArray failoverJson(const FailoverReport &report)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    writeSetup(json, report);
    json.key("failovers");
    json.beginArray();
    for (const MeasuredFailover &failover : report.run.failovers) {
        json.beginObject();
        json.member("at", utcText(failover.at));
        json.member("killed", report.labels.value(failover.killed - 1));
        json.member("next", report.labels.value(failover.next - 1));
        member(json, "vacancy_ms", failover.vacancy);
        member(json, "watched_ms", failover.watched);
        json.endObject();
    }
    json.endArray();
    writeFigures(json, report.run.figures, !report.run.failovers.empty());
    json.key("predicted");
    json.beginObject();
    writeFigures(json, report.run.predicted.figures, !report.run.predicted.vacancies.empty());
    json.endObject();
    json.key("watched");
    json.beginObject();
    json.member("poll_ms", qint64(report.poll.count()));
    member(json, "max_error_ms", largestWatchError(report.run.failovers));
    json.endObject();
    json.endObject();
    return out + '\n';
}

QByteArray failoverCsv(const FailoverReport &report)
{
    using Row = MeasuredFailover;
    const auto label = [&report](int candidate) { return report.labels.value(candidate - 1); };
    const auto figure = [](Micros time) { return QByteArray::number(millis(time), 'f', 3); };
    return csvTable<Row>(
        {{"at", [](const Row &row) { return utcText(row.at); }},
         {"killed", [&label](const Row &row) { return label(row.killed); }},
         {"next", [&label](const Row &row) { return label(row.next); }},
         {"vacancy_ms", [&figure](const Row &row) { return figure(row.vacancy); }},
         {"watched_ms",
          [&figure](const Row &row) { return row.watched ? figure(*row.watched) : QByteArray(); }}},
        report.run.failovers);
}

} // namespace lockmaster

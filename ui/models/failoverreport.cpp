// SPDX-License-Identifier: Apache-2.0
#include "ui/models/failoverreport.h"

#include "core/domain/jsonwriter.h"
#include "core/domain/utctext.h"

namespace lockmaster {

namespace {

double millis(Micros time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}

void decimalMember(JsonWriter &json, QByteArrayView name, Micros time)
{
    json.key(name);
    json.decimal(millis(time));
}

void writeFigures(JsonWriter &json, const VacancyFigures &figures)
{
    decimalMember(json, "median_ms", figures.median);
    decimalMember(json, "p95_ms", figures.p95);
    decimalMember(json, "max_ms", figures.max);
}

} // namespace

QByteArray failoversJson(const FailoverRun &run)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.key("failovers");
    json.beginArray();
    for (const MeasuredFailover &failover : run.failovers) {
        json.beginObject();
        json.member("at", utcText(failover.at));
        json.member("killed", qint64(failover.killed));
        json.member("next", qint64(failover.next));
        decimalMember(json, "vacancy_ms", failover.vacancy);
        if (failover.watched)
            decimalMember(json, "watched_ms", *failover.watched);
        json.endObject();
    }
    json.endArray();
    writeFigures(json, run.figures);
    json.key("predicted");
    json.beginObject();
    writeFigures(json, run.predicted.figures);
    json.endObject();
    json.member("seed", qint64(run.seed));
    json.member("cancelled", run.cancelled);
    json.endObject();
    return out + '\n';
}

QByteArray failoversCsv(const FailoverRun &run)
{
    QByteArray out("at,killed,next,vacancy_ms,watched_ms\n");
    for (const MeasuredFailover &failover : run.failovers) {
        out += utcText(failover.at).toLatin1() + ',' + QByteArray::number(failover.killed) + ','
               + QByteArray::number(failover.next) + ','
               + QByteArray::number(millis(failover.vacancy), 'f', 3) + ',';
        if (failover.watched)
            out += QByteArray::number(millis(*failover.watched), 'f', 3);
        out += '\n';
    }
    return out;
}

} // namespace lockmaster

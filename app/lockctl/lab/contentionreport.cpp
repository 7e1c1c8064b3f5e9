// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/lab/contentionreport.h"

#include "app/lockctl/shell/output.h"
#include "core/text/jsonwriter.h"
#include "core/text/literaltext.h"
#include "core/monitor/lockjson.h"

#include <algorithm>

namespace lockmaster {

QByteArray contentionText(const ContentionReport &report)
{
    const ContentionInfo info = *contentionExperiment(report.id);
    QByteArray out;
    appendLine(out, info.title);
    appendLine(out, QStringLiteral("expected: %1").arg(info.expectation));
    appendLine(out, QStringLiteral("happened: %1").arg(report.happened));
    appendLine(out, QStringLiteral("%1; violations: %2")
                        .arg(report.asExpected ? QStringLiteral("as expected")
                                               : QStringLiteral("NOT as expected"))
                        .arg(report.violations));
    out += '\n';
    qsizetype width = 0;
    for (const ContentionReport::Figure &figure : report.figures)
        width = std::max(width, figure.label.size());
    for (const ContentionReport::Figure &figure : report.figures) {
        appendLine(
            out,
            QStringLiteral("  %1  %2").arg(figure.label.leftJustified(width)).arg(figure.value));
    }
    out += '\n';
    for (const QString &event : report.events)
        appendLine(out, QStringLiteral("  ") + event);
    return out;
}

QByteArray contentionJson(const ContentionReport &report, quint32 seed)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.member("experiment", report.id);
    json.member("seed", qint64(seed));
    json.member("expectation", contentionExperiment(report.id)->expectation);
    json.member("happened", report.happened);
    json.member("violations", qint64(report.violations));
    json.member("as_expected", report.asExpected);
    json.key("figures");
    json.beginObject();
    for (const ContentionReport::Figure &figure : report.figures)
        json.member(figure.key.toLatin1(), figure.value);
    json.endObject();
    json.key("events");
    json.beginArray();
    for (const QString &event : report.events)
        json.text(event);
    json.endArray();
    json.endObject();
    out += '\n';
    return out;
}

} // namespace lockmaster

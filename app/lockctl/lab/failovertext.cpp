// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/lab/failovertext.h"

#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "app/lockctl/shell/texttable.h"
#include "core/text/literaltext.h"

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

const QLatin1StringView dash("-");

QString labelOf(const FailoverReport &report, int number)
{
    return literalText(report.labels.value(number - 1));
}

QByteArray failoverTable(const FailoverReport &report, int width)
{
    using Fit = TableColumn<MeasuredFailover>::Fit;
    const std::vector<TableColumn<MeasuredFailover>> columns{
        {"KILLED AT (UTC)",
         [](const MeasuredFailover &failover) {
             return clockText(utcTimeOf(failover.at), TimeDetail::ToMilli);
         }},
        {"KILLED",
         [&](const MeasuredFailover &failover) { return labelOf(report, failover.killed); }},
        {"NEXT", [&](const MeasuredFailover &failover) { return labelOf(report, failover.next); }},
        {"WITHOUT A LEADER",
         [](const MeasuredFailover &failover) { return preciseDurationText(failover.vacancy); },
         Fit::Right},
        {"WATCHED",
         [](const MeasuredFailover &failover) {
             return failover.watched ? preciseDurationText(*failover.watched) : dash;
         },
         Fit::Right},
    };
    return tableOf(columns, report.run.failovers).text(width);
}

/** A tenth, a half, one, ... : the first that needs no more than twelve bars. */
Micros barLength(Micros longest)
{
    Micros length = 1ms;
    constexpr std::array steps = {2, 5, 10};
    for (Micros decade = 1ms;; decade *= 10) {
        for (const int step : steps) {
            if (longest / length < 12)
                return length;
            length = decade * step;
        }
    }
}

QByteArray histogram(const FailoverReport &report, int width)
{
    const FailoverRun &run = report.run;
    const Micros length = barLength(std::max(run.figures.max, run.predicted.figures.max));
    const auto count = [length](const auto &all, Micros from, const auto &timeOf) {
        return std::count_if(all.begin(), all.end(), [&](const auto &one) {
            return timeOf(one) >= from && timeOf(one) < from + length;
        });
    };
    constexpr int longestBar = 40;
    const qint64 kills = qint64(run.failovers.size());
    TextTable table({{QStringLiteral("WITHOUT A LEADER"), true},
                     {QStringLiteral("KILLS"), true},
                     {QStringLiteral("PREDICTED"), true},
                     {QString()}});
    const Micros longest = std::max(run.figures.max, run.predicted.figures.max);
    for (Micros from = 0us; from <= longest; from += length) {
        const qint64 measured =
            count(run.failovers, from, [](const MeasuredFailover &one) { return one.vacancy; });
        const double predicted =
            double(kills)
            * double(count(run.predicted.vacancies, from, [](Micros one) { return one; }))
            / double(std::max<size_t>(run.predicted.vacancies.size(), 1));
        const qint64 bar = measured * longestBar / kills;
        table.addRow({QStringLiteral("from %1").arg(preciseDurationText(from)),
                      QString::number(measured), QString::number(predicted, 'f', 1),
                      QString(qsizetype(bar), u'#')});
    }
    return table.text(width);
}

QByteArray figuresTable(const FailoverReport &report, int width)
{
    const VacancyFigures &measured = report.run.figures;
    const VacancyFigures &predicted = report.run.predicted.figures;
    TextTable table(
        {{QString()}, {QStringLiteral("MEASURED"), true}, {QStringLiteral("PREDICTED"), true}});
    const auto row = [&table](const QString &name, Micros one, Micros other) {
        table.addRow({name, preciseDurationText(one), preciseDurationText(other)});
    };
    row(QStringLiteral("median"), measured.median, predicted.median);
    row(QStringLiteral("95 %"), measured.p95, predicted.p95);
    row(QStringLiteral("maximum"), measured.max, predicted.max);
    return table.text(width);
}

} // namespace

QString progressText(const FailoverReport &report, int number)
{
    const MeasuredFailover &failover = report.run.failovers.at(size_t(number) - 1);
    const QString killed = labelOf(report, failover.killed);
    const QString what =
        failover.next == failover.killed
            ? QStringLiteral("%1 killed, nobody took over; it leads again after %2")
                  .arg(killed, preciseDurationText(failover.vacancy))
            : QStringLiteral("%1 killed, %2 took over after %3")
                  .arg(killed, labelOf(report, failover.next),
                       preciseDurationText(failover.vacancy));
    return QStringLiteral("%1 of %2: %3").arg(number).arg(report.run.wanted).arg(what);
}

QByteArray failoverText(const FailoverReport &report, int width)
{
    if (report.run.failovers.empty())
        return "No failover was measured.\n";
    QByteArray out = failoverTable(report, width) + '\n' + histogram(report, width) + '\n'
                     + figuresTable(report, width);
    if (const auto error = largestWatchError(report.run.failovers)) {
        out += QStringLiteral("\nWatching the table every %1 ms was off by %2 at most.\n")
                   .arg(report.poll.count())
                   .arg(preciseDurationText(*error))
                   .toUtf8();
    }
    return out;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/past/pastcommands.h"

#include "app/lockctl/past/historytable.h"
#include "app/lockctl/shell/output.h"
#include "core/text/momenttext.h"
#include "core/history/historyactions.h"
#include "core/history/historyexport.h"

#include <algorithm>

namespace lockmaster {

namespace {

ExitCode refuseTime(const char *option, const QString &text)
{
    say(QStringLiteral("%1 takes a time that has been, as 03:00, '2026-03-01 03:00', "
                       "2026-03-01T03:00Z or 2h (so long ago), not '%2'.")
            .arg(QString::fromLatin1(option), text));
    return ExitCode::Usage;
}

ExitCode refuseHistory(const Error &error)
{
    say(errorText(error));
    return error.kind == ErrorKind::NotFound ? ExitCode::NoAnswer : ExitCode::OutputFailed;
}

ExitCode print(const QByteArray &text, ExitCode code)
{
    return !writeOut(text) && outputFailed() ? ExitCode::OutputFailed : code;
}

std::vector<AuditLine> actionsIn(const HistoryQuery &query, const HistoryPage &page)
{
    auto actions = readHistoryActions(defaultAuditDirectory(), query, page);
    if (!actions)
        say(errorText(actions.error()));
    return std::move(actions).value_or(std::vector<AuditLine>());
}

void sayKept(const std::optional<ServerTime> &kept, const std::optional<ServerTime> &asked)
{
    if (kept && asked && *asked < *kept) {
        say(QStringLiteral("What ended before %1 was cleared away.")
                .arg(momentText(*kept, QTimeZone::systemTimeZone())));
    }
}

ExitCode printMoment(HistoryReader &reader, const Options &options, ServerTime at)
{
    const auto moment = reader.moment(at, options.backends);
    if (!moment)
        return refuseHistory(moment.error());
    const bool known =
        !moment->places.empty()
        && std::all_of(moment->places.begin(), moment->places.end(), [](const PlaceThen &place) {
               return place.sight == PlaceThen::Sight::Whole;
           });
    const ExitCode code = known ? ExitCode::Ok : ExitCode::NoAnswer;
    if (options.json)
        return print(historyMomentJson(*moment), code);
    const QTimeZone zone = QTimeZone::systemTimeZone();
    sayKept(moment->keptFrom, at);
    if (options.history.csv)
        return print(historyMomentCsv(*moment), code);
    if (moment->places.empty()) {
        say(QStringLiteral("Nothing was recorded of that."));
        return code;
    }
    if (moment->held.empty() && known)
        say(QStringLiteral("Nothing was held at %1.").arg(momentText(at, zone)));
    return print(historyMomentTable(*moment, zone, terminalWidth()), code);
}

ExitCode printWaits(const HistoryQuery &query, const HistoryPage &page)
{
    sayKept(page.keptFrom, query.from);
    if (page.olderWaits)
        say(QStringLiteral("There are more; --last prints so many of the newest."));
    if (page.waits.empty()) {
        say(QStringLiteral("No wait of that was recorded; of most systems it is known only how many"
                           " wait."));
        return ExitCode::Ok;
    }
    return print(waitsTable(page, QTimeZone::systemTimeZone(), terminalWidth()) + '\n'
                     + waitFiguresText(page).toUtf8() + '\n',
                 ExitCode::Ok);
}

ExitCode printPage(HistoryReader &reader, const Options &options, const HistoryQuery &query)
{
    const auto page = reader.page(query);
    if (!page)
        return refuseHistory(page.error());
    if (options.history.csv)
        return print(options.history.waits ? waitsCsv(page->waits) : historyCsv(page->holds),
                     ExitCode::Ok);
    if (options.history.waits && !options.json)
        return printWaits(query, *page);
    const std::vector<AuditLine> actions = actionsIn(query, *page);
    if (options.json)
        return print(historyJson(query, *page, actions), ExitCode::Ok);
    const QTimeZone zone = QTimeZone::systemTimeZone();
    sayKept(page->keptFrom, query.from);
    if (page->older)
        say(QStringLiteral("There are more; --last prints so many of the newest."));
    if (page->holds.empty() && page->events.empty() && actions.empty())
        say(QStringLiteral("Nothing was recorded of that."));
    QByteArray text = historyTable(*page, actions, zone, terminalWidth());
    QStringList figures{historyFiguresText(page->figures)};
    if (query.lock)
        figures << waitFiguresText(*page);
    figures.removeAll(QString());
    if (!figures.isEmpty())
        text += '\n' + figures.join(u'\n').toUtf8() + '\n';
    return print(text, ExitCode::Ok);
}

} // namespace

ExitCode runHistory(const Options &options)
{
    const HistoryOptions &asked = options.history;
    const QTimeZone zone = QTimeZone::systemTimeZone();
    const ServerTime now = systemClock().wallNow();
    std::optional<ServerTime> at;
    HistoryQuery query;
    query.backends = options.backends;
    query.owner = asked.owner;
    query.most = asked.last;
    if (!asked.lock.isEmpty())
        query.lock = asked.lock.toUtf8();
    if (!asked.at.isEmpty() && !(at = pastFromText(asked.at, now, zone)))
        return refuseTime("--at", asked.at);
    if (!asked.since.isEmpty() && !(query.from = pastFromText(asked.since, now, zone)))
        return refuseTime("--since", asked.since);
    if (!asked.until.isEmpty() && !(query.until = pastFromText(asked.until, now, zone)))
        return refuseTime("--until", asked.until);

    auto reader = HistoryReader::open(defaultHistoryPath());
    if (!reader)
        return refuseHistory(reader.error());
    return at ? printMoment(**reader, options, *at) : printPage(**reader, options, query);
}

} // namespace lockmaster

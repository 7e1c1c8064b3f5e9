// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/past/historytable.h"

#include "app/lockctl/shell/texttable.h"
#include "core/formats/knownnames.h"
#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"

#include <QHash>

#include <algorithm>

namespace lockmaster {

namespace {

const QString none = QStringLiteral("-");

QString sinceText(const HistoryHold &hold, const QTimeZone &zone)
{
    const QString text = momentText(hold.since, zone);
    return hold.begin == HistoryBegin::FirstSeen ? QChar(0x2264) + text : text;
}

QString lengthText(Micros length, bool atLeast)
{
    return atLeast ? QChar(0x2265) + durationText(length) : durationText(length);
}

struct Line {
    ServerTime at{};
    QStringList cells;
};

Line holdLine(const HistoryHold &hold, const QTimeZone &zone)
{
    QString what = holdEndText(hold.end);
    if (!hold.findings.isEmpty())
        what += QStringLiteral(" (%1)").arg(hold.findings.join(QStringLiteral(", ")));
    return {hold.since,
            {sinceText(hold, zone), hold.until ? momentText(*hold.until, zone) : none,
             lengthText(hold.length(), hold.isAtLeast()), nameText(hold.lock.name),
             literalText(hold.lock.backend), orDash(hold.owner), literalText(what),
             hold.renewals ? QString::number(hold.renewals) : none,
             hold.waiters ? QString::number(*hold.waiters) : none}};
}

QString eventText(const HistoryEvent &event)
{
    const QString detail = event.detail;
    if (event.kind == u"finding_appeared")
        return QStringLiteral("finding %1 appeared").arg(detail);
    if (event.kind == u"finding_cleared")
        return QStringLiteral("finding %1 cleared").arg(detail);
    if (event.kind == u"events_dropped")
        return QStringLiteral("%1 events were not recorded").arg(detail);
    if (event.kind == u"waits_not_recorded")
        return QStringLiteral("more than %1 waited at once: others were not recorded").arg(detail);
    QString text = event.kind;
    text.replace(u'_', u' ');
    return detail.isEmpty() ? text : text + QStringLiteral(": ") + detail;
}

Line eventLine(const HistoryEvent &event, const QTimeZone &zone)
{
    const QString name = event.lock ? literalText(event.lock->name) : none;
    return {event.at,
            {momentText(event.at, zone), none, none, name, literalText(event.backend),
             orDash(event.owner), literalText(eventText(event)), none, none}};
}

Line gapLine(const UnseenStretch &gap, const QTimeZone &zone)
{
    QString length = none;
    if (gap.from && gap.until)
        length = durationText(std::chrono::duration_cast<Micros>(*gap.until - *gap.from));
    const QString what = gap.source.isEmpty() ? QStringLiteral("not observed")
                                              : QStringLiteral("not observed: %1").arg(gap.source);
    return {gap.from.value_or(ServerTime{}),
            {gap.from ? momentText(*gap.from, zone) : none,
             gap.until ? momentText(*gap.until, zone) : none, length, none,
             literalText(gap.backend), none, literalText(what), none, none}};
}

Line actionLine(const AuditLine &line, const AuditIntent &intent, const QTimeZone &zone)
{
    const QString who = line.user + u'@' + line.host;
    QString what = QStringLiteral("%1: %2").arg(who, intent.action);
    if (!line.isIntent)
        what += QStringLiteral(": ") + line.outcome.outcome;
    else if (!intent.reason.isEmpty())
        what += QStringLiteral(" (%1)").arg(intent.reason);
    return {line.time,
            {momentText(line.time, zone), none, none,
             intent.lock ? literalText(intent.lock->name) : none, orDash(intent.backend),
             orDash(intent.owner), literalText(what), none, none}};
}

} // namespace

QByteArray historyTable(const HistoryPage &page, const std::vector<AuditLine> &actions,
                        const QTimeZone &zone, int width)
{
    std::vector<Line> lines;
    for (const HistoryHold &hold : page.holds)
        lines.push_back(holdLine(hold, zone));
    for (const HistoryEvent &event : page.events)
        lines.push_back(eventLine(event, zone));
    for (const UnseenStretch &gap : page.unseen)
        lines.push_back(gapLine(gap, zone));
    QHash<QString, AuditIntent> intents;
    for (const AuditLine &line : actions) {
        if (line.isIntent)
            intents.insert(line.id, line.intent);
        lines.push_back(actionLine(line, intents.value(line.id), zone));
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line &a, const Line &b) { return a.at < b.at; });
    TextTable table({{QStringLiteral("SINCE")},
                     {QStringLiteral("UNTIL")},
                     {QStringLiteral("FOR"), true},
                     {QStringLiteral("LOCK"), false, true},
                     {QStringLiteral("BACKEND"), false, true},
                     {QStringLiteral("OWNER"), false, true},
                     {QStringLiteral("WHAT"), false, true},
                     {QStringLiteral("RENEWED"), true},
                     {QStringLiteral("WAITERS"), true}});
    for (const Line &line : lines)
        table.addRow(line.cells);
    return table.text(width);
}

QString historyFiguresText(const HoldFigures &figures)
{
    if (figures.count == 0)
        return {};
    return QStringLiteral(
               "Seen whole: %1; held for %2 (median), %3 (95th percentile), %4 (longest).")
        .arg(figures.count)
        .arg(durationText(figures.median), durationText(figures.p95),
             durationText(figures.longest));
}

QString waitFiguresText(const HistoryPage &page)
{
    QStringList sentences;
    const HoldFigures figures = figuresOf(page.waitLengths);
    if (figures.count > 0) {
        sentences << QStringLiteral("Waits seen whole: %1; waited %2 (median), %3 (95th percentile)"
                                    ", %4 (longest).")
                         .arg(figures.count)
                         .arg(durationText(figures.median), durationText(figures.p95),
                              durationText(figures.longest));
    }
    if (page.waitedAtLeast)
        sentences << QStringLiteral("Of others an end was not seen: the longest took at least %1.")
                         .arg(durationText(*page.waitedAtLeast));
    return sentences.join(u' ');
}

QByteArray waitsTable(const HistoryPage &page, const QTimeZone &zone, int width)
{
    using Fit = TableColumn<HistoryWait>::Fit;
    const std::vector<TableColumn<HistoryWait>> columns{
        {"SINCE",
         [&](const HistoryWait &wait) {
             const QString since = momentText(wait.since, zone);
             return wait.begin == HistoryBegin::FirstSeen ? QChar(0x2264) + since : since;
         }},
        {"UNTIL",
         [&](const HistoryWait &wait) {
             return wait.until ? momentText(*wait.until, zone) : none;
         }},
        {"FOR", [](const HistoryWait &wait) { return lengthText(wait.length(), wait.isAtLeast()); },
         Fit::Right},
        {"LOCK", [](const HistoryWait &wait) { return nameText(wait.lock.name); }, Fit::Elastic},
        {"BACKEND", [](const HistoryWait &wait) { return literalText(wait.lock.backend); },
         Fit::Elastic},
        {"WAITER", [](const HistoryWait &wait) { return orDash(wait.waiter); }, Fit::Elastic},
        {"WHAT CAME", [](const HistoryWait &wait) { return waitEndText(wait.end); }},
    };
    return tableOf(columns, page.waits).text(width);
}

QByteArray historyMomentTable(const HistoryMoment &moment, const QTimeZone &zone, int width)
{
    TextTable table({{QStringLiteral("STATE")},
                     {QStringLiteral("LOCK"), false, true},
                     {QStringLiteral("SYSTEM")},
                     {QStringLiteral("BACKEND"), false, true},
                     {QStringLiteral("SOURCE"), false, true},
                     {QStringLiteral("OWNER"), false, true},
                     {QStringLiteral("SINCE")},
                     {QStringLiteral("FOR"), true},
                     {QStringLiteral("WHAT CAME"), false, true}});
    const auto addHold = [&](const HistoryHold &hold, const QString &state, const QString &length,
                             const QString &after) {
        table.addRow({state, nameText(hold.lock.name), literalText(hold.lock.system),
                      literalText(hold.lock.backend), literalText(hold.lock.source),
                      orDash(hold.owner), sinceText(hold, zone), length, after});
    };
    for (const HistoryHold &hold : moment.held) {
        const auto length = std::chrono::duration_cast<Micros>(moment.at - hold.since);
        QString after = holdEndText(hold.end);
        if (hold.until)
            after += u' ' + momentText(*hold.until, zone);
        addHold(hold, QStringLiteral("held"),
                lengthText(length, hold.begin == HistoryBegin::FirstSeen), after);
    }
    for (const HistoryHold &hold : moment.perhaps) {
        addHold(hold, QStringLiteral("unknown"), none,
                QStringLiteral("last seen ") + momentText(hold.lastSeen, zone));
    }
    for (const PlaceThen &place : moment.places) {
        if (place.sight == PlaceThen::Sight::Whole)
            continue;
        QString what = QStringLiteral("could not be read as a whole");
        if (place.sight == PlaceThen::Sight::None) {
            what = QStringLiteral("not observed from %1 to %2")
                       .arg(place.lastLook ? momentText(*place.lastLook, zone) : none,
                            place.firstLook ? momentText(*place.firstLook, zone) : none);
        }
        table.addRow({QStringLiteral("unknown"), QStringLiteral("(all others)"), none,
                      literalText(place.backend), literalText(place.source), none, none, none,
                      what});
    }
    return table.text(width);
}

} // namespace lockmaster

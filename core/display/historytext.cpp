// SPDX-License-Identifier: Apache-2.0
#include "core/display/historytext.h"

#include "core/display/shownwords.h"
#include "core/formats/knownnames.h"
#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/display/locktext.h"

#include <QDateTime>
#include <QSet>

#include <algorithm>
#include <set>

namespace lockmaster {

namespace {

QString exactTime(ServerTime at)
{
    return HistoryText::tr("%1 (%2 UTC)")
        .arg(momentText(localTimeOf(at), TimeDetail::ToMilli),
             clockText(utcTimeOf(at), TimeDetail::ToMilli));
}

QString findingsText(const HistoryHold &hold)
{
    QStringList titles;
    for (const QString &word : hold.findings) {
        const auto id = findingFromName(word);
        titles << (id ? LockText::findingTitle(*id) : literalText(word));
    }
    return titles.join(QStringLiteral(", "));
}

Figure lengthFigure(const QString &title, Micros length, const QString &note = {})
{
    return {title, durationText(length), Tone::Plain, note};
}

Figure waitersFigure(const std::vector<HistoryRow> &rows)
{
    std::vector<qint64> most;
    for (const HistoryRow &row : rows) {
        if (row.hold.waiters)
            most.push_back(*row.hold.waiters);
    }
    if (most.empty())
        return {HistoryText::tr("Waiters"), LockText::unknown(), Tone::Plain,
                HistoryText::tr("not told by this system")};
    std::sort(most.begin(), most.end());
    if (std::ssize(most) < HoldFigures::fewest)
        return {HistoryText::tr("Most waiters of a hold"), countText(most.back()), Tone::Plain,
                HistoryText::tr("of %1 seen").arg(countText(std::ssize(most)))};
    const auto at = [&most](size_t percent) {
        return countText(most[(most.size() * percent + 99) / 100 - 1]);
    };
    return {HistoryText::tr("Most waiters of a hold"), countText(most.back()), Tone::Plain,
            HistoryText::tr("median %1, 95th percentile %2").arg(at(50), at(95))};
}

/** How long was waited, as far as systems name who waits. */
void addWaits(std::vector<Figure> &figures, const HistoryPage &page)
{
    const HoldFigures times = figuresOf(page.waitLengths);
    if (times.count == 0 && !page.waitedAtLeast)
        return;
    if (times.count == 0) {
        figures.push_back({HistoryText::tr("Longest wait"),
                           atLeast(durationText(*page.waitedAtLeast)), Tone::Plain,
                           HistoryText::tr("none was seen whole")});
        return;
    }
    const QString counted = HistoryText::tr("of %1 seen whole").arg(countText(times.count));
    if (times.tellWhatIsUsual()) {
        figures.push_back(lengthFigure(HistoryText::tr("Waited, median"), times.median, counted));
        figures.push_back(lengthFigure(HistoryText::tr("95 % waited within"), times.p95));
    }
    figures.push_back(lengthFigure(HistoryText::tr("Longest wait"), times.longest,
                                   times.tellWhatIsUsual() ? QString() : counted));
    // One that goes on, or of which an end was not seen, may be longer than any other.
    if (page.waitedAtLeast && *page.waitedAtLeast > times.longest)
        figures.back().value = atLeast(durationText(*page.waitedAtLeast));
}

/** Between two looks, one of which may never have been. */
QString unlookedText(const QString &where, const PlaceThen &place, ServerTime now)
{
    const auto shown = [now](ServerTime at) { return nearMomentText(at, now); };
    if (place.lastLook && place.firstLook)
        return HistoryText::tr("nobody looked at %1 from %2 to %3")
            .arg(where, shown(*place.lastLook), shown(*place.firstLook));
    if (place.lastLook)
        return HistoryText::tr("nobody has looked at %1 since %2")
            .arg(where, shown(*place.lastLook));
    if (place.firstLook)
        return HistoryText::tr("nobody looked at %1 before %2").arg(where, shown(*place.firstLook));
    return HistoryText::tr("nobody ever looked at %1").arg(where);
}

QString unseenThen(const HistoryMoment &moment, ServerTime now)
{
    QStringList stretches;
    for (const PlaceThen &place : moment.places) {
        if (place.sight == PlaceThen::Sight::Whole)
            continue;
        const QString where = literalText(place.backend) + u' ' + sourceText(place.source);
        if (place.sight == PlaceThen::Sight::Partly) {
            stretches << HistoryText::tr("%1 could not be read as a whole").arg(where);
            continue;
        }
        stretches << unlookedText(where, place, now);
    }
    constexpr qsizetype most = 3;
    const qsizetype more = stretches.size() - most;
    if (more > 0) {
        stretches = stretches.mid(0, most);
        stretches << HistoryText::tr("and %1 more").arg(more);
    }
    return stretches.isEmpty()
               ? QString()
               : HistoryText::tr("Not known: %1.").arg(stretches.join(QStringLiteral("; ")));
}

} // namespace

std::vector<HistoryRow> HistoryText::rows(const HistoryAnswer &answer)
{
    std::vector<HistoryRow> rows;
    if (!answer.moment) {
        for (const HistoryHold &hold : answer.page.holds)
            rows.push_back({hold, false});
        return rows;
    }
    for (const HistoryHold &hold : answer.moment->held)
        rows.push_back({hold, false});
    for (const HistoryHold &hold : answer.moment->perhaps)
        rows.push_back({hold, true});
    return rows;
}

std::vector<HistoryRow> HistoryText::laneRows(const HistoryAnswer &answer)
{
    std::vector<HistoryRow> rows = HistoryText::rows(answer);
    if (!answer.moment)
        return rows;
    std::set<std::pair<qint64, ServerTime>> known;
    for (const HistoryRow &row : rows)
        known.insert({row.hold.id, row.hold.since});
    for (const HistoryHold &hold : answer.page.holds) {
        if (!known.contains({hold.id, hold.since}))
            rows.push_back({hold, false});
    }
    return rows;
}

QString HistoryText::lock(const HistoryHold &hold)
{
    const QString name = nameText(hold.lock.name);
    return name.isEmpty() ? LockText::none() : name;
}

QString HistoryText::owner(const HistoryHold &hold)
{
    if (!hold.owner.isEmpty())
        return literalText(hold.owner);
    return hold.ownerRaw.isEmpty() ? LockText::none() : literalText(hold.ownerRaw);
}

QString HistoryText::since(const HistoryHold &hold, ServerTime now)
{
    const QString at = nearMomentText(hold.since, now);
    return hold.begin == HistoryBegin::FirstSeen ? QStringLiteral("≤ ") + at : at;
}

QString HistoryText::until(const HistoryHold &hold, ServerTime now)
{
    if (!hold.until)
        return {};
    const QString at = nearMomentText(*hold.until, now);
    return hold.end == HistoryEnd::Unseen ? atLeast(at) : at;
}

QString HistoryText::length(const HistoryHold &hold)
{
    const QString text = durationText(hold.length());
    return hold.isAtLeast() ? atLeast(text) : text;
}

QString HistoryText::end(const HistoryRow &row)
{
    if (row.perhaps)
        return tr("not known");
    return holdEndText(row.hold.end);
}

Tone HistoryText::endTone(const HistoryRow &row)
{
    if (row.perhaps)
        return Tone::Unknown;
    switch (row.hold.end) {
    case HistoryEnd::Open: return Tone::Held;
    case HistoryEnd::Expired: return Tone::Expiring;
    case HistoryEnd::Lost: return Tone::Danger;
    case HistoryEnd::Unseen:
    case HistoryEnd::Unknown: return Tone::Unknown;
    case HistoryEnd::Released:
    case HistoryEnd::OwnerChanged: break;
    }
    return Tone::Plain;
}

QString HistoryText::waiters(const HistoryHold &hold)
{
    return hold.waiters ? countText(*hold.waiters) : LockText::unknown();
}

QString HistoryText::notes(const HistoryRow &row)
{
    const HistoryHold &hold = row.hold;
    QStringList lines{tr("owner: %1").arg(owner(hold)), end(row)};
    if (hold.begin == HistoryBegin::FirstSeen)
        lines << tr("It was held already when it was looked at first.");
    else if (hold.begin == HistoryBegin::Told)
        lines << tr("Since when is what the server says.");
    if (hold.renewals > 0)
        lines << tr("renewed: %1").arg(countText(hold.renewals));
    if (hold.waiters && *hold.waiters > 0)
        lines << tr("waited at once, at most: %1").arg(countText(*hold.waiters));
    if (!hold.findings.isEmpty())
        lines << findingsText(hold);
    return lines.join(u'\n');
}

QString HistoryText::everything(const HistoryRow &row)
{
    const HistoryHold &hold = row.hold;
    QStringList lines{
        lock(hold),
        tr("%1 on %2").arg(sourceText(hold.lock.source), literalText(hold.lock.backend))};
    lines << tr("since: %1").arg(exactTime(hold.since));
    if (hold.sinceAfter)
        lines << tr("not yet at: %1").arg(exactTime(*hold.sinceAfter));
    if (hold.until)
        lines << tr("until: %1").arg(exactTime(*hold.until));
    lines << tr("seen last: %1").arg(exactTime(hold.lastSeen)) << notes(row);
    return lines.join(u'\n');
}

QString HistoryText::subject(const HistoryQuery &query)
{
    QStringList parts;
    if (query.lock)
        parts << literalText(*query.lock);
    else if (!query.lockText.isEmpty())
        parts << tr("locks with “%1”").arg(literalText(query.lockText));
    if (!query.owner.isEmpty())
        parts << tr("owners with “%1”").arg(literalText(query.owner));
    return parts.isEmpty() ? tr("All locks") : parts.join(QStringLiteral(" · "));
}

std::vector<Figure> HistoryText::figures(const HistoryAnswer &answer)
{
    QStringList asked{subject(answer.question.query)};
    if (!answer.question.query.lock) {
        for (const QString &backend : answer.question.query.backends)
            asked << literalText(backend);
    }
    const QString whose = asked.join(QStringLiteral(" · "));
    const std::vector<HistoryRow> listed = rows(answer);
    QSet<QPair<QString, QByteArray>> locks;
    QSet<QString> owners;
    for (const HistoryRow &row : listed) {
        locks.insert({row.hold.lock.backend + u'\n' + row.hold.lock.source, row.hold.lock.name});
        owners.insert(owner(row.hold));
    }
    const QString counted = tr("holds: %1 · locks: %2 · owners: %3")
                                .arg(countText(qint64(listed.size())), countText(locks.size()),
                                     countText(owners.size()));
    std::vector<Figure> figures;
    if (answer.moment) {
        figures.push_back({tr("Held at %1").arg(nearMomentText(answer.moment->at, answer.asked)),
                           whose, Tone::Plain, counted});
        figures.push_back({tr("Known to be held"),
                           countText(qint64(answer.moment->held.size())),
                           Tone::Plain,
                           {}});
        figures.push_back({tr("Perhaps held"), countText(qint64(answer.moment->perhaps.size())),
                           answer.moment->perhaps.empty() ? Tone::Plain : Tone::Expiring,
                           tr("nobody looked then")});
        return figures;
    }
    figures.push_back({tr("History of"), whose, Tone::Plain, counted});
    const HoldFigures times = figuresOf(answer.page.lengths);
    const QString whole = tr("of %1 seen whole").arg(countText(times.count));
    if (times.tellWhatIsUsual()) {
        figures.push_back(lengthFigure(tr("Held, median"), times.median, whole));
        figures.push_back(lengthFigure(tr("95 % held within"), times.p95));
        figures.push_back(lengthFigure(tr("Longest hold"), times.longest));
    } else if (times.count > 0) {
        figures.push_back(lengthFigure(tr("Longest hold"), times.longest, whole));
    } else {
        figures.push_back(
            {tr("Longest hold"), LockText::unknown(), Tone::Plain, tr("none was seen whole")});
    }
    // One that goes on, or of which an end was not seen, may be longer than any other.
    Micros least = times.count > 0 ? times.longest : Micros(0);
    for (const HistoryRow &row : listed) {
        if (row.hold.isWhole() || row.hold.length() <= least)
            continue;
        least = row.hold.length();
        figures.back().value = atLeast(durationText(least));
    }
    figures.push_back(waitersFigure(listed));
    addWaits(figures, answer.page);
    return figures;
}

QString HistoryText::missing(const HistoryAnswer &answer, size_t lanesLeftOut)
{
    QStringList sentences;
    const HistoryPage &page = answer.page;
    if (answer.moment) {
        sentences << unseenThen(*answer.moment, answer.asked);
        if (answer.momentCut)
            sentences << tr("There are more; narrow the search.");
    } else if (page.older && page.listedFrom) {
        sentences << tr("There are more: of those that began before %1 only what was still held "
                        "then is listed.")
                         .arg(nearMomentText(*page.listedFrom, answer.asked));
    }
    if (lanesLeftOut > 0)
        sentences << tr("Lanes are drawn for the newest; %1 more stand in the table alone.")
                         .arg(countText(qint64(lanesLeftOut)));
    const auto kept = answer.moment ? answer.moment->keptFrom : page.keptFrom;
    const auto from = answer.moment ? std::optional(answer.moment->at) : answer.question.query.from;
    if (kept && (!from || *from < *kept))
        sentences << tr("What ended before %1 was cleared away.")
                         .arg(nearMomentText(*kept, answer.asked));
    if (answer.actionsProblem)
        sentences << literalText(answer.actionsProblem->message) + u' '
                         + literalText(answer.actionsProblem->remedy);
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

QString HistoryText::nothing(const HistoryAnswer &answer)
{
    QString text;
    if (!answer.moment) {
        text = tr("No such hold was seen.");
    } else {
        const auto &places = answer.moment->places;
        const bool known =
            !places.empty() && std::all_of(places.begin(), places.end(), [](const PlaceThen &one) {
                return one.sight == PlaceThen::Sight::Whole;
            });
        text =
            known ? tr("No such lock was held then.") : tr("It is not known what was held then.");
    }
    const QString why = missing(answer, 0);
    return why.isEmpty() ? text : text + QStringLiteral("\n\n") + why;
}

QString HistoryText::typical(const HoldFigures &figures)
{
    if (!figures.tellWhatIsUsual())
        return {};
    return tr("%1 (median of %2), 95 % within %3")
        .arg(durationText(figures.median), countText(figures.count), durationText(figures.p95));
}

} // namespace lockmaster

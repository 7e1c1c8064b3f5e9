// SPDX-License-Identifier: Apache-2.0
#include "core/report/reporttables.h"

#include "core/report/reportclock.h"
#include "core/text/durationtext.h"
#include "core/text/words.h"

#include <QLocale>

#include <algorithm>
#include <set>

namespace lockmaster {

namespace {

/** Nobody reads more: of so many the longest, of what has no length the newest. */
constexpr size_t mostListed = 200;

QString figure(qint64 number)
{
    return QLocale(QLocale::English).toString(qlonglong(number));
}

/** Which of them are listed, in their order. */
template<class Row>
std::vector<const Row *> longestOf(const std::vector<Row> &rows)
{
    std::vector<const Row *> listed;
    listed.reserve(rows.size());
    for (const Row &row : rows)
        listed.push_back(&row);
    if (listed.size() <= mostListed)
        return listed;
    std::stable_sort(listed.begin(), listed.end(),
                     [](const Row *a, const Row *b) { return a->length() > b->length(); });
    listed.resize(mostListed);
    std::sort(listed.begin(), listed.end()); // they stand one behind the other in time
    return listed;
}

template<class Row>
std::vector<const Row *> newestOf(const std::vector<Row> &rows)
{
    std::vector<const Row *> listed;
    for (size_t i = rows.size() - std::min(rows.size(), mostListed); i < rows.size(); ++i)
        listed.push_back(&rows[i]);
    return listed;
}

/** What the table does not list; nothing where it lists all. */
void addLeftOut(std::vector<ReportLine> &notes, size_t listed, size_t all, const QString &words)
{
    if (listed < all)
        notes.push_back(
            {words.arg(figure(qint64(listed)), figure(qint64(all)), figure(qint64(all - listed)))});
}

template<class Row>
QString sinceText(const Row &row, const ReportClock &clock)
{
    QString at = clock.text(row.since);
    switch (row.begin) {
    case HistoryBegin::FirstSeen: return Words::tr("at least since %1").arg(at);
    case HistoryBegin::Told: return Words::tr("%1, as the server tells").arg(at);
    case HistoryBegin::Watched: break;
    }
    return at;
}

template<class Row>
QString untilText(const Row &row, bool isUnseen, const ReportClock &clock)
{
    if (row.until && !isUnseen)
        return clock.text(*row.until);
    return Words::tr("seen until %1").arg(clock.text(row.lastSeen));
}

template<class Row>
QString anyLength(const Row &row, bool goesOn)
{
    const QString length = durationText(row.length());
    return goesOn || row.isAtLeast() ? atLeast(length) : length;
}

void addBlock(std::vector<ReportBlock> &blocks, const QString &heading, ReportTable &&table,
              std::vector<ReportLine> &&notes)
{
    if (table.rows.empty() && notes.empty())
        return;
    blocks.emplace_back(ReportHeading{{heading}});
    if (!table.rows.empty())
        blocks.emplace_back(std::move(table));
    if (!notes.empty())
        blocks.emplace_back(ReportLines{std::move(notes)});
}

/** How long those took of which both ends were seen. */
void addFigures(std::vector<ReportLine> &notes, const HoldFigures &figures, const QString &words)
{
    if (figures.count < 2)
        return;
    notes.push_back({words.arg(figure(figures.count), durationText(figures.median),
                               durationText(figures.p95), durationText(figures.longest))});
}

/** `1`, `2`, ... in words that a translator may put elsewhere. */
ReportLine eventLine(const HistoryEvent &event)
{
    const QString &kind = event.kind;
    const ReportLine detail{spoken(event.detail)};
    const auto behind = [&event, &detail](const QString &words) {
        return event.detail.isEmpty() ? ReportLine{words}
                                      : joined({{words}, detail}, QStringLiteral(": "));
    };
    if (kind == u"blocked")
        return {Words::tr("a transaction locked its row")};
    if (kind == u"unblocked")
        return {Words::tr("its row was not locked any more")};
    if (kind == u"finding_appeared")
        return inWords(Words::tr("finding %1 appeared"), {quoted(event.detail)});
    if (kind == u"finding_cleared")
        return inWords(Words::tr("finding %1 cleared"), {quoted(event.detail)});
    if (kind == u"backend_lost")
        return behind(Words::tr("the server did not answer"));
    if (kind == u"backend_back")
        return {Words::tr("the server answered again")};
    if (kind == u"master_changed")
        return behind(Words::tr("another server is the master"));
    if (kind == u"node_lost")
        return behind(Words::tr("a server of the group went away"));
    if (kind == u"node_back")
        return behind(Words::tr("a server of the group came back"));
    if (kind == u"events_dropped")
        return inWords(Words::tr("too much happened at once: %1 events were not recorded"),
                       {detail});
    if (kind == u"waits_not_recorded")
        return inWords(Words::tr("more than %1 waited at once: others were not recorded"),
                       {detail});
    return joined({quoted(kind), detail}, QStringLiteral(": "));
}

/** A finding, and from when until when, as far as that was told. */
struct FoundRow {
    QString finding;
    QString holder;
    std::optional<ServerTime> appeared;
    std::optional<ServerTime> cleared;
    std::optional<ServerTime> inHoldFrom; ///< it was there at some time of the hold that began then
};

std::vector<FoundRow> findingsOf(const LockReport &report)
{
    std::vector<FoundRow> rows;
    for (const HistoryEvent &event : report.events) {
        if (event.kind == u"finding_appeared")
            rows.push_back({event.detail, event.owner, event.at, {}, {}});
        if (event.kind != u"finding_cleared")
            continue;
        const auto open = std::find_if(rows.rbegin(), rows.rend(), [&event](const FoundRow &row) {
            return row.finding == event.detail && !row.cleared;
        });
        if (open != rows.rend())
            open->cleared = event.at;
        else
            rows.push_back({event.detail, event.owner, {}, event.at, {}});
    }
    const size_t told = rows.size();
    std::set<std::pair<qint64, QString>> known; // a hold's parts have the findings of all of it
    for (const HistoryHold &hold : report.holds) {
        const ServerTime end = hold.until.value_or(hold.lastSeen);
        for (const QString &finding : hold.findings) {
            const bool isTold = std::any_of(
                rows.begin(), rows.begin() + std::ptrdiff_t(told), [&](const FoundRow &row) {
                    const auto begun = row.appeared.value_or(report.order.from);
                    const auto over = row.cleared.value_or(report.order.until);
                    return row.finding == finding && begun <= end && over >= hold.since;
                });
            if (!isTold && known.insert({hold.id, finding}).second)
                rows.push_back({finding, hold.owner, {}, {}, hold.since});
        }
    }
    return rows;
}

ReportLine actionWords(const ReportAction &action)
{
    if (!action.intent)
        return {};
    const AuditIntent &intent = action.intent->intent;
    if (intent.owner.isEmpty())
        return quoted(intent.action);
    return inWords(Words::tr("%1, owner %2"), {quoted(intent.action), quoted(intent.owner)});
}

ReportLine outcomeWords(const ReportAction &action)
{
    if (!action.outcome)
        return {Words::tr("none was written: it was cut off, or goes on")};
    const AuditOutcome &outcome = action.outcome->outcome;
    std::vector<ReportLine> parts{quoted(outcome.outcome)};
    if (!outcome.detail.isEmpty())
        parts.push_back({spoken(outcome.detail)});
    if (!outcome.message.isEmpty())
        parts.push_back({spoken(outcome.message)});
    if (!outcome.heldBy.isEmpty())
        parts.push_back(inWords(Words::tr("held by %1 then"), {quoted(outcome.heldBy)}));
    else if (outcome.heldByKnown)
        parts.push_back({Words::tr("held by nobody then")});
    return joined(parts, QStringLiteral("; "));
}

} // namespace

ReportLine holderLine(const QString &owner)
{
    return owner.isEmpty() ? ReportLine{Words::tr("somebody (no owner is known)")} : quoted(owner);
}

QString lengthText(const HistoryHold &hold)
{
    return anyLength(hold, hold.end == HistoryEnd::Open);
}

QString lengthText(const HistoryWait &wait)
{
    return anyLength(wait, wait.end == WaitEnd::Open);
}

void addHolds(std::vector<ReportBlock> &blocks, const LockReport &report, const ReportClock &clock)
{
    ReportTable table;
    table.columns = {{Words::tr("Holder")},
                     {Words::tr("From")},
                     {Words::tr("To")},
                     {Words::tr("Held for"), true},
                     {Words::tr("How it ended")},
                     {Words::tr("Renewals"), true},
                     {Words::tr("Most waiters"), true}};
    const auto listed = longestOf(report.holds);
    std::set<qint64> known;
    for (const HistoryHold *hold : listed) {
        const bool isPart = !known.insert(hold->id).second;
        QString end = holdEndText(hold->end);
        if (isPart)
            end = Words::tr("%1 (perhaps the hold before the gap)").arg(end);
        table.rows.push_back({holderLine(hold->owner),
                              {sinceText(*hold, clock)},
                              {untilText(*hold, hold->end == HistoryEnd::Unseen, clock)},
                              {lengthText(*hold)},
                              {end},
                              {isPart ? QStringLiteral("–") : figure(hold->renewals)},
                              {hold->waiters ? figure(*hold->waiters) : QStringLiteral("–")}});
    }
    std::vector<ReportLine> notes;
    addLeftOut(notes, listed.size(), report.holds.size(),
               Words::tr("Listed are the %1 longest of %2; %3 shorter ones are left out."));
    if (report.olderHolds && report.listedFrom)
        notes.push_back({Words::tr("There were more: those that began before %1 were not read.")
                             .arg(clock.text(*report.listedFrom))});
    addFigures(notes, report.holdFigures,
               Words::tr("Of %1 holds both ends were seen: half took at most %2, 95 % at most %3, "
                         "the longest %4."));
    if (!table.rows.empty())
        notes.push_back({Words::tr("Begin and end are those of the looks that showed them. Where "
                                   "an end was not seen, the hold took longer than is told (≥).")});
    addBlock(blocks, Words::tr("Who held it"), std::move(table), std::move(notes));
}

void addWaits(std::vector<ReportBlock> &blocks, const LockReport &report, const ReportClock &clock)
{
    ReportTable table;
    table.columns = {{Words::tr("Waiter")},
                     {Words::tr("From")},
                     {Words::tr("To")},
                     {Words::tr("Waited for"), true},
                     {Words::tr("What came of it")}};
    const auto listed = longestOf(report.waits);
    for (const HistoryWait *wait : listed) {
        table.rows.push_back({holderLine(wait->waiter),
                              {sinceText(*wait, clock)},
                              {untilText(*wait, wait->end == WaitEnd::Unseen, clock)},
                              {lengthText(*wait)},
                              {waitEndText(wait->end)}});
    }
    std::vector<ReportLine> notes;
    addLeftOut(notes, listed.size(), report.waits.size(),
               Words::tr("Listed are the %1 longest of %2; %3 shorter ones are left out."));
    if (report.olderWaits)
        notes.push_back({Words::tr("There were more: of the waits the newest were read.")});
    addFigures(notes, report.waitFigures,
               Words::tr("Of %1 waits both ends were seen: half took at most %2, 95 % at most %3, "
                         "the longest %4."));
    addBlock(blocks, Words::tr("Who waited"), std::move(table), std::move(notes));
}

void addGaps(std::vector<ReportBlock> &blocks, const LockReport &report, const ReportClock &clock)
{
    ReportTable table;
    table.columns = {{Words::tr("From")},
                     {Words::tr("To")},
                     {Words::tr("For"), true},
                     {Words::tr("What is known of it")}};
    const auto listed = longestOf(report.gaps);
    for (const ReportGap *gap : listed) {
        std::vector<ReportLine> why;
        if (gap->partly)
            why.push_back(
                {Words::tr("it could not be read as a whole: what was not shown is not known")});
        else
            why.push_back({Words::tr("nothing was seen")});
        if (gap->wasLost && gap->why.isEmpty())
            why.push_back({Words::tr("the server did not answer")});
        else if (gap->wasLost)
            why.push_back(joined({{Words::tr("the server did not answer")}, {spoken(gap->why)}},
                                 QStringLiteral(": ")));
        if (gap->isFirst)
            why.push_back({Words::tr("nobody recorded it before, as far as is kept")});
        else if (gap->isLast)
            why.push_back({Words::tr("nothing was recorded since")});
        else if (gap->betweenRuns)
            why.push_back({Words::tr("Lockmaster ended, and recorded anew behind it")});
        table.rows.push_back({{clock.text(gap->from)},
                              {clock.text(gap->until)},
                              {durationText(gap->length())},
                              joined(why, QStringLiteral("; "))});
    }
    std::vector<ReportLine> notes;
    addLeftOut(notes, listed.size(), report.gaps.size(),
               Words::tr("Listed are the %1 longest of %2; %3 shorter ones are left out."));
    if (report.clearedUntil)
        notes.push_back({Words::tr("What ended before %1 was cleared from the history.")
                             .arg(clock.text(*report.clearedUntil))});
    addBlock(blocks, Words::tr("What was not seen"), std::move(table), std::move(notes));
}

void addFindings(std::vector<ReportBlock> &blocks, const LockReport &report,
                 const ReportClock &clock)
{
    ReportTable table;
    table.columns = {{Words::tr("Finding")},
                     {Words::tr("Appeared")},
                     {Words::tr("Cleared")},
                     {Words::tr("Holder")}};
    const std::vector<FoundRow> rows = findingsOf(report);
    const auto listed = newestOf(rows);
    for (const FoundRow *row : listed) {
        QString appeared = Words::tr("before that");
        if (row->appeared)
            appeared = clock.text(*row->appeared);
        else if (row->inHoldFrom)
            appeared = Words::tr("during the hold from %1").arg(clock.text(*row->inHoldFrom));
        table.rows.push_back({quoted(row->finding),
                              {appeared},
                              {row->cleared ? clock.text(*row->cleared) : QStringLiteral("–")},
                              holderLine(row->holder)});
    }
    std::vector<ReportLine> notes;
    addLeftOut(notes, listed.size(), rows.size(),
               Words::tr("Listed are the %1 newest of %2; %3 older ones are left out."));
    addBlock(blocks, Words::tr("Findings"), std::move(table), std::move(notes));
}

void addEvents(std::vector<ReportBlock> &blocks, const LockReport &report, const ReportClock &clock)
{
    ReportTable table;
    table.columns = {{Words::tr("When")}, {Words::tr("What happened")}, {Words::tr("To what")}};
    const auto listed = newestOf(report.events);
    for (const HistoryEvent *event : listed) {
        table.rows.push_back({{clock.text(event->at)},
                              eventLine(*event),
                              {event->lock ? Words::tr("the lock") : Words::tr("the server")}});
    }
    std::vector<ReportLine> notes;
    addLeftOut(notes, listed.size(), report.events.size(),
               Words::tr("Listed are the %1 newest of %2; %3 older ones are left out."));
    addBlock(blocks, Words::tr("What else was told"), std::move(table), std::move(notes));
}

void addActions(std::vector<ReportBlock> &blocks, const LockReport &report,
                const ReportClock &clock)
{
    ReportTable table;
    table.columns = {{Words::tr("When")},   {Words::tr("Who")},     {Words::tr("What")},
                     {Words::tr("Reason")}, {Words::tr("Outcome")}, {Words::tr("Audit id")}};
    const auto listed = newestOf(report.actions);
    for (const ReportAction *action : listed) {
        const AuditLine &line = action->first();
        const QString reason = action->intent ? action->intent->intent.reason : QString();
        table.rows.push_back({{clock.text(line.time)},
                              quoted(QString(line.user + u'@' + line.host)),
                              actionWords(*action),
                              reason.isEmpty() ? ReportLine{QStringLiteral("–")} : quoted(reason),
                              outcomeWords(*action),
                              quoted(line.id)});
    }
    std::vector<ReportLine> notes;
    addLeftOut(notes, listed.size(), report.actions.size(),
               Words::tr("Listed are the %1 newest of %2; %3 older ones are left out."));
    if (report.olderActions)
        notes.push_back({Words::tr("Older lines of the audit log were not read.")});
    if (report.auditProblem)
        notes.push_back(joined(
            {{Words::tr("The audit log was not read")}, {spoken(errorText(*report.auditProblem))}},
            QStringLiteral(": ")));
    addBlock(blocks, Words::tr("What was done from here"), std::move(table), std::move(notes));
}

} // namespace lockmaster

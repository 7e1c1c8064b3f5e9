// SPDX-License-Identifier: Apache-2.0
#include "core/report/reportdocument.h"

#include "core/formats/knownnames.h"
#include "core/report/reportclock.h"
#include "core/report/reporttables.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QLocale>

#include <algorithm>

namespace lockmaster {

namespace {

QString countText(qint64 count)
{
    return QLocale(QLocale::English).toString(qlonglong(count));
}

ReportFacts factsOf(const LockReport &report, const ReportStyle &style, const ReportClock &clock)
{
    const HistoryLock &lock = report.order.lock;
    const ReportLine range = {
        Words::tr("%1 to %2").arg(clock.text(report.order.from), clock.text(report.order.until))};
    ReportFacts facts;
    facts.facts = {{Words::tr("Lock"), quoted(lock.name)}};
    if (const QString known = knownAs(lock.name); !known.isEmpty())
        facts.facts.emplace_back(Words::tr("Known as"), quoted(known));
    facts.facts.emplace_back(Words::tr("Server"), quoted(lock.backend));
    facts.facts.emplace_back(Words::tr("Place"), quoted(lock.source));
    facts.facts.emplace_back(Words::tr("System"), quoted(lock.system));
    facts.facts.emplace_back(Words::tr("Range"), range);
    facts.facts.emplace_back(
        Words::tr("Times"),
        ReportLine{
            Words::tr("%1, by the clock of the machine that watched").arg(clock.zoneText())});
    facts.facts.emplace_back(
        Words::tr("Made"),
        inWords(Words::tr("%1 by %2"), {{clock.text(style.madeAt)}, {spoken(style.madeBy)}}));
    return facts;
}

QString holdsText(const LockReport &report)
{
    const qint64 holds = report.holdCount();
    const qint64 holders = report.holderCount();
    if (report.seen <= Micros::zero() && !report.wasLookedAt)
        return holds == 0 ? Words::tr("Nothing was seen of it: nobody looked in that time.")
                          : Words::tr("Nobody looked in that time: what is told of it was seen "
                                      "before or afterwards.");
    if (holds == 0)
        return Words::tr("Nobody was seen to hold it while it was looked at.");
    const QString held = durationText(report.held);
    // Before and behind a gap it may have been one hold, or not.
    const bool isVague = holds < qint64(report.holds.size()) || report.olderHolds;
    if (holds == 1)
        return (isVague ? Words::tr("It was seen held at least once, for %1 of that time.")
                        : Words::tr("It was seen held once, for %1 of that time."))
            .arg(held);
    if (holders == 1) {
        const QString words =
            isVague
                ? Words::tr("It was seen held at least %1 times by one holder, for %2 of that time "
                            "in all.")
                : Words::tr("It was seen held %1 times by one holder, for %2 of that time in all.");
        return words.arg(countText(holds), held);
    }
    const QString words =
        isVague ? Words::tr("It was seen held at least %1 times by %2 holders, for %3 of that time "
                            "in all.")
                : Words::tr("It was seen held %1 times by %2 holders, for %3 of that time in all.");
    return words.arg(countText(holds), countText(holders), held);
}

ReportLine holdsSentence(const LockReport &report, const ReportClock &clock)
{
    const QString text = holdsText(report);
    if (!report.olderHolds || !report.listedFrom)
        return {text};
    return {Words::tr("As far as it was read, from %1 on: %2")
                .arg(clock.text(*report.listedFrom), text)};
}

template<class Row>
const Row *longestIn(const std::vector<Row> &rows)
{
    const auto longest = std::max_element(rows.begin(), rows.end(), [](const Row &a, const Row &b) {
        return a.length() < b.length();
    });
    return longest == rows.end() ? nullptr : &*longest;
}

ReportLines summaryOf(const LockReport &report, const ReportClock &clock)
{
    std::vector<ReportLine> sentences{holdsSentence(report, clock)};
    if (const HistoryHold *const hold = longestIn(report.holds))
        sentences.push_back(
            inWords(Words::tr("The longest hold was that of %1, from %2: %3."),
                    {holderLine(hold->owner), {clock.text(hold->since)}, {lengthText(*hold)}}));
    if (const HistoryWait *const wait = longestIn(report.waits))
        sentences.push_back(
            inWords(Words::tr("The longest wait was that of %1, from %2: %3."),
                    {holderLine(wait->waiter), {clock.text(wait->since)}, {lengthText(*wait)}}));
    const Micros range = std::chrono::duration_cast<Micros>(report.order.until - report.order.from);
    if (report.unseen > Micros::zero() && report.seen > Micros::zero())
        sentences.push_back({Words::tr("It was looked at for %1; for %2 nothing was seen.")
                                 .arg(durationText(report.seen), durationText(report.unseen))});
    else if (report.seen > Micros::zero() && report.seen >= range)
        sentences.push_back({Words::tr("It was looked at all the time.")});
    else if (report.seen > Micros::zero())
        sentences.push_back({Words::tr("It was looked at for %1.").arg(durationText(report.seen))});
    if (report.seenPartly > Micros::zero())
        sentences.push_back({Words::tr("For %1 it could not be read as a whole.")
                                 .arg(durationText(report.seenPartly))});
    const auto done = qint64(report.actions.size());
    if (done == 1)
        sentences.push_back({Words::tr("One action was taken on it from here.")});
    else if (done > 1)
        sentences.push_back(
            {Words::tr("%1 actions were taken on it from here.").arg(countText(done))});
    return {{joined(sentences, QStringLiteral(" "))}};
}

QString stateWords(LockState state)
{
    switch (state) {
    case LockState::Held: return Words::tr("It is held.");
    case LockState::Expired: return Words::tr("Its lease is over, and it is still written down.");
    case LockState::Free: return Words::tr("Nobody holds it.");
    case LockState::Blocked: return Words::tr("It is held, and a transaction locks its row.");
    case LockState::Unknown: return Words::tr("Its state could not be read.");
    }
    Q_UNREACHABLE();
}

void addNow(std::vector<ReportBlock> &blocks, const LockReport &report, const ReportClock &clock)
{
    if (!report.now)
        return;
    const ReportNow &now = *report.now;
    blocks.emplace_back(ReportHeading{{Words::tr("Now")}});
    std::vector<ReportLine> sentences{
        {Words::tr("Looked at for this report at %1.").arg(clock.text(now.at))}};
    if (!now.lock)
        sentences.push_back({Words::tr("It was not there.")});
    else
        sentences.push_back({stateWords(now.lock->state)});
    std::vector<ReportLine> holders;
    for (const Holder &holder : now.lock ? now.lock->holders : QList<Holder>())
        holders.push_back(holderLine(holder.label));
    if (!holders.empty())
        sentences.push_back(inWords(now.lock->state == LockState::Expired
                                        ? Words::tr("Written down: %1.")
                                        : Words::tr("Its holder: %1."),
                                    {joined(holders, QStringLiteral(", "))}));
    if (now.verdict)
        sentences.push_back({spoken(now.verdict->sentence)});
    blocks.emplace_back(ReportLines{{joined(sentences, QStringLiteral(" "))}});
    ReportLines evidence;
    evidence.isList = true;
    for (const LifeEvidence &each :
         now.verdict ? now.verdict->evidence : std::vector<LifeEvidence>())
        evidence.lines.push_back(
            joined({{evidenceText(each.source)}, {spoken(each.text)}}, QStringLiteral(": ")));
    if (!evidence.lines.empty())
        blocks.emplace_back(std::move(evidence));
}

ReportLines sourcesOf(const LockReport &report)
{
    ReportLines sources;
    sources.isList = true;
    sources.lines = {
        {Words::tr(
            "Holds, waits, findings and what else was told: Lockmaster's history, of what it "
            "saw when it looked. What was over between two looks was not seen.")},
        {Words::tr("What was done from here: the audit log of this machine, and of no other.")}};
    if (report.now)
        sources.lines.push_back({Words::tr("Now: one look at the server. What it says of the "
                                           "holder is about that moment.")});
    return sources;
}

} // namespace

QString reportTitle(const LockReport &report)
{
    constexpr qsizetype longest = 80;
    const QString name = literalText(report.order.lock.name);
    QString title = Words::tr("Lock %1").arg(beginningOf(name, longest));
    if (name.size() > longest)
        title += QChar(0x2026);
    return title;
}

std::vector<ReportBlock> reportDocument(const LockReport &report, const ReportStyle &style,
                                        const ReportClock &clock)
{
    std::vector<ReportBlock> blocks;
    blocks.emplace_back(
        ReportHeading{inWords(Words::tr("Lock %1"), {quoted(report.order.lock.name)}), 1});
    blocks.emplace_back(summaryOf(report, clock));
    blocks.emplace_back(factsOf(report, style, clock));
    blocks.emplace_back(ReportPicture{});
    addHolds(blocks, report, clock);
    addWaits(blocks, report, clock);
    addGaps(blocks, report, clock);
    addFindings(blocks, report, clock);
    addEvents(blocks, report, clock);
    addActions(blocks, report, clock);
    addNow(blocks, report, clock);
    blocks.emplace_back(ReportHeading{{Words::tr("Where this comes from")}});
    blocks.emplace_back(sourcesOf(report));
    return blocks;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/lab/contention/arbiter.h"
#include "core/lab/contention/experiments.h"
#include "core/lab/contention/plan.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

Result<void> prepareTable(ContentionWorkers &stage)
{
    const QByteArray table = plan::cardsTable;
    stage.setCleanUp(
        [&stage, table] { const auto dropped = stage.sql().run("DROP TABLE IF EXISTS " + table); });
    return stage.sql().run("DROP TABLE IF EXISTS " + table + "; CREATE TABLE " + table
                           + " (id int AUTO_INCREMENT PRIMARY KEY, user varchar(100) NOT NULL, "
                             "request int NOT NULL) ENGINE = InnoDB");
}

Result<int> countCards(ContentionWorkers &stage)
{
    const auto rows = stage.sql().query(QByteArray("SELECT COUNT(*) FROM ") + plan::cardsTable
                                        + " WHERE user = " + stage.sql().quoted(plan::cardsUser));
    if (!rows)
        return passOn(rows);
    return rows->at(0).at(0).value_or("0").toInt();
}

/** The connection that has the lock although every request is over; 0: nobody has it. */
Result<qint64> leakedTo(ContentionWorkers &stage)
{
    const auto rows =
        stage.sql().query("SELECT IS_USED_LOCK(" + stage.sql().quoted(plan::cardsLock) + ')');
    if (!rows)
        return passOn(rows);
    return rows->at(0).at(0).value_or("0").toLongLong();
}

QString lockedText(const WorkReport &report, bool again)
{
    const QString line =
        again ? Words::tr("Request %1 enters through connection %2, which has the lock")
              : Words::tr("Request %1 gets the lock through connection %2");
    return line.arg(report.worker).arg(report.value);
}

QString eventText(const WorkReport &report)
{
    switch (report.step) {
    case WorkStep::Entered:
        return Words::tr("Request %1 counts: cards %2").arg(report.worker).arg(report.value);
    case WorkStep::Wrote: return Words::tr("Request %1 issues a card").arg(report.worker);
    case WorkStep::Refused:
        return Words::tr("Request %1 does not get the lock in time").arg(report.worker);
    case WorkStep::Released:
        if (report.value == 1)
            return Words::tr("Request %1 releases: 1, done").arg(report.worker);
        if (report.value == 0) {
            return Words::tr("Request %1 releases: 0, another connection has the lock")
                .arg(report.worker);
        }
        return Words::tr("Request %1 releases: NULL, nobody has the lock").arg(report.worker);
    default: return {};
    }
}

QStringList eventsOf(const std::vector<WorkReport> &reports, SteadyTime start, qint64 leakedTo)
{
    EventLines events(start);
    qint64 connection = 0; // that got the lock last, and how often it entered
    int level = 0;
    for (const WorkReport &report : reports) {
        QString what = eventText(report);
        if (report.step == WorkStep::Locked) {
            const bool again = report.value == connection && level > 0;
            level = again ? level + 1 : 1;
            connection = report.value;
            what = lockedText(report, again);
        }
        if (report.step == WorkStep::Released && report.value == 1)
            level = std::max(0, level - 1);
        if (!what.isEmpty())
            events.add(report.at, what);
    }
    if (leakedTo != 0) {
        events.add(reports.back().at,
                   Words::tr("Everybody is done, and connection %1 of the pool still "
                             "has the lock")
                       .arg(leakedTo));
    }
    return events.lines();
}

/** What is judged, whichever the variant. */
struct Outcome {
    int requests = 0;
    int cards = 0;
    int intruders = 0;
    int mostAtOnce = 0;
    int refused = 0;
    int missedReleases = 0;
    qint64 leakedTo = 0;
};

Outcome judged(const std::vector<WorkReport> &reports)
{
    const std::vector<WorkSpan> spans = workSpans(reports);
    Outcome outcome;
    outcome.intruders = overlappingEntries(spans);
    outcome.mostAtOnce = mostAtOnce(spans);
    outcome.refused = countOf(reports, WorkStep::Refused);
    outcome.missedReleases =
        countOf(reports, WorkStep::Released, 0) + countOf(reports, WorkStep::Released, -1);
    return outcome;
}

bool asExpected(const QString &id, const Outcome &outcome)
{
    if (id == QLatin1String(plan::cards)) {
        return outcome.cards == plan::cardsAllowed && outcome.intruders == 0
               && outcome.missedReleases == 0 && outcome.leakedTo == 0;
    }
    const bool broken = outcome.cards > plan::cardsAllowed && outcome.intruders > 0;
    const bool pooled = id == QLatin1String(plan::cardsPooled);
    return broken && (!pooled || (outcome.missedReleases > 0 && outcome.leakedTo != 0));
}

QString happened(const Outcome &outcome)
{
    QStringList sentences = {Words::tr("Cards issued to %1 requests: %2 (allowed: %3).")
                                 .arg(outcome.requests)
                                 .arg(outcome.cards)
                                 .arg(plan::cardsAllowed)};
    if (outcome.intruders > 0) {
        sentences += Words::tr("At work at once: up to %1.").arg(outcome.mostAtOnce);
    }
    if (outcome.missedReleases > 0) {
        sentences += Words::tr("Releases that reached the wrong connection: %1.")
                         .arg(outcome.missedReleases);
    }
    if (outcome.leakedTo != 0) {
        sentences += Words::tr("The lock stayed with connection %1, idle in the "
                               "pool.")
                         .arg(outcome.leakedTo);
    }
    return sentences.join(u' ');
}

std::vector<ContentionReport::Figure> figures(const QString &id, const Outcome &outcome)
{
    std::vector<ContentionReport::Figure> all = {
        {QStringLiteral("requests"), Words::tr("Requests"), outcome.requests},
        {QStringLiteral("cards"), Words::tr("Cards"), outcome.cards},
        {QStringLiteral("most_at_once"), Words::tr("Most at work at once"), outcome.mostAtOnce},
        {QStringLiteral("intruders"), Words::tr("Began while another was at work"),
         outcome.intruders},
    };
    if (id == QLatin1String(plan::cardsUnlocked))
        return all;
    all.push_back({QStringLiteral("refused"), Words::tr("Did not get the lock"), outcome.refused});
    all.push_back({QStringLiteral("releases_missed"), Words::tr("Releases that did nothing"),
                   outcome.missedReleases});
    all.push_back({QStringLiteral("leaked"), Words::tr("Locks left with an idle connection"),
                   outcome.leakedTo != 0 ? 1 : 0});
    return all;
}

Millis expectedTime(const QString &id, int requests)
{
    if (id == QLatin1String(plan::cardsUnlocked))
        return plan::cardsRacePause;
    if (id == QLatin1String(plan::cardsPooled))
        return plan::cardsRacePause + std::chrono::seconds(plan::cardsPooledWait);
    return plan::cardsTurnPause * requests;
}

} // namespace

Result<ContentionReport> runCards(const QString &id, ContentionWorkers &stage,
                                  const ContentionOptions &options)
{
    const int requests = *options.requests;
    if (const auto prepared = prepareTable(stage); !prepared)
        return passOn(prepared);
    // The design is one program with its pools, so the requests are threads of one process.
    if (const auto ran =
            stage.start({.experiment = id.toLatin1(), .requests = requests, .seed = options.seed})
                .and_then([&] { return stage.begin(); })
                .and_then([&] { return stage.finish(expectedTime(id, requests)); });
        !ran)
        return passOn(ran);

    const std::vector<WorkReport> reports = stage.reports();
    Outcome outcome = judged(reports);
    outcome.requests = requests;
    const auto leaked = leakedTo(stage);
    if (!leaked)
        return passOn(leaked);
    outcome.leakedTo = *leaked;
    const auto cards = countCards(stage);
    if (!cards)
        return passOn(cards);
    outcome.cards = *cards;

    if (outcome.leakedTo != 0) {
        if (const auto shown = stage.pause(plan::cardsLeakShown); !shown)
            return passOn(shown);
    }
    return ContentionReport{.id = id,
                            .happened = happened(outcome),
                            .violations = std::max(0, outcome.cards - plan::cardsAllowed),
                            .asExpected = asExpected(id, outcome),
                            .figures = figures(id, outcome),
                            .events = eventsOf(reports, stage.startedAt(), outcome.leakedTo)};
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/lab/contention/arbiter.h"
#include "core/lab/contention/experiments.h"
#include "core/lab/contention/plan.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

Result<std::vector<WorkReport>> playShops(const QString &id, ContentionWorkers &stage,
                                          const ContentionOptions &options, const QByteArray &key,
                                          Millis longest)
{
    const auto forget = [&stage, key] { return stage.redis().command({"DEL", key}); };
    stage.setCleanUp([forget] { const auto gone = forget(); });
    if (const auto gone = forget(); !gone)
        return passOn(gone);
    for (int shop = 1; shop <= *options.requests; ++shop) {
        const auto started = stage.start({.experiment = id.toLatin1(),
                                          .number = shop,
                                          .requests = *options.requests,
                                          .seed = options.seed});
        if (!started)
            return passOn(started);
    }
    if (const auto ran =
            stage.begin().and_then([&] { return stage.finish(plan::shopHours + longest); });
        !ran)
        return passOn(ran);
    return stage.reports();
}

QString entryText(int shop, int inside)
{
    QString begins = Words::tr("Shop %1 gets the lock and begins").arg(shop);
    if (inside < 2)
        return begins;
    return Words::tr("%1: %2 are at work at once").arg(begins).arg(inside);
}

/** `releaseText` says what a release came to. Who is refused tries again: that is counted. */
template<class ReleaseText>
QStringList eventsOf(const std::vector<WorkReport> &reports, SteadyTime start,
                     const ReleaseText &releaseText)
{
    EventLines events(start);
    int inside = 0;
    for (const WorkReport &report : reports) {
        if (report.step == WorkStep::Entered)
            events.add(report.at, entryText(report.worker, ++inside));
        if (report.step == WorkStep::Left)
            --inside;
        if (report.step == WorkStep::Released)
            events.add(report.at, releaseText(report).arg(report.worker));
    }
    return events.lines();
}

ContentionReport::Figure figure(const char *key, const char *label, int value)
{
    return {QString::fromLatin1(key), Words::tr(label), value};
}

std::vector<ContentionReport::Figure> commonFigures(const ContentionOptions &options,
                                                    const std::vector<WorkSpan> &spans)
{
    return {figure("shops", QT_TRANSLATE_NOOP("lockmaster", "Shops"), *options.requests),
            figure("jobs", QT_TRANSLATE_NOOP("lockmaster", "Jobs done"), int(spans.size())),
            figure("two_at_once",
                   QT_TRANSLATE_NOOP("lockmaster", "Began while another was at work"),
                   overlappingEntries(spans)),
            figure("most_at_once", QT_TRANSLATE_NOOP("lockmaster", "Most at work at once"),
                   mostAtOnce(spans))};
}

} // namespace

Result<ContentionReport> runOrders(const QString &id, ContentionWorkers &stage,
                                   const ContentionOptions &options)
{
    const auto played = playShops(id, stage, options, plan::orderKey, plan::orderLongest);
    if (!played)
        return passOn(played);
    const std::vector<WorkReport> &reports = *played;
    const std::vector<WorkSpan> spans = workSpans(reports);
    const int twoAtOnce = overlappingEntries(spans);
    const int wrong = wrongReleases(reports);
    const int late = countOf(reports, WorkStep::Released, 0);
    const auto releaseText = [&reports](const WorkReport &released) {
        if (isWrongRelease(reports, released))
            return Words::tr("Shop %1 is done; its DEL removes another shop's lock");
        if (released.value == 0)
            return Words::tr("Shop %1 is done; its DEL finds no lock any more");
        return Words::tr("Shop %1 is done; its DEL removes the lock");
    };
    ContentionReport report{.id = id,
                            .happened =
                                Words::tr("Of %1 orders, %2 began while another was at work. DELs "
                                          "that removed another's lock: %3.")
                                    .arg(spans.size())
                                    .arg(twoAtOnce)
                                    .arg(wrong),
                            .violations = twoAtOnce,
                            .asExpected = twoAtOnce > 0 && wrong > 0,
                            .figures = commonFigures(options, spans),
                            .events = eventsOf(reports, stage.startedAt(), releaseText)};
    report.figures.push_back(
        figure("wrong_dels", QT_TRANSLATE_NOOP("lockmaster", "DELs of another's lock"), wrong));
    report.figures.push_back(
        figure("late_dels", QT_TRANSLATE_NOOP("lockmaster", "DELs that found no lock"), late));
    return report;
}

Result<ContentionReport> runCoupons(const QString &id, ContentionWorkers &stage,
                                    const ContentionOptions &options)
{
    const auto played = playShops(id, stage, options, plan::couponKey, plan::couponLongest);
    if (!played)
        return passOn(played);
    const std::vector<WorkReport> &reports = *played;
    const std::vector<WorkSpan> spans = workSpans(reports);
    const int twoAtOnce = overlappingEntries(spans);
    const int wrong = wrongReleases(reports);
    const int refused = countOf(reports, WorkStep::Released, -1);
    const auto releaseText = [](const WorkReport &released) {
        return released.value == -1 ? Words::tr("Shop %1 is done; its unlock is refused: "
                                                "the lock is not its own any more")
                                    : Words::tr("Shop %1 is done and unlocks");
    };
    ContentionReport report{.id = id,
                            .happened =
                                Words::tr("Of %1 coupons, %2 began while another was at work: the "
                                          "lease had run out. Unlocks refused: %3; locks of "
                                          "others removed: %4.")
                                    .arg(spans.size())
                                    .arg(twoAtOnce)
                                    .arg(refused)
                                    .arg(wrong),
                            .violations = twoAtOnce,
                            .asExpected = twoAtOnce > 0 && wrong == 0 && refused > 0
                                          && refused == countOf(reports, WorkStep::Released),
                            .figures = commonFigures(options, spans),
                            .events = eventsOf(reports, stage.startedAt(), releaseText)};
    report.figures.push_back(
        figure("unlocks_refused", QT_TRANSLATE_NOOP("lockmaster", "Unlocks refused"), refused));
    report.figures.push_back(
        figure("wrong_dels", QT_TRANSLATE_NOOP("lockmaster", "DELs of another's lock"), wrong));
    return report;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "tests/preview/labpreview.h"

#include "tests/support/labfixtures.h"
#include "ui/lab/contentionpanel.h"
#include "ui/lab/electionpanel.h"
#include "ui/lab/recordingview.h"
#include "ui/lab/transportbar.h"

#include <QSlider>

#include <algorithm>

namespace lockmaster::test {

using namespace std::chrono_literals;

namespace {

void showElectionState(LabView &view, const QString &state)
{
    ElectionSpec spec;
    if (state.contains(u"two"))
        spec.alsoLeads = 1;
    if (state.contains(u"vacant"))
        spec.leader = 0;
    if (state.contains(u"fifty"))
        spec.candidates = 50;
    if (state.contains(u"measuring"))
        spec.wanted = 20, spec.kills = 7, spec.running = true;
    if (state.contains(u"measured"))
        spec.wanted = spec.kills = 20;
    const auto snapshot = makeElection(spec, systemClock());
    view.election().setPlace(QStringLiteral("in the sandbox, watched as lab"));
    view.showElection();
    view.election().setSnapshot(snapshot);
    if (!state.contains(u"healthy"))
        view.election().setWatched(makeElectionWatch(*snapshot, systemClock()));
}

void showContentionState(LabView &view, const QString &state)
{
    view.setTab(LabView::Contention);
    if (state.contains(u"masters")) {
        view.contention().setExperiments(contentionExperiments());
        for (const ContentionReport &report : makeMastersRecording().experiments) {
            view.contention().select(report.id);
            view.contention().showReport(report);
        }
    } else if (state.contains(u"running")) {
        view.contention().select(QStringLiteral("cards-pooled"));
        view.contention().showProgress(QStringLiteral("cards-pooled"),
                                       QStringLiteral("Twenty requests ask for a card"), 40);
    } else if (state.contains(u"done")) {
        view.contention().showReport(makeContentionReport(QStringLiteral("cards-none"), 18));
        view.contention().showReport(makeContentionReport(QStringLiteral("cards-dedicated"), 0));
    } else if (state.contains(u"failed")) {
        view.contention().showFailure(QStringLiteral("cards-none"),
                                      {ErrorKind::NotFound, 0,
                                       QStringLiteral("redis-server is not installed."),
                                       QStringLiteral("Install it: apt-get install redis-server")});
    }
}

/** Twenty requests that ask for a card: without a lock all at once, and one after another. */
LabRecording makeCardsRecording()
{
    constexpr int requests = 20;
    LabRecording recording = makeMastersRecording();
    recording.experiments.clear();
    const SteadyTime start(1h);
    for (const char *id : {"cards-unlocked", "cards"}) {
        ContentionReport report = makeContentionReport(QString::fromLatin1(id), 18);
        const bool isOpen = report.id == u"cards-unlocked";
        std::vector<WorkReport> &told = report.trace.reports;
        for (int worker = 1; worker <= requests; ++worker) {
            const SteadyTime at = start + (isOpen ? Millis(3) * worker : Millis(140) * worker);
            told.push_back({start, worker, 1, WorkStep::Ready, 0});
            if (!isOpen)
                told.push_back({at, worker, 1, WorkStep::Locked, 0});
            told.push_back({at + 1ms, worker, 1, WorkStep::Entered, isOpen ? 0 : worker - 1});
            if (isOpen || worker <= 2)
                told.push_back({at + 90ms, worker, 1, WorkStep::Wrote, 0});
            told.push_back({at + 91ms, worker, 1, WorkStep::Left, 0});
            if (!isOpen)
                told.push_back({at + 92ms, worker, 1, WorkStep::Released, 1});
        }
        std::stable_sort(told.begin(), told.end(),
                         [](const WorkReport &a, const WorkReport &b) { return a.at < b.at; });
        report.trace.requests = requests;
        report.trace.start = start;
        report.course = workCourse(report.id, requests, told, start);
        report.course->isOver = true;
        report.violations = report.course->violations;
        recording.experiments.push_back(std::move(report));
    }
    return recording;
}

/** Two thirds of it, its begin, or all. */
void showRecordingState(LabView &view, const QString &state)
{
    view.openRecording(state.contains(u"masters")      ? makeMastersRecording()
                       : state.contains(u"contention") ? makeCardsRecording()
                                                       : makeElectionRecording(systemClock()));
    QSlider &slider = view.recording().transport().slider();
    slider.setValue(state.contains(u"done")     ? slider.maximum()
                    : state.contains(u"begin")  ? 0
                    : state.contains(u"vacant") ? 21'000
                                                : slider.maximum() * 2 / 3);
}

} // namespace

void showLabState(LabView &view, const QString &state)
{
    view.contention().setExperiments(makeExperiments());
    ElectionSetupPage &setup = view.setupPage();
    setup.setChoices(
        {{{}, QStringLiteral("Sandbox")},
         {QStringLiteral("staging-db"), QStringLiteral("A scratch table in staging-db")}});
    if (state.contains(u"recording")) {
        showRecordingState(view, state);
    } else if (state.contains(u"contention") || state.contains(u"masters")) {
        showContentionState(view, state);
    } else if (state == u"lab-more" || state == u"lab-wrong") {
        setup.setMoreShown(true);
        ElectionDraft draft = setup.draft();
        if (state == u"lab-wrong")
            draft.skews = QStringLiteral("0, fast");
        setup.setDraft(draft);
    } else if (state == u"lab-starting") {
        setup.showProgress(QStringLiteral("Starting MariaDB"), 40);
    } else if (state == u"lab-failed") {
        setup.showFailure({ErrorKind::NotFound, 0, QStringLiteral("mariadbd is not installed."),
                           QStringLiteral("Install it: apt-get install mariadb-server")});
    } else if (state != u"lab") {
        showElectionState(view, state);
    }
}

} // namespace lockmaster::test

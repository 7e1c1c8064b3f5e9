// SPDX-License-Identifier: Apache-2.0
#include "tests/preview/lanespreview.h"

#include "tests/support/lanefixtures.h"
#include "ui/lanes/lanesview.h"

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace {

LaneChart chartOf(const QString &state, SteadyTime now, ServerTime wallNow)
{
    if (state == u"lanes-overlap")
        return laneChart(withOverlap(now, wallNow));
    if (state == u"lanes-unseen")
        return laneChart(withUnseen(now, wallNow));
    if (state == u"lanes-fifty" || state == u"lanes-fifty-hour")
        return laneChart(manyTurns(50, now, wallNow));
    if (state == u"lanes-busy")
        return laneChart(longHistory(50, 1h, now, wallNow));
    if (state == u"lanes-lab" || state == u"lanes-truth") {
        const LeaderHistory watched = twoFailovers(now, wallNow);
        return laneChart(state == u"lanes-lab" ? &watched : nullptr, labTruth(now, wallNow));
    }
    if (state == u"lanes-empty")
        return {};
    if (state == u"lanes-vacant") {
        LeaderHistory history = twoFailovers(now, wallNow);
        history.reigns.back() = makeReign(2, {history.since + 35810ms, now - 4200ms}, 1s, now);
        history.vacancies.push_back({now - 4200ms, {}});
        return laneChart(history);
    }
    return laneChart(twoFailovers(now, wallNow));
}

} // namespace

QWidget *lanesPreview(const QString &state)
{
    if (!state.startsWith(u"lanes"))
        return nullptr;
    const Clock &clock = systemClock();
    auto *view = new LanesView(clock);
    view->setChart(std::make_shared<const LaneChart>(chartOf(state, clock.now(), clock.wallNow())));
    if (state == u"lanes-fifty-hour" || state == u"lanes-busy")
        view->showSpan({clock.now() - 1h, clock.now()});
    if (state == u"lanes-chosen")
        view->chooseLane(view->chart()->lanes[1].id);
    return view;
}

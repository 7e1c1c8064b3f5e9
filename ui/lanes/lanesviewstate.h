// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/lanetext.h"
#include "core/display/locktext.h"
#include "ui/lanes/lanesaccessible.h"
#include "ui/lanes/lanesgeometry.h"
#include "ui/lanes/lanestimeline.h"
#include "ui/lanes/lanesview.h"

#include <QScrollBar>
#include <QTimer>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lockmaster {

/** What a `LanesView` shows and what moves it; the view itself turns input into calls of these. */
struct LanesView::Private {
    Private(LanesView &of, const Clock &with)
        : view(of), clock(with), chart(std::make_shared<const LaneChart>())
    {
    }

    using Span = LanesTimeline::Span;
    /** Nothing moves faster than the eye sees, nor slower than a clock ticks. */
    static constexpr std::chrono::milliseconds fastest{16};
    static constexpr std::chrono::milliseconds slowest{1000};

    LanesView &view;
    const Clock &clock;
    std::shared_ptr<const LaneChart> chart;
    LanesMetrics metrics;
    LanesTimeline timeline;
    std::optional<SteadyTime> stoppedAt; ///< not live
    QString chosen;
    std::optional<SteadyTime> event; ///< stepped to last; the crosshair stands there
    std::optional<int> pointer;      ///< or under the pointer, whatever moves below it
    std::optional<QPoint> dragFrom;
    QString spoken;
    QTimer tick;
    SteadyTime drawnTo{};

    // Where things are

    SteadyTime now() const { return stoppedAt.value_or(clock.now()); }

    LanesGeometry geometry() const
    {
        LanesGeometry made;
        made.metrics = metrics;
        made.size = view.viewport()->size();
        made.laneCount = static_cast<int>(chart->lanes.size());
        made.scroll = view.verticalScrollBar()->value();
        made.now = now();
        made.nanosPerPixel = double(timeline.span().count()) / made.lanes().width();
        made.from = timeline.from(made.now);
        return made;
    }

    std::optional<int> chosenIndex() const
    {
        const auto lane = std::find_if(chart->lanes.begin(), chart->lanes.end(),
                                       [this](const auto &one) { return one.id == chosen; });
        if (chosen.isEmpty() || lane == chart->lanes.end())
            return std::nullopt;
        return static_cast<int>(lane - chart->lanes.begin());
    }

    void fit()
    {
        metrics = LanesMetrics::fitting(*chart, view.font(), view.viewport()->size());
        const LanesGeometry all = geometry();
        timeline.setPixels(all.lanes().width() * view.devicePixelRatioF());
        QScrollBar *bar = view.verticalScrollBar();
        bar->setRange(0, std::max(0, all.contentHeight() - all.lanes().height()));
        bar->setPageStep(all.lanes().height());
        bar->setSingleStep(metrics.laneHeight);
    }

    // Moving through time

    /** Changes the timeline and tells what follows from that. */
    template<class Change>
    void travel(Change change)
    {
        const bool before = timeline.isFollowing();
        change(timeline);
        view.viewport()->update();
        tick.stop();
        arm();
        if (timeline.isFollowing() != before)
            emit view.followingChanged(!before);
    }

    void moveTo(SteadyTime from)
    {
        travel([&](LanesTimeline &time) { time.moveTo(from, now(), !stoppedAt); });
    }

    void pan(double pages)
    {
        const Span span = timeline.span();
        moveTo(timeline.from(now()) + Span(std::llround(double(span.count()) * pages)));
    }

    void zoom(double factor, double share)
    {
        travel([&](LanesTimeline &time) { time.zoom(factor, share, now(), !stoppedAt); });
    }

    void show(SteadyTime at)
    {
        const LanesGeometry all = geometry();
        if (at < all.from || at > all.until())
            moveTo(at - timeline.span() / 2);
    }

    // The live edge

    bool moves() const { return !stoppedAt && view.isVisible() && !chart->isEmpty(); }

    void arm()
    {
        if (!moves()) {
            tick.stop();
            return;
        }
        if (tick.isActive())
            return;
        const LanesGeometry all = geometry();
        const auto pixel = std::chrono::duration_cast<std::chrono::milliseconds>(
            Span(std::llround(all.nanosPerPixel / view.devicePixelRatioF())));
        tick.start(std::clamp<std::chrono::milliseconds>(pixel, fastest, slowest));
    }

    void grow()
    {
        if (!chart->isEmpty())
            timeline.grow(now());
    }

    void advance()
    {
        grow();
        arm();
        if (view.window()->isMinimized())
            return;
        const LanesGeometry all = geometry();
        if (timeline.isFollowing()) {
            // Everything but the labels moves.
            QRect moving = view.viewport()->rect();
            moving.setLeft(all.metrics.labelWidth - 64);
            view.viewport()->update(moving);
            return;
        }
        const int before = static_cast<int>(std::floor(all.x(drawnTo))) - 8;
        const int after = static_cast<int>(std::ceil(all.x(all.now))) + 8;
        QRect edge = view.viewport()->rect();
        edge.setLeft(std::max(before, all.lanes().left()));
        edge.setRight(std::min(after, edge.right()));
        if (edge.isValid())
            view.viewport()->update(edge);
    }

    // Pointing and stepping

    std::optional<SteadyTime> crosshair(const LanesGeometry &all) const
    {
        return pointer ? std::optional(all.at(*pointer)) : event;
    }

    void point(std::optional<int> x)
    {
        if (pointer == x)
            return;
        updateCrosshair();
        pointer = x;
        updateCrosshair();
    }

    void updateCrosshair()
    {
        const LanesGeometry all = geometry();
        const std::optional<SteadyTime> moment = crosshair(all);
        if (!moment)
            return;
        const int at = static_cast<int>(std::lround(std::clamp(all.x(*moment), -1e4, 1e5)));
        view.viewport()->update(at - 2, 0, 5, all.foot().top());
        view.viewport()->update(at - 160, 0, 320, all.lanes().top());
    }

    void step(bool forward)
    {
        const SteadyTime end = now();
        const SteadyTime start = event.value_or(forward ? geometry().from : end);
        const auto found = forward ? LaneText::nextEvent(*chart, chosenIndex(), start, end)
                                   : LaneText::previousEvent(*chart, chosenIndex(), start, end);
        if (!found) {
            speak(forward ? LanesView::tr("No later event.") : LanesView::tr("No earlier event."));
            return;
        }
        travel([&](LanesTimeline &time) { time.stay(end); });
        show(found->at);
        event = found->at;
        pointer.reset();
        if (found->lane)
            reveal(*found->lane);
        view.viewport()->update();
        speak(found->text);
        const LanesGeometry all = geometry();
        const int y = found->lane ? all.bar(*found->lane).bottom() : all.lanes().center().y();
        const QPoint at(static_cast<int>(all.x(found->at)), y);
        QToolTip::showText(view.viewport()->mapToGlobal(at), plainToolTip(found->text),
                           view.viewport());
    }

    void speak(const QString &text)
    {
        spoken = text;
        view.setAccessibleDescription(text);
        announceLanesValue(view);
    }

    void reveal(int lane)
    {
        const int top = lane * metrics.laneHeight;
        QScrollBar *bar = view.verticalScrollBar();
        if (top < bar->value())
            bar->setValue(top);
        else if (top + metrics.laneHeight > bar->value() + bar->pageStep())
            bar->setValue(top + metrics.laneHeight - bar->pageStep());
    }

    void choose(const QString &id)
    {
        if (id == chosen)
            return;
        chosen = id;
        view.viewport()->update();
        if (const std::optional<int> lane = chosenIndex()) {
            reveal(*lane);
            const LaneChart::Lane &one = chart->lanes[static_cast<size_t>(*lane)];
            speak(one.detail.isEmpty() ? one.label : one.label + QStringLiteral(", ") + one.detail);
        }
        emit view.laneChosen(chosen);
    }

    QString idOf(std::optional<int> lane) const
    {
        return lane ? chart->lanes[static_cast<size_t>(*lane)].id : QString();
    }

    void chooseNext(int by)
    {
        if (chart->lanes.empty())
            return;
        const int last = static_cast<int>(chart->lanes.size()) - 1;
        const std::optional<int> before = chosenIndex();
        choose(idOf(before ? std::clamp(*before + by, 0, last) : by > 0 ? 0 : last));
    }
};

} // namespace lockmaster

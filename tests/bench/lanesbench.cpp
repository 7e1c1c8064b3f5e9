// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/benchmark.h"
#include "tests/support/lanefixtures.h"
#include "ui/lanes/lanespainter.h"

#include <QImage>
#include <QPainter>

#include <ctime>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;

constexpr int rounds = 60;

/**
 * An hour of one-second heartbeats in 50 lanes, scrolled by a pixel from frame to frame. The
 * middle spans are the worst: ticks as dense as they can be without becoming one band.
 */
Figure scrolled(const QString &name, QSize size, SteadyTime::duration span, double budgetMs)
{
    const SteadyTime now = systemClock().now();
    const LaneChart chart = laneChart(test::longHistory(50, 1h, now, systemClock().wallNow()));
    LanesGeometry geometry;
    geometry.metrics = LanesMetrics::fitting(chart, QFont(), size);
    geometry.size = size;
    geometry.laneCount = static_cast<int>(chart.lanes.size());
    geometry.now = now;
    geometry.nanosPerPixel = double(span.count()) / geometry.lanes().width();
    LanesAppearance look;
    look.colors = &darkColors();
    QImage image(size, QImage::Format_RGB32);
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        geometry.from =
            now - span - std::chrono::nanoseconds(std::llround(geometry.nanosPerPixel * round));
        // The time of this process alone: what else the machine does is not ours.
        const std::clock_t start = std::clock();
        QPainter painter(&image);
        paintLanes(painter, chart, geometry, look, image.rect());
        painter.end();
        times.push_back(1000.0 * double(std::clock() - start) / CLOCKS_PER_SEC);
    }
    return {name, QStringLiteral("ms"), median(std::move(times)), std::nullopt, budgetMs};
}

} // namespace

Result<Figures> lanesFrames()
{
    const QSize usual(1280, 720);
    const QSize large(3840, 2160);
    return Figures{
        scrolled(QStringLiteral("lanes-1min-1280x720"), usual, 60s, 8),
        scrolled(QStringLiteral("lanes-6min-1280x720"), usual, 6min, 8),
        scrolled(QStringLiteral("lanes-1h-1280x720"), usual, 1h, 8),
        scrolled(QStringLiteral("lanes-1min-3840x2160"), large, 60s, 16),
        scrolled(QStringLiteral("lanes-18min-3840x2160"), large, 18min, 16),
        scrolled(QStringLiteral("lanes-1h-3840x2160"), large, 1h, 16),
    };
}

} // namespace lockmaster::bench

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/lanechart.h"

#include <QAbstractScrollArea>

#include <memory>

namespace lockmaster {

struct LanesGeometry;

/**
 * The lanes: one for each candidate over time. The wheel zooms at the pointer, Shift and wheel or
 * dragging pan, a double click follows; hovering tells exact times. Following keeps the newest
 * moment at the right edge. Keyboard: left and right pan, plus and minus zoom, Home goes to the
 * begin, End follows; up and down choose a lane, Escape none; `,` and `.` step from event to event
 * (of the chosen lane) and tell them to a screen reader.
 *
 * Paints only what is visible; its cost does not grow with the length of the history. GUI thread.
 */
class LanesView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    /** `clock` outlives the view. */
    explicit LanesView(const Clock &clock, QWidget *parent = nullptr);
    ~LanesView() override;

    /** Replaces what is drawn; position, zoom and the chosen lane stay. */
    void setChart(std::shared_ptr<const LaneChart> chart);
    const std::shared_ptr<const LaneChart> &chart() const;

    bool isFollowing() const;
    void setFollowing(bool on);
    /** Follows a story that has only begun: 15 s wide, and wider as it goes on, up to a minute;
     * until somebody zooms. */
    void followFromBegin();
    /** The visible stretch. */
    LeaderSpan visibleSpan() const;
    /** Shows that stretch, or as much of it as there may be; ends following. */
    void showSpan(const LeaderSpan &span);
    /** False stops the clock of the live edge (minimised, paused, screenshots). */
    void setLive(bool live);
    /** Stops the clock at that moment: what is shown is of then. */
    void standAt(SteadyTime now);
    /** No more than this is shown at once; six hours by default. */
    void setLongestSpan(std::chrono::nanoseconds span);
    /** Puts the crosshair there, until something else is pointed at; none: away. */
    void pointAt(std::optional<SteadyTime> moment);
    std::optional<SteadyTime> pointedAt() const;
    /** The moment at the live edge: now, or when it was stopped. */
    SteadyTime now() const;

    /** The chosen lane's id; empty: none. */
    QString chosenLane() const;
    void chooseLane(const QString &id);

    /** Where everything is on the viewport at the moment. */
    LanesGeometry geometryNow() const;
    /** What was told last by stepping from event to event. */
    QString spoken() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void followingChanged(bool on);
    /** Another lane was chosen; empty: none. */
    void laneChosen(const QString &id);

protected:
    bool event(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void showToolTip(QPoint at);

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockmaster

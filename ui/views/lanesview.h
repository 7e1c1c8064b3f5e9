// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/lanechart.h"

#include <QAbstractScrollArea>

#include <memory>

namespace lockmaster {

/**
 * The lanes: one for each candidate over time. Wheel zooms at the pointer, drag pans, following
 * keeps the newest moment at the right edge; hovering tells exact times. Keyboard: left and right
 * pan, plus and minus zoom, Home and End go to the ends, End follows; up and down choose a lane,
 * `,` and `.` step from event to event and speak them to a screen reader.
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
    /** The visible stretch. */
    LeaderSpan visibleSpan() const;
    void showSpan(const LeaderSpan &span);
    /** False stops the clock of the live edge (minimised, paused, screenshots). */
    void setLive(bool live);

signals:
    void followingChanged(bool on);

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockmaster

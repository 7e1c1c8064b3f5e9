// SPDX-License-Identifier: Apache-2.0
#include "ui/lanes/lanesview.h"

#include "ui/kit/labels.h"
#include "ui/lanes/lanespainter.h"
#include "ui/lanes/lanestip.h"
#include "ui/lanes/lanesviewstate.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QWheelEvent>

namespace lockmaster {

namespace {

using Span = LanesTimeline::Span;

constexpr double lanesviewZoomStep = 1.25;
/** A wheel's notch, in eighths of a degree. */
constexpr double notch = 120;
constexpr double panStep = 0.1;

double shareAt(const LanesGeometry &geometry, double x)
{
    return (x - geometry.lanes().left()) / geometry.lanes().width();
}

} // namespace

LanesView::LanesView(const Clock &clock, QWidget *parent)
    : QAbstractScrollArea(parent), d(std::make_unique<Private>(*this, clock))
{
    installLanesAccessibility();
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Lanes"));
    setAccessibleDescription(LaneText::nothingYet());
    d->tick.setSingleShot(true);
    d->tick.setTimerType(Qt::PreciseTimer);
    connect(&d->tick, &QTimer::timeout, this, [this] { d->advance(); });
}

LanesView::~LanesView() = default;

void LanesView::setChart(std::shared_ptr<const LaneChart> chart)
{
    Q_ASSERT(chart);
    const LaneChart &before = *d->chart;
    const bool isOther =
        chart->about.isEmpty() ? chart->since != before.since : chart->about != before.about;
    if (isOther)
        d->event.reset();
    d->chart = std::move(chart);
    d->timeline.setBegin(d->chart->since);
    d->grow();
    d->fit();
    if (!d->event)
        setSpokenDescription(this, LaneText::summary(*d->chart, d->now()));
    viewport()->update();
    d->arm();
}

const std::shared_ptr<const LaneChart> &LanesView::chart() const
{
    return d->chart;
}

bool LanesView::isFollowing() const
{
    return d->timeline.isFollowing();
}

void LanesView::setFollowing(bool on)
{
    d->travel([&](LanesTimeline &time) { on ? time.follow() : time.stay(d->now()); });
}

void LanesView::followFromBegin()
{
    d->travel([](LanesTimeline &time) { time.followFromBegin(); });
}

LeaderSpan LanesView::visibleSpan() const
{
    const SteadyTime from = d->timeline.from(d->now());
    return {from, from + d->timeline.span()};
}

void LanesView::showSpan(const LeaderSpan &span)
{
    const SteadyTime until = span.until.value_or(d->now());
    d->travel([&](LanesTimeline &time) { time.show(span.from, until); });
}

void LanesView::setLive(bool live)
{
    if (live == !d->stoppedAt)
        return;
    d->stoppedAt = live ? std::nullopt : std::optional(d->clock.now());
    viewport()->update();
    d->arm();
}

void LanesView::standAt(SteadyTime now)
{
    d->stoppedAt = now;
    viewport()->update();
    d->arm();
}

void LanesView::setLongestSpan(std::chrono::nanoseconds span)
{
    d->timeline.setLongest(span);
}

void LanesView::pointAt(std::optional<SteadyTime> moment)
{
    d->event = moment;
    viewport()->update();
}

std::optional<SteadyTime> LanesView::pointedAt() const
{
    return d->event;
}

SteadyTime LanesView::now() const
{
    return d->now();
}

QString LanesView::chosenLane() const
{
    return d->chosen;
}

void LanesView::chooseLane(const QString &id)
{
    d->choose(id);
}

LanesGeometry LanesView::geometryNow() const
{
    return d->geometry();
}

QString LanesView::spoken() const
{
    return d->spoken;
}

QSize LanesView::sizeHint() const
{
    return {800, minimumSizeHint().height()}; // it takes what is left
}

QSize LanesView::minimumSizeHint() const
{
    return {320, 140};
}

bool LanesView::event(QEvent *event)
{
    switch (event->type()) {
    case QEvent::Show:
    case QEvent::WindowStateChange: d->arm(); break;
    case QEvent::Hide: d->tick.stop(); break;
    case QEvent::FocusIn:
    case QEvent::FocusOut: viewport()->update(); break;
    case QEvent::FontChange:
    case QEvent::StyleChange:
        d->fit();
        viewport()->update();
        break;
    default: break;
    }
    return QAbstractScrollArea::event(event);
}

bool LanesView::viewportEvent(QEvent *event)
{
    switch (event->type()) {
    case QEvent::ToolTip: showToolTip(static_cast<QHelpEvent *>(event)->pos()); return true;
    case QEvent::Leave: d->point(std::nullopt); break;
    default: break;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void LanesView::showToolTip(QPoint at)
{
    const QString text = lanesToolTip(*d->chart, d->geometry(), at);
    QToolTip::showText(viewport()->mapToGlobal(at), plainToolTip(text), viewport());
}

void LanesView::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    const Colors &colors = colorsFor(palette());
    if (d->chart->isEmpty()) {
        painter.fillRect(event->rect(), colors.base);
        painter.setPen(colors.muted);
        painter.drawText(viewport()->rect().adjusted(24, 0, -24, 0),
                         Qt::AlignCenter | Qt::TextWordWrap, LaneText::nothingYet());
        return;
    }
    const LanesGeometry geometry = d->geometry();
    d->drawnTo = geometry.now;
    LanesAppearance look;
    look.font = font();
    look.colors = &colors;
    look.chosen = d->chosenIndex();
    look.crosshair = d->crosshair(geometry);
    look.focused = hasFocus();
    paintLanes(painter, *d->chart, geometry, look, event->rect());
}

void LanesView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    d->fit();
}

void LanesView::scrollContentsBy(int, int)
{
    viewport()->update();
}

void LanesView::wheelEvent(QWheelEvent *event)
{
    const QPoint turned = event->angleDelta();
    const LanesGeometry geometry = d->geometry();
    const bool overLabels = event->position().x() < geometry.lanes().left();
    if (overLabels && turned.y() != 0 && verticalScrollBar()->maximum() > 0) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    const bool sideways = std::abs(turned.x()) > std::abs(turned.y());
    if (sideways || event->modifiers().testFlag(Qt::ShiftModifier))
        d->pan(-(sideways ? turned.x() : turned.y()) / notch * panStep);
    else if (turned.y() != 0)
        d->zoom(std::pow(lanesviewZoomStep, -turned.y() / notch),
                shareAt(geometry, event->position().x()));
    event->accept();
}

void LanesView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const LanesGeometry geometry = d->geometry();
    d->dragFrom = event->position().toPoint();
    if (event->position().x() < geometry.lanes().left())
        d->choose(d->idOf(geometry.laneAt(event->position().toPoint().y())));
}

void LanesView::mouseMoveEvent(QMouseEvent *event)
{
    const LanesGeometry geometry = d->geometry();
    const QPoint at = event->position().toPoint();
    if (d->dragFrom && event->buttons().testFlag(Qt::LeftButton)) {
        const QPoint moved = at - *d->dragFrom;
        if (moved.x() != 0)
            d->moveTo(geometry.from - Span(std::llround(moved.x() * geometry.nanosPerPixel)));
        verticalScrollBar()->setValue(verticalScrollBar()->value() - moved.y());
        d->dragFrom = at;
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
    const bool within = at.x() >= geometry.lanes().left() && at.x() <= geometry.lanes().right();
    d->point(within ? std::optional(at.x()) : std::nullopt);
    // Once it is there it keeps up with the pointer.
    if (QToolTip::isVisible() && !d->dragFrom)
        showToolTip(at);
}

void LanesView::mouseReleaseEvent(QMouseEvent *)
{
    d->dragFrom.reset();
    viewport()->unsetCursor();
}

void LanesView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        setFollowing(true);
}

void LanesView::keyPressEvent(QKeyEvent *event)
{
    const double share = isFollowing() ? 1 : 0.5;
    switch (event->key()) {
    case Qt::Key_Left: d->pan(-panStep); break;
    case Qt::Key_Right: d->pan(panStep); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: d->zoom(1 / lanesviewZoomStep, share); break;
    case Qt::Key_Minus: d->zoom(lanesviewZoomStep, share); break;
    case Qt::Key_Home: d->moveTo(d->chart->since); break;
    case Qt::Key_End: setFollowing(true); break;
    case Qt::Key_Up: d->chooseNext(-1); break;
    case Qt::Key_Down: d->chooseNext(1); break;
    case Qt::Key_Escape:
        if (d->chosen.isEmpty()) {
            event->ignore();
            return;
        }
        d->choose({});
        break;
    case Qt::Key_Comma: d->step(false); break;
    case Qt::Key_Period: d->step(true); break;
    default: QAbstractScrollArea::keyPressEvent(event); return;
    }
    event->accept();
}

} // namespace lockmaster

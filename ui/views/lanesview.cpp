// SPDX-License-Identifier: Apache-2.0
#include "ui/views/lanesview.h"

#include "ui/models/lanetext.h"
#include "ui/models/locktext.h"
#include "ui/views/lanespainter.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;
using Span = std::chrono::nanoseconds;

constexpr Span usualSpan = 60s;
constexpr Span shortestSpan = 100ms;
constexpr Span longestSpan = 6h;
constexpr double zoomStep = 1.25;
/** A wheel's notch, in eighths of a degree. */
constexpr double notch = 120;
constexpr double panStep = 0.1;
/** Nothing moves faster than the eye sees, nor slower than a clock ticks. */
constexpr auto fastest = 16ms;
constexpr auto slowest = 1000ms;
constexpr int hitReach = 4;

Span scaled(Span span, double factor)
{
    const double nanos = double(span.count()) * factor;
    return std::clamp(Span(std::llround(std::min(nanos, 1e18))), shortestSpan, longestSpan);
}

} // namespace

struct LanesView::Private {
    Private(LanesView &of, const Clock &with)
        : view(of), clock(with), chart(std::make_shared<const LaneChart>()), from(with.now() - span)
    {
    }

    LanesView &view;
    const Clock &clock;
    std::shared_ptr<const LaneChart> chart;
    LanesMetrics metrics;
    Span span = usualSpan;
    SteadyTime from;
    bool following = true;
    std::optional<SteadyTime> stoppedAt; ///< not live
    QString chosen;
    std::optional<SteadyTime> crosshair;
    bool stepped = false; ///< the crosshair stands at an event, not under the pointer
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
        made.nanosPerPixel = double(span.count()) / std::max(1, made.lanes().width());
        made.from = following ? wholePixel(made.now - span, made.nanosPerPixel) : from;
        return made;
    }

    /** Everything moves by whole device pixels, so that texts and edges stay sharp. */
    SteadyTime wholePixel(SteadyTime at, double nanosPerPixel) const
    {
        const double pixel = nanosPerPixel / view.devicePixelRatioF();
        const double pixels = std::ceil(double(at.time_since_epoch().count()) / pixel);
        return SteadyTime(Span(std::llround(pixels * pixel)));
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
        QScrollBar *bar = view.verticalScrollBar();
        bar->setRange(0, std::max(0, all.contentHeight() - all.lanes().height()));
        bar->setPageStep(all.lanes().height());
        bar->setSingleStep(metrics.laneHeight);
    }

    // Moving through time

    void setFollowing(bool on)
    {
        if (following == on)
            return;
        if (!on)
            from = geometry().from;
        following = on;
        view.viewport()->update();
        arm();
        emit view.followingChanged(on);
    }

    /** To `begin`, not further than half a page away from what is known; at the end: follows. */
    void moveTo(SteadyTime begin)
    {
        const SteadyTime end = now();
        if (begin + span >= end && stoppedAt == std::nullopt) {
            setFollowing(true);
            view.viewport()->update();
            return;
        }
        setFollowing(false);
        const SteadyTime last = end - span;
        const SteadyTime first = std::min(last, chart->since - span / 2);
        from =
            wholePixel(std::clamp(begin, first, std::max(first, last)), geometry().nanosPerPixel);
        view.viewport()->update();
        arm();
    }

    void pan(double pages)
    {
        moveTo(geometry().from + Span(std::llround(double(span.count()) * pages)));
    }

    /** The moment at `x` stays where it is; while following, the newest. */
    void zoom(double factor, double x)
    {
        const LanesGeometry before = geometry();
        const SteadyTime fixed = before.at(x);
        const double share = (x - before.lanes().left()) / before.lanes().width();
        span = scaled(span, factor);
        if (!following)
            moveTo(fixed - Span(std::llround(double(span.count()) * share)));
        view.viewport()->update();
        arm();
    }

    void show(SteadyTime at)
    {
        const LanesGeometry all = geometry();
        if (at < all.from || at > all.until())
            moveTo(at - span / 2);
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

    void advance()
    {
        arm();
        if (view.window()->isMinimized())
            return;
        const LanesGeometry all = geometry();
        if (following) {
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

    void point(std::optional<SteadyTime> at)
    {
        stepped = false;
        if (crosshair == at)
            return;
        updateCrosshair();
        crosshair = at;
        updateCrosshair();
    }

    void updateCrosshair()
    {
        if (!crosshair)
            return;
        const LanesGeometry all = geometry();
        const int at = static_cast<int>(std::lround(all.x(*crosshair)));
        view.viewport()->update(at - 2, 0, 5, all.foot().top());
        view.viewport()->update(at - 160, 0, 320, all.lanes().top());
    }

    void step(bool forward)
    {
        const SteadyTime end = now();
        const SteadyTime start = stepped && crosshair ? *crosshair
                                 : forward            ? geometry().from
                                                      : end;
        const auto event = forward ? LaneText::nextEvent(*chart, chosenIndex(), start, end)
                                   : LaneText::previousEvent(*chart, chosenIndex(), start, end);
        if (!event) {
            speak(forward ? LanesView::tr("No later event.") : LanesView::tr("No earlier event."));
            return;
        }
        setFollowing(false);
        show(event->at);
        crosshair = event->at;
        stepped = true;
        if (event->lane)
            reveal(*event->lane);
        view.viewport()->update();
        speak(event->text);
        const LanesGeometry all = geometry();
        const int y = event->lane ? all.bar(*event->lane).bottom() : all.lanes().center().y();
        const QPoint at(static_cast<int>(all.x(event->at)), y);
        QToolTip::showText(view.viewport()->mapToGlobal(at), plainToolTip(event->text),
                           view.viewport());
    }

    void speak(const QString &text)
    {
        spoken = text;
        view.setAccessibleDescription(text);
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

    void choose(std::optional<int> lane)
    {
        const QString id = lane ? chart->lanes[static_cast<size_t>(*lane)].id : QString();
        if (id == chosen)
            return;
        chosen = id;
        view.viewport()->update();
        if (lane) {
            reveal(*lane);
            const LaneChart::Lane &one = chart->lanes[static_cast<size_t>(*lane)];
            speak(one.detail.isEmpty() ? one.label : one.label + QStringLiteral(", ") + one.detail);
        }
        emit view.laneChosen(chosen);
    }

    void chooseNext(int by)
    {
        if (chart->lanes.empty())
            return;
        const int last = static_cast<int>(chart->lanes.size()) - 1;
        const std::optional<int> before = chosenIndex();
        choose(before ? std::clamp(*before + by, 0, last) : by > 0 ? 0 : last);
    }

    void showToolTip(const QHelpEvent &help)
    {
        const LanesGeometry all = geometry();
        if (chart->isEmpty() || help.pos().y() >= all.foot().bottom()) {
            QToolTip::hideText();
            return;
        }
        const std::optional<int> lane = all.laneAt(help.pos().y());
        if (help.pos().x() < all.lanes().left()) {
            const LaneChart::Lane *one = lane ? &chart->lanes[static_cast<size_t>(*lane)] : nullptr;
            const QString text = one ? one->label + u'\n' + one->detail : QString();
            QToolTip::showText(help.globalPos(), plainToolTip(text.trimmed()), view.viewport());
            return;
        }
        const Span reach(std::llround(hitReach * all.nanosPerPixel));
        const QString text =
            LaneText::toolTip(*chart, lane, all.at(help.pos().x()), all.now, reach);
        QToolTip::showText(help.globalPos(), plainToolTip(text), view.viewport());
    }
};

LanesView::LanesView(const Clock &clock, QWidget *parent)
    : QAbstractScrollArea(parent), d(std::make_unique<Private>(*this, clock))
{
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
    d->chart = std::move(chart);
    d->fit();
    if (!d->stepped)
        setAccessibleDescription(LaneText::summary(*d->chart, d->now()));
    viewport()->update();
    d->arm();
}

const std::shared_ptr<const LaneChart> &LanesView::chart() const
{
    return d->chart;
}

bool LanesView::isFollowing() const
{
    return d->following;
}

void LanesView::setFollowing(bool on)
{
    d->setFollowing(on);
}

LeaderSpan LanesView::visibleSpan() const
{
    const SteadyTime from = d->geometry().from;
    return {from, from + d->span};
}

void LanesView::showSpan(const LeaderSpan &span)
{
    const SteadyTime until = span.until.value_or(d->now());
    d->setFollowing(false);
    d->span = std::clamp<Span>(until - span.from, shortestSpan, longestSpan);
    d->from = span.from;
    viewport()->update();
    d->arm();
}

void LanesView::setLive(bool live)
{
    if (live == !d->stoppedAt)
        return;
    d->stoppedAt = live ? std::nullopt : std::optional(d->clock.now());
    viewport()->update();
    d->arm();
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
    if (id == d->chosen)
        return;
    d->chosen = id;
    viewport()->update();
    emit laneChosen(id);
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
    return {800, 280};
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
    case QEvent::ToolTip: d->showToolTip(*static_cast<QHelpEvent *>(event)); return true;
    case QEvent::Leave: d->point(std::nullopt); break;
    default: break;
    }
    return QAbstractScrollArea::viewportEvent(event);
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
    LanesLook look;
    look.font = font();
    look.colors = &colors;
    look.chosen = d->chosenIndex();
    look.crosshair = d->crosshair;
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
        d->zoom(std::pow(zoomStep, -turned.y() / notch), event->position().x());
    event->accept();
}

void LanesView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const LanesGeometry geometry = d->geometry();
    d->dragFrom = event->position().toPoint();
    if (event->position().x() < geometry.lanes().left())
        d->choose(geometry.laneAt(event->position().toPoint().y()));
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
    d->point(within ? std::optional(geometry.at(at.x())) : std::nullopt);
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
    const double middle = d->geometry().lanes().center().x();
    switch (event->key()) {
    case Qt::Key_Left: d->pan(-panStep); break;
    case Qt::Key_Right: d->pan(panStep); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: d->zoom(1 / zoomStep, middle); break;
    case Qt::Key_Minus: d->zoom(zoomStep, middle); break;
    case Qt::Key_Home: d->moveTo(d->chart->since); break;
    case Qt::Key_End: setFollowing(true); break;
    case Qt::Key_Up: d->chooseNext(-1); break;
    case Qt::Key_Down: d->chooseNext(1); break;
    case Qt::Key_Escape:
        if (d->chosen.isEmpty()) {
            event->ignore();
            return;
        }
        d->choose(std::nullopt);
        break;
    case Qt::Key_Comma: d->step(false); break;
    case Qt::Key_Period: d->step(true); break;
    default: QAbstractScrollArea::keyPressEvent(event); return;
    }
    event->accept();
}

void LanesView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void LanesView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/courseview.h"

#include "core/display/locktext.h"
#include "core/text/durationtext.h"
#include "ui/kit/colors.h"
#include "ui/kit/labels.h"
#include "ui/kit/lockdelegate.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

using Mark = WorkCourse::Mark;
using Stretch = WorkCourse::Stretch;

constexpr int courseviewMargin = 8;
constexpr qreal headScale = 1.3;

QFont boldFont(QFont font, qreal scale = 1)
{
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * scale);
    return font;
}

QString markText(const Mark &mark)
{
    switch (mark.kind) {
    case Mark::Kind::Wrote:
        return mark.isWrong ? CourseView::tr("issues a card too many")
                            : CourseView::tr("issues a card");
    case Mark::Kind::Refused: return CourseView::tr("does not get the lock");
    case Mark::Kind::Released: break;
    }
    return mark.isWrong ? CourseView::tr("releases what is not its own")
                        : CourseView::tr("releases");
}

QString stretchWords(const Stretch &stretch)
{
    if (stretch.locks > 0) {
        const QString granted =
            CourseView::tr("%n locks by server %1", nullptr, stretch.locks).arg(stretch.server);
        return stretch.isWrong ? CourseView::tr("%1: lost").arg(granted) : granted;
    }
    if (stretch.waits)
        return CourseView::tr("waits");
    return stretch.isWrong ? CourseView::tr("works although another did") : CourseView::tr("works");
}

} // namespace

CourseView::CourseView(const QString &title, QWidget *parent) : QWidget(parent), m_title(title)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(title);
    setCourse({});
}

void CourseView::setCourse(const std::optional<WorkCourse> &course)
{
    m_course = course;
    setSpokenDescription(this, m_course ? spoken() : tr("Not run yet"));
    emit headChanged();
    update();
}

/** What leads to a violation is red before there is one. */
bool CourseView::isClean() const
{
    const auto isWrong = [](const auto &one) { return one.isWrong; };
    return m_course->violations == 0
           && std::none_of(m_course->stretches.begin(), m_course->stretches.end(), isWrong)
           && std::none_of(m_course->marks.begin(), m_course->marks.end(), isWrong);
}

QString CourseView::verdict() const
{
    if (m_course->locks) {
        if (m_course->violations > 0)
            return tr("%n of %1 locks lost", nullptr, m_course->violations).arg(*m_course->locks);
        if (m_course->isOver)
            return tr("no lock lost");
        return m_course->looksForLost
                   ? tr("%n locks, none seen lost so far", nullptr, *m_course->locks)
                   : tr("%n locks, not looked for yet", nullptr, *m_course->locks);
    }
    if (m_course->violations > 0)
        return tr("%n violations", nullptr, m_course->violations);
    if (!isClean())
        return tr("several at work at once");
    return m_course->isOver ? tr("nothing wrong") : tr("nothing wrong so far");
}

/** That all was well is known in the end. */
Tone CourseView::tone() const
{
    if (!isClean())
        return Tone::Danger;
    return m_course->isOver ? Tone::Good : Tone::Muted;
}

QString CourseView::phaseText(const WorkCourse::Phase &phase) const
{
    const Micros until = phase.until.value_or(m_course->length);
    const QString text = phase.hasTwo ? tr("two masters for %1") : tr("no master for %1");
    return text.arg(preciseDurationText(until - phase.from));
}

/** The verdict, and what is shaded. */
QString CourseView::spoken() const
{
    QStringList parts{verdict()};
    for (const WorkCourse::Phase &phase : m_course->phases)
        parts << phaseText(phase);
    return parts.join(QStringLiteral(", "));
}

void CourseView::setLength(Micros length)
{
    m_length = length;
    update();
}

void CourseView::setHeight(Height height)
{
    m_height = height;
    setSizePolicy(QSizePolicy::Expanding, height == Height::Usual         ? QSizePolicy::Fixed
                                          : height == Height::AtMostUsual ? QSizePolicy::Maximum
                                                                          : QSizePolicy::Expanding);
    updateGeometry();
}

void CourseView::setChosen(bool chosen)
{
    m_chosen = chosen;
    update();
}

QSize CourseView::sizeHint() const
{
    const int line = fontMetrics().height();
    return {10 * line, 15 * line + headHeight()};
}

bool CourseView::hasPhases() const
{
    return m_course && m_course->locks;
}

QSize CourseView::minimumSizeHint() const
{
    constexpr int narrowest = 4;
    constexpr int lowest = 6;
    const int line = fontMetrics().height();
    return {narrowest * line,
            m_height == Height::Usual ? sizeHint().height() : lowest * line + headHeight()};
}

QRect CourseView::headArea() const
{
    return rect().adjusted(courseviewMargin, courseviewMargin, -courseviewMargin, 0);
}

/** Smaller where a word of it would be broken. */
QFont CourseView::verdictFont() const
{
    const QFont large = boldFont(font(), headScale);
    return QFontMetrics(large).horizontalAdvance(verdict()) <= headArea().width()
               ? large
               : boldFont(font());
}

CourseView::Head CourseView::headWanted() const
{
    const auto height = [width = headArea().width()](const QFont &font, const QString &text) {
        constexpr int any = 4096;
        return QFontMetrics(font).boundingRect(0, 0, width, any, Qt::TextWordWrap, text).height();
    };
    return {height(font(), m_title), m_course ? height(verdictFont(), verdict()) : 0};
}

void CourseView::setHead(Head head)
{
    if (m_head.title == head.title && m_head.verdict == head.verdict)
        return;
    m_head = head;
    updateGeometry();
    update();
}

/** Of two lines of a name and one verdict at least: so a first run moves nothing. */
int CourseView::headHeight() const
{
    const int least = QFontMetrics(boldFont(font(), headScale)).height();
    return titleHeight() + std::max(least, m_head.verdict);
}

int CourseView::titleHeight() const
{
    return std::max(2 * fontMetrics().height(), m_head.title);
}

QRectF CourseView::plotArea() const
{
    const int line = fontMetrics().height();
    return QRectF(rect()).adjusted(courseviewMargin + 2 * fontMetrics().horizontalAdvance(u'0'),
                                   courseviewMargin + headHeight()
                                       + (hasPhases() ? line + 4 : line / 2.0),
                                   -courseviewMargin, -courseviewMargin - line);
}

qreal CourseView::laneHeight() const
{
    const qreal highest = m_height == Height::All ? 80 : 40;
    return std::min(highest, plotArea().height() / std::max(1, m_course ? m_course->workers : 1));
}

qreal CourseView::xOf(Micros at) const
{
    const QRectF plot = plotArea();
    const auto length = std::max<Micros::rep>(1, m_length.count());
    return plot.left() + plot.width() * std::clamp(qreal(at.count()) / qreal(length), 0.0, 1.0);
}

QString CourseView::textAt(const QPointF &at) const
{
    const QRectF plot = plotArea();
    if (!m_course || !plot.contains(at))
        return {};
    const int worker = int((at.y() - plot.top()) / laneHeight()) + 1;
    if (worker > m_course->workers)
        return {};
    constexpr qsizetype most = 12;
    QStringList lines{tr("Number %1").arg(worker)};
    for (const Stretch &stretch : m_course->stretches) {
        if (stretch.worker != worker || lines.size() > most)
            continue;
        const Micros until = stretch.until.value_or(m_course->length);
        lines << QStringLiteral("%1 – %2: %3")
                     .arg(preciseDurationText(stretch.from), preciseDurationText(until),
                          stretchWords(stretch));
    }
    for (const WorkCourse::Phase &phase : m_course->phases) {
        const qreal end = xOf(phase.until.value_or(m_course->length));
        if (at.x() >= xOf(phase.from) && at.x() <= end)
            lines << phaseText(phase);
    }
    for (const Mark &mark : m_course->marks) {
        if (mark.worker == worker && lines.size() <= most)
            lines << QStringLiteral("%1: %2").arg(preciseDurationText(mark.at), markText(mark));
    }
    if (lines.size() > most)
        lines = lines.mid(0, most) << QStringLiteral("…");
    return lines.join(u'\n');
}

bool CourseView::event(QEvent *event)
{
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
        emit headChanged();
    }
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    QToolTip::showText(help->globalPos(), plainToolTip(textAt(help->pos())), this);
    return true;
}

void CourseView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    emit headChanged();
}

void CourseView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        emit clicked();
}

void CourseView::paintEvent(QPaintEvent *)
{
    const Colors &colors = colorsFor(palette());
    QPainter painter(this);
    painter.setPen(QPen(m_chosen ? colors.accent : colors.line, m_chosen ? 2 : 1));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
    paintHead(painter);
    if (!m_course) {
        painter.setPen(colors.muted);
        painter.drawText(headArea().adjusted(0, titleHeight(), 0, -courseviewMargin),
                         Qt::AlignCenter | Qt::TextWordWrap, tr("Not run yet"));
        return;
    }
    paintPhases(painter);
    paintAxis(painter);
    paintCourse(painter);
}

void CourseView::paintHead(QPainter &painter) const
{
    const Colors &colors = colorsFor(palette());
    const QRect room = headArea();
    painter.setPen(colors.text);
    painter.drawText(QRect(room.left(), room.top(), room.width(), titleHeight()),
                     Qt::AlignLeft | Qt::TextWordWrap, m_title);
    if (!m_course)
        return;
    painter.setFont(verdictFont());
    painter.setPen(toneColor(tone(), colors));
    painter.drawText(
        QRect(room.left(), room.top() + titleHeight(), room.width(), headHeight() - titleHeight()),
        Qt::AlignLeft | Qt::TextWordWrap, verdict());
    painter.setFont(font());
}

void CourseView::paintAxis(QPainter &painter) const
{
    const Colors &colors = colorsFor(palette());
    const QRectF plot = plotArea();
    const int line = fontMetrics().height();
    painter.setPen(colors.line);
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    painter.setPen(colors.muted);
    const QRectF below(plot.left(), plot.bottom() + 2, plot.width(), line);
    painter.drawText(below, Qt::AlignLeft, QStringLiteral("0"));
    painter.drawText(below, Qt::AlignRight, briefDurationText(m_length));
    if (laneHeight() < line)
        return;
    for (int worker = 1; worker <= m_course->workers; ++worker)
        painter.drawText(QRectF(0, plot.top() + laneHeight() * (worker - 1),
                                plot.left() - courseviewMargin / 2.0, laneHeight()),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(worker));
}

/** Behind everything, with a bar above the lanes; its name where no other one is. */
void CourseView::paintPhases(QPainter &painter) const
{
    const Colors &colors = colorsFor(palette());
    const QRectF plot = plotArea();
    const int line = fontMetrics().height();
    qreal free = rect().left() + courseviewMargin;
    for (const WorkCourse::Phase &phase : m_course->phases) {
        const qreal left = xOf(phase.from);
        const qreal right = xOf(phase.until.value_or(m_course->length));
        const QRectF room(left, plot.top(), std::max(1.0, right - left), plot.height());
        QColor shade = phase.hasTwo ? colors.danger : colors.muted;
        shade.setAlphaF(phase.hasTwo ? 0.14F : 0.25F);
        painter.fillRect(room, shade);
        const QColor tone = phase.hasTwo ? colors.danger : colors.muted;
        constexpr int bar = 3;
        painter.fillRect(QRectF(left, plot.top() - bar, room.width(), bar), tone);
        const QString name = phase.hasTwo ? tr("two masters") : tr("no master");
        const qreal width = fontMetrics().horizontalAdvance(name) + 1;
        const qreal last = rect().right() - courseviewMargin - width;
        const qreal at = std::clamp(room.center().x() - width / 2, free, std::max(free, last));
        if (at > last)
            continue;
        painter.setPen(tone);
        painter.drawText(QRectF(at, plot.top() - line - bar, width, line), Qt::AlignCenter, name);
        free = at + width + courseviewMargin;
    }
}

void CourseView::paintCourse(QPainter &painter) const
{
    const Colors &colors = colorsFor(palette());
    const QRectF plot = plotArea();
    const qreal tall = laneHeight();
    const auto lane = [&](int worker) { return plot.top() + tall * (worker - 1); };
    for (const Stretch &stretch : m_course->stretches) {
        const qreal left = xOf(stretch.from);
        const qreal right = xOf(stretch.until.value_or(m_course->length));
        const qreal top = lane(stretch.worker);
        if (stretch.waits) {
            painter.fillRect(QRectF(left, top + tall / 2 - 0.5, right - left, 1), colors.muted);
            continue;
        }
        painter.fillRect(QRectF(left, top + 1, std::max(2.0, right - left), tall - 2),
                         stretch.isWrong ? colors.danger : colors.accent);
    }
    const qreal size = std::clamp(tall - 2, 3.0, 9.0);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Mark &mark : m_course->marks) {
        const QPointF at(xOf(mark.at), lane(mark.worker) + tall / 2);
        const QColor color = mark.isWrong ? colors.danger : colors.text;
        if (mark.kind == Mark::Kind::Wrote) {
            painter.setPen(QPen(colors.base, 1));
            painter.setBrush(color);
            painter.drawEllipse(at, size / 2, size / 2);
        } else if (mark.isWrong || mark.kind == Mark::Kind::Refused) {
            // With a rim: it stands on stretches of any colour.
            for (const QPen &pen : {QPen(colors.base, 4), QPen(color, 1.5)}) {
                painter.setPen(pen);
                painter.drawLine(at - QPointF(size / 2, size / 2),
                                 at + QPointF(size / 2, size / 2));
                painter.drawLine(at + QPointF(-size / 2, size / 2),
                                 at + QPointF(size / 2, -size / 2));
            }
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/history/hourmap.h"

#include "core/display/locktext.h"
#include "core/text/durationtext.h"
#include "core/text/momenttext.h"
#include "ui/kit/colors.h"
#include "ui/kit/labels.h"

#include <QDateTime>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QSet>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int hours = 24;
constexpr int fewestDays = 7;
constexpr int hourmapMargin = 16;
/** What was held for a moment is seen, too. */
constexpr double palest = 0.15;

QColor mixed(const QColor &over, const QColor &under, double share)
{
    const auto mix = [share](int a, int b) {
        return int(std::lround(a * share + b * (1 - share)));
    };
    return {mix(over.red(), under.red()), mix(over.green(), under.green()),
            mix(over.blue(), under.blue())};
}

QString weekday(const QDate &day)
{
    return QLocale().toString(day, QStringLiteral("ddd"));
}

QString rowLabel(const QDate &day)
{
    return weekday(day) + day.toString(QStringLiteral(" MM-dd"));
}

ServerTime wallOf(const QDateTime &time)
{
    return ServerTime(std::chrono::milliseconds(time.toMSecsSinceEpoch()));
}

} // namespace

HourMap::HourMap(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("How much of each hour it was held"));
    measureLabels();
    tell();
}

std::vector<ServerTime> HourMap::edges(std::optional<ServerTime> from, ServerTime until)
{
    const QDate last = localTimeOf(until).date();
    const QDate wanted = from ? localTimeOf(*from).date() : last.addDays(1 - mostDays);
    const QDate first =
        std::clamp(wanted, last.addDays(1 - mostDays), last.addDays(1 - fewestDays));
    std::vector<ServerTime> all;
    const ServerTime end = wallOf(last.addDays(1).startOfDay());
    // Local hours begin together with days; where clocks change within one, as they do.
    for (QDate day = first; day <= last; day = day.addDays(1)) {
        const ServerTime next = wallOf(day.addDays(1).startOfDay());
        for (ServerTime at = wallOf(day.startOfDay()); at < next; at += 1h)
            all.push_back(at);
    }
    all.push_back(end);
    return all;
}

void HourMap::setShares(const std::vector<HeldShare> &shares, ServerTime now)
{
    m_cells.clear();
    m_days.clear();
    for (const HeldShare &share : shares) {
        if (share.from >= now)
            break; // nothing is said of what is to come
        const QDateTime begin = localTimeOf(share.from);
        Cell &cell = m_cells[{begin.date(), begin.time().hour()}];
        cell.sum.known += share.known;
        cell.sum.held += share.held;
        cell.sum.holds += share.holds;
        cell.length += std::chrono::duration_cast<Micros>(std::min(share.until, now) - share.from);
        if (m_days.isEmpty() || m_days.back() != begin.date())
            m_days << begin.date();
    }
    if (m_chosen && !m_cells.contains(*m_chosen))
        m_chosen.reset();
    tell();
    update();
}

void HourMap::setNothing(const QString &text)
{
    m_nothing = text;
    tell();
    update();
}

QString HourMap::textOf(const QDate &day, int hour) const
{
    const auto found = m_cells.find({day, hour});
    if (found == m_cells.end())
        return {};
    const Cell &cell = found->second;
    QStringList lines{QStringLiteral("%1 %2 %3:00 – %4:00")
                          .arg(weekday(day), day.toString(Qt::ISODate))
                          .arg(hour, 2, 10, QLatin1Char('0'))
                          .arg((hour + 1) % hours, 2, 10, QLatin1Char('0'))};
    const auto unknown = cell.length - cell.sum.known;
    if (cell.sum.known > Micros(0)) {
        const auto percent =
            std::llround(100.0 * double(cell.sum.held.count()) / double(cell.sum.known.count()));
        lines << tr("held for %1 of %2 (%3 %)")
                     .arg(durationText(cell.sum.held), durationText(cell.sum.known))
                     .arg(percent)
              << tr("holds that began: %1").arg(countText(cell.sum.holds));
    }
    if (unknown >= 1s)
        lines << tr("not known: nobody looked for %1").arg(durationText(unknown));
    return lines.join(u'\n');
}

QSize HourMap::minimumSizeHint() const
{
    const int line = fontMetrics().height();
    return {hours * line / 2, 6 * line};
}

/** Measured once: where each cell is follows from it. */
void HourMap::measureLabels()
{
    m_labelWidth = 0;
    for (int weekday = 0; weekday < 7; ++weekday)
        m_labelWidth = std::max(m_labelWidth, fontMetrics().horizontalAdvance(
                                                  rowLabel(QDate(2000, 10, 10).addDays(weekday))));
}

QRectF HourMap::plotArea() const
{
    const int line = fontMetrics().height();
    const int day = m_labelWidth + hourmapMargin;
    return QRectF(rect()).adjusted(hourmapMargin + day, line + 4, -hourmapMargin, -line / 2.0);
}

QRectF HourMap::rectOf(const Place &place) const
{
    const QRectF plot = plotArea();
    constexpr qreal highest = 36;
    const qreal tall = std::min(highest, plot.height() / std::max<qsizetype>(1, m_days.size()));
    const qreal wide = plot.width() / hours;
    const auto row = m_days.indexOf(place.first);
    return {plot.left() + wide * place.second, plot.top() + tall * qreal(row), wide, tall};
}

std::optional<HourMap::Place> HourMap::placeAt(const QPointF &at) const
{
    for (const auto &[place, cell] : m_cells) {
        if (rectOf(place).contains(at))
            return place;
    }
    return std::nullopt;
}

bool HourMap::event(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        measureLabels();
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto place = placeAt(help->pos());
    QToolTip::showText(help->globalPos(),
                       place ? plainToolTip(textOf(place->first, place->second)) : QString(), this);
    return true;
}

void HourMap::keyPressEvent(QKeyEvent *event)
{
    static const QSet<int> keys{Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down};
    if (!keys.contains(event->key()) || m_cells.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    // The newest one first.
    m_chosen = m_chosen ? next(*m_chosen, event->key()) : m_cells.rbegin()->first;
    tell();
    update();
    const QRectF rect = rectOf(*m_chosen);
    QToolTip::showText(mapToGlobal(rect.bottomLeft().toPoint()),
                       plainToolTip(textOf(m_chosen->first, m_chosen->second)), this);
}

/** Where there is no such hour, as on a day on which clocks were set forward, the one behind it. */
HourMap::Place HourMap::next(const Place &from, int key) const
{
    const auto at = m_cells.find(from);
    if (key == Qt::Key_Left)
        return at == m_cells.begin() ? from : std::prev(at)->first;
    if (key == Qt::Key_Right)
        return std::next(at) == m_cells.end() ? from : std::next(at)->first;
    const int step = key == Qt::Key_Up ? -1 : 1;
    for (auto day = m_days.indexOf(from.first) + step; day >= 0 && day < m_days.size();
         day += step) {
        const Place to(m_days[day], from.second);
        if (m_cells.contains(to))
            return to;
    }
    return from;
}

/** The chosen hour, or the one in which it was held most. */
void HourMap::tell()
{
    QString told = m_nothing;
    if (m_chosen) {
        told = textOf(m_chosen->first, m_chosen->second);
    } else if (!m_cells.empty()) {
        const auto most =
            std::max_element(m_cells.begin(), m_cells.end(), [](const auto &a, const auto &b) {
                return a.second.sum.held < b.second.sum.held;
            });
        told = tr("Held most: %1").arg(textOf(most->first.first, most->first.second));
    }
    setSpokenDescription(this, told.replace(u'\n', QStringLiteral(", ")));
}

void HourMap::paintEvent(QPaintEvent *)
{
    const Colors &colors = colorsFor(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colors.base);
    if (m_cells.empty()) {
        painter.setPen(colors.muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_nothing);
        return;
    }
    paintAxes(painter);
    for (const auto &[place, cell] : m_cells)
        paintCell(painter, rectOf(place).adjusted(1, 1, -1, -1), cell);
    if (m_chosen && hasFocus()) {
        painter.setPen(QPen(colors.text, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rectOf(*m_chosen).adjusted(1, 1, -1, -1));
    }
}

void HourMap::paintCell(QPainter &painter, const QRectF &rect, const Cell &cell) const
{
    const Colors &colors = colorsFor(palette());
    const bool isKnown = cell.sum.known > Micros(0);
    if (isKnown) {
        const double share = double(cell.sum.held.count()) / double(cell.sum.known.count());
        const QColor fill = cell.sum.held > Micros(0)
                                ? mixed(colors.accent, colors.base, palest + (1 - palest) * share)
                                : colors.window;
        painter.fillRect(rect, fill);
    }
    // Wholly where nobody looked, and at the end of what was looked at only in part.
    const double unknown = 1 - double(cell.sum.known.count()) / double(cell.length.count());
    constexpr double little = 0.02;
    if (unknown > little) {
        QRectF part = rect;
        part.setLeft(rect.right() - rect.width() * std::min(1.0, unknown));
        painter.fillRect(part, colors.base);
        QColor faint = colors.muted;
        faint.setAlphaF(0.5F);
        painter.fillRect(part, QBrush(faint, Qt::BDiagPattern));
    }
}

void HourMap::paintAxes(QPainter &painter) const
{
    const Colors &colors = colorsFor(palette());
    const QRectF plot = plotArea();
    const int line = fontMetrics().height();
    painter.setPen(colors.muted);
    const qreal wide = plot.width() / hours;
    const qreal label = fontMetrics().horizontalAdvance(QStringLiteral("00:00"));
    const int every = wide >= label + 8 ? 1 : wide * 3 >= label + 8 ? 3 : 6;
    for (int hour = 0; hour < hours; hour += every)
        painter.drawText(QRectF(plot.left() + wide * hour, plot.top() - line - 2, label + 2, line),
                         Qt::AlignLeft, QStringLiteral("%1:00").arg(hour, 2, 10, QLatin1Char('0')));
    qreal last = -1e6;
    for (auto day = m_days.crbegin(); day != m_days.crend(); ++day) {
        const QRectF row = rectOf({*day, 0});
        if (std::abs(row.center().y() - last) < line)
            continue;
        last = row.center().y();
        painter.drawText(QRectF(hourmapMargin, row.center().y() - line / 2.0,
                                plot.left() - hourmapMargin - 8, line),
                         Qt::AlignRight | Qt::AlignVCenter, rowLabel(*day));
    }
}

} // namespace lockmaster

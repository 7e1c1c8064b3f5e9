// SPDX-License-Identifier: Apache-2.0
#include "ui/history/heatmap.h"

#include "core/display/locktext.h"
#include "ui/kit/colors.h"
#include "ui/kit/labels.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSet>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockmaster {

namespace {

constexpr int heatmapMargin = 16;
constexpr int labelGap = 8;
constexpr qreal highestRow = 36;
/** And in lines of text, where that is large. */
constexpr qreal mostLines = 1.8;
/** Around the text of a row that has to be read. */
constexpr int rowPadding = 6;

} // namespace

HeatMap::HeatMap(Rows kind, const QString &name, QWidget *parent)
    : QAbstractScrollArea(parent), m_kind(kind)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(name);
    viewport()->setMouseTracking(kind == Rows::AreOfThings);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(),
            qOverload<>(&QWidget::update));
}

void HeatMap::setMap(std::vector<Row> rows, std::vector<Column> columns,
                     std::vector<std::optional<Cell>> cells, std::vector<HeatLegendEntry> legend)
{
    Q_ASSERT(cells.size() == rows.size() * columns.size());
    std::optional<Place> chosen;
    if (m_chosen) {
        const auto row = std::find_if(rows.begin(), rows.end(), [this](const Row &one) {
            return one.id == m_rows[size_t(m_chosen->row)].id;
        });
        const auto column = std::find_if(columns.begin(), columns.end(), [this](const Column &one) {
            return one.id == m_columns[size_t(m_chosen->column)].id;
        });
        if (row != rows.end() && column != columns.end())
            chosen = Place{int(row - rows.begin()), int(column - columns.begin())};
    }
    m_rows = std::move(rows);
    m_columns = std::move(columns);
    m_cells = std::move(cells);
    m_legend = std::move(legend);
    m_pressed.reset();
    m_chosen = chosen && cell(*chosen) ? chosen : std::nullopt;
    measure();
    tell();
}

void HeatMap::setNothing(const QString &text)
{
    m_nothing = text;
    tell();
    viewport()->update();
}

bool HeatMap::hasCell(int row, int column) const
{
    return row >= 0 && column >= 0 && row < int(m_rows.size()) && column < int(m_columns.size())
           && cell({row, column});
}

QSize HeatMap::minimumSizeHint() const
{
    const int line = fontMetrics().height();
    return {12 * line, 6 * line};
}

// Where all is

/** Once: where each cell is follows from it. */
void HeatMap::measure()
{
    m_widestLabel = 0;
    for (const Row &row : m_rows) {
        const int detail =
            row.detail.isEmpty() ? 0 : labelGap + fontMetrics().horizontalAdvance(row.detail);
        m_widestLabel =
            std::max(m_widestLabel, fontMetrics().horizontalAdvance(row.label) + detail + 4);
    }
    fitScrolling();
    viewport()->update();
}

HeatMap::Plot HeatMap::plotOf(const QSizeF &size, int scrolled) const
{
    const int line = fontMetrics().height();
    const qreal labels = std::min(m_widestLabel, int(size.width() * 2 / 5));
    const qreal legend =
        heatLegendHeight(fontMetrics(), m_legend, size.width() - 2 * heatmapMargin);
    const qreal top = line + 4;
    const qreal below = legend > 0 ? legend + line : line / 2.0;
    const qreal left = heatmapMargin + labels + heatmapMargin;
    Plot plot;
    plot.rows = QRectF(left, top, std::max(0.0, size.width() - left - heatmapMargin),
                       std::max(0.0, size.height() - top - below));
    const qreal least = m_kind == Rows::AreOfThings ? line + rowPadding : 0;
    const auto rows = qreal(std::max<size_t>(1, m_rows.size()));
    const qreal most = std::max(highestRow, line * mostLines);
    plot.tall = std::max(least, std::min(most, plot.rows.height() / rows));
    plot.wide = plot.rows.width() / qreal(std::max<size_t>(1, m_columns.size()));
    plot.top = top - plot.tall * scrolled;
    // Half a row would be none.
    const qreal shown = std::max(1.0, std::floor(plot.rows.height() / plot.tall + 0.01));
    plot.rows.setHeight(plot.tall * std::min(rows, shown));
    plot.legendTop = plot.rows.bottom() + line / 2.0;
    return plot;
}

HeatMap::Plot HeatMap::plot() const
{
    return plotOf(viewport()->size(), verticalScrollBar()->value());
}

QRectF HeatMap::rectOf(int row, int column) const
{
    return plot().rectOf({row, column});
}

/** Row by row. */
void HeatMap::fitScrolling()
{
    const Plot plot = plotOf(viewport()->size(), 0);
    const int shown = int(std::lround(plot.rows.height() / plot.tall));
    verticalScrollBar()->setRange(0, std::max(0, int(m_rows.size()) - shown));
    verticalScrollBar()->setPageStep(std::max(1, shown));
}

QSize HeatMap::wholeSize() const
{
    const QSizeF shown = viewport()->size();
    const Plot plot = plotOf(shown, 0);
    const qreal legend =
        heatLegendHeight(fontMetrics(), m_legend, shown.width() - 2 * heatmapMargin);
    const qreal rows = plot.tall * qreal(m_rows.size());
    return {int(shown.width()),
            int(std::ceil(plot.rows.top() + rows + fontMetrics().height() + legend))};
}

std::optional<HeatMap::Place> HeatMap::placeAt(const QPointF &at) const
{
    const Plot plot = this->plot();
    if (!plot.rows.contains(at) || m_cells.empty())
        return std::nullopt;
    const Place place{int((at.y() - plot.top) / plot.tall),
                      int((at.x() - plot.rows.left()) / plot.wide)};
    return hasCell(place.row, place.column) ? std::optional(place) : std::nullopt;
}

std::optional<int> HeatMap::labelAt(const QPointF &at) const
{
    const Plot plot = this->plot();
    if (m_kind != Rows::AreOfThings || m_rows.empty() || at.x() >= plot.rows.left()
        || at.y() < plot.rows.top() || at.y() >= plot.rows.bottom())
        return std::nullopt;
    return std::min(int((at.y() - plot.top) / plot.tall), int(m_rows.size()) - 1);
}

// What is told

void HeatMap::showWords(const QPoint &at, const std::optional<Place> &place)
{
    QString words = place ? wordsOf(place->row, place->column) : QString();
    if (const auto label = labelAt(at)) {
        const Row &row = m_rows[size_t(*label)];
        words = row.detail.isEmpty() ? row.label : row.label + u'\n' + row.detail;
    }
    QToolTip::showText(viewport()->mapToGlobal(at), plainToolTip(words), viewport());
}

/** The chosen cell, or all of it. */
void HeatMap::tell()
{
    QString told = m_nothing;
    if (m_chosen)
        told = wordsOf(m_chosen->row, m_chosen->column);
    else if (!m_cells.empty())
        told = summary();
    setSpokenDescription(this, told.replace(u'\n', QStringLiteral(", ")));
}

bool HeatMap::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const QPoint at = static_cast<QHelpEvent *>(event)->pos();
        showWords(at, placeAt(at));
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void HeatMap::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        measure();
}

void HeatMap::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    fitScrolling();
}

void HeatMap::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void HeatMap::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

// Going from cell to cell

void HeatMap::keyPressEvent(QKeyEvent *event)
{
    static const QSet<int> keys{Qt::Key_Left, Qt::Key_Right, Qt::Key_Up,
                                Qt::Key_Down, Qt::Key_Home,  Qt::Key_End};
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && m_chosen && m_kind == Rows::AreOfThings) {
        emit rowWanted(m_chosen->row);
        return;
    }
    if (!keys.contains(event->key()) || m_cells.empty()) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    if (m_chosen) {
        choose(next(*m_chosen, event->key()));
    } else {
        // The newest one first.
        const Place first{m_kind == Rows::Follow ? int(m_rows.size()) - 1 : 0,
                          int(m_columns.size()) - 1};
        choose(cell(first) ? first : stepped(first, -1));
    }
    showWords(rectOf(m_chosen->row, m_chosen->column).bottomLeft().toPoint(), m_chosen);
}

void HeatMap::choose(const Place &place)
{
    m_chosen = place;
    QScrollBar *const bar = verticalScrollBar();
    bar->setValue(std::clamp(bar->value(), place.row - bar->pageStep() + 1, place.row));
    tell();
    viewport()->update();
}

/** The next one that there is, over the ends of rows. */
HeatMap::Place HeatMap::stepped(const Place &from, int by) const
{
    const auto columns = int(m_columns.size());
    for (int at = from.row * columns + from.column + by; at >= 0 && at < int(m_cells.size());
         at += by) {
        if (m_cells[size_t(at)])
            return {at / columns, at % columns};
    }
    return from;
}

HeatMap::Place HeatMap::next(const Place &from, int key) const
{
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
        const Place to = stepped(from, key == Qt::Key_Left ? -1 : 1);
        return m_kind == Rows::Follow || to.row == from.row ? to : from;
    }
    if (key == Qt::Key_Home || key == Qt::Key_End) {
        Place to = from;
        for (int column = 0; column < int(m_columns.size()); ++column) {
            if (cell({from.row, column})
                && (key == Qt::Key_End ? column > to.column : column < to.column))
                to.column = column;
        }
        return to;
    }
    // Where there is no such hour, as on a day on which clocks were set forward, the one behind it.
    const int step = key == Qt::Key_Up ? -1 : 1;
    for (int row = from.row + step; row >= 0 && row < int(m_rows.size()); row += step) {
        if (cell({row, from.column}))
            return {row, from.column};
    }
    return from;
}

// By mouse

void HeatMap::mousePressEvent(QMouseEvent *event)
{
    m_pressed = event->button() == Qt::LeftButton ? labelAt(event->position()) : std::nullopt;
    const auto place = placeAt(event->position());
    if (place && event->button() == Qt::LeftButton)
        choose(*place);
}

void HeatMap::mouseReleaseEvent(QMouseEvent *event)
{
    const auto pressed = std::exchange(m_pressed, std::nullopt);
    if (pressed && labelAt(event->position()) == pressed)
        emit rowWanted(*pressed);
}

void HeatMap::mouseDoubleClickEvent(QMouseEvent *event)
{
    const auto place = placeAt(event->position());
    if (place && m_kind == Rows::AreOfThings && event->button() == Qt::LeftButton)
        emit rowWanted(place->row);
}

void HeatMap::mouseMoveEvent(QMouseEvent *event)
{
    viewport()->setCursor(labelAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

// Drawing

void HeatMap::paintEvent(QPaintEvent *)
{
    const Colors &colors = colorsFor(palette());
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), colors.base);
    if (m_cells.empty()) {
        painter.setPen(colors.muted);
        painter.drawText(viewport()->rect().adjusted(heatmapMargin, 0, -heatmapMargin, 0),
                         int(Qt::AlignCenter) | Qt::TextWordWrap, m_nothing);
        return;
    }
    const Plot plot = this->plot();
    paint(painter, plot, viewport()->size());
    if (m_chosen && hasFocus()) {
        painter.setClipRect(plot.rows.adjusted(-1, -1, 1, 1));
        painter.setPen(QPen(colors.text, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(plot.rectOf(*m_chosen).adjusted(1, 1, -1, -1));
    }
}

void HeatMap::paintWhole(QPainter &painter) const
{
    const QSizeF size = wholeSize();
    Plot plot = plotOf(viewport()->size(), 0);
    plot.rows.setHeight(plot.tall * qreal(m_rows.size()));
    plot.legendTop = plot.rows.bottom() + fontMetrics().height() / 2.0;
    painter.setFont(font());
    paint(painter, plot, size);
}

void HeatMap::paint(QPainter &painter, const Plot &plot, const QSizeF &size) const
{
    paintColumns(painter, plot);
    painter.save();
    painter.setClipRect(QRectF(0, plot.rows.top(), size.width(), plot.rows.height()));
    paintRows(painter, plot);
    for (int row = 0; row < int(m_rows.size()); ++row) {
        for (int column = 0; column < int(m_columns.size()); ++column) {
            if (const auto &one = cell({row, column}))
                paintCell(painter, plot.rectOf({row, column}).adjusted(1, 1, -1, -1), *one);
        }
    }
    painter.restore();
    paintHeatLegend(painter, colorsFor(palette()), m_legend,
                    QRectF(heatmapMargin, plot.legendTop, size.width() - 2 * heatmapMargin,
                           std::max(0.0, size.height() - plot.legendTop)));
}

void HeatMap::paintCell(QPainter &painter, const QRectF &rect, const Cell &cell) const
{
    const Colors &colors = colorsFor(palette());
    const HeatSigns signs(colors);
    if (cell.unseen < 1)
        painter.fillRect(rect, cell.share > 0 ? signs.heat(cell.share) : colors.window);
    // Wholly where nobody looked, and at the end of what was looked at only in part.
    constexpr double little = 0.02;
    QRectF part = rect;
    const qreal seenRight = rect.right() - rect.width() * std::clamp(cell.unseen, 0.0, 1.0);
    for (const auto &[share, sign] :
         {std::pair(cell.unseen, &HeatSigns::unseen), std::pair(cell.untold, &HeatSigns::untold)}) {
        if (share <= little)
            continue;
        QRectF at = part;
        at.setLeft(std::max(rect.left(), part.right() - rect.width() * std::min(1.0, share)));
        (signs.*sign)(painter, at);
        part.setRight(at.left());
    }
    if (cell.isMarked && cell.unseen < 1) // around what was looked at
        signs.mark(painter, QRectF(rect.topLeft(), QPointF(seenRight, rect.bottom())));
}

void HeatMap::paintColumns(QPainter &painter, const Plot &plot) const
{
    const Colors &colors = colorsFor(palette());
    const int line = fontMetrics().height();
    qreal widest = 0;
    for (const Column &column : m_columns) {
        if (!column.isMain)
            widest = std::max<qreal>(widest, fontMetrics().horizontalAdvance(column.label));
    }
    constexpr std::array turns = {1, 2, 3, 6, 12};
    const auto every = std::find_if(turns.begin(), turns.end(), [&](int turn) {
        return plot.wide * turn >= widest + labelGap;
    });
    std::vector<std::pair<qreal, qreal>> taken;
    const auto write = [&](bool isMain) {
        painter.setPen(isMain ? colors.text : colors.muted);
        for (size_t i = 0; i < m_columns.size(); ++i) {
            const Column &column = m_columns[i];
            const int turn = every == turns.end() ? turns.back() : *every;
            if (column.isMain != isMain || column.label.isEmpty()
                || (!isMain && column.turn % turn != 0))
                continue;
            const qreal left = plot.rows.left() + plot.wide * qreal(i);
            const qreal right = left + fontMetrics().horizontalAdvance(column.label) + labelGap;
            const bool fits = right - labelGap <= plot.rows.right() + heatmapMargin
                              && std::none_of(taken.begin(), taken.end(), [&](const auto &other) {
                                     return left < other.second && other.first < right;
                                 });
            if (!fits)
                continue;
            taken.emplace_back(left, right);
            painter.drawText(QRectF(left, plot.rows.top() - line - 2, right - left, line),
                             Qt::AlignLeft, column.label);
        }
    };
    write(true);
    write(false);
}

void HeatMap::paintRows(QPainter &painter, const Plot &plot) const
{
    const Colors &colors = colorsFor(palette());
    const QFontMetrics metrics = fontMetrics();
    const int line = metrics.height();
    const qreal room = plot.rows.left() - 2 * heatmapMargin;
    qreal last = 1e6;
    // The newest of those that follow each other has its label.
    for (auto row = int(m_rows.size()) - 1; row >= 0; --row) {
        const qreal middle = plot.rectOf({row, 0}).center().y();
        if (std::abs(middle - last) < line)
            continue;
        last = middle;
        const Row &one = m_rows[size_t(row)];
        const QRectF at(heatmapMargin, middle - line / 2.0, room, line);
        const qreal behind = one.detail.isEmpty()
                                 ? 0
                                 : std::min(room / 3, metrics.horizontalAdvance(one.detail) + 1.0);
        const qreal forLabel = room - behind - (behind > 0 ? labelGap : 0);
        painter.setPen(m_kind == Rows::AreOfThings ? colors.text : colors.muted);
        painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(one.label, Qt::ElideMiddle, int(forLabel)));
        painter.setPen(colors.muted);
        painter.drawText(at, Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(one.detail, Qt::ElideMiddle, int(behind)));
    }
}

} // namespace lockmaster

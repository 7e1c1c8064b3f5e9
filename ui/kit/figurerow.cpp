// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/figurerow.h"

#include "ui/kit/lockdelegate.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/labels.h"
#include "ui/kit/textsize.h"

#include <QEvent>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

namespace lockmaster {

namespace {

constexpr int figurerowGap = 28;
constexpr int rowGap = 10;
/** The first figure is a name, and may be long. */
constexpr int narrowestFirst = 180;
constexpr int widestFirst = 560;
constexpr qreal valueScale = 1.45;
constexpr qreal noteScale = 0.88;
constexpr std::chrono::seconds tellPeriod(1);

QFont scaled(QFont font, qreal scale, bool bold = false)
{
    font.setPointSizeF(font.pointSizeF() * scale);
    if (bold)
        font.setWeight(QFont::DemiBold);
    return font;
}

void setColor(QWidget &label, const QColor &color)
{
    if (label.palette().color(QPalette::WindowText) == color)
        return;
    QPalette palette = label.palette();
    palette.setColor(QPalette::WindowText, color);
    label.setPalette(palette);
}

} // namespace

FigureRow::FigureRow(QWidget *parent) : QWidget(parent), m_tell(new QTimer(this))
{
    m_tell->setSingleShot(true);
    m_tell->setInterval(tellPeriod);
    connect(m_tell, &QTimer::timeout, this, &FigureRow::tell);
    // Not fixed: that would hold it to the height it has at its usual width.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void FigureRow::setFigures(const std::vector<Figure> &figures)
{
    if (figures == m_figures)
        return;
    const auto before = std::exchange(m_figures, figures);
    while (m_boxes.size() < figures.size())
        addBox();
    bool grown = false;
    for (size_t i = 0; i < m_boxes.size(); ++i) {
        Box &box = m_boxes[i];
        if (i >= figures.size() || m_mostRows == 0)
            box.widget->setVisible(i < figures.size());
        if (i >= figures.size())
            continue;
        if (i >= before.size() || before[i] != figures[i])
            write(box, figures[i]);
        const int width = box.widget->layout()->sizeHint().width();
        grown = grown || width > box.width;
        box.width = std::max(box.width, width);
    }
    if (!m_tell->isActive()) {
        tell();
        m_tell->start();
    }
    if (grown || m_mostRows > 0) {
        updateGeometry();
        place();
    }
}

void FigureRow::addBox()
{
    auto *widget = new QWidget(this);
    Box box{widget, new ElidedLabel(widget), new ElidedLabel(widget), new ElidedLabel(widget)};
    box.value->setFont(scaled(font(), valueScale, m_boxes.empty()));
    box.note->setFont(scaled(font(), noteScale));
    auto *layout = new QVBoxLayout(widget);
    layout->setContentsMargins({});
    layout->setSpacing(1);
    for (ElidedLabel *label : {box.title, box.value, box.note}) {
        // Else it follows the ground of whoever shows it, and is written in another colour.
        label->setForegroundRole(QPalette::WindowText);
        layout->addWidget(label);
    }
    m_boxes.push_back(box);
}

void FigureRow::write(Box &box, const Figure &figure)
{
    const Colors &colors = colorsFor(palette());
    box.title->setText(figure.title);
    box.value->setText(figure.value);
    box.note->setText(figure.note);
    setColor(*box.title, colors.muted);
    setColor(*box.value, toneColor(figure.tone, colors));
    setColor(*box.note, colors.muted);
    setSpokenName(box.widget, figure.title);
}

/** Values tick many times a second; screen readers are told of the last one now and then. */
void FigureRow::tell()
{
    for (size_t i = 0; i < std::min(m_figures.size(), m_boxes.size()); ++i) {
        QStringList parts{m_figures[i].value, m_figures[i].note};
        parts.removeAll(QString());
        setSpokenDescription(m_boxes[i].widget, parts.join(QStringLiteral(", ")));
        // Else a label tells of each text itself.
        setSpokenName(m_boxes[i].value, m_figures[i].value);
        setSpokenName(m_boxes[i].note, m_figures[i].note);
    }
}

void FigureRow::forgetWidths()
{
    m_figures.clear();
    for (Box &box : m_boxes)
        box.width = 0;
}

/** Of so many columns, where the first figure has as little room as it can do with. */
std::vector<int> FigureRow::columnWidths(size_t columns) const
{
    std::vector<int> widths(columns);
    for (size_t i = 0; i < std::min(m_figures.size(), m_boxes.size()); ++i) {
        const int width = i == 0 ? std::min(m_boxes[i].width, narrowestFirst) : m_boxes[i].width;
        widths[i % columns] = std::max(widths[i % columns], width);
    }
    return widths;
}

std::vector<QRect> FigureRow::places(int width, int mostRows) const
{
    const size_t count = std::min(m_figures.size(), m_boxes.size());
    if (count == 0)
        return {};
    const auto total = [](const std::vector<int> &widths) {
        return std::accumulate(widths.begin(), widths.end(), int(widths.size() - 1) * figurerowGap);
    };
    size_t columns = count;
    while (columns > 1 && total(columnWidths(columns)) > width)
        --columns;
    // No more of them than the rows need: what stands below each other then often belongs together.
    const size_t rows = (count + columns - 1) / columns;
    columns = (count + rows - 1) / rows;
    std::vector<int> widths = columnWidths(columns);
    const int left = std::max(0, width - total(widths));
    widths[0] = std::max(widths[0],
                         std::min({m_boxes[0].width, scaledByText(widestFirst), widths[0] + left}));
    widths[0] = std::min(widths[0], width);
    std::vector<QRect> places;
    int y = 0;
    const size_t shown = mostRows == 0 ? count : std::min(count, size_t(mostRows) * columns);
    for (size_t first = 0; first < shown; first += columns) {
        int x = 0;
        int height = 0;
        for (size_t i = first; i < std::min(first + columns, count); ++i) {
            const int wide = i == 0 ? widths[0] : m_boxes[i].width;
            const int tall = m_boxes[i].widget->layout()->sizeHint().height();
            places.emplace_back(x, y, wide, tall);
            x += widths[i - first] + figurerowGap;
            height = std::max(height, tall);
        }
        y += height + rowGap;
    }
    return places;
}

void FigureRow::place()
{
    const std::vector<QRect> where = places(width(), m_mostRows);
    QStringList left;
    for (size_t i = 0; i < std::min(m_figures.size(), m_boxes.size()); ++i) {
        m_boxes[i].widget->setVisible(i < where.size());
        if (i < where.size()) {
            m_boxes[i].widget->setGeometry(where[i]);
            continue;
        }
        QStringList parts{m_figures[i].title, m_figures[i].value, m_figures[i].note};
        parts.removeAll(QString());
        left << parts.join(QStringLiteral(" · "));
    }
    setPlainToolTip(this, left.join(u'\n'));
    setSpokenDescription(this, left.join(QStringLiteral("; ")));
}

void FigureRow::setMostRows(int rows)
{
    if (std::exchange(m_mostRows, rows) == rows)
        return;
    updateGeometry();
    place();
}

/** The last figure may be one without a note, beside others that have one. */
int FigureRow::lowest(const std::vector<QRect> &places)
{
    int height = 0;
    for (const QRect &place : places)
        height = std::max(height, place.bottom() + 1);
    return height;
}

int FigureRow::heightForWidth(int width) const
{
    return lowest(places(width, m_mostRows));
}

int FigureRow::heightOfAll(int width) const
{
    return lowest(places(width, 0));
}

QSize FigureRow::sizeHint() const
{
    constexpr int usualWidth = 800;
    return {usualWidth, heightForWidth(usualWidth)};
}

QSize FigureRow::minimumSizeHint() const
{
    return {narrowestFirst, 0};
}

void FigureRow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

void FigureRow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colour();
    // The labels' own fonts change behind this one.
    else if (event->type() == QEvent::FontChange)
        QTimer::singleShot(0, this, &FigureRow::measure);
}

/** Anew: how wide they were in another font says nothing. */
void FigureRow::measure()
{
    for (size_t i = 0; i < std::min(m_figures.size(), m_boxes.size()); ++i)
        m_boxes[i].width = m_boxes[i].widget->layout()->sizeHint().width();
    updateGeometry();
    place();
}

void FigureRow::colour()
{
    for (size_t i = 0; i < std::min(m_figures.size(), m_boxes.size()); ++i)
        write(m_boxes[i], m_figures[i]);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/presetcard.h"

#include "ui/kit/colors.h"

#include <QPainter>
#include <QRegularExpression>

namespace lockmaster {

namespace {

constexpr int padding = 14;
constexpr int presetcardGap = 6;
constexpr int presetcardNarrowest = 170;
constexpr int usual = 270;
constexpr qreal presetcardRadius = 8;
constexpr int dot = 14;
constexpr int wrapped = Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop;

/** No figure ends a line whose unit begins the next one. */
QString withUnits(QString text)
{
    static const QRegularExpression gap(QStringLiteral("(?<=\\d) (?=(?:µs|ms|s|min|h|d|%)\\b)"),
                                        QRegularExpression::UseUnicodePropertiesOption);
    return text.replace(gap, QString(QChar::Nbsp));
}

} // namespace

PresetCard::PresetCard(const QString &title, const QString &figures, const QString &expectation,
                       QWidget *parent)
    : QRadioButton(parent), m_title(withUnits(title)), m_figures(withUnits(figures)),
      m_expectation(withUnits(expectation))
{
    setAccessibleName(title);
    setAccessibleDescription(figures + QStringLiteral(". ") + expectation);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QFont PresetCard::titleFont() const
{
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    large.setWeight(QFont::DemiBold);
    return large;
}

int PresetCard::textHeight(const QFont &font, const QString &text, int width) const
{
    return QFontMetrics(font).boundingRect(QRect(0, 0, width, 4096), wrapped, text).height();
}

int PresetCard::heightForWidth(int width) const
{
    const int inner = width - 2 * padding;
    return 2 * padding + 2 * presetcardGap
           + textHeight(titleFont(), m_title, inner - dot - presetcardGap)
           + textHeight(font(), m_figures, inner) + textHeight(font(), m_expectation, inner);
}

QSize PresetCard::sizeHint() const
{
    return {usual, heightForWidth(usual)};
}

QSize PresetCard::minimumSizeHint() const
{
    return {presetcardNarrowest, heightForWidth(std::max(width(), presetcardNarrowest))};
}

bool PresetCard::hitButton(const QPoint &at) const
{
    return rect().contains(at);
}

void PresetCard::paintEvent(QPaintEvent *)
{
    const Colors &colors = colorsFor(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ground = isChecked()    ? colors.selection
                          : underMouse() ? colors.hover
                                         : colors.base;
    painter.setBrush(ground);
    painter.setPen(QPen(isChecked() ? colors.accent : colors.line, isChecked() ? 2 : 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(3, 3, -3, -3), presetcardRadius,
                            presetcardRadius);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colors.accent, 1, Qt::DotLine));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), presetcardRadius + 2,
                                presetcardRadius + 2);
    }
    QRect area = rect().adjusted(padding, padding, -padding, -padding);
    const QRect mark(area.right() - dot + 1, area.top() + 3, dot, dot);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(isChecked() ? colors.accent : colors.muted, 1.5));
    painter.drawEllipse(mark);
    if (isChecked()) {
        painter.setBrush(colors.accent);
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(mark.adjusted(4, 4, -4, -4));
    }
    const auto write = [&painter, &area, this](const QFont &font, const QColor &color,
                                               const QString &text, int width) {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(QRect(area.left(), area.top(), width, area.height()), wrapped, text);
        area.setTop(area.top() + textHeight(font, text, width) + presetcardGap);
    };
    write(titleFont(), colors.text, m_title, area.width() - dot - presetcardGap);
    write(font(), colors.muted, m_figures, area.width());
    write(font(), colors.text, m_expectation, area.width());
}

} // namespace lockmaster

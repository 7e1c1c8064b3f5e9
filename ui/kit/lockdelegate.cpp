// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/lockdelegate.h"

#include "ui/kit/density.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int focusBarWidth = 3;
constexpr qsizetype mostSpacesInName = 4;

/** Whose rows the keys move in; null: the keys go elsewhere. */
const QAbstractItemView *focusedView(const QStyleOptionViewItem &option)
{
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    return view && view->hasFocus() ? view : nullptr;
}

QColor over(const QColor &ground, const QColor &color, double opacity)
{
    const auto mixed = [opacity](float above, float below) {
        return above * float(opacity) + below * float(1 - opacity);
    };
    return QColor::fromRgbF(mixed(color.redF(), ground.redF()),
                            mixed(color.greenF(), ground.greenF()),
                            mixed(color.blueF(), ground.blueF()));
}

} // namespace

QColor toneColor(Tone tone, const Colors &colors)
{
    switch (tone) {
    case Tone::Plain: return colors.text;
    case Tone::Muted:
    case Tone::Unknown: return colors.muted;
    case Tone::Held: return colors.accent;
    case Tone::Expiring: return colors.expiring;
    case Tone::NoExpiry: return colors.noExpiry;
    case Tone::Danger: return colors.danger;
    case Tone::Good: return colors.good;
    }
    Q_UNREACHABLE();
}

QColor rowGround(const RowLook &look, const Colors &colors)
{
    constexpr double alarmOpacity = 0.14;
    constexpr double glowOpacity = 0.18;
    // Two grounds in one could not be read on.
    if (look.isSelected)
        return look.hasFocus ? colors.selection : colors.resting;
    if (look.isAlarming)
        return over(colors.base, colors.danger, alarmOpacity);
    return over(colors.base, colors.accent, glowOpacity * look.glow);
}

LockDelegate::LockDelegate(const RowEffects &effects, QObject *parent)
    : QStyledItemDelegate(parent), m_effects(effects)
{
}

void LockDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    const bool isGone = index.data(MarkRole).value<RowMark>() == RowMark::Gone;
    const Colors &colors = isGone ? ghostColors(option.palette) : colorsFor(option.palette);
    const Cell cell{*painter, option, index, colors, option.rect.adjusted(padding, 0, -padding, 0)};
    painter->save();
    painter->setClipRect(option.rect);
    paintBackground(cell);
    painter->setFont(option.font);
    paintContent(cell);
    if (isGone && index.column() == static_cast<int>(LockColumn::Name))
        strikeOut(cell);
    painter->restore();
}

QSize LockDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QString text = index.data(Qt::DisplayRole).toString();
    // Rounded as it is, a width may lack a part of a pixel.
    return {option.fontMetrics.horizontalAdvance(text) + 1 + 2 * padding, rowHeight()};
}

int LockDelegate::rowHeight()
{
    constexpr int usual = 27;
    constexpr int compact = 20;
    return Density::rowHeight(usual, compact, QFontMetrics(QApplication::font()).height());
}

void LockDelegate::paintBackground(const Cell &cell) const
{
    const QRect rect = cell.option.rect;
    const QAbstractItemView *const view = focusedView(cell.option);
    const auto mark = cell.index.data(MarkRole).value<RowMark>();
    const bool isChanged = mark != RowMark::None && mark != RowMark::Gone;
    const RowLook look{.isSelected = cell.option.state.testFlag(QStyle::State_Selected),
                       .hasFocus = view != nullptr,
                       .isAlarming = cell.index.data(AlarmRole).toBool(),
                       .glow = isChanged ? m_effects.glow : 0};
    cell.painter.fillRect(rect, rowGround(look, cell.colors));
    cell.painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, cell.colors.line);
    if (view && view->currentIndex().row() == cell.index.row()) {
        cell.painter.fillRect(rect.left(), rect.top(), rect.width(), 1, cell.colors.accent);
        cell.painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, cell.colors.accent);
    }
    if (look.isSelected && cell.index.column() == static_cast<int>(LockColumn::Name))
        cell.painter.fillRect(rect.left(), rect.top(), focusBarWidth, rect.height() - 1,
                              look.isAlarming ? cell.colors.danger
                              : look.hasFocus ? cell.colors.accent
                                              : cell.colors.muted);
}

/** The text's own font is kept: another one would have all lines set anew. */
void LockDelegate::strikeOut(const Cell &cell) const
{
    const QString text = cell.index.data(Qt::DisplayRole).toString();
    const int width =
        std::min(cell.content.width(), cell.option.fontMetrics.horizontalAdvance(text));
    const int y = cell.content.center().y() + 1;
    cell.painter.setPen(cell.colors.muted);
    cell.painter.drawLine(cell.content.left(), y, cell.content.left() + width, y);
}

void LockDelegate::paintContent(const Cell &cell) const
{
    paintText(cell);
}

int LockDelegate::paintText(const Cell &cell) const
{
    const auto alignment = cell.index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
    const Tone tone = cell.index.data(ToneRole).value<Tone>();
    // A system is told by its first word, a sentence by its beginning (cut in its middle, two of
    // its numbers would become one), a name or an owner by both of its ends.
    const QString text = cell.index.data(Qt::DisplayRole).toString();
    const bool fromTheLeft =
        cell.index.data(BeginningRole).toBool() || text.count(u' ') > mostSpacesInName;
    return drawText(cell, cell.content, text, toneColor(tone, cell.colors), alignment,
                    fromTheLeft ? Qt::ElideRight : Qt::ElideMiddle);
}

int LockDelegate::drawText(const Cell &cell, const QRect &rect, const QString &text,
                           const QColor &color, Qt::Alignment alignment,
                           Qt::TextElideMode elide) const
{
    cell.painter.setPen(color);
    return m_text.draw(cell.painter, rect, text, alignment, elide);
}

} // namespace lockmaster

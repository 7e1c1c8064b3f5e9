// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/eventdelegate.h"

#include "ui/kit/elidedlabel.h"
#include "ui/kit/lockdelegate.h"
#include "core/display/eventmodel.h"

#include <QPainter>
#include <QWidget>

namespace lockmaster {

namespace {

constexpr int lineHeight = 20;
constexpr int eventdelegateMargin = 12;

} // namespace

void EventDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    const Colors &colors = colorsFor(option.palette);
    painter->save();
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool hasFocus = option.widget && option.widget->hasFocus();
    painter->fillRect(option.rect, !selected  ? colors.window
                                   : hasFocus ? colors.selection
                                              : colors.resting);
    if (selected && hasFocus)
        painter->fillRect(option.rect.left(), option.rect.top(), 3, option.rect.height(),
                          colors.accent);
    painter->setFont(option.font);
    const int timeWidth =
        option.fontMetrics.horizontalAdvance(QStringLiteral("00:00:00.000")) + eventdelegateMargin;
    const QRect line = option.rect.adjusted(eventdelegateMargin, 0, -eventdelegateMargin, 0);
    painter->setPen(colors.muted);
    painter->drawText(line, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                      index.data(EventModel::TimeRole).toString());
    const QRect rest = line.adjusted(timeWidth, 0, 0, 0);
    painter->setPen(toneColor(index.data(EventModel::EventToneRole).value<Tone>(), colors));
    painter->drawText(
        rest, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
        fittingSentence(option.fontMetrics, index.data(Qt::DisplayRole).toString(), rest.width()));
    painter->restore();
}

QSize EventDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {0, std::max(lineHeight, option.fontMetrics.height() + 4)};
}

} // namespace lockmaster

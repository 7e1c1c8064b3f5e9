// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/sidebardelegate.h"

#include "ui/kit/environmentsigns.h"
#include "ui/kit/lockdelegate.h"
#include "ui/servers/sidebarmodel.h"
#include "ui/kit/icons.h"

#include <QPainter>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int leastHeight = 26;
constexpr int air = 4;
constexpr int aboveHeading = 2;
constexpr int sidebardelegateMargin = 12;
constexpr int indent = 24;
constexpr int dotSize = 8;
constexpr int lockSize = 12;
constexpr int labelGap = 6;
/** A name gives way to the signs beside it, but not all of its room. */
constexpr int leastName = 48;

/** Health by shape and colour: neither alone. */
void paintHealth(QPainter &painter, const QRect &rect, BackendState state, const Colors &colors)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect).adjusted(0.75, 0.75, -0.75, -0.75);
    switch (state) {
    case BackendState::Online:
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.good);
        painter.drawEllipse(rect);
        break;
    case BackendState::Connecting:
    case BackendState::Stale:
        painter.setPen(QPen(state == BackendState::Stale ? colors.expiring : colors.muted, 1.75));
        painter.drawEllipse(box);
        break;
    case BackendState::Offline:
        painter.setPen(QPen(colors.danger, 2, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(box.topLeft(), box.bottomRight());
        painter.drawLine(box.topRight(), box.bottomLeft());
        break;
    }
    painter.restore();
}

/** The sign of what may not be written to. */
void paintLock(QPainter &painter, const QRect &rect, const Colors &colors)
{
    if (rect.width() < lockSize)
        return;
    const QRect box(rect.left(), rect.center().y() - lockSize / 2, lockSize, lockSize);
    symbolicIcon(QStringLiteral("lock"), colors.muted).paint(&painter, box);
}

} // namespace

void SidebarDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    const Colors &colors = colorsFor(option.palette);
    painter->save();
    painter->setFont(option.font);
    if (index.data(SidebarModel::KindRole).value<SidebarModel::Kind>()
        == SidebarModel::Kind::Heading)
        paintHeading(*painter, option, index, colors);
    else
        paintEntry(*painter, option, index, colors);
    painter->restore();
}

void SidebarDelegate::paintHeading(QPainter &painter, const QStyleOptionViewItem &option,
                                   const QModelIndex &index, const Colors &colors) const
{
    QFont font = option.font;
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 0.85);
    font.setCapitalization(QFont::AllUppercase);
    font.setLetterSpacing(QFont::PercentageSpacing, 104);
    painter.setFont(font);
    painter.setPen(toneColor(index.data(SidebarModel::NoteToneRole).value<Tone>(), colors));
    painter.setFont(option.font);
    painter.drawText(option.rect.adjusted(sidebardelegateMargin, 4, -sidebardelegateMargin, 0),
                     static_cast<int>(Qt::AlignRight | Qt::AlignVCenter),
                     index.data(SidebarModel::NoteRole).toString());
    painter.setFont(font);
    painter.setPen(colors.muted);
    painter.drawText(option.rect.adjusted(sidebardelegateMargin, 4, -sidebardelegateMargin, 0),
                     static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                     index.data(Qt::DisplayRole).toString());
}

void SidebarDelegate::paintEntry(QPainter &painter, const QStyleOptionViewItem &option,
                                 const QModelIndex &index, const Colors &colors) const
{
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
    if (selected || hovered)
        painter.fillRect(option.rect, selected ? colors.selection : colors.hover);
    if (selected && option.state.testFlag(QStyle::State_HasFocus))
        painter.fillRect(option.rect.left(), option.rect.top(), 3, option.rect.height(),
                         colors.accent);
    QRect rest = option.rect.adjusted(indent, 0, -sidebardelegateMargin, 0);

    const QString note = index.data(SidebarModel::NoteRole).toString();
    const Tone noteTone = index.data(SidebarModel::NoteToneRole).value<Tone>();
    painter.setPen(toneColor(noteTone, colors));
    painter.drawText(rest, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter), note);
    if (!note.isEmpty())
        rest.setRight(rest.right() - option.fontMetrics.horizontalAdvance(note) - 8);

    QFont font = option.font;
    const bool isBackend = index.data(SidebarModel::KindRole).value<SidebarModel::Kind>()
                           == SidebarModel::Kind::Backend;
    if (isBackend) {
        const QRect dot(option.rect.left() + sidebardelegateMargin,
                        option.rect.center().y() - dotSize / 2 + 1, dotSize, dotSize);
        paintHealth(painter, dot, index.data(SidebarModel::HealthRole).value<BackendState>(),
                    colors);
        rest.setLeft(dot.right() + 7);
        font.setBold(true);
    }
    painter.setFont(font);
    painter.setPen(colors.text);
    const auto environment = index.data(SidebarModel::EnvironmentRole).value<Environment>();
    const bool readOnly = index.data(SidebarModel::ReadOnlyRole).toBool();
    const int badgeRoom = badgeWidth(environment, option.font);
    const int signs =
        (badgeRoom > 0 ? labelGap + badgeRoom + 1 : 0) + (readOnly ? labelGap + lockSize : 0);
    const QFontMetrics metrics(font);
    const QString label =
        metrics.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle,
                           std::max(std::min(leastName, rest.width()), rest.width() - signs));
    painter.drawText(rest, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), label);
    rest.setLeft(rest.left() + metrics.horizontalAdvance(label) + labelGap);
    const int badge = paintBadge(painter, rest, environment, option.font, colors);
    if (readOnly) {
        rest.setLeft(rest.left() + (badge > 0 ? badge + labelGap : 0));
        paintLock(painter, rest, colors);
    }
}

QSize SidebarDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const bool heading = index.data(SidebarModel::KindRole).value<SidebarModel::Kind>()
                         == SidebarModel::Kind::Heading;
    return {0, std::max(leastHeight, option.fontMetrics.height() + air)
                   + (heading ? aboveHeading : 0)};
}

} // namespace lockmaster

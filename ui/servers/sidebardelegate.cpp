// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/sidebardelegate.h"

#include "ui/kit/density.h"
#include "ui/kit/environmentsigns.h"
#include "ui/kit/lockdelegate.h"
#include "ui/servers/sidebarmodel.h"
#include "ui/kit/icons.h"

#include <QPainter>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int usualHeight = 26;
constexpr int compactHeight = 20;
constexpr int aboveHeading = 2;
constexpr int sidebardelegateMargin = 12;
constexpr int indent = 24;
constexpr int dotSize = 8;
constexpr int lockSize = 12;
constexpr int labelGap = 6;
constexpr int noteGap = 8;

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

bool isHeading(const QModelIndex &index)
{
    const auto kind = index.data(SidebarModel::KindRole).value<SidebarModel::Kind>();
    return kind == SidebarModel::Kind::Heading || kind == SidebarModel::Kind::Group;
}

void paintGround(QPainter &painter, const QStyleOptionViewItem &option, const Colors &colors)
{
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
    if (selected || hovered)
        painter.fillRect(option.rect, selected ? colors.selection : colors.hover);
    if (selected && option.state.testFlag(QStyle::State_HasFocus))
        painter.fillRect(option.rect.left(), option.rect.top(), 3, option.rect.height(),
                         colors.accent);
}

/** Down: it is open; to the right: what is in it is folded away. */
void paintFoldSign(QPainter &painter, const QStyleOptionViewItem &option, const Colors &colors)
{
    constexpr double half = 3.5;
    const QPointF at(option.rect.left() + 10.0, option.rect.center().y() + 3.0);
    const bool isOpen = option.state.testFlag(QStyle::State_Open);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.muted, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    QPolygonF sign;
    if (isOpen)
        sign << at + QPointF(-half, -half / 2) << at + QPointF(0, half / 2)
             << at + QPointF(half, -half / 2);
    else
        sign << at + QPointF(-half / 2, -half) << at + QPointF(half / 2, 0)
             << at + QPointF(-half / 2, half);
    painter.drawPolyline(sign);
    painter.restore();
}

/**
 * What stands at the end of a row, and how wide it became. The name comes first, and what has to
 * stand beside it: a word gives way to these, as the dot before the name says the same; a figure
 * does not.
 */
int paintNote(QPainter &painter, const QRect &row, const QStyleOptionViewItem &option,
              const QModelIndex &index, int nameWidth)
{
    const QString note = index.data(SidebarModel::NoteRole).toString();
    const int wanted = option.fontMetrics.horizontalAdvance(note);
    const int kept = std::min(wanted, row.width() / 4);
    const int room = std::clamp(row.width() - nameWidth - noteGap, kept, std::max(wanted, kept));
    const QString shown =
        room < wanted ? option.fontMetrics.elidedText(note, Qt::ElideRight, room) : note;
    painter.setPen(
        toneColor(index.data(SidebarModel::NoteToneRole).value<Tone>(), colorsFor(option.palette)));
    painter.drawText(row, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter), shown);
    return option.fontMetrics.horizontalAdvance(shown);
}

} // namespace

void SidebarDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    const Colors &colors = colorsFor(option.palette);
    painter->save();
    painter->setFont(option.font);
    if (isHeading(index))
        paintHeading(*painter, option, index, colors);
    else
        paintEntry(*painter, option, index, colors);
    painter->restore();
}

void SidebarDelegate::paintHeading(QPainter &painter, const QStyleOptionViewItem &option,
                                   const QModelIndex &index, const Colors &colors) const
{
    int left = sidebardelegateMargin;
    if (index.data(SidebarModel::KindRole).value<SidebarModel::Kind>()
        == SidebarModel::Kind::Group) {
        paintGround(painter, option, colors);
        paintFoldSign(painter, option, colors);
        left = foldRoom;
    }
    const int right =
        sidebardelegateMargin + (index.data(SidebarModel::AddsRole).toBool() ? addRoom : 0);
    QFont font = option.font;
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 0.85);
    font.setCapitalization(QFont::AllUppercase);
    font.setLetterSpacing(QFont::PercentageSpacing, 104);
    QRect rest = option.rect.adjusted(left, 4, -right, 0);
    const QString note = index.data(SidebarModel::NoteRole).toString();
    painter.setPen(toneColor(index.data(SidebarModel::NoteToneRole).value<Tone>(), colors));
    painter.drawText(rest, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter), note);
    if (!note.isEmpty())
        rest.setRight(rest.right() - option.fontMetrics.horizontalAdvance(note) - labelGap);
    painter.setFont(font);
    painter.setPen(colors.muted);
    // Measured as it is painted: metrics know nothing of capitals that a font makes.
    const QString title = index.data(Qt::DisplayRole).toString().toUpper();
    painter.drawText(rest, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                     QFontMetrics(font).elidedText(title, Qt::ElideRight, rest.width()));
}

void SidebarDelegate::paintEntry(QPainter &painter, const QStyleOptionViewItem &option,
                                 const QModelIndex &index, const Colors &colors) const
{
    paintGround(painter, option, colors);
    QRect rest = option.rect.adjusted(indent, 0, -sidebardelegateMargin, 0);

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
    const QFontMetrics metrics(font);
    const QString name = index.data(Qt::DisplayRole).toString();
    const auto environment = index.data(SidebarModel::EnvironmentRole).value<Environment>();
    // Below their group signs say nothing new.
    const bool isSaidAbove = index.parent().data(SidebarModel::KindRole).value<SidebarModel::Kind>()
                             == SidebarModel::Kind::Group;
    // That it is production is seen beside any name and whatever else is told of it.
    const bool isAlwaysSeen = environment == Environment::Production && !isSaidAbove;
    const int nameWidth = metrics.horizontalAdvance(name);
    const auto beside = [&option, environment](Badge badge) {
        return labelGap + badgeWidth(environment, option.font, badge);
    };
    if (const int note = paintNote(painter, rest, option, index,
                                   nameWidth + (isAlwaysSeen ? beside(Badge::Word) : 0));
        note > 0)
        rest.setRight(rest.right() - note - noteGap);
    const Badge badge = isAlwaysSeen && nameWidth + beside(Badge::Word) > rest.width()
                            ? Badge::Letter
                            : Badge::Word;
    painter.setFont(font);
    painter.setPen(colors.text);
    const bool readOnly = index.data(SidebarModel::ReadOnlyRole).toBool();
    // The name comes first: other signs take what it leaves.
    const QString label = metrics.elidedText(name, Qt::ElideMiddle,
                                             rest.width() - (isAlwaysSeen ? beside(badge) : 0));
    painter.drawText(rest, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), label);
    rest.setLeft(rest.left() + metrics.horizontalAdvance(label) + labelGap);
    const int taken =
        isSaidAbove ? 0 : paintBadge(painter, rest, environment, option.font, colors, badge);
    if (readOnly) {
        rest.setLeft(rest.left() + (taken > 0 ? taken + labelGap : 0));
        paintLock(painter, rest, colors);
    }
}

QSize SidebarDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const bool heading = isHeading(index);
    return {0, Density::rowHeight(usualHeight, compactHeight, option.fontMetrics.height())
                   + (heading ? aboveHeading : 0)};
}

} // namespace lockmaster

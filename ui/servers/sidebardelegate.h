// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

namespace lockmaster {

struct Colors;

/**
 * An entry of the sidebar: a heading, which may fold; a backend with its health (a dot for online,
 * a ring for waiting, a cross for offline) and its environment's badge; a source or finding with
 * its count.
 */
class SidebarDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    static constexpr int foldRoom = 20; ///< at the left of a group, for its sign
    static constexpr int addRoom = 22;  ///< at the right of a heading to which can be added

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintHeading(QPainter &painter, const QStyleOptionViewItem &option,
                      const QModelIndex &index, const Colors &colors) const;
    void paintEntry(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index,
                    const Colors &colors) const;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/celltext.h"
#include "core/display/lockroles.h"
#include "ui/kit/colors.h"

#include <QStyledItemDelegate>

namespace lockmaster {

/** What the view lets rows do for a moment. Owned by the view, read while painting. */
struct RowEffects {
    qreal glow = 0; ///< strength of the blink of rows that changed, 0 to 1
};

/** How a row stands among the others. */
struct RowLook {
    bool isSelected = false;
    bool hasFocus = false; ///< the keys move in its table
    bool isAlarming = false;
    double glow = 0; ///< as in `RowEffects`, of a row that changed
};

/** What is behind the words of such a row: all of them can be read on it. */
QColor rowGround(const RowLook &look, const Colors &colors);

/** The colour a tone is written in. */
QColor toneColor(Tone tone, const Colors &colors);

/**
 * A cell of the lock table: plain text, elided in the middle; figures, which stand at the right,
 * lose their smaller unit instead. Draws selection, the soft blink of a
 * changed row and the fading of a gone one for all its columns; subclasses draw what is in the
 * cell.
 */
class LockDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    /** Of a row of any table, by the program's font. */
    static int rowHeight();
    static constexpr int padding = 8;

    explicit LockDelegate(const RowEffects &effects, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    struct Cell {
        QPainter &painter;
        const QStyleOptionViewItem &option;
        const QModelIndex &index;
        const Colors &colors;
        QRect content; ///< without padding
    };
    virtual void paintContent(const Cell &cell) const;

    /** The cell's own text in its tone; returns the width it took. */
    int paintText(const Cell &cell) const;
    /** Writes `text` into `rect`, elided; returns the width it took. */
    int drawText(const Cell &cell, const QRect &rect, const QString &text, const QColor &color,
                 Qt::Alignment alignment, Qt::TextElideMode elide = Qt::ElideMiddle) const;

private:
    void strikeOut(const Cell &cell) const;
    void paintBackground(const Cell &cell) const;

    const RowEffects &m_effects;
    mutable CellText m_text;
};

} // namespace lockmaster

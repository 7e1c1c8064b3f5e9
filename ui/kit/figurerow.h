// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/figure.h"

#include <QString>
#include <QWidget>

class QTimer;

namespace lockmaster {

class ElidedLabel;

/**
 * Figures beside each other: what it is, its value large, and a note. Where there is too little
 * room they go on in another row, in the same columns; only the first is ever shortened. A figure
 * that ticks does not move those after it. GUI thread.
 */
class FigureRow final : public QWidget
{
    Q_OBJECT

public:
    explicit FigureRow(QWidget *parent = nullptr);

    void setFigures(const std::vector<Figure> &figures);
    const std::vector<Figure> &figures() const { return m_figures; }
    /** Shows so many rows at most; the others stand in its tooltip. Zero: all. */
    void setMostRows(int rows);
    /** What all of the rows need, however many are shown. */
    int heightOfAll(int width) const;
    /** Other figures follow: widths start anew. */
    void forgetWidths();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Box {
        QWidget *widget;
        ElidedLabel *title;
        ElidedLabel *value;
        ElidedLabel *note;
        int width = 0; ///< the widest that it was
    };

    void addBox();
    void colour();
    void write(Box &box, const Figure &figure);
    void tell();
    std::vector<int> columnWidths(size_t columns) const;
    /** Where the boxes stand in `width`. */
    std::vector<QRect> places(int width, int mostRows) const;
    static int lowest(const std::vector<QRect> &places);
    void place();
    void measure();

    QTimer *m_tell;
    std::vector<Box> m_boxes;
    std::vector<Figure> m_figures;
    int m_mostRows = 0;
};

} // namespace lockmaster

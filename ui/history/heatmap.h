// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/history/heatlegend.h"

#include <QAbstractScrollArea>

#include <optional>
#include <vector>

namespace lockmaster {

/**
 * Rows of cells over time, the stronger the colour of one the more of something was there. What is
 * not known is hatched, and never looks like what was looked at and empty. Arrow keys go from cell
 * to cell and tell it to a screen reader. What the rows are is said by who derives from it. GUI
 * thread.
 */
class HeatMap : public QAbstractScrollArea
{
    Q_OBJECT

public:
    struct Row {
        QString id; ///< the same from one map to the next
        QString label;
        QString detail; ///< behind the label
    };
    struct Column {
        qint64 id = 0;
        QString label;
        int turn = 0;        ///< with too little room, those are labelled that can be divided
        bool isMain = false; ///< labelled before others
    };
    struct Cell {
        double share = 0; ///< of the strongest colour
        /// Of the cell, at its end; what is left was looked at:
        double unseen = 0;
        double untold = 0;     ///< looked at, and what is drawn could not be told
        bool isMarked = false; ///< something was there, and how much is not known
    };

    /** What stands where there is no cell. */
    void setNothing(const QString &text);
    /** All of it, with what its signs mean, at the width that it has. */
    QSize wholeSize() const;
    void paintWhole(QPainter &painter) const;
    int rowCount() const { return int(m_rows.size()); }
    /** Where a cell is, in the viewport. */
    QRectF rectOf(int row, int column) const;

    QSize minimumSizeHint() const override;

signals:
    /** More is wanted of that row. */
    void rowWanted(int row);

protected:
    enum class Rows : quint8 {
        Follow,     ///< each other in time: as low as there is room, and some have no label
        AreOfThings ///< each can be read, those without room are scrolled to, and more is to be had
    };
    HeatMap(Rows kind, const QString &name, QWidget *parent);

    /** Cells row by row; none: there is no such time. */
    void setMap(std::vector<Row> rows, std::vector<Column> columns,
                std::vector<std::optional<Cell>> cells, std::vector<HeatLegendEntry> legend = {});
    bool hasCell(int row, int column) const;
    /** What is told of a cell, one fact a line. */
    virtual QString wordsOf(int row, int column) const = 0;
    /** And of all of it, while none is chosen. */
    virtual QString summary() const = 0;

    bool viewportEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Place {
        int row = 0;
        int column = 0;

        friend bool operator==(const Place &, const Place &) = default;
    };
    /** Where all is on a surface. */
    struct Plot {
        QRectF rows; ///< as far as they are seen
        qreal tall = 0;
        qreal wide = 0;
        qreal top = 0; ///< of the first row
        qreal legendTop = 0;

        QRectF rectOf(const Place &place) const
        {
            return {rows.left() + wide * place.column, top + tall * place.row, wide, tall};
        }
    };
    /** With so many rows scrolled away. */
    Plot plotOf(const QSizeF &size, int scrolled) const;
    Plot plot() const;
    void measure();
    void fitScrolling();
    std::optional<Place> placeAt(const QPointF &at) const;
    std::optional<int> labelAt(const QPointF &at) const;
    /** Where a key leads; the same where there is no other. */
    Place next(const Place &from, int key) const;
    Place stepped(const Place &from, int by) const;
    void choose(const Place &place);
    void showWords(const QPoint &at, const std::optional<Place> &place);
    void tell();
    const std::optional<Cell> &cell(const Place &place) const
    {
        return m_cells[size_t(place.row) * m_columns.size() + size_t(place.column)];
    }
    void paint(QPainter &painter, const Plot &plot, const QSizeF &size) const;
    void paintCell(QPainter &painter, const QRectF &rect, const Cell &cell) const;
    void paintColumns(QPainter &painter, const Plot &plot) const;
    void paintRows(QPainter &painter, const Plot &plot) const;

    const Rows m_kind;
    std::vector<Row> m_rows;
    std::vector<Column> m_columns;
    std::vector<std::optional<Cell>> m_cells;
    std::vector<HeatLegendEntry> m_legend;
    std::optional<Place> m_chosen;
    std::optional<int> m_pressed; ///< a row's label
    QString m_nothing;
    int m_widestLabel = 0;
};

} // namespace lockmaster

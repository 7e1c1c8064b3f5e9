// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace lockmaster {

/** Columns a text takes on a terminal, in any locale; it must have been made literal before. */
int textWidth(QStringView text);

/** The text cut in its middle to at most `width` columns, the gap shown as an ellipsis. */
QString elidedMiddle(const QString &text, int width);

/** The longest start of `text` that fits in `width` columns. */
QStringView fittingStart(QStringView text, int width);

/** Rows of text in aligned columns, for people. A hundred thousand of them are no matter. */
class TextTable
{
public:
    struct Column {
        QString title;
        bool rightAligned = false;
        bool elastic = false; ///< gives way when the table is wider than the terminal
    };
    /** Gets the table piece by piece; false: no more of it. */
    using Sink = std::function<bool(QByteArrayView piece)>;

    enum class Heading : quint8 { Print, LeaveOut };

    explicit TextTable(std::vector<Column> columns);

    /** Literal text, one for each column. */
    void addRow(const QStringList &cells);

    /**
     * Title and rows, a line each, at most `width` columns wide if that can be; 0: any width. In
     * pieces of whole lines, each of 64 KiB or a line more.
     */
    void print(int width, const Sink &sink, Heading heading = Heading::Print) const;

    /** The same in one piece. */
    QByteArray text(int width) const;

private:
    struct Cell {
        qint32 bytes = 0; ///< of `m_text`, behind those of the cell before
        int width = 0;
    };

    Cell addCell(const QString &text);
    std::vector<int> columnWidths(int width) const;
    const char *appendRow(QByteArray &out, size_t firstCell, const char *text,
                          const std::vector<int> &widths) const;

    std::vector<Column> m_columns;
    std::vector<int> m_widest;
    QByteArray m_text; ///< all cells, UTF-8, the title's first
    std::vector<Cell> m_cells;
};

/** A column of a table of `Row`s, described once: its heading, and the cell of a row, literal. */
template<class Row>
struct TableColumn {
    using Cell = std::function<QString(const Row &)>;
    enum class Fit : quint8 { Left, Right, Elastic };

    TableColumn(const char *heading, Cell cellOf, Fit fitting = Fit::Left)
        : title(QString::fromLatin1(heading)), cell(std::move(cellOf)), fit(fitting)
    {
    }

    QString title;
    Cell cell;
    Fit fit; ///< see `TextTable::Column`
};

template<class Row>
TextTable tableOf(const std::vector<TableColumn<Row>> &columns, const std::vector<Row> &rows)
{
    using Fit = typename TableColumn<Row>::Fit;
    std::vector<TextTable::Column> heads;
    heads.reserve(columns.size());
    for (const TableColumn<Row> &column : columns)
        heads.push_back({column.title, column.fit == Fit::Right, column.fit == Fit::Elastic});
    TextTable table(std::move(heads));
    QStringList cells;
    for (const Row &row : rows) {
        cells.clear();
        for (const TableColumn<Row> &column : columns)
            cells.append(column.cell(row));
        table.addRow(cells);
    }
    return table;
}

/** The text, or a dash where there is none. Literal. */
QString orDash(const QString &text);

} // namespace lockmaster

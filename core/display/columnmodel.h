// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/lockroles.h"
#include "core/display/locktext.h"

#include <QAbstractTableModel>

#include <functional>
#include <utility>
#include <vector>

namespace lockmaster {

/**
 * A column of a table, described once: its heading, and what the cell of a row says and means.
 * Texts are translated, plain and literal.
 */
template<class Row>
struct Column {
    template<class Value>
    using Of = std::function<Value(const Row &)>;
    using Compare = std::function<int(const Row &, const Row &)>;

    Column(QString heading, Of<QString> cell)
        : title(std::move(heading)), textOf(std::move(cell)), toolTipOf(textOf), spokenOf(textOf)
    {
    }

    /** It stands on the right. */
    Column &number() { return with(&Column::alignment, Qt::AlignRight); }
    /** How wide it is at first, in pixels; see `setUsualWidths()`. */
    Column &width(int usual) { return with(&Column::usualWidth, usual); }
    /** Plain without one. */
    Column &tone(Of<Tone> tone) { return with(&Column::toneOf, std::move(tone)); }
    /** The text without one. */
    Column &toolTip(Of<QString> text) { return with(&Column::toolTipOf, std::move(text)); }
    /** The text without one; the heading is spoken before it. */
    Column &spoken(Of<QString> text) { return with(&Column::spokenOf, std::move(text)); }
    /** What is in it and what its signs mean, for who points at its heading. */
    Column &explained(QString text) { return with(&Column::explanation, std::move(text)); }
    /** For tables that are sorted: below zero where the first row comes first. */
    Column &compare(Compare compare) { return with(&Column::order, std::move(compare)); }
    /** What its delegate asks for besides. */
    Column &role(int role, Of<QVariant> value)
    {
        roles.emplace_back(role, std::move(value));
        return *this;
    }

    QString title;
    QString explanation; ///< of the heading; empty: it speaks for itself
    Of<QString> textOf;
    Of<QString> toolTipOf;
    Of<QString> spokenOf;
    Of<Tone> toneOf = [](const Row &) { return Tone::Plain; };
    Qt::Alignment alignment = Qt::AlignLeft;
    int usualWidth = 0;
    Compare order;
    std::vector<std::pair<int, Of<QVariant>>> roles;

private:
    template<class Member, class Value>
    Column &with(Member member, Value value)
    {
        this->*member = std::move(value);
        return *this;
    }
};

/** What `Column::compare` returns for values that have an order. */
template<class Value>
int compareValues(const Value &a, const Value &b)
{
    return a < b ? -1 : (b < a ? 1 : 0);
}

/**
 * A table of such columns. Who derives from it keeps the rows and gives the columns, in their
 * order, before anybody asks. One thread.
 */
template<class Row>
class ColumnModel : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_columns.size());
    }

    QVariant data(const QModelIndex &index, int role) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid))
            return {};
        const Column<Row> &column = columnAt(index.column());
        const Row &row = columnRow(index.row());
        switch (role) {
        case Qt::DisplayRole: return column.textOf(row);
        case Qt::ToolTipRole: return plainToolTip(column.toolTipOf(row));
        case Qt::AccessibleTextRole: return spokenCell(column.title, column.spokenOf(row));
        case Qt::AccessibleDescriptionRole: {
            const QString more = column.toolTipOf(row);
            return more == column.textOf(row) ? QString() : more;
        }
        case Qt::TextAlignmentRole: return QVariant::fromValue(column.alignment);
        case ToneRole: return QVariant::fromValue(column.toneOf(row));
        default: break;
        }
        for (const auto &[own, value] : column.roles) {
            if (own == role)
                return value(row);
        }
        return rowData(row, role);
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
            return {};
        const Column<Row> &column = columnAt(section);
        switch (role) {
        case Qt::DisplayRole:
        case Qt::AccessibleTextRole: return column.title;
        case Qt::ToolTipRole:
            return column.explanation.isEmpty() ? QVariant() : plainToolTip(column.explanation);
        case Qt::AccessibleDescriptionRole: return column.explanation;
        case Qt::TextAlignmentRole: return QVariant::fromValue(column.alignment | Qt::AlignVCenter);
        case WidthRole: return column.usualWidth;
        default: return {};
        }
    }

protected:
    template<class Text>
    static Column<Row> column(const QString &title, Text text)
    {
        return {title, std::move(text)};
    }
    void setColumns(std::vector<Column<Row>> columns) { m_columns = std::move(columns); }
    const Column<Row> &columnAt(int section) const { return m_columns[size_t(section)]; }

    virtual const Row &columnRow(int row) const = 0;
    /** What delegates ask of every cell of a row alike. */
    virtual QVariant rowData(const Row &, int /*role*/) const { return {}; }

    /** All cells of these rows may say something else now. */
    void tellChanged(int firstRow, int lastRow)
    {
        if (firstRow <= lastRow)
            emit dataChanged(index(firstRow, 0), index(lastRow, columnCount() - 1));
    }

private:
    std::vector<Column<Row>> m_columns;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace lockmaster {

/**
 * One field of a table after RFC 4180, UTF-8, literal text; quoted where it has to be. Names come
 * from servers: a field that a spreadsheet would take for a formula begins with an apostrophe.
 */
QByteArray csvField(const QString &value);

/** A column of a table for a spreadsheet: its name in the first line, and the field of a row. */
template<class Row>
struct CsvColumn {
    /** A `QString` is text from anywhere, see `csvField()`; a `QByteArray` a figure or a moment. */
    template<class Value>
    CsvColumn(const char *column, Value value) : name(column)
    {
        if constexpr (std::is_same_v<std::invoke_result_t<Value, const Row &>, QByteArray>)
            field = std::move(value);
        else
            field = [value = std::move(value)](const Row &row) { return csvField(value(row)); };
    }

    const char *name;
    std::function<QByteArray(const Row &)> field;
};

/**
 * A line with the columns' names, then one for each row that `forEach` calls its argument with:
 * rows of which not all have to be there at once.
 */
template<class Row, class ForEach>
QByteArray csvLines(const std::vector<CsvColumn<Row>> &columns, ForEach forEach)
{
    QByteArray out;
    const auto writeLine = [&](auto fieldOf) {
        for (const CsvColumn<Row> &column : columns) {
            if (&column != &columns.front())
                out += ',';
            out += fieldOf(column);
        }
        out += "\r\n";
    };
    writeLine([](const CsvColumn<Row> &column) { return QByteArray(column.name); });
    forEach([&](const Row &row) {
        writeLine([&row](const CsvColumn<Row> &column) { return column.field(row); });
    });
    return out;
}

template<class Row>
QByteArray csvTable(const std::vector<CsvColumn<Row>> &columns, const std::vector<Row> &rows)
{
    return csvLines(columns, [&rows](auto write) {
        for (const Row &row : rows)
            write(row);
    });
}

} // namespace lockmaster

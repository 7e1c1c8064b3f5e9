// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace lockmaster {

/** Columns a character takes on a terminal: 0 for what combines, 2 for wide East Asian ones. */
int characterWidth(char32_t code);

/** Columns a text takes; it must have been made literal before. */
int textWidth(QStringView text);

/** The text cut in its middle to at most `width` columns, the gap shown as an ellipsis. */
QString elidedMiddle(const QString &text, int width);

/** Rows of text in aligned columns, for people. */
class TextTable
{
public:
    struct Column {
        QString title;
        bool rightAligned = false;
        bool elastic = false; ///< gives way when the table is wider than the terminal
    };

    explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}

    /** Literal text, one for each column. */
    void addRow(QStringList cells) { m_rows.push_back(std::move(cells)); }

    /** Title and rows, a line each, at most `width` columns wide if that can be; 0: any width. */
    QByteArray text(int width) const;

private:
    std::vector<int> columnWidths(int width) const;
    void appendRow(QByteArray &out, const QStringList &cells, const std::vector<int> &widths) const;

    std::vector<Column> m_columns;
    std::vector<QStringList> m_rows;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/texttable.h"

#include "core/text/literaltext.h"

#include <algorithm>
#include <numeric>

#include <locale.h>
#include <wchar.h>

namespace lockmaster {

namespace {

constexpr int narrowest = 12; ///< columns an elastic column keeps, whatever the terminal
constexpr int gap = 2;
constexpr char32_t firstThatMayDiffer = 0x300; ///< all characters before take one column
constexpr qsizetype pieceSize = qsizetype(64) * 1024;

char32_t codeAt(QStringView text, qsizetype &at)
{
    const QChar first = text[at++];
    if (first.isHighSurrogate() && at < text.size() && text[at].isLowSurrogate())
        return QChar::surrogateToUcs4(first, text[at++]);
    return first.unicode();
}

/** Columns a character takes on a terminal: 0 for what combines, 2 for wide East Asian ones. */
int characterWidth(char32_t code)
{
    if (code < firstThatMayDiffer)
        return 1;
    // The locale that we run in may know nothing but ASCII: over SSH there is often none.
    static const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    const locale_t before = ::uselocale(utf8);
    const int width = ::wcwidth(wchar_t(code));
    ::uselocale(before);
    return width < 0 ? 1 : width;
}

/** The shortest cut off the front after which the rest fits in `width` columns. */
QStringView fittingEnd(QStringView text, int width)
{
    int left = textWidth(text);
    qsizetype begin = 0;
    while (begin < text.size() && left > width)
        left -= characterWidth(codeAt(text, begin));
    return text.sliced(begin);
}

} // namespace

int textWidth(QStringView text)
{
    const auto isNarrow = [](QChar c) { return c.unicode() < firstThatMayDiffer; };
    if (std::all_of(text.begin(), text.end(), isNarrow))
        return int(text.size());
    int width = 0;
    for (qsizetype at = 0; at < text.size();)
        width += characterWidth(codeAt(text, at));
    return width;
}

QStringView fittingStart(QStringView text, int width)
{
    qsizetype end = 0;
    while (end < text.size()) {
        qsizetype next = end;
        width -= characterWidth(codeAt(text, next));
        if (width < 0)
            break;
        end = next;
    }
    return text.first(end);
}

QString elidedMiddle(const QString &text, int width)
{
    if (textWidth(text) <= width)
        return text;
    const QStringView start = fittingStart(text, width / 2);
    const QStringView end = fittingEnd(text, width - 1 - textWidth(start));
    return start.toString() + QChar(0x2026) + end.toString();
}

TextTable::TextTable(std::vector<Column> columns)
    : m_columns(std::move(columns)), m_widest(m_columns.size(), 0)
{
    QStringList titles;
    for (const Column &column : m_columns)
        titles.append(column.title);
    addRow(titles);
}

void TextTable::addRow(const QStringList &cells)
{
    for (size_t column = 0; column < m_columns.size(); ++column) {
        const Cell cell = addCell(cells[qsizetype(column)]);
        m_cells.push_back(cell);
        m_widest[column] = std::max(m_widest[column], cell.width);
    }
}

TextTable::Cell TextTable::addCell(const QString &text)
{
    const auto isAscii = [](QChar c) { return c.unicode() < 0x80; };
    if (!std::all_of(text.begin(), text.end(), isAscii)) {
        const QByteArray utf8 = text.toUtf8();
        m_text += utf8;
        return {qint32(utf8.size()), textWidth(text)};
    }
    const qsizetype size = m_text.size();
    m_text.resize(size + text.size());
    std::transform(text.begin(), text.end(), m_text.data() + size,
                   [](QChar c) { return char(c.unicode()); });
    return {qint32(text.size()), int(text.size())};
}

std::vector<int> TextTable::columnWidths(int width) const
{
    std::vector<int> widths = m_widest;
    const int gaps = gap * int(m_columns.size() - 1);
    int excess = std::accumulate(widths.begin(), widths.end(), gaps) - width;
    while (width > 0 && excess > 0) {
        int *widest = nullptr;
        for (size_t column = 0; column < widths.size(); ++column) {
            if (m_columns[column].elastic && (!widest || widths[column] > *widest))
                widest = &widths[column];
        }
        if (!widest || *widest <= narrowest)
            break;
        --*widest;
        --excess;
    }
    return widths;
}

/** @return where the text of the next row begins. */
const char *TextTable::appendRow(QByteArray &out, size_t firstCell, const char *text,
                                 const std::vector<int> &widths) const
{
    constexpr qsizetype ellipsisBytes = 3;
    qsizetype most = 1;
    for (size_t column = 0; column < m_columns.size(); ++column)
        most += gap + widths[column] + m_cells[firstCell + column].bytes + ellipsisBytes;
    const qsizetype begin = out.size();
    out.resize(begin + most);
    char *to = out.data() + begin;
    for (size_t column = 0; column < m_columns.size(); ++column) {
        const Cell &cell = m_cells[firstCell + column];
        QByteArrayView shown(text, cell.bytes);
        text += cell.bytes;
        int width = cell.width;
        QByteArray elided;
        if (width > widths[column]) {
            const QString cut = elidedMiddle(QString::fromUtf8(shown), widths[column]);
            elided = cut.toUtf8();
            shown = elided;
            width = textWidth(cut);
        }
        const int padding = widths[column] - width;
        const bool right = m_columns[column].rightAligned;
        to = std::fill_n(to, (column > 0 ? gap : 0) + (right ? padding : 0), ' ');
        to = std::copy(shown.begin(), shown.end(), to);
        to = std::fill_n(to, right ? 0 : padding, ' ');
    }
    while (to > out.constData() + begin && to[-1] == ' ')
        --to;
    *to++ = '\n';
    out.truncate(to - out.constData());
    return text;
}

void TextTable::print(int width, const Sink &sink, Heading heading) const
{
    const std::vector<int> widths = columnWidths(width);
    QByteArray piece;
    const char *text = m_text.constData();
    for (size_t cell = 0; cell < m_cells.size(); cell += m_columns.size()) {
        text = appendRow(piece, cell, text, widths);
        if (cell == 0 && heading == Heading::LeaveOut)
            piece.clear();
        if (piece.size() < pieceSize)
            continue;
        if (!sink(piece))
            return;
        piece.resize(0); // keeps its memory
    }
    sink(piece);
}

QByteArray TextTable::text(int width) const
{
    QByteArray out;
    print(width, [&out](QByteArrayView piece) {
        out += piece;
        return true;
    });
    return out;
}

QString orDash(const QString &text)
{
    return text.isEmpty() ? QStringLiteral("-") : literalText(text);
}

} // namespace lockmaster

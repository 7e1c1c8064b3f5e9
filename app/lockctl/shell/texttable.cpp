// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/texttable.h"

#include "core/text/literaltext.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lockmaster {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

/** Blocks whose characters Unicode's East Asian Width calls wide, emoji included. */
constexpr std::array wideRanges = {
    Range{0x1100, 0x115f},   Range{0x231a, 0x231b},   Range{0x2329, 0x232a},
    Range{0x23e9, 0x23ec},   Range{0x23f0, 0x23f0},   Range{0x23f3, 0x23f3},
    Range{0x25fd, 0x25fe},   Range{0x2614, 0x2615},   Range{0x2648, 0x2653},
    Range{0x267f, 0x267f},   Range{0x2693, 0x2693},   Range{0x26a1, 0x26a1},
    Range{0x26aa, 0x26ab},   Range{0x26bd, 0x26be},   Range{0x26c4, 0x26c5},
    Range{0x26ce, 0x26ce},   Range{0x26d4, 0x26d4},   Range{0x26ea, 0x26ea},
    Range{0x26f2, 0x26f3},   Range{0x26f5, 0x26f5},   Range{0x26fa, 0x26fa},
    Range{0x26fd, 0x26fd},   Range{0x2705, 0x2705},   Range{0x270a, 0x270b},
    Range{0x2728, 0x2728},   Range{0x274c, 0x274c},   Range{0x274e, 0x274e},
    Range{0x2753, 0x2755},   Range{0x2757, 0x2757},   Range{0x2795, 0x2797},
    Range{0x27b0, 0x27b0},   Range{0x27bf, 0x27bf},   Range{0x2b1b, 0x2b1c},
    Range{0x2b50, 0x2b50},   Range{0x2b55, 0x2b55},   Range{0x2e80, 0x303e},
    Range{0x3041, 0xa4cf},   Range{0xa960, 0xa97f},   Range{0xac00, 0xd7a3},
    Range{0xf900, 0xfaff},   Range{0xfe10, 0xfe19},   Range{0xfe30, 0xfe6f},
    Range{0xff00, 0xff60},   Range{0xffe0, 0xffe6},   Range{0x16fe0, 0x18cff},
    Range{0x1b000, 0x1b2ff}, Range{0x1f004, 0x1f004}, Range{0x1f0cf, 0x1f0cf},
    Range{0x1f18e, 0x1f18e}, Range{0x1f191, 0x1f19a}, Range{0x1f200, 0x1f320},
    Range{0x1f32d, 0x1f335}, Range{0x1f337, 0x1f37c}, Range{0x1f37e, 0x1f393},
    Range{0x1f3a0, 0x1f3ca}, Range{0x1f3cf, 0x1f3d3}, Range{0x1f3e0, 0x1f3f0},
    Range{0x1f3f4, 0x1f3f4}, Range{0x1f3f8, 0x1f43e}, Range{0x1f440, 0x1f440},
    Range{0x1f442, 0x1f4fc}, Range{0x1f4ff, 0x1f53d}, Range{0x1f54b, 0x1f567},
    Range{0x1f57a, 0x1f57a}, Range{0x1f595, 0x1f596}, Range{0x1f5a4, 0x1f5a4},
    Range{0x1f5fb, 0x1f64f}, Range{0x1f680, 0x1f6c5}, Range{0x1f6cc, 0x1f6cc},
    Range{0x1f6d0, 0x1f6df}, Range{0x1f6eb, 0x1f6fc}, Range{0x1f7e0, 0x1f7f0},
    Range{0x1f90c, 0x1f9ff}, Range{0x1fa70, 0x1faff}, Range{0x20000, 0x3fffd},
};

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

/** The longest start of `text` that fits in `width` columns. */
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

int characterWidth(char32_t code)
{
    if (code < firstThatMayDiffer)
        return 1;
    switch (QChar::category(code)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_Enclosing:
    case QChar::Other_Format: return 0;
    default: break;
    }
    const auto range = std::lower_bound(wideRanges.begin(), wideRanges.end(), code,
                                        [](const Range &r, char32_t c) { return r.last < c; });
    return range != wideRanges.end() && code >= range->first ? 2 : 1;
}

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

void TextTable::print(int width, const Sink &sink) const
{
    const std::vector<int> widths = columnWidths(width);
    QByteArray piece;
    const char *text = m_text.constData();
    for (size_t cell = 0; cell < m_cells.size(); cell += m_columns.size()) {
        text = appendRow(piece, cell, text, widths);
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

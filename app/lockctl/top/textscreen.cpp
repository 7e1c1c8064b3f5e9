// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/textscreen.h"

#include "app/lockctl/shell/texttable.h"

#include <algorithm>

namespace lockmaster {

namespace {

/** Cut at its end, with an ellipsis where something is missing. */
QString cutTo(const QString &text, int width)
{
    if (textWidth(text) <= width)
        return text;
    return fittingStart(text, std::max(width - 1, 0)).toString() + QChar(0x2026);
}

} // namespace

int TextScreen::put(int row, int column, const QString &text, const TextStyle &style, int width)
{
    const int room = std::min(width, m_width - column);
    if (row < 0 || row >= height() || column < 0 || room <= 0 || text.isEmpty())
        return 0;
    QString shown = cutTo(text, room);
    const int taken = textWidth(shown);
    m_rows[size_t(row)].push_back({column, std::move(shown), style});
    return taken;
}

void TextScreen::putRight(int row, int column, const QString &text, const TextStyle &style,
                          int width)
{
    const QString shown = cutTo(text, width);
    put(row, column + width - textWidth(shown), shown, style, textWidth(shown));
}

int TextScreen::put(int row, int column, const StyledLine &line, int width)
{
    int taken = 0;
    for (const StyledText &part : line)
        taken += put(row, column + taken, part.text, part.style, width - taken);
    return taken;
}

void TextScreen::fill(int row, int column, const TextStyle &style, int width)
{
    put(row, column, QString(std::max(0, std::min(width, m_width - column)), u' '), style, width);
}

void TextScreen::select(int row, int column, int width)
{
    if (row < 0 || row >= height())
        return;
    const int end = std::min(column + width, m_width);
    std::vector<Run> filled;
    int at = column;
    const auto fillTo = [&](int to) {
        if (to > at)
            filled.push_back({at, QString(to - at, u' '), {Tone::Plain, false, true}});
    };
    for (Run &run : m_rows[size_t(row)]) {
        if (run.column < column || run.column >= end) {
            filled.push_back(std::move(run));
            continue;
        }
        fillTo(run.column);
        at = run.column + textWidth(run.text);
        run.style.isReverse = true;
        // A patchwork of colours would say nothing more.
        if (run.style.tone != Tone::Danger)
            run.style.tone = Tone::Plain;
        filled.push_back(std::move(run));
    }
    fillTo(end);
    m_rows[size_t(row)] = std::move(filled);
}

QStringList TextScreen::lines() const
{
    QStringList lines;
    for (const auto &row : m_rows) {
        std::vector<Run> runs = row;
        std::stable_sort(runs.begin(), runs.end(),
                         [](const Run &a, const Run &b) { return a.column < b.column; });
        QString line;
        int at = 0;
        for (const Run &run : runs) {
            line += QString(std::max(0, run.column - at), u' ') + run.text;
            at = run.column + textWidth(run.text);
        }
        while (line.endsWith(u' '))
            line.chop(1);
        lines << line;
    }
    return lines;
}

QStringList wrappedText(const QString &text, int width)
{
    QStringList lines;
    const int most = std::max(width, 1);
    for (const QString &paragraph : text.split(u'\n')) {
        const qsizetype before = lines.size();
        QString line;
        for (QString word : paragraph.split(u' ')) {
            if (!line.isEmpty() && textWidth(line) + 1 + textWidth(word) <= most) {
                line += u' ' + word;
                continue;
            }
            if (!line.isEmpty())
                lines << line;
            while (textWidth(word) > most) {
                // A wide character alone may be wider than the line.
                const qsizetype one = word.front().isHighSurrogate() && word.size() > 1 ? 2 : 1;
                const qsizetype part = std::max(fittingStart(word, most).size(), one);
                lines << word.first(part);
                word = word.sliced(part);
            }
            line = word;
        }
        if (!line.isEmpty() || lines.size() == before)
            lines << line;
    }
    return lines;
}

QStringList wrappedText(const QString &text, int width, int most)
{
    QStringList lines = wrappedText(text, width);
    const qsizetype shown = std::max(most, 1);
    if (lines.size() <= shown)
        return lines;
    lines.resize(shown);
    const QString last = fittingStart(lines.back(), std::max(width - 2, 0)).toString();
    lines.back() = last + QStringLiteral(" \u2026");
    return lines;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/modeltable.h"

#include "app/lockctl/shell/texttable.h"
#include "app/lockctl/top/topsheet.h"
#include "core/text/literaltext.h"

#include <QSize>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int leastColumn = 6;

/** How wide each column is; `over` is how much they all take too much, below zero what is left. */
struct ModelColumns {
    std::vector<int> widths;
    int over = 0;
};

template<class TextOf, class TitleOf>
ModelColumns measured(int count, int width, std::span<const int> figures, const TextOf &widestOf,
                      const TitleOf &titleWidth)
{
    const auto isFigure = [figures](int column) {
        return std::find(figures.begin(), figures.end(), column) != figures.end();
    };
    ModelColumns columns{std::vector<int>(size_t(count), 0), columnGap * (count - 1) - width};
    for (int column = 0; column < count; ++column) {
        // A figure is never cut, its heading may be.
        const int heading = isFigure(column) ? leastColumn : titleWidth(column);
        columns.widths[size_t(column)] = std::max(heading, widestOf(column));
        columns.over += columns.widths[size_t(column)];
    }
    while (columns.over > 0) {
        int *widest = nullptr;
        for (int column = 0; column < count; ++column) {
            int &own = columns.widths[size_t(column)];
            if (!isFigure(column) && (!widest || own > *widest))
                widest = &own;
        }
        if (!widest || *widest <= leastColumn)
            break;
        --*widest;
        --columns.over;
    }
    for (int column = 0; column < count; ++column) {
        int &own = columns.widths[size_t(column)];
        const int more = std::clamp(-columns.over, 0, std::max(0, titleWidth(column) - own));
        own += more;
        columns.over += more;
    }
    return columns;
}

} // namespace

void drawTable(TextScreen &screen, const TextArea &area, const QAbstractItemModel &model,
               ListCursor &cursor, std::span<const int> figures, const ClickOf &clickOf)
{
    const int shown = std::max(0, area.height - 1);
    cursor.fit(model.rowCount(), shown);
    const int last = std::min(model.rowCount(), cursor.top() + shown);
    const auto text = [&model](int row, int column) {
        return literalText(model.data(model.index(row, column), Qt::DisplayRole).toString());
    };
    const auto title = [&model](int column) {
        return model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    };
    // One text across all columns has no say in how wide they are.
    const auto isWhole = [&model](int row) { return model.span(model.index(row, 0)).width() > 1; };
    const auto widest = [&](int column) {
        int width = 0;
        for (int row = cursor.top(); row < last; ++row) {
            if (isWhole(row))
                continue;
            width = std::max(width, textWidth(text(row, column)));
        }
        return width;
    };
    const ModelColumns columns =
        measured(model.columnCount(), area.width, figures, widest,
                 [&title](int column) { return textWidth(title(column)); });
    int at = area.column;
    for (int column = 0; column < model.columnCount(); ++column) {
        const int width = columns.widths[size_t(column)];
        screen.put(area.row, at, title(column), {Tone::Muted, true}, width);
        for (int row = cursor.top(); row < last; ++row) {
            if (isWhole(row))
                continue;
            // What runs as it should is not coloured.
            Tone tone = model.data(model.index(row, column), ToneRole).value<Tone>();
            if (tone == Tone::Held)
                tone = Tone::Plain;
            screen.put(area.row + 1 + row - cursor.top(), at,
                       elidedMiddle(text(row, column), width), {tone, tone == Tone::Danger}, width);
        }
        at += width + columnGap;
    }
    for (int row = cursor.top(); row < last; ++row) {
        if (!isWhole(row))
            continue;
        const QModelIndex index = model.index(row, 0);
        const Tone tone = index.data(ToneRole).value<Tone>();
        screen.put(area.row + 1 + row - cursor.top(), area.column,
                   StyledLine{{literalText(index.data(SignRole).toString()) + u' ', {tone}},
                              {text(row, 0), {tone, tone == Tone::Danger}},
                              {QStringLiteral("  ") + literalText(index.data(NoteRole).toString()),
                               {Tone::Muted}}},
                   area.width);
    }
    if (screen.takesClicks) {
        const auto toRow = [&cursor](int row) -> std::function<void()> {
            return [&cursor, row] { cursor.setRow(row); };
        };
        for (int row = cursor.top(); row < last; ++row)
            screen.targets.push_back(
                {{area.row + 1 + row - cursor.top(), area.column, area.width, 1},
                 clickOf ? clickOf(row) : toRow(row)});
    }
    if (cursor.row() >= 0)
        screen.select(area.row + 1 + cursor.row() - cursor.top(), area.column, area.width);
}

} // namespace lockmaster

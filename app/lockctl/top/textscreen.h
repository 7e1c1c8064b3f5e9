// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/lockroles.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace lockmaster {

/** How a text stands on a terminal: what it means, and how loud it is. */
struct TextStyle {
    Tone tone = Tone::Plain;
    bool isBold = false;
    bool isReverse = false;

    friend bool operator==(const TextStyle &, const TextStyle &) = default;
};

/** A text in one style, for what is laid out later. */
struct StyledText {
    QString text;
    TextStyle style = {};
};

/** Such texts beside each other. */
using StyledLine = std::vector<StyledText>;

/** A part of a screen, in cells. */
struct TextArea {
    int row = 0;
    int column = 0;
    int width = 0;
    int height = 0;
};

/**
 * What a terminal is to show: texts in cells, written from the left to the right. Nothing leaves
 * the screen or the width it is given; what is cut says so by an ellipsis. A value.
 */
class TextScreen
{
public:
    /** Where a click means something; what that is holds until another screen is shown. */
    struct Target {
        TextArea area;
        std::function<void()> click;
    };
    struct Run {
        int column = 0;
        QString text;
        TextStyle style;
    };

    TextScreen(int width, int height) : m_width(width), m_rows(size_t(std::max(height, 0))) {}

    int width() const { return m_width; }
    int height() const { return int(m_rows.size()); }
    const std::vector<Run> &runs(int row) const { return m_rows[size_t(row)]; }

    /** Literal text, in at most `width` columns. @return how many it takes. */
    int put(int row, int column, const QString &text, const TextStyle &style, int width);
    /** The same, with its end at the right edge of those columns. */
    void putRight(int row, int column, const QString &text, const TextStyle &style, int width);
    int put(int row, int column, const StyledLine &line, int width);
    /** Blanks over `width` columns. */
    void fill(int row, int column, const TextStyle &style, int width);
    /** Puts all of the row into the style's reverse, to its end. */
    void select(int row, int column, int width);

    /** There is a mouse: whoever draws says where clicks mean something. */
    bool takesClicks = false;
    std::vector<Target> targets;

    /** Where the terminal's own cursor stands; none: it is hidden. */
    std::optional<std::pair<int, int>> cursor; ///< row and column

    /** As it looks without styles, for tests and those who read. */
    QStringList lines() const;

private:
    int m_width;
    std::vector<std::vector<Run>> m_rows;
};

/** The words of `text` in lines of at most `width` columns; a word that is longer is broken. */
QStringList wrappedText(const QString &text, int width);
/** The same in `most` lines; the last says by an ellipsis that there is more. */
QStringList wrappedText(const QString &text, int width, int most);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCache>
#include <QFont>
#include <QStaticText>

class QPainter;
class QRect;

namespace lockmaster {

/**
 * Lines of text as they were last drawn: finding the glyphs of a text costs more than anything
 * else in painting a table, and most cells say what they said before. GUI thread; bounded.
 */
class CellText
{
public:
    CellText();

    /** Draws `text` on one line into `rect`, cut by `elide`; returns the width it took. */
    int draw(QPainter &painter, const QRect &rect, const QString &text, Qt::Alignment alignment,
             Qt::TextElideMode elide);

private:
    struct Key {
        QString text;
        Qt::TextElideMode elide = Qt::ElideNone; ///< none: in full
        int room = 0;

        friend bool operator==(const Key &, const Key &) = default;
    };
    struct Line {
        QStaticText text;
        int width = 0;
    };
    friend size_t qHash(const Key &key, size_t seed)
    {
        return qHashMulti(seed, key.text, int(key.elide), key.room);
    }

    /** The text is shared with the one that is kept, and its glyphs with it. */
    Line line(const Key &key, const QFont &font);

    QFont m_font;
    QCache<Key, Line> m_lines;
};

} // namespace lockmaster

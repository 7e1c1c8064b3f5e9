// SPDX-License-Identifier: Apache-2.0
#include "core/imports/shellline.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

class ShellReader
{
public:
    explicit ShellReader(const QString &text) : m_text(text) {}

    std::optional<ShellLine> read()
    {
        while (m_at < m_text.size() && m_line.end.isEmpty()) {
            if (!takeOne())
                return std::nullopt;
        }
        endWord();
        return std::move(m_line);
    }

private:
    static bool isLineEnd(QChar c) { return c == u'\n' || c == QChar::LineSeparator; }
    QChar at(qsizetype i) const { return i < m_text.size() ? m_text[i] : QChar(); }

    /** False: a quote does not end. */
    bool takeOne()
    {
        const QChar c = m_text[m_at];
        if (c == u'\'')
            return takeSingleQuoted();
        if (c == u'"')
            return takeDoubleQuoted();
        if (c == u'\\')
            takeEscape();
        else if (c == u'$' || c == u'`')
            takeReplaced();
        else if (c.isSpace())
            takeSpace();
        else if (c == u'<' || c == u'>')
            takeRedirection();
        else if (c == u'|' || c == u';' || c == u'&')
            endAt(m_at);
        else if (c == u'#' && !m_isOpen && !m_line.words.empty())
            endAt(m_at);
        else
            add(m_text[m_at++]);
        return true;
    }

    void add(QChar c)
    {
        m_word.text += c;
        m_isOpen = true;
    }

    void endWord()
    {
        if (m_isOpen && !std::exchange(m_isFile, false))
            m_line.words.push_back(m_word);
        m_word = {};
        m_isOpen = false;
    }

    /** What follows is another command's; where nothing does, nothing was left out. */
    void endAt(qsizetype place)
    {
        endWord();
        const QString rest = m_text.sliced(place + 1).trimmed();
        if (!rest.isEmpty())
            m_line.end =
                isLineEnd(m_text[place]) ? QStringLiteral("\u21b5") : QString(m_text[place]);
        m_at = m_text.size();
    }

    /** Another line is another command. */
    void takeSpace()
    {
        endWord();
        if (isLineEnd(m_text[m_at]) && !m_line.words.empty())
            endAt(m_at);
        else
            ++m_at;
    }

    /** Where a line goes on in the next; a field of one line may have made a space of its end. */
    void takeEscape()
    {
        qsizetype next = m_at + 1;
        while (next < m_text.size() && m_text[next].isSpace() && !isLineEnd(m_text[next]))
            ++next;
        const bool goesOn = isLineEnd(at(next)) || next == m_text.size();
        if (goesOn || (next > m_at + 1 && !m_isOpen)) {
            m_at = std::min(next + (goesOn ? 1 : 0), m_text.size());
            return;
        }
        add(m_text[m_at + 1]);
        m_at += 2;
    }

    bool takeSingleQuoted()
    {
        const qsizetype end = m_text.indexOf(u'\'', m_at + 1);
        if (end < 0)
            return false;
        m_word.text += m_text.sliced(m_at + 1, end - m_at - 1);
        m_isOpen = true;
        m_at = end + 1;
        return true;
    }

    bool takeDoubleQuoted()
    {
        m_isOpen = true;
        for (++m_at; m_at < m_text.size() && m_text[m_at] != u'"';) {
            const QChar c = m_text[m_at];
            const QChar next = at(m_at + 1);
            if (c == u'\\' && (next == u'"' || next == u'\\' || next == u'$' || next == u'`')) {
                add(next);
                m_at += 2;
            } else if (c == u'\\' && isLineEnd(next)) {
                m_at += 2;
            } else if (c == u'`' || (c == u'$' && next != u'"' && next != u'\'')) {
                takeReplaced();
            } else {
                add(c);
                ++m_at;
            }
        }
        return m_at++ < m_text.size();
    }

    /** `$NAME`, `${NAME}`, `$(command)`, a command in backticks; a `$` alone is one. */
    void takeReplaced()
    {
        const qsizetype from = m_at;
        const QChar next = at(m_at + 1);
        qsizetype end = -1;
        if (m_text[m_at] == u'`')
            end = m_text.indexOf(u'`', m_at + 1);
        else if (next == u'(' || next == u'{')
            end = closing(m_at + 1, next, next == u'(' ? u')' : u'}');
        else if (next.isLetterOrNumber() || next == u'_' || next == u'\'' || next == u'"')
            end = m_at;
        m_word.isReplaced = m_word.isReplaced || end >= 0;
        m_at = end < 0 ? from + 1 : end + 1;
        m_word.text += m_text.sliced(from, m_at - from);
        m_isOpen = true;
    }

    qsizetype closing(qsizetype from, QChar open, QChar close) const
    {
        int depth = 0;
        for (qsizetype i = from; i < m_text.size(); ++i) {
            depth += m_text[i] == open ? 1 : m_text[i] == close ? -1 : 0;
            if (depth == 0)
                return i;
        }
        return -1;
    }

    /** `2>&1`, `< file`, `>>file`: the file is the next word, and the digit is none. */
    void takeRedirection()
    {
        const bool isNumber = std::all_of(m_word.text.begin(), m_word.text.end(),
                                          [](QChar c) { return c.isDigit(); });
        if (isNumber)
            m_isOpen = false;
        endWord();
        while (at(m_at) == u'<' || at(m_at) == u'>' || at(m_at) == u'&')
            ++m_at;
        m_isFile = true;
    }

    const QString &m_text;
    qsizetype m_at = 0;
    ShellLine m_line;
    ShellWord m_word;
    bool m_isOpen = false; ///< a word has begun, be it an empty one
    bool m_isFile = false; ///< the next word is one, and none of the command's
};

} // namespace

std::optional<ShellLine> shellLine(const QString &text)
{
    return ShellReader(text).read();
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/lineedit.h"

#include "app/lockctl/shell/texttable.h"
#include "core/text/literaltext.h"

namespace lockmaster {

void LineEdit::setText(const QString &text)
{
    m_text = text;
    m_at = text.size();
}

bool LineEdit::take(const TopKey &key)
{
    using Code = TopKey::Code;
    switch (key.code) {
    case Code::Text:
        if (m_text.size() + key.text.size() <= m_most) {
            m_text.insert(m_at, key.text);
            m_at += key.text.size();
        }
        return true;
    case Code::Left: m_at = before(m_at); return true;
    case Code::Right: m_at = after(m_at); return true;
    case Code::Home: m_at = 0; return true;
    case Code::End: m_at = m_text.size(); return true;
    case Code::Backspace: erase(before(m_at), m_at); return true;
    case Code::Delete: erase(m_at, after(m_at)); return true;
    case Code::ClearLine: setText({}); return true;
    default: return false;
    }
}

void LineEdit::draw(TextScreen &screen, int row, int column, int width, bool active) const
{
    // From where on, so that what is typed is in sight.
    QString shown = literalText(m_text);
    int at = textWidth(literalText(m_text.first(m_at)));
    while (at >= width && !shown.isEmpty()) {
        const QString first = shown.first(shown.front().isHighSurrogate() ? 2 : 1);
        at -= textWidth(first);
        shown = shown.sliced(first.size());
    }
    screen.put(row, column, fittingStart(shown, width).toString(), {Tone::Plain, true, false},
               width);
    if (active)
        screen.cursor = {row, column + at};
}

void LineEdit::erase(qsizetype from, qsizetype to)
{
    m_text.remove(from, to - from);
    m_at = from;
}

/** Half of a character is none. */
qsizetype LineEdit::before(qsizetype at) const
{
    const qsizetype step = at > 1 && m_text[at - 1].isLowSurrogate() ? 2 : 1;
    return std::max<qsizetype>(0, at - step);
}

qsizetype LineEdit::after(qsizetype at) const
{
    const qsizetype step = at < m_text.size() && m_text[at].isHighSurrogate() ? 2 : 1;
    return std::min(m_text.size(), at + step);
}

} // namespace lockmaster

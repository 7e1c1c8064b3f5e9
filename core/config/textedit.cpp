// SPDX-License-Identifier: Apache-2.0
#include "core/config/textedit.h"

#include <algorithm>

namespace lockmaster {

TextEdit::TextEdit(const QByteArray &text)
    : m_text(text), m_newline(text.contains("\r\n") ? "\r\n" : "\n")
{
}

QByteArray TextEdit::text(const TextSpan &span) const
{
    return m_text.sliced(span.begin, span.end - span.begin);
}

qsizetype TextEdit::startOfLine(qsizetype at) const
{
    return at == 0 ? 0 : m_text.lastIndexOf('\n', at - 1) + 1;
}

qsizetype TextEdit::endOfLine(qsizetype at) const
{
    const qsizetype end = m_text.indexOf('\n', at);
    if (end < 0)
        return m_text.size();
    return end > 0 && m_text[end - 1] == '\r' ? end - 1 : end;
}

QByteArray TextEdit::indentAt(qsizetype at) const
{
    const qsizetype start = startOfLine(at);
    qsizetype end = start;
    while (end < at && (m_text[end] == ' ' || m_text[end] == '\t'))
        ++end;
    return text({start, end});
}

void TextEdit::replace(const TextSpan &span, const QByteArray &text)
{
    QByteArray lines = text;
    if (m_newline != "\n")
        lines.replace("\r\n", "\n").replace("\n", m_newline);
    m_splices.push_back({span, lines});
}

void TextEdit::append(const QByteArray &lines)
{
    const bool endsInLine = m_text.isEmpty() || m_text.endsWith('\n');
    insert(m_text.size(), (endsInLine ? QByteArray() : QByteArray("\n")) + lines);
}

void TextEdit::removeFromLine(const TextSpan &span)
{
    const qsizetype start = startOfLine(span.begin);
    const qsizetype end = endOfLine(span.end);
    const bool onlySpace =
        text({start, span.begin}).trimmed().isEmpty() && text({span.end, end}).trimmed().isEmpty();
    if (onlySpace && start > 0) {
        // With the line break before it, so that what is added after it still has one.
        replace({endOfLine(start - 1), end}, {});
        return;
    }
    TextSpan gone = span;
    while (gone.end < end && (m_text[gone.end] == ' ' || m_text[gone.end] == '\t'))
        ++gone.end;
    replace(gone, {});
}

bool TextEdit::isBlankLineAt(qsizetype start) const
{
    return start >= m_text.size() || text({start, endOfLine(start)}).trimmed().isEmpty();
}

void TextEdit::removeLines(const TextSpan &span)
{
    TextSpan gone{startOfLine(span.begin), m_text.indexOf('\n', span.end)};
    gone.end = gone.end < 0 ? m_text.size() : gone.end + 1;
    const bool blankBefore = gone.begin == 0 || isBlankLineAt(startOfLine(gone.begin - 1));
    if (blankBefore && gone.end < m_text.size() && isBlankLineAt(gone.end)) {
        const qsizetype next = m_text.indexOf('\n', gone.end);
        gone.end = next < 0 ? m_text.size() : next + 1;
    }
    replace(gone, {});
}

QByteArray TextEdit::result() const
{
    std::vector<Splice> splices = m_splices;
    std::stable_sort(splices.begin(), splices.end(),
                     [](const Splice &a, const Splice &b) { return a.span.begin < b.span.begin; });
    QByteArray out;
    qsizetype at = 0;
    for (const Splice &splice : splices) {
        out += m_text.sliced(at, std::max<qsizetype>(splice.span.begin - at, 0));
        out += splice.text;
        at = std::max(at, splice.span.end);
    }
    return out + m_text.sliced(at);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/tomltext.h"

namespace lockmaster {

/**
 * Changes to a text, collected by where they are in the original and made all at once; everything
 * between them stays byte for byte. Lines end as they do in the original.
 */
class TextEdit
{
public:
    explicit TextEdit(const QByteArray &text);

    QByteArray text(const TextSpan &span) const;
    QByteArray newline() const { return m_newline; }
    bool isBlank() const { return m_text.trimmed().isEmpty(); }
    /** The white space before what stands at `at` on its line. */
    QByteArray indentAt(qsizetype at) const;
    /** Where the line of `at` ends, before its line break. */
    qsizetype endOfLine(qsizetype at) const;

    void replace(const TextSpan &span, const QByteArray &text);
    void insert(qsizetype at, const QByteArray &text) { replace({at, at}, text); }
    /** On lines of their own, at the end. */
    void append(const QByteArray &lines);
    /** Takes out `span`, and its line if only white space would be left; a comment stays. */
    void removeFromLine(const TextSpan &span);
    /** Takes out every line that `span` touches, and one of two blank lines that then meet. */
    void removeLines(const TextSpan &span);

    QByteArray result() const;

private:
    struct Splice {
        TextSpan span;
        QByteArray text;
    };
    qsizetype startOfLine(qsizetype at) const;
    bool isBlankLineAt(qsizetype start) const;

    QByteArray m_text;
    QByteArray m_newline;
    std::vector<Splice> m_splices;
};

} // namespace lockmaster

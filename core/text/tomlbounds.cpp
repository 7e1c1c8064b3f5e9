// SPDX-License-Identifier: Apache-2.0
#include "core/text/tomlbounds.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int deepest = 16; ///< a profile needs three
constexpr int mostParts = 16;
constexpr int mostValues = 50'000;

class Bounds
{
public:
    explicit Bounds(const QByteArray &text) : m_text(text) {}

    std::optional<TomlError> run()
    {
        // Of a text that nests too deep the parts that do not are read all the same.
        while (m_at < m_text.size() && !isTooLarge())
            take();
        return m_error;
    }

private:
    char at(qsizetype ahead) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }

    void step()
    {
        const char c = m_text[m_at++];
        if (c == '\n') {
            ++m_line;
            m_column = 1;
        } else if ((static_cast<uchar>(c) & 0xc0) != 0x80) {
            ++m_column;
        }
    }

    void steps(int count)
    {
        for (; count > 0 && m_at < m_text.size(); --count)
            step();
    }

    void take()
    {
        const char c = m_text[m_at];
        switch (c) {
        case '#':
            while (m_at < m_text.size() && m_text[m_at] != '\n')
                step();
            return;
        case '"':
        case '\'': takeString(c); return;
        case '.':
            count(); // a table for each part
            if (++m_parts >= mostParts)
                tell(TomlError::Kind::Nesting,
                     Words::tr("a key has more than %1 parts").arg(mostParts));
            break;
        case '[':
        case '{':
            m_parts = 0;
            count();
            if (++m_depth > deepest)
                tell(TomlError::Kind::Nesting,
                     Words::tr("values are nested more than %1 deep").arg(deepest));
            break;
        case ']':
        case '}':
            m_parts = 0;
            m_depth = std::max(0, m_depth - 1);
            break;
        case ',':
        case '=': count(); [[fallthrough]];
        case '\n': m_parts = 0; break;
        default: break;
        }
        step();
    }

    void takeString(char quote)
    {
        const bool isLong = at(1) == quote && at(2) == quote;
        const bool isLiteral = quote == '\'';
        steps(isLong ? 3 : 1);
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '\\' && !isLiteral) {
                steps(2);
            } else if (c == '\n' && !isLong) {
                return; // that is an error, which the parser tells of
            } else if (c == quote && !isLong) {
                step();
                return;
            } else if (c == quote && at(1) == quote && at(2) == quote) {
                steps(3);
                // Up to two quotes more are the string's own last ones.
                for (int more = 0; more < 2 && at(0) == quote; ++more)
                    step();
                return;
            } else {
                step();
            }
        }
    }

    void count()
    {
        if (++m_values > mostValues)
            tell(TomlError::Kind::Size, Words::tr("there are more than %1 values").arg(mostValues));
    }

    bool isTooLarge() const { return m_error && m_error->kind == TomlError::Kind::Size; }

    /** The first is told of, unless there is too much of it altogether. */
    void tell(TomlError::Kind kind, const QString &message)
    {
        if (m_error && kind != TomlError::Kind::Size)
            return;
        m_error = TomlError{m_line, m_column, message, kind};
    }

    const QByteArray &m_text;
    qsizetype m_at = 0;
    int m_line = 1;
    int m_column = 1;
    int m_parts = 0;
    int m_depth = 0;
    int m_values = 0;
    std::optional<TomlError> m_error;
};

} // namespace

std::optional<TomlError> beyondBounds(const QByteArray &toml)
{
    return Bounds(toml).run();
}

} // namespace lockmaster

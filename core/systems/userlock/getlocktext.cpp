// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/getlocktext.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace lockmaster {

namespace {

constexpr QByteArrayView functionName("get_lock");

/** A place in a statement. Reading past the end gives NUL. */
class Cursor
{
public:
    Cursor(const QByteArray &text, qsizetype at) : m_text(text), m_at(at) {}

    char peek(qsizetype ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text.at(m_at + ahead) : '\0';
    }
    bool atEnd() const { return m_at >= m_text.size(); }
    char take() { return m_text.at(m_at++); }
    /** Up to the next of the two, or to the end. */
    QByteArrayView takeUntil(char one, char other)
    {
        const QByteArrayView rest = QByteArrayView(m_text).sliced(m_at);
        const auto end =
            std::find_if(rest.begin(), rest.end(), [=](char c) { return c == one || c == other; });
        m_at += end - rest.begin();
        return rest.first(end - rest.begin());
    }
    void skip(qsizetype count) { m_at += count; }
    void skipSpaces()
    {
        while (!atEnd() && std::isspace(static_cast<unsigned char>(peek())))
            ++m_at;
    }
    bool takeIf(char wanted)
    {
        if (atEnd() || peek() != wanted)
            return false;
        ++m_at;
        return true;
    }

private:
    const QByteArray &m_text;
    qsizetype m_at;
};

bool isWordCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

char unescaped(char c)
{
    switch (c) {
    case '0': return '\0';
    case 'b': return '\b';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'Z': return '\x1a';
    default: return c;
    }
}

/** After the opening quote. None where the text was cut before the closing one. */
std::optional<QByteArray> quotedText(Cursor &at, char quote)
{
    QByteArray text = at.takeUntil(quote, '\\').toByteArray(); // nearly always all of it
    while (!at.atEnd()) {
        const char c = at.take();
        if (c == '\\' && !at.atEnd())
            text.append(unescaped(at.take()));
        else if (c != quote)
            text.append(c);
        else if (at.takeIf(quote))
            text.append(quote);
        else
            return text;
    }
    return std::nullopt;
}

std::optional<QByteArray> hexText(Cursor &at)
{
    QByteArray digits;
    while (std::isxdigit(static_cast<unsigned char>(at.peek())))
        digits.append(at.take());
    return digits.size() % 2 == 0 ? std::optional(QByteArray::fromHex(digits)) : std::nullopt;
}

/** A string literal, with or without a character set before it. */
std::optional<QByteArray> literal(Cursor &at)
{
    if (at.peek() == '_') {
        while (isWordCharacter(at.peek()))
            at.skip(1);
        at.skipSpaces();
    }
    if (at.peek() == '0' && at.peek(1) == 'x') {
        at.skip(2);
        return hexText(at);
    }
    const char prefix = char(std::tolower(static_cast<unsigned char>(at.peek())));
    const bool prefixed = (prefix == 'x' || prefix == 'n') && at.peek(1) == '\'';
    if (prefixed)
        at.skip(1);
    const char quote = at.peek();
    if (quote != '\'' && quote != '"')
        return std::nullopt;
    at.skip(1);
    if (!prefixed || prefix == 'n')
        return quotedText(at, quote);
    auto text = hexText(at);
    return at.takeIf('\'') ? text : std::nullopt;
}

/** Behind `get_lock`: `( literal ,` and nothing else. */
std::optional<QByteArray> firstArgument(Cursor at)
{
    at.skipSpaces();
    if (!at.takeIf('('))
        return std::nullopt;
    at.skipSpaces();
    auto name = literal(at);
    at.skipSpaces();
    return name && at.peek() == ',' ? name : std::nullopt;
}

/** Where the function's name stands next, in any spelling; -1: nowhere. */
qsizetype nextCall(const QByteArray &statement, qsizetype from)
{
    const auto found = std::search(
        statement.cbegin() + from, statement.cend(), functionName.cbegin(), functionName.cend(),
        [](char c, char of) { return (c >= 'A' && c <= 'Z' ? char(c | 0x20) : c) == of; });
    return found == statement.cend() ? -1 : found - statement.cbegin();
}

} // namespace

NamedLocks lockNamesInStatement(const QByteArray &statement)
{
    NamedLocks named;
    bool missed = false;
    for (qsizetype at = nextCall(statement, 0); at >= 0; at = nextCall(statement, at + 1)) {
        if (at > 0 && isWordCharacter(statement.at(at - 1)))
            continue;
        if (auto name = firstArgument(Cursor(statement, at + functionName.size())))
            named.names.push_back(*std::move(name));
        else
            missed = true;
    }
    named.all = !missed && !named.names.empty();
    return named;
}

} // namespace lockmaster

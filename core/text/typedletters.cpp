// SPDX-License-Identifier: Apache-2.0
#include "core/text/typedletters.h"

#include "core/text/literaltext.h"

#include <algorithm>

namespace lockmaster {

namespace {

/** There is a bit for each place, and one for what stands behind the last. */
constexpr qsizetype mostLetters = 63;

enum class Sort : quint8 { Between, Lower, Upper, Digit, Beyond };

constexpr Sort sortOf(uchar c)
{
    if (c >= 'a' && c <= 'z')
        return Sort::Lower;
    if (c >= 'A' && c <= 'Z')
        return Sort::Upper;
    if (c >= '0' && c <= '9')
        return Sort::Digit;
    return c >= 0x80 ? Sort::Beyond : Sort::Between;
}

constexpr uchar folded(uchar c)
{
    return c >= 'A' && c <= 'Z' ? uchar(c - 'A' + 'a') : c;
}

constexpr bool continuesCharacter(uchar c)
{
    return (c & 0xc0) == 0x80;
}

/** In `order:42` these are o, the colon and 4; in `orderLock7` o, L and 7. */
constexpr bool beginsWord(Sort before, Sort now)
{
    if (now == Sort::Between || before == Sort::Between)
        return true;
    if (now == Sort::Upper && before == Sort::Lower)
        return true;
    return (now == Sort::Digit) != (before == Sort::Digit)
           || (now == Sort::Beyond) != (before == Sort::Beyond);
}

bool isPlainAscii(QByteArrayView text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7f; });
}

bool isSame(char shown, char typed)
{
    return char(folded(uchar(shown))) == typed;
}

bool beginsWith(QByteArrayView text, QByteArrayView typed)
{
    return text.size() >= typed.size()
           && std::equal(typed.begin(), typed.end(), text.begin(),
                         [](char letter, char shown) { return isSame(shown, letter); });
}

bool hasInside(QByteArrayView text, QByteArrayView typed)
{
    return std::search(text.begin(), text.end(), typed.begin(), typed.end(), isSame) != text.end();
}

bool isBetween(char c)
{
    return sortOf(uchar(c)) == Sort::Between;
}

/** Whether both have the same letters and digits. */
bool isWhole(QByteArrayView text, QByteArrayView typed)
{
    const char *letter = typed.begin();
    for (const char c : text) {
        if (isBetween(c))
            continue;
        letter = std::find_if_not(letter, typed.end(), isBetween);
        if (letter == typed.end() || !isSame(c, *letter))
            return false;
        ++letter;
    }
    return std::all_of(letter, typed.end(), isBetween);
}

} // namespace

TypedLetters::TypedLetters(const QString &typed)
    : m_exact(typed.trimmed().toUtf8()), m_whole(typed.trimmed().toCaseFolded().toUtf8())
{
    m_isAscii = isPlainAscii(m_whole);
    std::copy_if(m_whole.begin(), m_whole.end(), std::back_inserter(m_letters),
                 [](char c) { return c != ' '; });
    m_isLong = m_letters.size() > mostLetters;
    if (m_isLong)
        return;
    for (qsizetype place = 0; place < m_letters.size(); ++place) {
        const auto letter = uchar(m_letters[place]);
        const quint64 bit = quint64(1) << place;
        m_places.at(letter) |= bit;
        if (continuesCharacter(letter))
            m_within |= bit;
    }
}

Fit TypedLetters::fit(QByteArrayView text) const
{
    if (!isEmpty() && text == m_exact)
        return Fit::Exact;
    if (isPlainAscii(text))
        return m_isAscii ? fitShown(text) : Fit::None;
    return fit(literalText(text.toByteArray()));
}

Fit TypedLetters::fit(const QString &text) const
{
    if (!isEmpty() && text.toUtf8() == m_exact)
        return Fit::Exact;
    // Only where other letters were typed than these few their case has to be found in a table;
    // words that begin within a name are told by it.
    return fitShown((m_isAscii ? text : text.toCaseFolded()).toUtf8());
}

/**
 * All ways to find the letters are followed at once, in one pass: bit n of a set says that the
 * first n letters were found. For a word's beginning, one set has what ends at this very byte.
 */
Fit TypedLetters::fitShown(QByteArrayView text) const
{
    if (isEmpty())
        return Fit::None;
    if (m_isLong) {
        if (beginsWith(text, m_whole))
            return text.size() == m_whole.size() ? Fit::Whole : Fit::Beginning;
        return hasInside(text, m_whole) ? Fit::Inside : Fit::None;
    }
    quint64 words = 1;
    quint64 wordsHere = 0;
    quint64 letters = 1;
    quint64 lettersHere = 0;
    Sort before = Sort::Between;
    for (const char c : text) {
        const Sort now = sortOf(uchar(c));
        const quint64 places = m_places[folded(uchar(c))];
        wordsHere = ((wordsHere | (beginsWord(before, now) ? words : 0)) & places) << 1;
        words |= wordsHere;
        // Of a character of several bytes each stands behind the one before.
        lettersHere = (((letters & ~m_within) | lettersHere) & places) << 1;
        letters |= lettersHere;
        before = now;
    }
    const quint64 all = quint64(1) << m_letters.size();
    if (!(letters & all))
        return Fit::None;
    if (isWhole(text, m_letters))
        return Fit::Whole;
    if (beginsWith(text, m_whole))
        return Fit::Beginning;
    if (words & all)
        return Fit::Words;
    return hasInside(text, m_whole) ? Fit::Inside : Fit::Letters;
}

} // namespace lockmaster

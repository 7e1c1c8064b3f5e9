// SPDX-License-Identifier: Apache-2.0
#include "core/text/jsonwriter.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace lockmaster {

namespace {

constexpr qsizetype mostDigits = 20; ///< of a number, its sign included
constexpr QByteArrayView replacement("\xef\xbf\xbd");

struct Decoded {
    char32_t code = 0;
    qsizetype length = 0; ///< 0: not a well-formed sequence
};

/** The UTF-8 sequence at the start of `text`, which is not ASCII and not empty. */
Decoded decodeSequence(QByteArrayView text)
{
    const auto byte = [text](qsizetype i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    const int length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length == 0 || text.size() < length)
        return {};
    char32_t code = lead & (0x7f >> length);
    for (int i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return {};
        code = (code << 6) | (byte(i) & 0x3f);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    if (overlong || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        return {};
    return {code, length};
}

Decoded decodeCharacter(QByteArrayView text)
{
    const auto first = static_cast<uchar>(text[0]);
    return first < 0x80 ? Decoded{first, 1} : decodeSequence(text);
}

bool staysAsItIs(char32_t code)
{
    if (code == '"' || code == '\\')
        return false;
    switch (QChar::category(code)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph: return false;
    default: return true;
    }
}

/** As far as a text is not plain, one byte of UTF-8 becomes at most six of JSON. */
constexpr qsizetype mostForOneByte = 6;

char *putUnit(char *to, char16_t unit)
{
    static constexpr char digits[] = "0123456789abcdef";
    *to++ = '\\';
    *to++ = 'u';
    for (const int shift : {12, 8, 4, 0})
        *to++ = digits[(unit >> shift) & 0xf];
    return to;
}

char *putBytes(char *to, QByteArrayView bytes)
{
    return std::copy(bytes.begin(), bytes.end(), to);
}

char *putEscaped(char *to, char32_t code)
{
    switch (code) {
    case '"': return putBytes(to, "\\\"");
    case '\\': return putBytes(to, "\\\\");
    case '\n': return putBytes(to, "\\n");
    case '\r': return putBytes(to, "\\r");
    case '\t': return putBytes(to, "\\t");
    default: break;
    }
    if (!QChar::requiresSurrogates(code))
        return putUnit(to, char16_t(code));
    return putUnit(putUnit(to, QChar::highSurrogate(code)), QChar::lowSurrogate(code));
}

/** What stands in a JSON text as it is, by its first 128 codes. */
constexpr auto plain = [] {
    std::array<bool, 128> table{};
    for (size_t code = 0x20; code < 0x7f; ++code)
        table[code] = code != '"' && code != '\\';
    return table;
}();

bool isPlain(uint code)
{
    return code < plain.size() && plain[code];
}

constexpr quint64 inEachByte(uchar byte)
{
    return Q_UINT64_C(0x0101010101010101) * byte;
}

/** Whether all eight bytes are plain. It may say no of some that are. */
bool arePlain(quint64 bytes)
{
    const auto hasZero = [](quint64 word) {
        return ((word - inEachByte(1)) & ~word & inEachByte(0x80)) != 0;
    };
    const bool isAscii = (bytes & inEachByte(0x80)) == 0;
    const bool hasControl = ((bytes - inEachByte(0x20)) & inEachByte(0x80)) != 0;
    return isAscii && !hasControl && !hasZero(bytes ^ inEachByte('"'))
           && !hasZero(bytes ^ inEachByte('\\')) && !hasZero(bytes ^ inEachByte(0x7f));
}

/** Copies what is plain at the start of `text`. @return how many units that were. */
template<class Unit>
qsizetype copyPlain(char *to, const Unit *text, qsizetype size)
{
    using Code = std::conditional_t<sizeof(Unit) == 1, uchar, char16_t>;
    qsizetype at = 0;
    if constexpr (sizeof(Unit) == 1) {
        for (quint64 word = 0; size - at >= qsizetype(sizeof word); at += sizeof word) {
            std::memcpy(&word, text + at, sizeof word);
            if (!arePlain(word))
                break;
            std::memcpy(to + at, &word, sizeof word);
        }
    }
    for (; at < size && isPlain(static_cast<Code>(text[at])); ++at)
        to[at] = static_cast<char>(text[at]);
    return at;
}

} // namespace

/** Room for so many bytes more. */
void JsonWriter::reserve(qsizetype more)
{
    if (m_end - m_at >= more)
        return;
    flush();
    const qsizetype size = m_out.size();
    m_out.resize(size + more); // grows by a good part of what it has
    m_out.resize(m_out.capacity());
    m_at = m_out.data() + size;
    m_end = m_out.data() + m_out.size();
}

void JsonWriter::flush()
{
    if (m_at)
        m_out.truncate(m_at - m_out.constData());
    m_at = nullptr;
    m_end = nullptr;
}

/** Room for the next value of at most `most` bytes, behind what stands between two of them. */
char *JsonWriter::begin(qsizetype most)
{
    reserve(2 + most);
    char *at = m_at;
    Q_ASSERT(at); // there is room for two at least
    if (m_commaDue)
        *at++ = ',';
    if (m_breakDue)
        *at++ = '\n';
    m_commaDue = true;
    m_breakDue = false;
    return at;
}

char *JsonWriter::beginMember(QByteArrayView name, qsizetype most)
{
    char *at = begin(name.size() + 3 + most);
    *at++ = '"';
    at = putBytes(at, name);
    *at++ = '"';
    *at++ = ':';
    return at;
}

/** The value ends before `at`. */
void JsonWriter::end(char *at)
{
    m_at = at;
    if (m_depth == 0)
        flush();
}

void JsonWriter::open(char bracket)
{
    char *at = begin(1);
    *at++ = bracket;
    ++m_depth;
    end(at);
    m_commaDue = false;
}

void JsonWriter::close(char bracket)
{
    reserve(2);
    char *at = m_at;
    if (m_breakDue)
        *at++ = '\n';
    *at++ = bracket;
    m_breakDue = false;
    m_commaDue = true;
    --m_depth;
    end(at);
}

void JsonWriter::lineBreak()
{
    m_breakDue = true;
}

void JsonWriter::literal(QByteArrayView text)
{
    end(putBytes(begin(text.size()), text));
}

void JsonWriter::key(QByteArrayView name)
{
    end(beginMember(name, 0));
    m_commaDue = false;
}

void JsonWriter::text(QStringView value)
{
    const bool commaDue = m_commaDue;
    const bool breakDue = m_breakDue;
    char *at = begin(value.size() + 2);
    *at++ = '"';
    const qsizetype copied = copyPlain(at, value.utf16(), value.size());
    if (copied == value.size()) {
        at += copied;
        *at++ = '"';
        end(at);
        return;
    }
    m_commaDue = commaDue;
    m_breakDue = breakDue;
    bytes(value.toUtf8());
}

void JsonWriter::bytes(QByteArrayView value)
{
    char *at = begin(value.size() + 2);
    *at++ = '"';
    const qsizetype copied = copyPlain(at, value.data(), value.size());
    m_at = at + copied;
    if (copied < value.size())
        appendMixed(value.sliced(copied));
    at = m_at;
    *at++ = '"';
    end(at);
}

/** Behind `m_at`, with room for a quotation mark after it. */
void JsonWriter::appendMixed(QByteArrayView text)
{
    reserve(text.size() * mostForOneByte + 1);
    while (!text.isEmpty()) {
        const qsizetype copied = copyPlain(m_at, text.data(), text.size());
        m_at += copied;
        text = text.sliced(copied);
        if (text.isEmpty())
            return;
        const Decoded decoded = decodeCharacter(text);
        if (decoded.length == 0)
            m_at = putBytes(m_at, replacement);
        else if (staysAsItIs(decoded.code))
            m_at = putBytes(m_at, text.first(decoded.length));
        else
            m_at = putEscaped(m_at, decoded.code);
        text = text.sliced(std::max<qsizetype>(decoded.length, 1));
    }
}

void JsonWriter::base64(const QByteArray &value)
{
    literal('"' + value.toBase64() + '"');
}

void JsonWriter::number(qint64 value)
{
    char *at = begin(mostDigits);
    end(std::to_chars(at, at + mostDigits, value).ptr);
}

void JsonWriter::decimal(double value)
{
    if (!std::isfinite(value)) {
        null();
        return;
    }
    QByteArray digits = QByteArray::number(value, 'f', 3);
    while (digits.endsWith('0'))
        digits.chop(1);
    if (digits.endsWith('.'))
        digits.chop(1);
    literal(digits == "-0" ? QByteArray("0") : digits);
}

void JsonWriter::boolean(bool value)
{
    literal(value ? "true" : "false");
}

void JsonWriter::null()
{
    literal("null");
}

void JsonWriter::member(QByteArrayView name, QStringView value)
{
    key(name);
    text(value);
}

void JsonWriter::member(QByteArrayView name, qint64 value)
{
    char *at = beginMember(name, mostDigits);
    end(std::to_chars(at, at + mostDigits, value).ptr);
}

void JsonWriter::member(QByteArrayView name, const std::optional<qint64> &value)
{
    if (value)
        member(name, *value);
    else
        nullMember(name);
}

void JsonWriter::nullMember(QByteArrayView name)
{
    key(name);
    null();
}

void JsonWriter::member(QByteArrayView name, const QStringList &texts)
{
    key(name);
    beginArray();
    for (const QString &each : texts)
        text(each);
    endArray();
}

void JsonWriter::textOrNull(QByteArrayView name, QStringView value)
{
    key(name);
    if (value.isEmpty())
        null();
    else
        text(value);
}

} // namespace lockmaster

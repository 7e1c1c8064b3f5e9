// SPDX-License-Identifier: Apache-2.0
#include "core/domain/jsonwriter.h"

#include <cmath>

namespace lockmaster {

namespace {

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

bool staysAsItIs(char32_t code)
{
    switch (QChar::category(code)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph: return false;
    default: return true;
    }
}

void appendUnit(QByteArray &out, char16_t unit)
{
    static constexpr char digits[] = "0123456789abcdef";
    out += "\\u";
    for (const int shift : {12, 8, 4, 0})
        out += digits[(unit >> shift) & 0xf];
}

void appendEscaped(QByteArray &out, char32_t code)
{
    switch (code) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
    }
    if (!QChar::requiresSurrogates(code)) {
        appendUnit(out, char16_t(code));
        return;
    }
    appendUnit(out, QChar::highSurrogate(code));
    appendUnit(out, QChar::lowSurrogate(code));
}

bool isPlainAscii(char c)
{
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

void appendString(QByteArray &out, QByteArrayView text)
{
    out += '"';
    for (qsizetype at = 0; at < text.size();) {
        qsizetype plain = at;
        while (plain < text.size() && isPlainAscii(text[plain]))
            ++plain;
        out += text.sliced(at, plain - at);
        at = plain;
        if (at == text.size())
            break;
        if (static_cast<unsigned char>(text[at]) < 0x80) {
            appendEscaped(out, char32_t(text[at++]));
            continue;
        }
        const Decoded decoded = decodeSequence(text.sliced(at));
        if (decoded.length == 0)
            out += replacement;
        else if (staysAsItIs(decoded.code))
            out += text.sliced(at, decoded.length);
        else
            appendEscaped(out, decoded.code);
        at += std::max<qsizetype>(decoded.length, 1);
    }
    out += '"';
}

} // namespace

void JsonWriter::separate()
{
    if (m_commaDue)
        m_out += ',';
    if (m_breakDue)
        m_out += '\n';
    m_commaDue = true;
    m_breakDue = false;
}

void JsonWriter::open(char bracket)
{
    separate();
    m_out += bracket;
    m_commaDue = false;
}

void JsonWriter::close(char bracket)
{
    if (m_breakDue)
        m_out += '\n';
    m_breakDue = false;
    m_out += bracket;
    m_commaDue = true;
}

void JsonWriter::lineBreak()
{
    m_breakDue = true;
}

void JsonWriter::literal(QByteArrayView text)
{
    separate();
    m_out += text;
}

void JsonWriter::key(QByteArrayView name)
{
    separate();
    m_out += '"';
    m_out += name;
    m_out += "\":";
    m_commaDue = false;
}

void JsonWriter::text(QStringView value)
{
    bytes(value.toUtf8());
}

void JsonWriter::bytes(QByteArrayView value)
{
    separate();
    appendString(m_out, value);
}

void JsonWriter::base64(const QByteArray &value)
{
    separate();
    m_out += '"';
    m_out += value.toBase64();
    m_out += '"';
}

void JsonWriter::number(qint64 value)
{
    literal(QByteArray::number(value));
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
    key(name);
    number(value);
}

void JsonWriter::member(QByteArrayView name, const std::optional<qint64> &value)
{
    key(name);
    if (value)
        number(*value);
    else
        null();
}

void JsonWriter::nullMember(QByteArrayView name)
{
    key(name);
    null();
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

// SPDX-License-Identifier: Apache-2.0
#include "core/text/literaltext.h"

#include <QList>

#include <algorithm>

namespace lockmaster {

namespace {

/** By hand: a name may be nothing but bytes to escape, and is asked for with each repaint. */
void appendHex(QString &out, uint value, int digits)
{
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
        out += QLatin1Char("0123456789abcdef"[value >> shift & 0xf]);
}

void appendCode(QString &out, char kind, uint value, int digits)
{
    out += u'\\';
    out += QLatin1Char(kind);
    appendHex(out, value, digits);
}

bool isSafe(char32_t code)
{
    switch (QChar::category(code)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph: return false;
    default: return true;
    }
}

/**
 * Letters and symbols that have no shape of their own: fillers, a Braille cell without dots, a
 * placeholder for what is not text, a note without a head, blanks among hieroglyphs.
 */
bool isFiller(char32_t code)
{
    switch (code) {
    case 0x115f:
    case 0x1160:
    case 0x2800:
    case 0x3164:
    case 0xffa0:
    case 0xfffc:
    case 0x13441:
    case 0x13442:
    case 0x1d159: return true;
    default: return false;
    }
}

bool isSeen(char32_t code)
{
    switch (QChar::category(code)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_SpacingCombining:
    case QChar::Mark_Enclosing:
    case QChar::Separator_Space:
    case QChar::Other_PrivateUse: return false;
    default: return isSafe(code) && !isFiller(code);
    }
}

void appendEscaped(QString &out, char32_t code)
{
    switch (code) {
    case '\n': out += QStringLiteral("\\n"); return;
    case '\r': out += QStringLiteral("\\r"); return;
    case '\t': out += QStringLiteral("\\t"); return;
    default: break;
    }
    if (code < 0x100)
        appendCode(out, 'x', code, 2);
    else if (code < 0x10000)
        appendCode(out, 'u', code, 4);
    else
        appendCode(out, 'U', code, 8);
}

void append(QString &out, char32_t code)
{
    if (isSafe(code))
        out += QStringView(QChar::fromUcs4(code));
    else
        appendEscaped(out, code);
}

/** The length of the well-formed UTF-8 sequence that starts at `at`; 0 where there is none. */
qsizetype sequenceLength(const QByteArray &bytes, qsizetype at)
{
    const auto lead = static_cast<uchar>(bytes[at]);
    const int length = lead < 0x80   ? 1
                       : lead < 0xc2 ? 0
                       : lead < 0xe0 ? 2
                       : lead < 0xf0 ? 3
                       : lead < 0xf5 ? 4
                                     : 0;
    if (length == 0 || at + length > bytes.size())
        return 0;
    return QByteArrayView(bytes).sliced(at, length).isValidUtf8() ? length : 0;
}

} // namespace

QString literalText(const QString &text)
{
    // Nearly all texts, and asked for at each look.
    const auto isPlain = [](QChar c) { return c >= u' ' && c <= u'~'; };
    if (std::all_of(text.begin(), text.end(), isPlain))
        return text;
    const auto codes = text.toUcs4();
    QString out;
    out.reserve(text.size());
    for (const uint code : codes)
        append(out, code);
    return out;
}

QString literalText(const QByteArray &bytes)
{
    const auto isPlain = [](char c) { return c >= ' ' && c <= '~'; };
    if (std::all_of(bytes.begin(), bytes.end(), isPlain))
        return QString::fromLatin1(bytes);
    if (bytes.isValidUtf8())
        return literalText(QString::fromUtf8(bytes));
    QString out;
    for (qsizetype at = 0; at < bytes.size();) {
        const qsizetype length = sequenceLength(bytes, at);
        if (length == 0) {
            appendCode(out, 'x', static_cast<uchar>(bytes[at++]), 2);
            continue;
        }
        out += literalText(QString::fromUtf8(bytes.sliced(at, length)));
        at += length;
    }
    return out;
}

bool isBlank(const QString &text)
{
    const auto codes = text.toUcs4();
    return std::none_of(codes.begin(), codes.end(), isSeen);
}

bool isPlainName(const QString &name)
{
    return !isBlank(name) && literalText(name) == name;
}

QString beginningOf(const QString &text, qsizetype most)
{
    if (text.size() <= most)
        return text;
    const bool within = most > 0 && text.at(most - 1).isHighSurrogate();
    return text.first(within ? most - 1 : most);
}

QString shellQuoted(const QString &text)
{
    QString quoted = text;
    quoted.replace(u'\'', QLatin1StringView("'\\''"));
    return u'\'' + quoted + u'\'';
}

QString freeName(const QString &wanted, const QStringList &taken)
{
    QString name = wanted;
    for (int i = 2; taken.contains(name); ++i)
        name = QStringLiteral("%1-%2").arg(wanted).arg(i);
    return name;
}

} // namespace lockmaster

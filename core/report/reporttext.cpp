// SPDX-License-Identifier: Apache-2.0
#include "core/report/reporttext.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QLocale>

namespace lockmaster {

namespace {

constexpr qsizetype longestQuoted = 200;

/** Spaces at the ends, behind others, and those of other widths: a page would swallow them. */
QString withVisibleSpaces(const QString &text)
{
    QString out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const bool isEdge = i == 0 || i + 1 == text.size() || text[i - 1].isSpace();
        if (c == u' ' && isEdge)
            out += QStringLiteral("\\x20");
        else if (c != u' ' && c.category() == QChar::Separator_Space)
            out += QStringLiteral("\\u%1").arg(int(c.unicode()), 4, 16, QLatin1Char('0'));
        else
            out += c;
    }
    return out;
}

ReportLine quotedLiteral(const QString &literal, qsizetype bytes)
{
    if (literal.isEmpty())
        return {Words::tr("(empty)")};
    using Kind = ReportSpan::Kind;
    if (literal.size() <= longestQuoted)
        return {{withVisibleSpaces(literal), Kind::Quoted}};
    const QString begin = withVisibleSpaces(beginningOf(literal, longestQuoted));
    return {{begin, Kind::Quoted},
            Words::tr("… (%1 bytes)").arg(QLocale(QLocale::English).toString(qlonglong(bytes)))};
}

} // namespace

ReportLine quoted(const QByteArray &bytes)
{
    return quotedLiteral(literalText(bytes), bytes.size());
}

ReportLine quoted(const QString &text)
{
    return quotedLiteral(literalText(text), text.toUtf8().size());
}

ReportSpan spoken(const QString &sentence)
{
    return {literalText(sentence), ReportSpan::Kind::Spoken};
}

ReportLine inWords(const QString &words, std::initializer_list<ReportLine> pieces)
{
    ReportLine line;
    QString plain;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const int number =
            words[i] == u'%' && i + 1 < words.size() ? words[i + 1].digitValue() : -1;
        if (number < 1 || size_t(number) > pieces.size()) {
            plain += words[i];
            continue;
        }
        if (!plain.isEmpty())
            line.emplace_back(std::exchange(plain, {}));
        const ReportLine &piece = *(pieces.begin() + number - 1);
        line.insert(line.end(), piece.begin(), piece.end());
        ++i;
    }
    if (!plain.isEmpty())
        line.emplace_back(plain);
    return line;
}

ReportLine joined(const std::vector<ReportLine> &lines, const QString &between)
{
    ReportLine all;
    for (const ReportLine &line : lines) {
        if (line.empty())
            continue;
        if (!all.empty())
            all.emplace_back(between);
        all.insert(all.end(), line.begin(), line.end());
    }
    return all;
}

} // namespace lockmaster

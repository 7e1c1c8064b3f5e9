// SPDX-License-Identifier: Apache-2.0
#include "core/report/reportwriters.h"

#include "core/report/reportclock.h"
#include "core/report/reportdocument.h"
#include "core/report/reportpicture.h"

#include <algorithm>

namespace lockmaster {

namespace {

bool isWordCharacter(QChar c)
{
    return c.unicode() >= 0x80 || c.isLetterOrNumber() || c == u' ';
}

/** Nothing in it is anything but itself to whatever reads Markdown: a character by its number. */
QString asEntities(const QString &text, QStringView harmless = {})
{
    QString out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        // A dot within a word makes a link of some.
        const bool isInWord = c == u'.' && i + 1 < text.size() && text[i + 1].isLetter();
        if (isWordCharacter(c) || (harmless.contains(c) && !isInWord))
            out += c;
        else
            out += QStringLiteral("&#%1;").arg(int(c.unicode()));
    }
    return out;
}

/**
 * A backquote would end it, and a bar the cell of a table, which a backslash before it prevents in
 * some readers and not in others: such texts are spelled out.
 */
QString asCode(const QString &text)
{
    const bool isPlain = !text.contains(u'`') && !text.contains(u'|');
    return isPlain ? u'`' + text + u'`' : QStringLiteral("<code>%1</code>").arg(asEntities(text));
}

QString markdownOf(const ReportSpan &span)
{
    switch (span.kind) {
    case ReportSpan::Kind::Words: return span.text;
    case ReportSpan::Kind::Spoken: return asEntities(span.text, u".,;'\"()-/+%");
    case ReportSpan::Kind::Quoted: return asCode(span.text);
    }
    Q_UNREACHABLE();
}

QString markdownOf(const ReportLine &line)
{
    QString text;
    for (const ReportSpan &span : line)
        text += markdownOf(span);
    return text;
}

class MarkdownWriter
{
public:
    MarkdownWriter(const LockReport &report, const ReportClock &clock)
        : m_report(report), m_clock(clock)
    {
    }

    void operator()(const ReportHeading &heading)
    {
        begin();
        m_out += QString(heading.level, u'#') + u' ' + markdownOf(heading.line) + u'\n';
    }
    void operator()(const ReportLines &lines)
    {
        for (size_t i = 0; i < lines.lines.size(); ++i) {
            if (i == 0 || !lines.isList)
                begin();
            m_out += (lines.isList ? QStringLiteral("- ") : QString()) + markdownOf(lines.lines[i])
                     + u'\n';
        }
    }
    void operator()(const ReportFacts &facts)
    {
        begin();
        for (const auto &[name, line] : facts.facts)
            m_out += QStringLiteral("- **%1:** ").arg(name) + markdownOf(line) + u'\n';
    }
    void operator()(const ReportTable &table)
    {
        begin();
        QString names = QStringLiteral("|");
        QString rule = QStringLiteral("|");
        for (const ReportTable::Column &column : table.columns) {
            names += u' ' + column.name + QStringLiteral(" |");
            rule += column.isFigure ? QStringLiteral("---:|") : QStringLiteral("---|");
        }
        m_out += names + u'\n' + rule + u'\n';
        for (const auto &row : table.rows) {
            m_out += u'|';
            for (const ReportLine &cell : row)
                m_out += u' ' + markdownOf(cell) + QStringLiteral(" |");
            m_out += u'\n';
        }
    }
    void operator()(const ReportPicture &)
    {
        const QStringList lines = lanesAsText(m_report, m_clock);
        if (lines.isEmpty())
            return;
        begin();
        const QString picture = lines.join(u'\n');
        QString fence = QStringLiteral("```");
        while (picture.contains(fence))
            fence += u'`';
        m_out += fence + QStringLiteral("text\n") + picture + u'\n' + fence + u'\n';
    }

    QByteArray take() const { return m_out.toUtf8(); }

private:
    void begin()
    {
        if (!m_out.isEmpty())
            m_out += u'\n';
    }

    const LockReport &m_report;
    const ReportClock &m_clock;
    QString m_out;
};

} // namespace

QByteArray reportMarkdown(const LockReport &report, const ReportStyle &style)
{
    const ReportClock clock(style.zone, report);
    MarkdownWriter writer(report, clock);
    for (const ReportBlock &block : reportDocument(report, style, clock))
        std::visit(writer, block);
    return writer.take();
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/report/reportwriters.h"

#include "core/report/reportclock.h"
#include "core/report/reportdocument.h"
#include "core/report/reportpicture.h"

namespace lockmaster {

namespace {

constexpr char pageStyle[] =
    ":root{color-scheme:light dark;--text:#1f2328;--mute:#59636e;--page:#fff;--line:#dfe3e8;"
    "--code:#f3f4f6}\n"
    "body{margin:2rem auto;padding:0 1.25rem;max-width:60rem;background:var(--page);"
    "color:var(--text);font:15px/1.55 system-ui,sans-serif}\n"
    "h1{font-size:1.6rem;line-height:1.3;margin:0 0 1rem}\n"
    "h2{font-size:1.15rem;margin:2.2rem 0 .6rem}\n"
    "h1,h2,p,dd,li,td{overflow-wrap:anywhere}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1.25rem;margin:1.2rem 0}\n"
    "dt,.note{color:var(--mute)}dd{margin:0}\n"
    ".note{font-size:.9rem;margin:.5rem 0}\n"
    ".wide{overflow-x:auto;margin:.8rem 0}\n"
    "svg{display:block;max-width:100%;height:auto}\n"
    "table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}\n"
    "th{text-align:left;color:var(--mute);font-weight:600;white-space:nowrap}\n"
    "th,td{padding:.35rem .8rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}\n"
    ".n{text-align:right;white-space:nowrap}\n"
    "code{font:.92em/1.4 ui-monospace,monospace;background:var(--code);border-radius:3px;"
    "padding:.1em .3em;unicode-bidi:isolate;white-space:pre-wrap}\n";

QString htmlOf(const ReportSpan &span)
{
    const QString text = span.text.toHtmlEscaped();
    return span.kind == ReportSpan::Kind::Quoted ? QStringLiteral("<code>%1</code>").arg(text)
                                                 : text;
}

QString htmlOf(const ReportLine &line)
{
    QString text;
    for (const ReportSpan &span : line)
        text += htmlOf(span);
    return text;
}

class HtmlWriter
{
public:
    HtmlWriter(const LockReport &report, const ReportClock &clock)
        : m_report(report), m_clock(clock)
    {
    }

    void operator()(const ReportHeading &heading)
    {
        m_out += QStringLiteral("<h%1>").arg(heading.level) + htmlOf(heading.line)
                 + QStringLiteral("</h%1>\n").arg(heading.level);
        m_behindTable = false;
    }
    void operator()(const ReportLines &lines)
    {
        if (lines.isList)
            m_out += QStringLiteral("<ul>\n");
        const QString open = lines.isList    ? QStringLiteral("<li>")
                             : m_behindTable ? QStringLiteral("<p class=\"note\">")
                                             : QStringLiteral("<p>");
        for (const ReportLine &line : lines.lines)
            m_out += open + htmlOf(line)
                     + (lines.isList ? QStringLiteral("</li>\n") : QStringLiteral("</p>\n"));
        if (lines.isList)
            m_out += QStringLiteral("</ul>\n");
    }
    void operator()(const ReportFacts &facts)
    {
        m_out += QStringLiteral("<dl>\n");
        for (const auto &[name, line] : facts.facts)
            m_out += QStringLiteral("<dt>") + name.toHtmlEscaped() + QStringLiteral("</dt><dd>")
                     + htmlOf(line) + QStringLiteral("</dd>\n");
        m_out += QStringLiteral("</dl>\n");
    }
    void operator()(const ReportTable &table)
    {
        const auto cell = [&table](const char *kind, size_t column, const QString &text) {
            const QString tag = QLatin1StringView(kind);
            return u'<' + tag
                   + (table.columns[column].isFigure ? QStringLiteral(" class=\"n\">")
                                                     : QStringLiteral(">"))
                   + text + QStringLiteral("</") + tag + u'>';
        };
        m_out += QStringLiteral("<div class=\"wide\"><table>\n<thead><tr>");
        for (size_t i = 0; i < table.columns.size(); ++i)
            m_out += cell("th", i, table.columns[i].name.toHtmlEscaped());
        m_out += QStringLiteral("</tr></thead>\n<tbody>\n");
        for (const auto &row : table.rows) {
            m_out += QStringLiteral("<tr>");
            for (size_t i = 0; i < row.size(); ++i)
                m_out += cell("td", i, htmlOf(row[i]));
            m_out += QStringLiteral("</tr>\n");
        }
        m_out += QStringLiteral("</tbody></table></div>\n");
        m_behindTable = true;
    }
    void operator()(const ReportPicture &)
    {
        m_out += QStringLiteral("<div class=\"wide\">")
                 + QString::fromUtf8(lanesDrawing(m_report, m_clock)) + QStringLiteral("</div>\n");
    }

    QByteArray take() const { return m_out.toUtf8(); }

private:
    const LockReport &m_report;
    const ReportClock &m_clock;
    QString m_out;
    bool m_behindTable = false;
};

} // namespace

QByteArray reportHtml(const LockReport &report, const ReportStyle &style)
{
    const ReportClock clock(style.zone, report);
    HtmlWriter writer(report, clock);
    for (const ReportBlock &block : reportDocument(report, style, clock))
        std::visit(writer, block);
    return "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\"/>\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
           "style-src 'unsafe-inline'\"/>\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>"
           + reportTitle(report).toHtmlEscaped().toUtf8() + "</title>\n<style>\n" + pageStyle
           + "@media "
             "(prefers-color-scheme:dark){:root{--text:#e6edf3;--mute:#9aa4af;--page:#0f1318;"
             "--line:#2b3138;--code:#1b2027}\n"
           + darkLanes() + "}\n</style>\n</head>\n<body>\n" + writer.take() + "</body>\n</html>\n";
}

} // namespace lockmaster

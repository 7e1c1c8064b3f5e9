// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/detaillines.h"
#include "core/text/words.h"

#include "app/lockctl/shell/texttable.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int narrowestValue = 16;

void addWrapped(std::vector<StyledLine> &lines, const QString &text, const TextStyle &style,
                int width, int indent = 0)
{
    if (text.isEmpty())
        return;
    for (const QString &line : wrappedText(text, width - indent))
        lines.push_back({{QString(indent, u' '), {}}, {line, style}});
}

QString valueOf(const DetailRow &row)
{
    if (row.links.empty())
        return row.value;
    QStringList names;
    for (const DetailLink &link : row.links)
        names << link.text;
    return names.join(QStringLiteral(", "));
}

void addRow(std::vector<StyledLine> &lines, const DetailRow &row, int labelWidth, int width)
{
    const TextStyle muted{Tone::Muted};
    const QStringList labels = wrappedText(row.label, labelWidth);
    const QStringList values = wrappedText(valueOf(row), width - labelWidth - 2);
    for (qsizetype i = 0; i < std::max(labels.size(), values.size()); ++i) {
        const QString label = labels.value(i);
        lines.push_back({{label + QString(labelWidth - textWidth(label) + 2, u' '), muted},
                         {values.value(i), {row.tone}}});
    }
}

} // namespace

std::vector<StyledLine> detailLines(const Details &details, int width)
{
    std::vector<StyledLine> lines;
    addWrapped(lines, details.title, {Tone::Plain, true}, width);
    addWrapped(lines, details.subtitle, {Tone::Muted}, width);
    addWrapped(lines, details.warning, {Tone::Expiring, true}, width);
    for (const DetailFinding &finding : details.findings) {
        addWrapped(lines, finding.title, {finding.tone, true}, width);
        addWrapped(lines, finding.evidence, {}, width, 2);
    }
    int widest = 0;
    for (const DetailSection &section : details.sections) {
        for (const DetailRow &row : section.rows)
            widest = std::max(widest, textWidth(row.label));
    }
    const int labelWidth =
        std::clamp(widest, 1, std::max(1, std::min(width / 3, width - narrowestValue)));
    for (const DetailSection &section : details.sections) {
        if (!lines.empty())
            lines.emplace_back();
        addWrapped(lines, section.title, {Tone::Plain, true}, width);
        for (const DetailRow &row : section.rows)
            addRow(lines, row, labelWidth, width);
    }
    return lines;
}

void ScrolledLines::draw(TextScreen &screen, const TextArea &area,
                         const std::vector<StyledLine> &lines)
{
    const int count = int(lines.size());
    const bool isAll = count <= area.height;
    const int shown = isAll ? area.height : area.height - 1;
    m_top = std::clamp(m_top, 0, std::max(0, count - shown));
    for (int i = 0; i < shown && m_top + i < count; ++i)
        screen.put(area.row + i, area.column, lines[size_t(m_top + i)], area.width);
    if (isAll)
        return;
    const int below = count - m_top - shown;
    const QString text = below > 0 ? Words::tr("%n more lines below", nullptr, below)
                                   : Words::tr("the end; %n lines above", nullptr, m_top);
    screen.putRight(area.row + shown, area.column, text, {Tone::Muted}, area.width);
}

} // namespace lockmaster

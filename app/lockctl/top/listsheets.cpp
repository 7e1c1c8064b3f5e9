// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/listsheets.h"

#include "app/lockctl/shell/texttable.h"
#include "core/display/locktext.h"
#include "core/display/statustext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr TopHint eventHints[] = {
    {"PgUp PgDn", QT_TRANSLATE_NOOP("lockmaster", "older, newer"),
     QT_TRANSLATE_NOOP("lockmaster", "Look further up; the list goes on, and stands still for it")},
    {"End", QT_TRANSLATE_NOOP("lockmaster", "newest"),
     QT_TRANSLATE_NOOP("lockmaster", "Follow again")},
    {"r", QT_TRANSLATE_NOOP("lockmaster", "renewals"),
     QT_TRANSLATE_NOOP("lockmaster", "Whether renewals are listed")},
};

} // namespace

void LinesSheet::draw(TextScreen &screen, const TextArea &area)
{
    m_page = std::max(1, area.height - 2);
    m_scrolled.draw(screen, area, m_lines(area.width));
}

bool LinesSheet::press(const TopKey &key)
{
    using Code = TopKey::Code;
    constexpr int all = 1'000'000;
    switch (key.code) {
    case Code::Up: m_scrolled.scrollBy(-1); return true;
    case Code::Down: m_scrolled.scrollBy(1); return true;
    case Code::PageUp: m_scrolled.scrollBy(-m_page); return true;
    case Code::PageDown: m_scrolled.scrollBy(m_page); return true;
    case Code::Home: m_scrolled.toTop(); return true;
    case Code::End: m_scrolled.scrollBy(all); return true;
    default: break;
    }
    if (!m_step || !(key.is(u'j') || key.is(u'k')))
        return m_press && m_press(key);
    m_scrolled.toTop();
    m_step(key.is(u'j') ? 1 : -1);
    return true;
}

EventsSheet::EventsSheet(EventModel &model) : m_model(model)
{
    // The row that is looked at stays where it is while others come.
    QObject::connect(&model, &QAbstractItemModel::rowsInserted, &m_context,
                     [this](const QModelIndex &, int first, int last) {
                         if (m_below > 0)
                             m_below += last - first + 1;
                     });
}

std::span<const TopHint> EventsSheet::hints() const
{
    return eventHints;
}

void EventsSheet::draw(TextScreen &screen, const TextArea &area)
{
    const int count = m_model.rowCount();
    if (count == 0) {
        screen.put(area.row + 1, 2, Words::tr("Nothing has happened yet."), {Tone::Muted},
                   area.width - 4);
        return;
    }
    const bool isFollowing = m_below == 0;
    const int shown = isFollowing ? area.height : area.height - 1;
    m_page = std::max(1, shown - 1);
    m_below = std::clamp(m_below, 0, std::max(0, count - shown));
    const int end = count - m_below;
    const int first = std::max(0, end - shown);
    for (int row = first; row < end; ++row) {
        const QModelIndex index = m_model.index(row, 0);
        const QString time = m_model.data(index, EventModel::TimeRole).toString();
        const Tone tone = m_model.data(index, EventModel::EventToneRole).value<Tone>();
        screen.put(area.row + row - first, area.column,
                   StyledLine{{time + QStringLiteral("  "), {Tone::Muted}},
                              {m_model.data(index, Qt::DisplayRole).toString(),
                               {tone == Tone::Held ? Tone::Plain : tone}}},
                   area.width);
    }
    if (!isFollowing)
        screen.putRight(area.row + shown, area.column,
                        Words::tr("%1 newer below: End follows").arg(m_below), {Tone::Expiring},
                        area.width);
}

bool EventsSheet::press(const TopKey &key)
{
    using Code = TopKey::Code;
    switch (key.code) {
    case Code::Up: m_below += 1; return true;
    case Code::Down: m_below -= 1; return true;
    case Code::PageUp: m_below += m_page; return true;
    case Code::PageDown: m_below -= m_page; return true;
    case Code::Home: m_below = m_model.rowCount(); return true;
    case Code::End: m_below = 0; return true;
    default: break;
    }
    if (!key.is(u'r'))
        return false;
    m_model.setRenewalsShown(!m_model.renewalsShown());
    return true;
}

std::vector<StyledLine> serverLines(const ViewSnapshot &view, SteadyTime now, int width)
{
    std::vector<StyledLine> lines;
    const auto add = [&](const QString &text, const TextStyle &style, int indent) {
        for (const QString &line : wrappedText(text, width - indent))
            lines.push_back({{QString(indent, u' '), {}}, {line, style}});
    };
    for (const auto &backend : view.backends) {
        const BackendStatus &status = backend->status;
        const StatusPart part = StatusText::of(status, now);
        const bool isWrong = part.tone == Tone::Danger || part.tone == Tone::Expiring;
        add(part.text, {isWrong ? part.tone : Tone::Plain, true}, 0);
        QStringList facts;
        if (status.environment != Environment::Unset)
            facts << LockText::environment(status.environment);
        if (status.readOnly)
            facts << Words::tr("read-only");
        // Of what was not read nothing is counted.
        const bool isRead =
            status.state == BackendState::Online || status.state == BackendState::Stale;
        const bool isWhole =
            std::all_of(status.sources.begin(), status.sources.end(),
                        [](const SourceStatus &source) { return source.complete; });
        if (isRead)
            facts << Words::tr("%Ln locks", nullptr, int(backend->locks.size()))
                         + (isWhole ? QString() : QStringLiteral(" + ?"));
        if (!status.server.version.isEmpty())
            facts << literalText(status.server.version);
        add(facts.join(QStringLiteral(" · ")), {Tone::Muted}, 2);
        for (const Problem &problem : status.problems) {
            const QString where = problem.source.isEmpty()
                                      ? QString()
                                      : literalText(problem.source) + QStringLiteral(": ");
            add(where + literalText(problem.error.message), {Tone::Expiring}, 2);
            if (!problem.error.remedy.isEmpty())
                add(literalText(problem.error.remedy), {}, 4);
        }
    }
    return lines;
}

} // namespace lockmaster

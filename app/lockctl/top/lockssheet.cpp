// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/lockssheet.h"

#include "app/lockctl/shell/texttable.h"
#include "core/display/emptystate.h"
#include "core/display/locktext.h"
#include "core/formats/knownnames.h"
#include "core/monitor/filterword.h"
#include "core/systems/registry/registry.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>
#include <numeric>

namespace lockmaster {

namespace {

constexpr int signWidth = 2;    ///< before the name: whether it is in trouble
constexpr int besideFrom = 120; ///< columns of a terminal that has room for details beside
constexpr int leastDetails = 44;
constexpr int leastFindings = 12;

constexpr TopHint lockHints[] = {
    {"/", QT_TRANSLATE_NOOP("lockmaster", "filter"),
     QT_TRANSLATE_NOOP("lockmaster",
                       "Show only what matches: part of a name or owner, or owner:web-3 state:held "
                       "ttl<5s; Tab completes")},
    {"Return", QT_TRANSLATE_NOOP("lockmaster", "details"),
     QT_TRANSLATE_NOOP("lockmaster", "All that is known of the chosen lock")},
    {"Del x", QT_TRANSLATE_NOOP("lockmaster", "release"),
     QT_TRANSLATE_NOOP("lockmaster", "Let go of the chosen lock: asks first, and compares")},
    {"a", QT_TRANSLATE_NOOP("lockmaster", "acquire"),
     QT_TRANSLATE_NOOP("lockmaster", "Take a lock, like the chosen one or another")},
    {"s S", QT_TRANSLATE_NOOP("lockmaster", "sort"),
     QT_TRANSLATE_NOOP("lockmaster",
                       "By the next column, and the other way round; first what is in trouble")},
    {"n o b", QT_TRANSLATE_NOOP("lockmaster", "only this"),
     QT_TRANSLATE_NOOP("lockmaster", "Narrow to this name, owner or server; Esc shows all again")},
    {"v", QT_TRANSLATE_NOOP("lockmaster", "lives?"),
     QT_TRANSLATE_NOOP("lockmaster", "Ask the profile's alive_command whether its holder lives")},
};

/** The least that each column says something in, and in which order they are given up. */
struct Place {
    LockColumn column;
    int least;
};
constexpr Place places[] = {
    {LockColumn::Name, 16},   {LockColumn::State, 7},   {LockColumn::Ttl, 8},
    {LockColumn::Owner, 12},  {LockColumn::Held, 8},    {LockColumn::Waiters, 4},
    {LockColumn::Backend, 9}, {LockColumn::System, 10}, {LockColumn::Changes, 8}};

bool isElastic(LockColumn column)
{
    return column == LockColumn::Name || column == LockColumn::Owner
           || column == LockColumn::Backend || column == LockColumn::System;
}

const Place &placeOf(LockColumn column)
{
    return *std::find_if(std::begin(places), std::end(places),
                         [column](const Place &place) { return place.column == column; });
}

bool isNumber(LockColumn column)
{
    return column == LockColumn::Ttl || column == LockColumn::Held || column == LockColumn::Waiters
           || column == LockColumn::Changes;
}

/** Short of room, "Waiters" is the word of most of its column. */
QString headingOf(const LockTableModel &model, LockColumn column)
{
    return column == LockColumn::Waiters ? Words::tr("Wait") : model.columnTitle(column);
}

} // namespace

LocksSheet::LocksSheet(LockStore &store, LockTableModel &model, const Clock &clock, Wishes wishes)
    : m_store(store), m_model(model), m_clock(clock), m_wishes(std::move(wishes))
{
    m_query.sortColumn = LockColumn::State;
}

std::span<const TopHint> LocksSheet::hints() const
{
    return lockHints;
}

void LocksSheet::setFilter(const Filter &filter)
{
    m_query.filter = filter;
    m_edit.setText(filter.text());
}

void LocksSheet::setAlarmed(const LockSet &locks)
{
    m_query.alarmed = locks;
    ask();
}

// The chosen lock

LockPointer LocksSheet::chosen() const
{
    const int row = m_cursor.row();
    return !m_isMissing && row >= 0 && row < m_model.rowCount() ? m_model.rowAt(row).lock.record()
                                                                : nullptr;
}

/** The rows are those of the filter that stands above them. */
bool LocksSheet::isCurrent() const
{
    return m_filterError.isEmpty() && m_store.view()->query.filter.text() == m_query.filter.text();
}

void LocksSheet::prepare()
{
    const LockPointer lock = m_isChosen ? chosen() : nullptr;
    m_kept = lock ? std::optional(lock->id) : std::nullopt;
}

void LocksSheet::follow()
{
    if (m_kept) {
        const int row = m_model.rowOf(*m_kept);
        if (row >= 0) {
            m_cursor.setRow(row);
        } else {
            // Not the one that happens to stand there now.
            m_isMissing = true;
            if (!m_isTyping)
                m_wishes.tell(Words::tr("%1 is not listed any more.").arg(nameText(m_kept->name)));
        }
    }
    m_cursor.fit(m_model.rowCount(), m_shown);
    choose();
}

/** What is known around a lock is worked out for the one that is asked for. */
void LocksSheet::choose()
{
    // What was last seen of one that is missing stays in the details.
    if (m_isMissing)
        return;
    const LockPointer lock = chosen();
    const auto focus = lock ? std::optional(lock->id) : std::nullopt;
    if (focus != m_query.focus) {
        m_query.focus = focus;
        ask();
    }
}

void LocksSheet::ask()
{
    m_wishes.look(m_query);
}

void LocksSheet::step(int rows)
{
    m_isChosen = true;
    m_isMissing = false;
    m_cursor.setRow(std::max(0, m_cursor.row() + rows));
    m_cursor.fit(m_model.rowCount(), m_shown);
    m_details.toTop();
    choose();
}

Details LocksSheet::details() const
{
    const ViewSnapshot &view = *m_store.view();
    const LockPointer lock = chosen();
    // Until the view has it, what the row says.
    FocusedLock focus;
    if (view.focus && view.focus->lock && m_query.focus && view.focus->lock->id == *m_query.focus)
        focus = *view.focus;
    else
        focus.lock = lock;
    if (!focus.lock)
        return {};
    const SteadyTime now = m_clock.now();
    const BackendSnapshot *backend = view.backend(focus.lock->id.source->backend);
    const LockId &id = focus.lock->id;
    const auto check = m_wishes.checkOf ? m_wishes.checkOf(*focus.lock) : std::nullopt;
    const auto verdict = focus.goneAt ? std::nullopt : verdictOf(*focus.lock, view, now, check);
    Details details =
        DetailRows::ofLock(focus, backend ? &backend->status : nullptr, m_model.names(), now,
                           m_wishes.note ? m_wishes.note(id) : nullptr, verdict);
    if (const auto past = m_wishes.past ? m_wishes.past(id) : std::nullopt)
        DetailRows::addPast(details, *past);
    return details;
}

// Drawing

void LocksSheet::draw(TextScreen &screen, const TextArea &area)
{
    const int above = drawFilter(screen, area);
    TextArea table = area;
    table.row += above;
    table.height -= above;
    const bool isBeside = area.width >= besideFrom && chosen();
    if (isBeside) {
        const int width = std::max(leastDetails, area.width * 2 / 5);
        table.width -= width + columnGap;
        const TextArea beside{table.row, table.width + columnGap, width, table.height};
        m_details.draw(screen, beside, detailLines(details(), width));
    }
    drawTable(screen, table);
}

/** @return how many rows it takes. */
int LocksSheet::drawFilter(TextScreen &screen, const TextArea &area) const
{
    const int row = area.row;
    const int width = area.width;
    const ViewAccount account = ViewAccount::of(*m_store.view());
    const QString count = account.count();
    const int countWidth = textWidth(count);
    screen.putRight(row, 0, count, {Tone::Plain, true}, width);
    const int room = width - countWidth - columnGap;
    const int begin = screen.put(row, 0, QStringLiteral("/ "), {Tone::Muted}, room);
    m_edit.draw(screen, row, begin, std::max(1, room - begin), m_isTyping);
    if (!m_isTyping) {
        if (m_edit.text().isEmpty() && account.isComplete())
            screen.put(row, begin, Words::tr("all locks"), {Tone::Muted}, room - begin);
        return 1;
    }
    // A line of its own, and there with each letter: what stands below does not jump.
    if (m_filterError.isEmpty()) {
        drawProposals(screen, row + 1, width);
        return 2;
    }
    constexpr int mostLines = 3;
    int below = 1;
    for (const QString &line :
         wrappedText(m_filterError, width, std::clamp(area.height / 4, 1, mostLines)))
        screen.put(row + below++, 0, line, {Tone::Danger}, width);
    const QString shown = m_query.filter.text();
    screen.put(row + below++, 0,
               shown.isEmpty() ? Words::tr("Still shown: all locks.")
                               : Words::tr("Still shown: what matches %1.").arg(literalText(shown)),
               {Tone::Muted}, width);
    return below;
}

void LocksSheet::drawProposals(TextScreen &screen, int row, int width) const
{
    if (m_proposals.isEmpty())
        return;
    constexpr int most = 8;
    const int first = std::max(0, m_proposed) / most * most;
    int at = screen.put(row, 0, QStringLiteral("Tab:"), {Tone::Muted}, width);
    for (int i = first; i < std::min(first + most, int(m_proposals.size())); ++i) {
        const bool isChosen = i == m_proposed;
        at += 1
              + screen.put(row, at + 1, literalText(m_proposals[i]),
                           {isChosen ? Tone::Plain : Tone::Muted, isChosen}, width - at - 1);
    }
}

std::vector<LockColumn> LocksSheet::columnsFor(int width) const
{
    int left = width - signWidth + columnGap;
    std::vector<LockColumn> fit;
    for (const Place &place : places) {
        if (place.column == LockColumn::Backend && !m_model.hasSeveralBackends())
            continue;
        // Counted for who asks for it: by ordering by it.
        if (place.column == LockColumn::Changes && m_query.sortColumn != place.column)
            continue;
        left -= place.least + columnGap;
        if (left < 0)
            break;
        fit.push_back(place.column);
    }
    std::sort(fit.begin(), fit.end());
    return fit;
}

QString LocksSheet::cell(int row, LockColumn column) const
{
    return m_model.data(m_model.index(row, int(column)), Qt::DisplayRole).toString();
}

Tone LocksSheet::tone(int row, LockColumn column) const
{
    return m_model.data(m_model.index(row, int(column)), ToneRole).value<Tone>();
}

QString LocksSheet::findings(int row) const
{
    if (m_model.rowAt(row).mark == RowMark::Gone)
        return {};
    QStringList titles;
    for (const Finding &finding : m_model.lockAt(row).findings)
        titles << LockText::findingTitle(finding.id);
    return titles.join(QStringLiteral(", "));
}

/** Figures keep the widest that they were, so that nothing jumps with each second. */
void LocksSheet::measure(int width)
{
    if (m_measuredFor != width)
        m_widths = {};
    m_measuredFor = width;
    m_columns = columnsFor(width);
    const int last = std::min(m_model.rowCount(), m_cursor.top() + m_shown);
    std::array<int, lockColumnCount> natural{};
    int findingsNatural = 0;
    for (const LockColumn column : m_columns) {
        int &widest = natural[size_t(column)];
        widest = textWidth(headingOf(m_model, column)) + (m_query.sortColumn == column ? 2 : 0);
        // Above a figure the heading may be cut, so that names are not.
        if (isNumber(column))
            widest = std::min(widest, placeOf(column).least);
        for (int row = m_cursor.top(); row < last; ++row)
            widest = std::max(widest, textWidth(cell(row, column)));
    }
    for (int row = m_cursor.top(); row < last; ++row)
        findingsNatural = std::max(findingsNatural, textWidth(findings(row)));
    int left = width - signWidth - columnGap * int(m_columns.size() - 1);
    std::vector<Place> elastic;
    for (const LockColumn column : m_columns) {
        int &own = m_widths[size_t(column)];
        if (isElastic(column)) {
            elastic.push_back(placeOf(column));
            continue;
        }
        own = std::max(own, natural[size_t(column)]);
        left -= own;
    }
    // What it is called comes first; of the others the narrow ones get what they need.
    std::sort(elastic.begin(), elastic.end(), [&natural](const Place &a, const Place &b) {
        const auto key = [&natural](const Place &place) {
            return std::pair(place.column != LockColumn::Name, natural[size_t(place.column)]);
        };
        return key(a) < key(b);
    });
    for (size_t i = 0; i < elastic.size(); ++i) {
        const LockColumn column = elastic[i].column;
        int forOthers = 0;
        for (size_t other = i + 1; other < elastic.size(); ++other)
            forOthers += std::min(elastic[other].least, natural[size_t(elastic[other].column)]);
        const int share = column == LockColumn::Name
                              ? left - forOthers
                              : std::max(left / int(elastic.size() - i), elastic[i].least);
        int &own = m_widths[size_t(column)];
        own =
            std::clamp(std::min(share, left - forOthers), 1, std::max(1, natural[size_t(column)]));
        left -= own;
    }
    const bool isRoom = findingsNatural > 0 && left >= columnGap + leastFindings;
    m_findingsWidth = isRoom ? std::min(left - columnGap, findingsNatural) : 0;
}

void LocksSheet::drawTable(TextScreen &screen, const TextArea &area)
{
    m_shown = std::max(1, area.height - 1);
    m_cursor.fit(m_model.rowCount(), m_shown);
    if (drawWhyEmpty(screen, area))
        return;
    measure(area.width);
    const TextStyle heading{Tone::Muted, true};
    int at = area.column + signWidth;
    for (const LockColumn column : m_columns) {
        const int width = m_widths[size_t(column)];
        QString title = headingOf(m_model, column);
        if (m_query.sortColumn == column)
            title += m_query.descending ? QStringLiteral(" v") : QStringLiteral(" ^");
        if (isNumber(column))
            screen.putRight(area.row, at, title, heading, width);
        else
            screen.put(area.row, at, title, heading, width);
        at += width + columnGap;
    }
    if (m_findingsWidth > 0)
        screen.put(area.row, at, Words::tr("Findings"), heading, m_findingsWidth);
    const int last = std::min(m_model.rowCount(), m_cursor.top() + m_shown);
    for (int row = m_cursor.top(); row < last; ++row) {
        const int line = area.row + 1 + row - m_cursor.top();
        drawRow(screen, area, row, line);
        if (screen.takesClicks)
            screen.targets.push_back({{line, area.column, area.width, 1},
                                      [this, id = m_model.lockAt(row).id] { click(id); }});
    }
}

/** The lock that stood there, wherever it is by now; the chosen one once more: all of it. */
void LocksSheet::click(const LockId &id)
{
    if (m_isTyping)
        return;
    const int row = m_model.rowOf(id);
    if (row < 0) {
        m_wishes.tell(Words::tr("%1 is not listed any more.").arg(nameText(id.name)));
        return;
    }
    const bool isAgain = m_isChosen && !m_isMissing && row == m_cursor.row();
    m_cursor.setRow(row);
    step(0);
    if (isAgain)
        m_wishes.open();
}

void LocksSheet::drawRow(TextScreen &screen, const TextArea &area, int row, int line)
{
    const bool isGone = m_model.rowAt(row).mark == RowMark::Gone;
    const bool isAlarm = !isGone && m_model.data(m_model.index(row, 0), AlarmRole).toBool();
    if (isAlarm)
        screen.put(line, area.column, QStringLiteral("!"), {Tone::Danger, true}, 1);
    int at = area.column + signWidth;
    for (const LockColumn column : m_columns) {
        const int width = m_widths[size_t(column)];
        // Thirty leases that run are not thirty coloured words.
        Tone shown = tone(row, column);
        if (shown == Tone::Held)
            shown = Tone::Plain;
        const bool isLoud = isAlarm && (column == LockColumn::Name || column == LockColumn::State);
        const TextStyle style{isLoud ? Tone::Danger : shown, isLoud};
        const QString text = cell(row, column);
        if (isNumber(column))
            screen.putRight(line, at, text, style, width);
        else
            screen.put(line, at, isElastic(column) ? elidedMiddle(text, width) : text, style,
                       width);
        at += width + columnGap;
    }
    if (m_findingsWidth > 0)
        screen.put(line, at, findings(row), {isAlarm ? Tone::Danger : Tone::Expiring},
                   m_findingsWidth);
    if (row == m_cursor.row() && !m_isMissing)
        screen.select(line, area.column, area.width);
}

bool LocksSheet::drawWhyEmpty(TextScreen &screen, const TextArea &area) const
{
    const ViewSnapshot &view = *m_store.view();
    const auto empty = EmptyState::of(view, ViewAccount::of(view));
    if (!empty)
        return false;
    // It would be about another filter than the one that is read above it.
    if (!m_filterError.isEmpty())
        return true;
    const int width = std::min(area.width - 4, 72);
    int row = area.row + 1;
    for (const QString &line : wrappedText(empty->text, width))
        screen.put(row++, area.column + 2, line, {}, width);
    if (!m_query.filter.isEmpty())
        screen.put(row + 1, area.column + 2, Words::tr("Esc shows all again."), {Tone::Muted},
                   width);
    return true;
}

// Keys

bool LocksSheet::press(const TopKey &key)
{
    using Code = TopKey::Code;
    if (m_isTyping) {
        type(key);
        return true;
    }
    if (m_cursor.take(key, m_model.rowCount(), m_shown)) {
        m_isChosen = true;
        m_isMissing = false;
        m_details.toTop();
        choose();
        return true;
    }
    const LockPointer lock = chosen();
    if (key.is(u'/')) {
        m_isTyping = true;
        m_proposals.clear();
        m_proposed = -1;
    } else if (key.is(Code::Escape) && !m_query.filter.isEmpty()) {
        m_edit.setText({});
        useFilter();
    } else if (key.is(u's')) {
        sortBy(LockColumn((int(m_query.sortColumn) + 1) % lockColumnCount), false);
    } else if (key.is(u'S')) {
        sortBy(m_query.sortColumn, !m_query.descending);
    } else if (key.is(u'[') || key.is(u']')) {
        m_details.scrollBy(key.is(u'[') ? -1 : 1);
    } else if (key.is(u'a')) {
        m_wishes.acquire(lock && isCurrent() ? std::optional(lock->id) : std::nullopt);
    } else if (!lock) {
        return false;
    } else if (!isCurrent()) {
        m_wishes.tell(Words::tr("Looking ..."));
    } else if (!pressAboutLife(key)) {
        act(key, lock);
    }
    return true;
}

bool LocksSheet::pressAboutLife(const TopKey &key)
{
    const LockPointer lock = chosen();
    if (!key.is(u'v') || !lock || !m_wishes.askLife)
        return false;
    m_wishes.askLife(lock);
    return true;
}

/** Something with the chosen lock, which stands there as it is. */
void LocksSheet::act(const TopKey &key, const LockPointer &lock)
{
    using Code = TopKey::Code;
    if (key.is(Code::Enter)) {
        m_isChosen = true;
        m_wishes.open();
    } else if (key.is(Code::Delete) || key.is(u'x')) {
        m_wishes.release(lock);
    } else if (key.is(u'n')) {
        narrow(*lock, Narrowing::Name);
    } else if (key.is(u'b')) {
        narrow(*lock, Narrowing::Server);
    } else if (key.is(u'o')) {
        if (lock->holders.empty())
            m_wishes.tell(Words::tr("Nobody holds it: there is no owner to narrow to."));
        else
            narrow(*lock, Narrowing::Owner);
    }
}

void LocksSheet::sortBy(LockColumn column, bool descending)
{
    m_query.sortColumn = column;
    m_query.descending = descending;
    ask();
}

void LocksSheet::narrow(const LockRecord &lock, Narrowing by)
{
    const QString term = NarrowedLock::of(lock).term(by);
    if (term.isEmpty()) {
        m_wishes.tell(Words::tr("This one cannot be written as a filter."));
        return;
    }
    m_edit.setText(term);
    useFilter();
}

void LocksSheet::showOnly(const QByteArray &name, const QString &backend)
{
    const QString term = Filter::exactTerm(u"name", {literalText(name)}) + u' '
                         + Filter::exactTerm(u"backend", {literalText(backend)});
    m_isChosen = m_isMissing = false;
    m_edit.setText(Filter::parse(term) ? term : QString());
    useFilter();
}

void LocksSheet::type(const TopKey &key)
{
    using Code = TopKey::Code;
    switch (key.code) {
    case Code::Enter:
    case Code::Down:
        // There is no first hit of what is not understood.
        if (!m_filterError.isEmpty())
            return;
        m_isTyping = false;
        // To the first hit, which is the very name where there is one.
        m_cursor.setRow(0);
        m_isChosen = m_isMissing = false;
        return;
    case Code::Escape:
        m_isTyping = false;
        m_edit.setText({});
        useFilter();
        return;
    case Code::Tab: complete(1); return;
    case Code::BackTab: complete(-1); return;
    default:
        if (!m_edit.take(key))
            return;
    }
    propose();
    useFilter();
}

/** One after the other, until something else is typed; what was the only one is typed as it is. */
void LocksSheet::complete(int by)
{
    const int count = int(m_proposals.size());
    if (count == 0)
        return;
    if (m_proposed < 0)
        m_completed = m_edit.text();
    const int before = m_proposed < 0 && by < 0 ? 0 : m_proposed;
    m_proposed = (before + by + count) % count;
    m_edit.setText(m_completed.first(lastWordStart(m_completed)) + m_proposals[m_proposed]);
    if (count == 1)
        propose();
    useFilter();
}

void LocksSheet::propose()
{
    QStringList backends;
    for (const auto &backend : m_store.view()->backends)
        backends << backend->status.name;
    m_proposals = Filter::completions(m_edit.text(), backends, m_model.names().ids());
    m_proposed = -1;
}

/** Where it cannot be understood, what was shown stays, and that is said. */
void LocksSheet::useFilter()
{
    const auto filter = Filter::parse(m_edit.text());
    m_filterError = filter ? QString() : filter.error().message;
    if (!filter)
        return;
    m_query.filter = *filter;
    ask();
}

} // namespace lockmaster

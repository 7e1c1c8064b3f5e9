// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/top.h"

#include "app/lockctl/shell/texttable.h"
#include "core/display/locktext.h"
#include "core/display/statustext.h"
#include "core/display/viewaccount.h"
#include "core/formats/knownnames.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QDateTime>

#include <algorithm>

namespace lockmaster {

namespace {

/** The pages, by the keys 1, 2, ... */
constexpr const char *pages[] = {
    QT_TRANSLATE_NOOP("lockmaster", "Locks"),   QT_TRANSLATE_NOOP("lockmaster", "Leaders"),
    QT_TRANSLATE_NOOP("lockmaster", "Events"),  QT_TRANSLATE_NOOP("lockmaster", "Alerts"),
    QT_TRANSLATE_NOOP("lockmaster", "Servers"), QT_TRANSLATE_NOOP("lockmaster", "Held")};
constexpr int alertsPage = 3;
constexpr int heldPage = 5;

constexpr TopHint everywhere[] = {
    {"1-6", QT_TRANSLATE_NOOP("lockmaster", "pages"),
     QT_TRANSLATE_NOOP(
         "lockmaster",
         "Locks, leaders, events, alerts, servers, locks held from here; Tab goes on")},
    {"Up Down", QT_TRANSLATE_NOOP("lockmaster", "move"),
     QT_TRANSLATE_NOOP("lockmaster", "Or k and j; PgUp, PgDn, Home and End as well")},
    {"Space", QT_TRANSLATE_NOOP("lockmaster", "pause"),
     QT_TRANSLATE_NOOP("lockmaster", "Look no more; the data age and say so")},
    {"F5 R", QT_TRANSLATE_NOOP("lockmaster", "look now"),
     QT_TRANSLATE_NOOP("lockmaster", "At all servers, at once")},
    {"W", QT_TRANSLATE_NOOP("lockmaster", "end writes"),
     QT_TRANSLATE_NOOP("lockmaster",
                       "Servers that may be written to for a while are read-only again")},
    {"m", QT_TRANSLATE_NOOP("lockmaster", "mouse"),
     QT_TRANSLATE_NOOP("lockmaster",
                       "A click chooses, a second one opens; the wheel moves. Nothing is done to a "
                       "lock by it")},
    {"?", QT_TRANSLATE_NOOP("lockmaster", "help"),
     QT_TRANSLATE_NOOP("lockmaster", "This; F1 does as well")},
    {"q", QT_TRANSLATE_NOOP("lockmaster", "quit"),
     QT_TRANSLATE_NOOP("lockmaster", "Esc closes what is open; Ctrl+C ends it from anywhere")},
    {"Ctrl+Z", QT_TRANSLATE_NOOP("lockmaster", "suspend"),
     QT_TRANSLATE_NOOP("lockmaster", "Back to the shell until fg; Ctrl+L draws everything anew")},
};
constexpr TopHint sheetHints[] = {
    {"Esc", QT_TRANSLATE_NOOP("lockmaster", "back"),
     QT_TRANSLATE_NOOP("lockmaster", "To the page below")},
    {"j k", QT_TRANSLATE_NOOP("lockmaster", "next, before"),
     QT_TRANSLATE_NOOP("lockmaster", "The same of the next lock, or of the one before")},
    {"v", QT_TRANSLATE_NOOP("lockmaster", "lives?"),
     QT_TRANSLATE_NOOP("lockmaster", "Ask the profile's alive_command whether its holder lives")},
};
constexpr TopHint scrolledHints[] = {
    {"PgUp PgDn", QT_TRANSLATE_NOOP("lockmaster", "scroll"),
     QT_TRANSLATE_NOOP("lockmaster", "What does not fit")},
};

} // namespace

Top::Top(Tools tools, const Filter &filter)
    : m_tools(std::move(tools)),
      m_locks(m_tools.monitor->store(), knownSystems(), *m_tools.actions.clock),
      m_events(m_tools.monitor->store()),
      m_leaders(m_tools.monitor->store(), *m_tools.actions.clock),
      m_alerts(m_locks.names(), *m_tools.actions.clock),
      m_held(m_locks.names(), *m_tools.actions.clock),
      m_past({m_tools.history, {}}, *m_tools.actions.clock), m_checks(*m_tools.actions.clock),
      m_locksSheet(m_tools.monitor->store(), m_locks, *m_tools.actions.clock,
                   {[this](const ViewQuery &query) { m_tools.monitor->setQuery(query); },
                    [this] { openDetails(); },
                    [this](const LockPointer &lock) { openRelease(lock); },
                    [this](const std::optional<LockId> &from) { openAcquire(from); },
                    [this](const LockId &id) { return noteOf(m_tools.notes, id.name); },
                    [this](const QString &word) { tell(word); },
                    [this](const LockPointer &lock) { askLife(lock); },
                    [this](const LockRecord &lock) { return m_checks.saidOf(lock); },
                    [this](const LockId &id) { return pastOf(id); }}),
      m_leadersSheet(m_leaders, *m_tools.actions.clock), m_eventsSheet(m_events),
      m_alertsSheet(m_alerts, m_tools.alerts,
                    {[this](const AlertSubject &subject) { showLockOf(subject); },
                     [this](const QString &word) { tell(word); }}),
      m_heldSheet(m_held, *m_tools.holds),
      m_serversSheet(
          [this](int width) {
              return serverLines(*m_tools.monitor->store().view(), m_tools.actions.clock->now(),
                                 width);
          },
          nullptr, scrolledHints)
{
    // A heartbeat a second of each leader is not what anybody looks for.
    m_events.setRenewalsShown(false);
    m_past.setLive(false);
    m_checks.setBackends(m_tools.backends);
    connect(&m_past, &LockPast::changed, this, [this] { emit changed(false); });
    connect(&m_alerts, &AlertModel::alarmedChanged, this,
            [this] { m_locksSheet.setAlarmed(m_alerts.alarmed()); });
    connect(&m_checks, &AliveChecks::changed, this, [this] { emit changed(true); });
    m_locksSheet.setFilter(filter);
    m_tools.monitor->setQuery(m_locksSheet.query());
    LockStore &store = m_tools.monitor->store();
    connect(m_tools.holds, &HoldController::changed, this, &Top::followHold);
    connect(m_tools.holds, &HoldController::removed, this, [this](int id) {
        m_held.remove(id);
        m_lost.removeAll(id);
        emit changed(true);
    });
    connect(m_tools.holds, &HoldController::letGo, this,
            [this](const OwnLock &own, const HoldEnd &end) {
                m_events.noteRelease(
                    {own, end.letGoId, {}, end.letGoBegun, m_tools.actions.clock->now()});
            });
    // After the models, which are connected to the store before.
    connect(&store, &LockStore::aboutToUpdate, this, [this] { m_locksSheet.prepare(); });
    connect(&store, &LockStore::updated, this, [this] {
        m_alerts.followBackends(*m_tools.monitor->store().view());
        m_locksSheet.follow();
        // The first one is waited for.
        emit changed(!std::exchange(m_isSeen, true));
    });
    connect(m_tools.lifts, &WriteLifts::ticked, this, [this] { emit changed(false); });
    connect(m_tools.lifts, &WriteLifts::failed, this,
            [this](const QString &backend, const Error &error) {
                tell(Words::tr("%1 stays read-only: %2").arg(literalText(backend), error.message));
            });
}

Top::~Top() = default;

const BackendSpec *Top::backendOf(const QString &name) const
{
    const auto found =
        std::find_if(m_tools.backends.begin(), m_tools.backends.end(),
                     [&name](const BackendSpec &backend) { return backend.name == name; });
    return found == m_tools.backends.end() ? nullptr : &*found;
}

TopSheet &Top::sheet()
{
    return const_cast<TopSheet &>(std::as_const(*this).sheet());
}

const TopSheet &Top::sheet() const
{
    if (m_above)
        return *m_above;
    switch (m_page) {
    case 1: return m_leadersSheet;
    case 2: return m_eventsSheet;
    case alertsPage: return m_alertsSheet;
    case 4: return m_serversSheet;
    case heldPage: return m_heldSheet;
    default: return m_locksSheet;
    }
}

// What is shown

TextScreen Top::screen(int width, int height)
{
    constexpr int leastWidth = 30;
    constexpr int leastHeight = 8;
    TextScreen screen(width, height);
    screen.takesClicks = m_hasMouse;
    m_targets.clear();
    m_isTooSmall = width < leastWidth || height < leastHeight;
    if (m_isTooSmall) {
        screen.put(0, 0, Words::tr("Too small"), {}, width);
        screen.put(1, 0, lostText(), {Tone::Danger, true}, width);
        return screen;
    }
    drawTitle(screen);
    const int hints = drawHints(screen);
    const ViewSnapshot &view = *m_tools.monitor->store().view();
    if (view.sequence == 0) {
        screen.put(3, 2, Words::tr("Looking at the servers ..."), {}, width - 2);
        return screen;
    }
    // On every page: what is listed, or not, is of what was read.
    const int unread =
        drawFoot(screen, height - hints, ViewAccount::of(view).unreadSentence(), {Tone::Expiring});
    m_isPastWanted = false;
    sheet().draw(screen, {2, 0, width, height - 2 - hints - unread});
    m_past.setLive(m_isPastWanted);
    if (m_page == heldPage && !m_above)
        m_lostSeen = m_lost;
    m_targets = screen.targets;
    return screen;
}

/** Asked for while somebody sees it: a question is a look into the store. */
std::optional<DetailSection> Top::pastOf(const LockId &id)
{
    if (m_tools.history.isEmpty())
        return std::nullopt;
    m_isPastWanted = true;
    m_past.setLock(id);
    return m_past.section();
}

void Top::askLife(const LockPointer &lock)
{
    if (!m_checks.hasWay(*lock))
        tell(Words::tr("There is nobody to ask about, or no alive_command for %1 in the profile.")
                 .arg(literalText(lock->id.source->backend)));
    else if (m_checks.canAsk(*lock))
        m_checks.ask(lock);
    if (!m_checks.canAsk(*lock) && m_checks.hasWay(*lock))
        tell(Words::tr("Asking whether the holder of %1 lives ...").arg(nameText(lock->id.name)));
}

void Top::drawTitle(TextScreen &screen)
{
    const int width = screen.width();
    int at = 0;
    for (int page = 0; page < int(std::size(pages)); ++page) {
        const int open = page == alertsPage ? m_alerts.openCount()
                         : page == heldPage ? m_held.rowCount()
                                            : 0;
        QString text = QStringLiteral(" %1 %2 ").arg(page + 1).arg(Words::tr(pages[page]));
        if (open > 0)
            text += countText(open) + u' ';
        const int begin = at;
        at += screen.put(0, at, text,
                         {(open > 0 && page == alertsPage) || (!m_lost.empty() && page == heldPage)
                              ? Tone::Danger
                              : Tone::Plain,
                          page == m_page || open > 0, page == m_page},
                         width - at);
        if (screen.takesClicks && !m_above)
            screen.targets.push_back({{0, begin, at - begin, 1}, [this, page] { showPage(page); }});
    }
    const QString time = QDateTime::currentDateTime().toString(QStringLiteral("HH:mm:ss t"));
    const int left = width - textWidth(time) - columnGap;
    if (left > at)
        screen.putRight(0, left, time, {Tone::Muted}, width - left);
    screen.put(1, 0, statusLine(), width);
}

/** What is not as usual comes first: the line ends where the terminal does. */
StyledLine Top::statusLine() const
{
    StyledLine line;
    const auto add = [&line](const QString &text, const TextStyle &style) {
        line.push_back({text, style});
        line.push_back({QString(columnGap + 1, u' '), {}});
    };
    if (!m_lost.empty())
        add(lostText(), {Tone::Danger, true});
    if (m_tools.monitor->isPaused())
        add(Words::tr("PAUSED"), {Tone::Expiring, true});
    for (const WriteLifts::Lift &lift : m_tools.lifts->lifts())
        add(Words::tr("writes to %1 allowed for %2: W ends that")
                .arg(literalText(lift.backend),
                     durationText(std::chrono::ceil<std::chrono::seconds>(lift.left))),
            {Tone::Danger, true});
    const ViewSnapshot &view = *m_tools.monitor->store().view();
    for (const StatusPart &part : StatusText::backends(view, m_tools.actions.clock->now()))
        add(part.text, {part.tone});
    return line;
}

/** Until somebody went to the page of held locks and saw it there. Empty: none is. */
QString Top::lostText() const
{
    if (m_lost.empty())
        return {};
    const int row = m_held.rowOf(m_lost.back());
    constexpr int longest = 40;
    const QString name =
        row < 0 ? QString() : elidedMiddle(HeldModel::nameText(m_held.lockAt(row)), longest);
    return m_lost.size() == 1 ? Words::tr("LOST: you no longer hold %1.").arg(name)
                              : Words::tr("LOST: you no longer hold %n locks, the last %1.",
                                          nullptr, int(m_lost.size()))
                                    .arg(name);
}

/** A sentence above the row `end`, in as many as it takes. @return how many, one at least. */
int Top::drawFoot(TextScreen &screen, int end, const QString &text, const TextStyle &style)
{
    constexpr int mostRows = 4;
    const QStringList lines =
        wrappedText(text, screen.width(), std::clamp(screen.height() / 6, 1, mostRows));
    int row = end - int(lines.size());
    for (const QString &line : lines)
        screen.put(row++, 0, line, style, screen.width());
    return int(lines.size());
}

/** @return how many rows it takes. */
int Top::drawHints(TextScreen &screen) const
{
    if (!m_told.isEmpty())
        return drawFoot(screen, screen.height(), m_told, {Tone::Expiring, true});
    const int row = screen.height() - 1;
    int at = 0;
    const auto add = [&](const TopHint &hint) {
        const QString keys = QString::fromLatin1(hint.keys);
        const QString what = u' ' + Words::tr(hint.what);
        const int width = textWidth(keys) + textWidth(what);
        if (at + width > screen.width())
            return;
        at += screen.put(row, at, StyledLine{{keys, {Tone::Plain, true}}, {what, {Tone::Muted}}},
                         width);
        at += columnGap;
    };
    // Where there is room for few, those that lead on.
    if (!m_above) {
        add({"q", "quit"});
        add({"?", "help"});
    }
    for (const TopHint &hint : sheet().hints())
        add(hint);
    if (!m_above) {
        add({"Space", "pause"});
        add({"1-6", "pages"});
    }
    return 1;
}

std::vector<StyledLine> Top::helpLines(int width) const
{
    std::vector<StyledLine> lines;
    constexpr int keysWidth = 11;
    const auto part = [&](const QString &title, std::span<const TopHint> hints) {
        if (!lines.empty())
            lines.emplace_back();
        lines.push_back({{title, {Tone::Plain, true}}});
        for (const TopHint &hint : hints) {
            const QString what = Words::tr(*hint.sentence != '\0' ? hint.sentence : hint.what);
            const QStringList wrapped =
                wrappedText(what, std::max(10, width - keysWidth - columnGap));
            for (qsizetype i = 0; i < wrapped.size(); ++i) {
                const QString keys = i == 0 ? QString::fromLatin1(hint.keys) : QString();
                lines.push_back(
                    {{keys.leftJustified(keysWidth + columnGap), {Tone::Held}}, {wrapped[i], {}}});
            }
        }
    };
    part(Words::tr("Everywhere"), everywhere);
    part(Words::tr(pages[0]), m_locksSheet.hints());
    part(Words::tr(pages[1]), m_leadersSheet.hints());
    part(Words::tr(pages[2]), m_eventsSheet.hints());
    part(Words::tr(pages[alertsPage]), m_alertsSheet.hints());
    part(Words::tr(pages[heldPage]), m_heldSheet.hints());
    lines.emplace_back();
    for (const QString &line :
         wrappedText(Words::tr("! before a name: two may believe to have it, it is stuck, or "
                               "nobody leads. A dash: does not apply. A question mark: not "
                               "known. Nothing is free or gone that was not seen to be."),
                     width))
        lines.push_back({{line, {Tone::Muted}}});
    return lines;
}

// What is pressed

void Top::click(int row, int column)
{
    const auto hit =
        std::find_if(m_targets.begin(), m_targets.end(), [row, column](const auto &target) {
            const TextArea &area = target.area;
            return row >= area.row && row < area.row + area.height && column >= area.column
                   && column < area.column + area.width;
        });
    if (hit == m_targets.end())
        return;
    const auto meant = hit->click;
    // What it was drawn for may be over: the next click is for the next screen.
    m_targets.clear();
    m_told.clear();
    meant();
    emit changed(true);
}

void Top::setMouse(bool on)
{
    m_hasMouse = on;
    emit mouseWanted(on);
    tell(on ? Words::tr("The mouse chooses; with Shift it selects text, as without m.")
            : Words::tr("The mouse is the terminal's again."));
}

void Top::press(const TopKey &key)
{
    m_targets.clear();
    m_told.clear();
    m_isQuitAsked = m_isQuitAsked && key.is(u'q');
    if (key.is(TopKey::Code::Quit)) {
        emit quit();
        return;
    }
    // What nobody sees is not done.
    const bool isBlind = m_isTooSmall && !key.is(TopKey::Code::Suspend)
                         && !key.is(TopKey::Code::Redraw) && !key.is(TopKey::Code::Escape);
    if (isBlind)
        return;
    // Here, for all that has keys: what is pasted was meant for another program.
    if (key.isAmongMany && !sheet().takesMany(key)) {
        tell(manyKeysTold());
        return;
    }
    if (key.is(TopKey::Code::Suspend))
        emit suspend();
    else if (key.is(TopKey::Code::Redraw))
        emit redraw();
    else if (sheet().isTyping() || !pressAnywhere(key)) {
        // A sheet that closes is still at its key.
        sheet().press(key);
    }
    m_closed.reset();
    emit changed(true);
}

bool Top::pressAnywhere(const TopKey &key)
{
    using Code = TopKey::Code;
    const bool isClosing = key.is(Code::Escape) || key.is(u'q');
    if (m_above && (isClosing || key.is(Code::Enter) || key.is(Code::Left))) {
        closeSheet();
    } else if (key.is(u'?') || key.is(Code::F1)) {
        openHelp();
    } else if (key.is(u' ')) {
        m_tools.monitor->setPaused(!m_tools.monitor->isPaused());
    } else if (key.is(u'W')) {
        for (const QString &backend : m_tools.lifts->names())
            m_tools.lifts->restore(backend);
    } else if (key.is(u'm')) {
        setMouse(!m_hasMouse);
    } else if (key.is(Code::F5) || key.is(u'R')) {
        m_tools.monitor->refresh();
        tell(Words::tr("Looking at all servers ..."));
    } else {
        return !m_above && pressOnPage(key);
    }
    return true;
}

bool Top::pressOnPage(const TopKey &key)
{
    using Code = TopKey::Code;
    if (key.is(u'q')) {
        askToQuit();
    } else if (key.is(Code::Tab)) {
        showPage((m_page + 1) % int(std::size(pages)));
    } else if (key.is(Code::BackTab)) {
        showPage((m_page + int(std::size(pages)) - 1) % int(std::size(pages)));
    } else if (key.code == Code::Text && key.text >= QStringLiteral("1")
               && key.text <= QString::number(std::size(pages))) {
        showPage(key.text.toInt() - 1);
    } else {
        return false;
    }
    return true;
}

void Top::showPage(int page)
{
    if (m_page == heldPage && page != heldPage) {
        m_lost.removeIf([this](int id) { return m_lostSeen.contains(id); });
        m_lostSeen.clear();
    }
    if (page == heldPage && m_page != heldPage && !m_lost.empty())
        m_heldSheet.choose(m_lost.back());
    m_page = page;
}

void Top::takeAlerts(const std::shared_ptr<const AlertBoard> &board)
{
    m_alerts.setBoard(board);
    emit changed(false);
}

void Top::showLockOf(const AlertSubject &subject)
{
    showPage(0);
    m_locksSheet.showOnly(subject.name, subject.backend);
}

void Top::openDetails()
{
    m_above = std::make_unique<LinesSheet>(
        [this](int width) { return detailLines(m_locksSheet.details(), width); },
        [this](int rows) { m_locksSheet.step(rows); }, sheetHints,
        [this](const TopKey &key) { return m_locksSheet.pressAboutLife(key); });
}

void Top::openHelp()
{
    m_above = std::make_unique<LinesSheet>([this](int width) { return helpLines(width); }, nullptr,
                                           scrolledHints);
}

void Top::openRelease(const LockPointer &lock)
{
    const BackendSpec *backend = backendOf(lock->id.source->backend);
    const LockSystem *system = m_tools.actions.systems(lock->id.source->system);
    if (!backend || !system || system->actions(*lock).empty()) {
        tell(Words::tr("There is nothing that can be done to this lock from here."));
        return;
    }
    ReleaseSubject subject{
        .lock = lock,
        .environment = backend->environment,
        .system = m_locks.names().description(lock->id.source->system),
        .actionsOf =
            [systems = m_tools.actions.systems](const LockRecord &record) {
                const LockSystem *own = systems(record.id.source->system);
                return own ? own->actions(record) : std::vector<LockAction>();
            },
        .commandOrigin = m_tools.commandOrigin,
        .checkOf = [this](const LockRecord &held) { return m_checks.saidOf(held); }};
    if (const LockNote *note = noteOf(m_tools.notes, lock->id.name))
        subject.note = *note;
    m_above = std::make_unique<ReleaseSheet>(
        std::move(subject), *backend, m_tools.monitor->store(),
        ReleaseSheet::Tools{m_tools.actions, m_tools.lifts, [this] { m_tools.monitor->refresh(); },
                            [this] { emit changed(true); }, [this] { closeSheet(); },
                            [this](const ReleaseHere &here) { m_events.noteRelease(here); }});
}

void Top::openAcquire(const std::optional<LockId> &from)
{
    std::vector<AcquirePlace> places = acquirePlaces(m_tools.backends);
    if (places.empty()) {
        tell(Words::tr("No lock can be taken on these servers from here."));
        return;
    }
    m_above = std::make_unique<AcquireSheet>(
        std::move(places), from, m_tools.monitor->store(),
        AcquireSheet::Tools{m_tools.lifts, m_tools.actions.clock, m_tools.commandOrigin,
                            [this](const HoldOrder &order) {
                                m_tools.holds->acquire(order);
                                showPage(heldPage);
                            },
                            [this] { emit changed(true); }, [this] { closeSheet(); }});
}

void Top::followHold(int id)
{
    const auto &locks = m_tools.holds->locks();
    const auto found = std::find_if(locks.begin(), locks.end(),
                                    [id](const HeldLock &lock) { return lock.id == id; });
    if (found == locks.end())
        return;
    m_held.put(*found);
    if (found->state == HeldLock::State::Lost && !m_lost.contains(id))
        m_lost << id;
    emit changed(true);
}

/** Locks that are held end with the program: that is said before. */
void Top::askToQuit()
{
    const int held = m_tools.holds->liveCount();
    if (held == 0 || std::exchange(m_isQuitAsked, true)) {
        emit quit();
        return;
    }
    tell(Words::tr("Locks held or waited for from here: %1. q again lets go of them and quits.")
             .arg(held));
}

void Top::closeSheet()
{
    m_closed = std::move(m_above);
}

void Top::tell(const QString &word)
{
    m_told = literalText(word);
    emit changed(true);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/lockactions.h"

#include "core/monitor/lockjson.h"
#include "core/text/literaltext.h"
#include "core/display/locktext.h"
#include "ui/kit/actionname.h"
#include "ui/kit/icons.h"
#include "ui/kit/markedlocks.h"
#include "ui/kit/narrowactions.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

#include <algorithm>

namespace lockmaster {

namespace {

/** Of a larger selection only so many are asked for what can be done; the dialog asks them all. */
constexpr size_t mostAsked = 500;

/** A comment for SQL, shells and `redis-cli`, which refuses it: nothing of a name acts in any. */
QString serverComment(const QString &backend)
{
    QString text = QStringLiteral("# ");
    for (const QChar c : backend)
        text += c.isLetterOrNumber() || QStringView(u" -.:/@").contains(c) ? c : QChar(u'_');
    return text;
}

} // namespace

LockActions::LockActions(LockTable &table, const Clock &clock)
    : QObject(&table), m_table(table), m_clock(clock),
      m_release(add([] { return tr("Release…"); }, QKeySequence::Delete)),
      m_pin(add([] { return tr("Pin"); }, QKeySequence(tr("Ctrl+P")))),
      m_narrow(new NarrowActions(table,
                                 [this]() -> std::optional<NarrowedLock> {
                                     const auto locks = m_table.selectedLocks(2);
                                     return locks.size() == 1
                                                ? std::optional(NarrowedLock::of(*locks.front()))
                                                : std::nullopt;
                                 })),
      m_name(addCopy([] { return tr("Copy name"); }, &LockActions::names)),
      m_owner(addCopy([] { return tr("Copy owner"); }, &LockActions::owners)),
      m_text(addCopy([] { return tr("Copy as text"); }, &LockActions::texts, QKeySequence::Copy)),
      m_json(addCopy([] { return tr("Copy as JSON"); }, &LockActions::json,
                     QKeySequence(tr("Ctrl+Shift+C")))),
      m_look(addCopy([] { return tr("Copy as SQL or redis-cli"); }, &LockActions::looks)),
      m_command(addCopy([] { return tr("Copy as lockctl command"); }, &LockActions::commands)),
      m_releaseCommand(addCopy([] { return tr("Copy as lockctl release command"); },
                               &LockActions::releaseCommands))
{
    m_release->setIcon(symbolicIcon(QStringLiteral("release")));
    m_text->setIcon(symbolicIcon(QStringLiteral("copy")));
    connect(m_narrow, &NarrowActions::narrowRequested, this, &LockActions::narrowRequested);
    connect(m_release, &QAction::triggered, this, [this] {
        if (const auto locks = m_table.selectedLocks(); !locks.empty())
            emit releaseRequested(locks);
    });
    connect(table.selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &LockActions::updateRelease);
    // Behind the update, and once for all that have come: hundreds of locks may have to be asked.
    m_later.setSingleShot(true);
    connect(&m_later, &QTimer::timeout, this, &LockActions::updateRelease);
    const auto askLater = [this] { m_later.start(0); };
    connect(table.model(), &QAbstractItemModel::dataChanged, this, askLater);
    connect(table.model(), &QAbstractItemModel::layoutChanged, this, askLater);
    updateRelease();
    connect(m_pin, &QAction::triggered, this, &LockActions::pinSelected);
    connect(&table, &QWidget::customContextMenuRequested, this, &LockActions::showMenu);
}

QAction *LockActions::add(const std::function<QString()> &name, const QKeySequence &keys)
{
    auto *action = new QAction(this);
    nameAction(*action, name);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_table.addAction(action);
    return action;
}

QAction *LockActions::addCopy(const std::function<QString()> &name,
                              QString (LockActions::*text)(const Locks &) const,
                              const QKeySequence &keys)
{
    QAction *action = add(name, keys);
    m_copies.push_back({action, [this, text](const Locks &locks) { return (this->*text)(locks); }});
    connect(action, &QAction::triggered, this,
            [this, text] { copy((this->*text)(m_table.selectedLocks())); });
    return action;
}

void LockActions::copy(const QString &text)
{
    // Nothing selected: what is in the clipboard stays.
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

QString LockActions::names(const Locks &locks) const
{
    QStringList names;
    for (const LockPointer &lock : locks)
        names << literalText(lock->id.name);
    return names.join(u'\n');
}

/** Of one that is cut nothing is told that could be compared. */
QString LockActions::owners(const Locks &locks) const
{
    QStringList owners;
    for (const LockPointer &lock : locks) {
        for (const Holder &holder : lock->holders) {
            if (!holder.truncated())
                owners << literalText(holder.raw);
        }
    }
    return owners.join(u'\n');
}

QString LockActions::texts(const Locks &) const
{
    return m_table.selectedText();
}

QString LockActions::json(const Locks &locks) const
{
    QByteArrayList lines;
    for (const LockPointer &lock : locks)
        lines << lockToJson(*lock, m_table.looked(*lock), m_clock.now());
    return QString::fromUtf8(lines.join('\n'));
}

QString LockActions::looks(const Locks &locks) const
{
    std::vector<std::pair<QString, QStringList>> servers; // as they come
    for (const LockPointer &lock : locks) {
        const QStringList lines = m_lookOf ? m_lookOf(*lock) : QStringList();
        if (lines.isEmpty())
            continue;
        const QString &backend = lock->id.source->backend;
        auto server = std::find_if(servers.begin(), servers.end(),
                                   [&](const auto &known) { return known.first == backend; });
        if (server == servers.end())
            server = servers.insert(server, {backend, {}});
        server->second += lines;
    }
    QStringList texts;
    for (const auto &[backend, lines] : servers) {
        // Each is for a client of its own.
        if (servers.size() > 1)
            texts << serverComment(backend);
        texts += lines;
    }
    return texts.join(u'\n');
}

QString LockActions::commands(const Locks &locks) const
{
    QStringList lines;
    for (const LockPointer &lock : locks) {
        if (const auto origin = m_origins.of(lock->id.source->backend))
            lines << listCommand(*lock, *origin);
    }
    return lines.join(u'\n');
}

QString LockActions::releaseCommands(const Locks &locks) const
{
    QStringList lines;
    for (const LockPointer &lock : locks) {
        const auto actions = m_actionsOf ? m_actionsOf(*lock) : std::vector<LockAction>();
        const auto origin = m_origins.of(lock->id.source->backend);
        if (origin && !actions.empty())
            lines << releaseCommand(*lock, m_table.looked(*lock), actions.front(), false, *origin);
    }
    return lines.join(u'\n');
}

void LockActions::setLookOf(LookOf lookOf)
{
    m_lookOf = std::move(lookOf);
    updateRelease();
}

void LockActions::setActionsOf(ActionsOf actionsOf)
{
    m_actionsOf = std::move(actionsOf);
    updateRelease();
}

void LockActions::setCommandOrigins(const CommandOrigins &origins)
{
    m_origins = origins;
    updateRelease();
}

bool LockActions::hasCommand(const std::vector<LockPointer> &locks) const
{
    return std::any_of(locks.begin(), locks.end(), [this](const LockPointer &lock) {
        return m_origins.of(lock->id.source->backend).has_value();
    });
}

bool LockActions::hasLook(const Locks &locks) const
{
    return m_lookOf && std::any_of(locks.begin(), locks.end(), [this](const LockPointer &lock) {
               return !m_lookOf(*lock).isEmpty();
           });
}

void LockActions::setPins(MarkedLocks &pins)
{
    m_pins = &pins;
    connect(m_pins, &MarkedLocks::changed, this, &LockActions::updatePin);
    updatePin();
}

/** Of a large selection the first ones decide, as they do of the release. */
void LockActions::updatePin()
{
    const auto locks = m_table.selectedLocks(MarkedLocks::most);
    const bool pinned = m_pins && !locks.empty()
                        && std::all_of(locks.begin(), locks.end(), [this](const LockPointer &lock) {
                               return m_pins->contains(lock->id);
                           });
    nameAction(*m_pin, [pinned] { return pinned ? tr("Unpin") : tr("Pin"); });
    const bool isRoom = m_pins && (pinned || !m_pins->isFull());
    m_pin->setEnabled(!locks.empty() && isRoom);
    const QString why = locks.empty() ? tr("Select the lock to pin.")
                        : isRoom      ? tr("A pinned lock stands first, whatever the order")
                                      : tr("At most %1 locks are pinned.").arg(MarkedLocks::most);
    m_pin->setToolTip(plainToolTip(why));
}

void LockActions::pinSelected()
{
    if (!m_pins)
        return;
    const auto locks = m_table.selectedLocks(MarkedLocks::most);
    const bool pinned = std::all_of(locks.begin(), locks.end(), [this](const LockPointer &lock) {
        return m_pins->contains(lock->id);
    });
    std::vector<LockId> ids;
    for (const LockPointer &lock : locks)
        ids.push_back(lock->id);
    m_pins->setMarked(ids, !pinned);
}

void LockActions::updateRelease()
{
    updatePin();
    // Mostly the first ones decide; a thousand would be felt with each update.
    constexpr size_t firstOnes = 8;
    auto locks = m_table.selectedLocks(firstOnes);
    QString why = whyNotReleased(locks);
    if (locks.size() == firstOnes && (!why.isEmpty() || !hasCommand(locks) || !hasLook(locks))) {
        locks = m_table.selectedLocks(mostAsked + 1);
        why = whyNotReleased(locks);
    }
    m_release->setEnabled(why.isEmpty());
    m_command->setEnabled(locks.empty() || hasCommand(locks));
    m_look->setEnabled(locks.empty() || hasLook(locks));
    m_releaseCommand->setEnabled(why.isEmpty() && hasCommand(locks));
    m_release->setToolTip(
        plainToolTip(why.isEmpty() ? tr("Release the selected locks (Del)") : why));
}

QString LockActions::whyNotReleased(const std::vector<LockPointer> &locks) const
{
    if (locks.empty())
        return tr("Select the lock to release.");
    const auto asked = locks.begin() + std::ptrdiff_t(std::min(locks.size(), mostAsked));
    const bool any = std::any_of(locks.begin(), asked, [this](const LockPointer &lock) {
        return m_actionsOf && !m_actionsOf(*lock).empty();
    });
    if (any || locks.size() > mostAsked)
        return {};
    if (locks.size() > 1)
        return tr("None of the selected locks can be released.");
    switch (locks.front()->state) {
    case LockState::Unknown: return tr("How this lock stands is not known.");
    case LockState::Free: return tr("Nobody holds this lock.");
    default: return tr("Locks of this system cannot be released from here.");
    }
}

QList<QAction *> LockActions::copyActions() const
{
    QList<QAction *> actions;
    for (const Copy &each : m_copies)
        actions << each.action;
    return actions;
}

void LockActions::addTo(QMenu &menu, const LockPointer &lock)
{
    for (const Copy &each : m_copies) {
        // The table's own cells are of what is selected there.
        if (each.action == m_text)
            continue;
        const QString text = each.text({lock});
        menu.addAction(each.action->text(), this, [text] { copy(text); })
            ->setEnabled(!text.isEmpty());
    }
    menu.addSeparator();
    for (const Narrowing by : allNarrowings) {
        const QString term = NarrowedLock::of(*lock).term(by);
        menu.addAction(NarrowedLock::text(by), this, [this, term] { emit narrowRequested(term); })
            ->setEnabled(!term.isEmpty());
    }
}

QList<QAction *> LockActions::offered()
{
    const auto locks = m_table.selectedLocks(2);
    QList<QAction *> actions{m_release, m_pin};
    if (locks.size() == 1) {
        emit singleChosen(locks.front()->id);
        actions += m_single;
    }
    if (!locks.empty())
        actions += copyActions();
    return actions;
}

void LockActions::showMenu(const QPoint &at)
{
    const auto locks = m_table.selectedLocks();
    if (locks.empty())
        return;
    // Gone once it is closed; nothing waits for it.
    auto *menu = new QMenu(&m_table);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->addActions({m_release, m_pin});
    if (locks.size() == 1) {
        emit singleChosen(locks.front()->id);
        menu->addActions(m_single);
        menu->addSeparator();
        m_narrow->update();
        menu->addActions(m_narrow->actions());
    }
    menu->addSeparator();
    menu->addActions(copyActions());
    menu->popup(m_table.viewport()->mapToGlobal(at));
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/lockactions.h"

#include "core/monitor/filter.h"
#include "core/monitor/lockjson.h"
#include "core/text/literaltext.h"
#include "core/display/locktext.h"
#include "ui/kit/actionname.h"
#include "ui/kit/icons.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

#include <algorithm>

namespace lockmaster {

namespace {

/** Of a larger selection only so many are asked for what can be done; the dialog asks them all. */
constexpr size_t mostAsked = 500;

} // namespace

LockActions::LockActions(LockTable &table, const Clock &clock)
    : QObject(&table), m_table(table), m_clock(clock),
      m_release(add([] { return tr("Release…"); }, QKeySequence::Delete)),
      m_name(add([] { return tr("Copy name"); }, {})),
      m_owner(add([] { return tr("Copy owner"); }, {})),
      m_text(add([] { return tr("Copy as text"); }, QKeySequence::Copy)),
      m_json(add([] { return tr("Copy as JSON"); }, QKeySequence(tr("Ctrl+Shift+C")))),
      m_command(add([] { return tr("Copy as lockctl command"); }, {})),
      m_releaseCommand(add([] { return tr("Copy as lockctl release command"); }, {}))
{
    m_release->setIcon(symbolicIcon(QStringLiteral("release")));
    m_text->setIcon(symbolicIcon(QStringLiteral("copy")));
    connect(m_name, &QAction::triggered, this, [this] { copy(selectedNames()); });
    connect(m_owner, &QAction::triggered, this, [this] { copy(selectedOwners()); });
    connect(m_text, &QAction::triggered, this, [this] { copy(m_table.selectedText()); });
    connect(m_json, &QAction::triggered, this, [this] { copy(selectedJson()); });
    connect(m_command, &QAction::triggered, this, [this] { copy(selectedCommands()); });
    connect(m_releaseCommand, &QAction::triggered, this,
            [this] { copy(selectedReleaseCommands()); });
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

void LockActions::copy(const QString &text)
{
    // Nothing selected: what is in the clipboard stays.
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

QString LockActions::selectedNames() const
{
    QStringList names;
    for (const LockPointer &lock : m_table.selectedLocks())
        names << literalText(lock->id.name);
    return names.join(u'\n');
}

/** Of one that is cut nothing is told that could be compared. */
QString LockActions::selectedOwners() const
{
    QStringList owners;
    for (const LockPointer &lock : m_table.selectedLocks()) {
        for (const Holder &holder : lock->holders) {
            if (!holder.truncated())
                owners << literalText(holder.raw);
        }
    }
    return owners.join(u'\n');
}

QString LockActions::selectedJson() const
{
    QByteArrayList lines;
    const auto locks = m_table.selectedLocks();
    for (const LockPointer &lock : locks)
        lines << lockToJson(*lock, m_table.looked(*lock), m_clock.now());
    return QString::fromUtf8(lines.join('\n'));
}

QString LockActions::selectedCommands() const
{
    QStringList lines;
    const auto locks = m_table.selectedLocks();
    for (const LockPointer &lock : locks) {
        if (const auto origin = m_origins.of(lock->id.source->backend))
            lines << listCommand(*lock, *origin);
    }
    return lines.join(u'\n');
}

QString LockActions::selectedReleaseCommands() const
{
    QStringList lines;
    const auto locks = m_table.selectedLocks();
    for (const LockPointer &lock : locks) {
        const auto actions = m_actionsOf ? m_actionsOf(*lock) : std::vector<LockAction>();
        const auto origin = m_origins.of(lock->id.source->backend);
        if (origin && !actions.empty())
            lines << releaseCommand(*lock, m_table.looked(*lock), actions.front(), false, *origin);
    }
    return lines.join(u'\n');
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

void LockActions::updateRelease()
{
    // Mostly the first ones decide; a thousand would be felt with each update.
    constexpr size_t firstOnes = 8;
    auto locks = m_table.selectedLocks(firstOnes);
    QString why = whyNotReleased(locks);
    if (locks.size() == firstOnes && (!why.isEmpty() || !hasCommand(locks))) {
        locks = m_table.selectedLocks(mostAsked + 1);
        why = whyNotReleased(locks);
    }
    m_release->setEnabled(why.isEmpty());
    m_command->setEnabled(locks.empty() || hasCommand(locks));
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

/** What cannot be typed cannot be looked for. */
void LockActions::addNarrowing(QMenu &menu, const LockRecord &lock)
{
    const auto offer = [&](const QString &text, QStringView field, const QByteArray &value) {
        if (value.isEmpty() || literalText(value).toUtf8() != value)
            return;
        menu.addAction(text, this, [this, term = Filter::exactTerm(field, {literalText(value)})] {
            emit narrowRequested(term);
        });
    };
    offer(tr("Only this name"), u"name", lock.id.name);
    if (!lock.holders.empty() && !lock.holders.constFirst().truncated())
        offer(tr("Only this owner"), u"owner", lock.holders.constFirst().raw);
    offer(tr("Only this server"), u"backend", lock.id.source->backend.toUtf8());
}

QList<QAction *> LockActions::offered()
{
    const auto locks = m_table.selectedLocks(2);
    QList<QAction *> actions{m_release};
    if (locks.size() == 1) {
        emit singleChosen(locks.front()->id);
        actions += m_single;
    }
    if (!locks.empty())
        actions += {m_name, m_owner, m_text, m_json, m_command, m_releaseCommand};
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
    menu->addAction(m_release);
    if (locks.size() == 1) {
        emit singleChosen(locks.front()->id);
        menu->addActions(m_single);
        menu->addSeparator();
        addNarrowing(*menu, *locks.front());
    }
    menu->addSeparator();
    menu->addActions({m_name, m_owner, m_text, m_json, m_command, m_releaseCommand});
    menu->popup(m_table.viewport()->mapToGlobal(at));
}

} // namespace lockmaster

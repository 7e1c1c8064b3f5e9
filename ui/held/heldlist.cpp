// SPDX-License-Identifier: Apache-2.0
#include "ui/held/heldlist.h"

#include "core/text/literaltext.h"
#include "ui/kit/narrowactions.h"
#include "ui/kit/statedelegates.h"
#include "ui/kit/ttldelegate.h"
#include "ui/kit/plaintable.h"

#include <QAction>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

NarrowedLock narrowedTo(const HeldLock &lock)
{
    // Who only waits, or has not had it, is no owner in any list.
    return {lock.order.request.name, lock.isOurs() && lock.own ? lock.own->owner : QByteArray(),
            lock.order.backend.name};
}

} // namespace

HeldList::HeldList(HeldModel &model, QWidget *parent)
    : ActionList(model, tr("Held by you"), 200ms, parent), m_model(model), m_said(new QLabel(this)),
      m_empty(new QLabel(this))
{
    buildTable();
    buildActions();
    m_said->setTextFormat(Qt::PlainText);
    m_said->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_said->setWordWrap(true);
    m_said->setContentsMargins(12, 2, 12, 6);
    m_empty->setText(tr("You hold no lock. Ctrl+N acquires one."));
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setContentsMargins(12, 4, 12, 8);
    layout()->addWidget(m_said);
    layout()->addWidget(m_empty);
    static_cast<QVBoxLayout *>(layout())->addStretch(0);
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, &HeldList::followModel);
    connect(&m_model, &QAbstractItemModel::rowsRemoved, this, &HeldList::followModel);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex &first) {
        if (first.column() == 0) // not the countdown's
            followModel();
    });
    connect(this, &ActionList::ticked, &m_model, &HeldModel::tick);
    followModel();
}

void HeldList::buildTable()
{
    table().setItemDelegateForColumn(HeldModel::Lease, new TtlDelegate(effects(), this));
    table().setItemDelegateForColumn(HeldModel::Progress, new HeldStateDelegate(effects(), this));
    setUsualWidths(table());
}

void HeldList::buildActions()
{
    m_renew = addAction(tr("Renew now"), tr("Give the selected lock its whole lease again"));
    m_release = addAction(tr("Release"), tr("Let go of the selected lock, or stop waiting (Del)"),
                          QKeySequence::Delete);
    m_releaseAll =
        addAction(tr("Release all"), tr("Let go of every lock here, and stop every wait"));
    m_dismiss = addAction(tr("Dismiss"), tr("Take what is over off this list"));
    const auto forEach = [this](auto wanted, auto tell) {
        return [this, wanted, tell] {
            for (const HeldLock &lock : selected()) {
                if (wanted(lock))
                    emit(this->*tell)(lock.id);
            }
        };
    };
    connect(m_renew, &QAction::triggered, this,
            forEach([](const HeldLock &lock) { return lock.state == HeldLock::State::Held; },
                    &HeldList::renewRequested));
    connect(
        m_release, &QAction::triggered, this,
        forEach([](const HeldLock &lock) { return lock.isLive(); }, &HeldList::releaseRequested));
    connect(
        m_dismiss, &QAction::triggered, this,
        forEach([](const HeldLock &lock) { return !lock.isLive(); }, &HeldList::dismissRequested));
    connect(m_releaseAll, &QAction::triggered, this, &HeldList::releaseAllRequested);
    auto *narrow = new NarrowActions(table(), [this]() -> std::optional<NarrowedLock> {
        const std::vector<HeldLock> locks = selected();
        return locks.size() == 1 ? std::optional(narrowedTo(locks.front())) : std::nullopt;
    });
    addToMenu(narrow->actions() + narrow->copies());
    connect(narrow, &NarrowActions::narrowRequested, this, &HeldList::narrowRequested);
}

void HeldList::reveal(int id)
{
    revealRow(m_model.rowOf(id));
}

void HeldList::followModel()
{
    const int rows = m_model.rowCount();
    const int live = m_model.liveCount();
    m_empty->setVisible(rows == 0);
    bool anyRenewals = false;
    for (int row = 0; row < rows; ++row)
        anyRenewals =
            anyRenewals || !m_model.index(row, HeldModel::Renewals).data().toString().isEmpty();
    // An empty column would take the room of what tells who has a lost lock.
    if (anyRenewals == table().isColumnHidden(HeldModel::Renewals)) {
        table().setColumnHidden(HeldModel::Renewals, !anyRenewals);
        if (anyRenewals)
            setUsualWidths(table());
    }
    const QString count = rows == live ? QString::number(live) : tr("%1 of %2").arg(live).arg(rows);
    followRows(rows == 0 ? QString() : count, rows - 1);
}

/** A row has no room for what went wrong: the selected one's, else the newest, in full. */
void HeldList::showMessage()
{
    const auto told = [](const HeldLock &lock) { return !lock.message.isEmpty(); };
    std::vector<HeldLock> candidates = selected();
    if (std::none_of(candidates.begin(), candidates.end(), told)) {
        for (int row = 0; row < m_model.rowCount(); ++row)
            candidates.push_back(m_model.lockAt(row));
    }
    const auto newest = std::find_if(candidates.rbegin(), candidates.rend(), told);
    m_said->setVisible(newest != candidates.rend());
    m_said->setText(newest == candidates.rend()
                        ? QString()
                        : QStringLiteral("%1: %2").arg(HeldModel::nameText(*newest),
                                                       literalText(newest->message)));
}

void HeldList::updateActions()
{
    showMessage();
    bool held = false;
    bool live = false;
    bool over = false;
    bool waits = true;
    for (const HeldLock &lock : selected()) {
        held = held || lock.state == HeldLock::State::Held;
        over = over || !lock.isLive();
        if (lock.isLive() && lock.state != HeldLock::State::LettingGo) {
            live = true;
            waits = waits && lock.state == HeldLock::State::Waiting;
        }
    }
    m_renew->setEnabled(held);
    m_release->setEnabled(live);
    m_release->setText(live && waits ? tr("Stop waiting") : tr("Release"));
    m_releaseAll->setEnabled(m_model.liveCount() > 0);
    m_dismiss->setEnabled(over);
}

std::vector<HeldLock> HeldList::selected() const
{
    std::vector<HeldLock> locks;
    for (const int row : selectedRows())
        locks.push_back(m_model.lockAt(row));
    return locks;
}

} // namespace lockmaster

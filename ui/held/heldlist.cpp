// SPDX-License-Identifier: Apache-2.0
#include "ui/held/heldlist.h"

#include "core/text/literaltext.h"
#include "ui/kit/heldstatedelegate.h"
#include "ui/kit/ttldelegate.h"
#include "ui/kit/plaintable.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** More rows than this are scrolled to. */
constexpr int heldlistMostRowsShown = 5;

} // namespace

HeldList::HeldList(HeldModel &model, QWidget *parent)
    : QWidget(parent), m_model(model), m_table(new QTableView(this)), m_count(new QLabel(this)),
      m_said(new QLabel(this)), m_empty(new QLabel(this)), m_tick(new QTimer(this))
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
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    auto *line = new QFrame(this);
    line->setFrameShape(QFrame::HLine);
    line->setForegroundRole(QPalette::Mid);
    line->setFrameShadow(QFrame::Plain);
    layout->addWidget(line);
    layout->addWidget(buildHead());
    layout->addWidget(m_table);
    layout->addWidget(m_said);
    layout->addWidget(m_empty);
    setFocusProxy(m_table);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, &HeldList::followModel);
    connect(&m_model, &QAbstractItemModel::rowsRemoved, this, &HeldList::followModel);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex &first) {
        if (first.column() == 0) // not the countdown's
            followModel();
    });
    connect(m_tick, &QTimer::timeout, &m_model, &HeldModel::tick);
    m_tick->setTimerType(Qt::CoarseTimer);
    followModel();
}

void HeldList::buildTable()
{
    m_table->setModel(&m_model);
    makePlainTable(*m_table, tr("Held by you"));
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setItemDelegate(new LockDelegate(m_effects, this));
    m_table->setItemDelegateForColumn(HeldModel::Lease, new TtlDelegate(m_effects, this));
    m_table->setItemDelegateForColumn(HeldModel::Progress, new HeldStateDelegate(m_effects, this));
    QHeaderView *header = m_table->horizontalHeader();
    header->hide(); // every cell says what it is
    header->setStretchLastSection(true);
    constexpr int widths[] = {220, 180, 210, 96, 104};
    for (int column = 0; column < HeldModel::Progress; ++column)
        header->resizeSection(column, widths[column]);
    header->resizeSection(HeldModel::Lease,
                          std::max(widths[HeldModel::Lease], durationWidth(*m_table)));
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &HeldList::updateActions);
    connect(m_table, &QWidget::customContextMenuRequested, this, &HeldList::showMenu);
}

QAction *HeldList::addAction(const QString &text, const QString &toolTip)
{
    auto *action = new QAction(text, this);
    action->setToolTip(toolTip);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_table->addAction(action);
    return action;
}

void HeldList::buildActions()
{
    m_renew = addAction(tr("Renew now"), tr("Give the selected lock its whole lease again"));
    m_release = addAction(tr("Release"), tr("Let go of the selected lock, or stop waiting (Del)"));
    m_release->setShortcut(QKeySequence::Delete);
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
}

QWidget *HeldList::buildHead()
{
    auto *head = new QWidget(this);
    auto *title = new QLabel(tr("Held by you"), head);
    QFont font = title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 0.85);
    font.setCapitalization(QFont::AllUppercase);
    title->setFont(font);
    title->setForegroundRole(QPalette::PlaceholderText);
    title->setBuddy(m_table);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_count->setTextFormat(Qt::PlainText);
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(12, 2, 8, 2);
    row->setSpacing(4);
    row->addWidget(title);
    row->addSpacing(4);
    row->addWidget(m_count);
    row->addStretch();
    for (QAction *action : {m_renew, m_release, m_releaseAll, m_dismiss}) {
        auto *button = new QToolButton(head);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
    }
    return head;
}

void HeldList::setAlwaysShown(bool always)
{
    m_always = always;
    followModel();
}

void HeldList::setLive(bool live)
{
    m_live = live;
    followModel();
}

void HeldList::reveal(int id)
{
    const int row = m_model.rowOf(id);
    if (row < 0)
        return;
    m_table->selectRow(row);
    m_table->scrollTo(m_model.index(row, 0));
    m_table->setFocus(Qt::OtherFocusReason);
}

void HeldList::followModel()
{
    const int rows = m_model.rowCount();
    const int live = m_model.liveCount();
    m_count->setText(rows == live ? QString::number(live) : tr("%1 of %2").arg(live).arg(rows));
    m_count->setVisible(rows > 0);
    m_table->setVisible(rows > 0);
    m_empty->setVisible(rows == 0);
    // One press on a button is enough: something is selected as long as there is something.
    if (rows > 0 && !m_table->selectionModel()->hasSelection())
        selectQuietly(*m_table, rows - 1);
    fitHeight();
    updateActions();
    setVisible(m_always || rows > 0);
    if (!m_live || live == 0)
        m_tick->stop();
    else if (!m_tick->isActive())
        m_tick->start(200ms);
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

void HeldList::fitHeight()
{
    const int shown = std::min(m_model.rowCount(), heldlistMostRowsShown);
    m_table->setFixedHeight(shown * LockDelegate::rowHeight);
}

std::vector<HeldLock> HeldList::selected() const
{
    std::vector<HeldLock> locks;
    const auto rows = m_table->selectionModel()->selectedRows();
    for (const QModelIndex &index : rows)
        locks.push_back(m_model.lockAt(index.row()));
    return locks;
}

void HeldList::showMenu(const QPoint &at)
{
    if (selected().empty())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions({m_renew, m_release, m_releaseAll, m_dismiss});
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

void HeldList::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitHeight();
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/eventstrip.h"

#include "core/display/locktext.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/labels.h"
#include "ui/kit/toolline.h"
#include "ui/locks/eventdelegate.h"
#include "ui/kit/narrowactions.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

/** So near to its end it is scrolled to its end. */
constexpr int endTolerance = 4;

} // namespace

EventStrip::EventStrip(EventModel &model, QSettings &settings, QWidget *parent)
    : QWidget(parent), m_model(model), m_list(new QListView(this)), m_tools(new ToolLine(this)),
      m_newest(new QToolButton(m_tools)), m_renewals(new QCheckBox(tr("Renewals"), m_tools)),
      m_empty(mutedLabel(
          tr("Nothing happened yet: what becomes of a lock from now on stands here."), this))
{
    buildList();
    buildTools(settings);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_tools);
    m_empty->setContentsMargins(12, 4, 12, 8);
    layout->addWidget(m_empty);
    layout->addWidget(m_list, 1);
    setFocusProxy(m_list);
    connect(&m_model, &EventModel::newerCountChanged, this, &EventStrip::tell);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&m_model, signal, this, &EventStrip::followModel);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &EventStrip::followModel);
    followModel();
    tell();
}

void EventStrip::buildList()
{
    m_list->setModel(&m_model);
    m_list->setItemDelegate(new EventDelegate(this));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setAccessibleName(tr("Events"));
    m_list->setMinimumHeight(1); // where it is empty, what says so needs the room
    announceFocusedCell(*m_list);
    m_list->viewport()->setBackgroundRole(QPalette::Window);
    m_list->installEventFilter(this);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &EventStrip::follow);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &EventStrip::followHand);
    const QScrollBar *bar = m_list->verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, this, &EventStrip::followHand);
    connect(bar, &QScrollBar::rangeChanged, this, [this] {
        if (!m_model.isStill()) {
            const QScopedValueRollback scrolls(m_scrolls, true);
            m_list->scrollToBottom();
        }
    });
    connect(m_list, &QListView::activated, this, [this](const QModelIndex &index) {
        if (const auto lock = index.data(EventModel::EventPointerRole).value<LockPointer>())
            emit lockChosen(LockId(lock->id));
    });
    auto *narrow = new NarrowActions(*m_list, [this]() -> std::optional<NarrowedLock> {
        const auto lock =
            m_list->currentIndex().data(EventModel::EventPointerRole).value<LockPointer>();
        return lock ? std::optional(NarrowedLock::of(*lock)) : std::nullopt;
    });
    m_list->addActions(narrow->actions() + narrow->copies());
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(narrow, &NarrowActions::narrowRequested, this, &EventStrip::narrowRequested);
}

void EventStrip::buildTools(QSettings &settings)
{
    m_newest->setText(tr("Newest"));
    m_newest->setToolTip(tr("Follow the newest events again (End)"));
    m_newest->setAutoRaise(true);
    m_newest->setFocusPolicy(Qt::StrongFocus);
    connect(m_newest, &QToolButton::clicked, this, [this] {
        follow();
        m_list->setFocus();
    });
    const QString key = QStringLiteral("events/renewals");
    m_renewals->setChecked(settings.value(key, true).toBool());
    m_renewals->setToolTip(tr("List renewals too"));
    m_model.setRenewalsShown(m_renewals->isChecked());
    connect(m_renewals, &QCheckBox::toggled, this, [this, &settings, key](bool shown) {
        m_model.setRenewalsShown(shown);
        settings.setValue(key, shown);
    });
    m_tools->add(m_newest);
    m_tools->add(m_renewals);
}

void EventStrip::follow()
{
    const QScopedValueRollback scrolls(m_scrolls, true);
    m_list->selectionModel()->clear();
    m_model.setStill(false);
    m_list->scrollToBottom();
}

/** Whether somebody reads: a line is chosen, or another place than the end is looked at. */
void EventStrip::followHand()
{
    if (m_scrolls)
        return;
    const QScrollBar *bar = m_list->verticalScrollBar();
    m_model.setStill(m_list->selectionModel()->hasSelection()
                     || bar->value() < bar->maximum() - endTolerance);
}

void EventStrip::followModel()
{
    m_empty->setVisible(m_model.rowCount() == 0);
}

void EventStrip::tell()
{
    const bool still = m_model.isStill();
    const qint64 newer = m_model.newerCount();
    m_tools->setWanted(m_newest, still);
    if (!still)
        m_tools->setNote({});
    else
        m_tools->setNote(newer == 0 ? tr("paused") : tr("paused, %1 newer").arg(countText(newer)),
                         Tone::Expiring);
}

bool EventStrip::eventFilter(QObject *watched, QEvent *event)
{
    const bool isKey = event->type() == QEvent::KeyPress;
    if (isKey && static_cast<QKeyEvent *>(event)->key() == Qt::Key_End) {
        follow();
        return true;
    }
    // The keyboard begins where one looks, and not a thousand lines before.
    if ((isKey || event->type() == QEvent::FocusIn) && !m_list->currentIndex().isValid())
        m_list->selectionModel()->setCurrentIndex(m_model.index(m_model.rowCount() - 1),
                                                  QItemSelectionModel::NoUpdate);
    return QWidget::eventFilter(watched, event);
}

} // namespace lockmaster

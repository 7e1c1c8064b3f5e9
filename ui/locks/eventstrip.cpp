// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/eventstrip.h"

#include "ui/locks/eventdelegate.h"
#include "ui/kit/colors.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/narrowactions.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QScrollBar>
#include <QSettings>
#include <QVBoxLayout>

namespace lockmaster {

EventStrip::EventStrip(EventModel &model, QSettings &settings, QWidget *parent)
    : QWidget(parent), m_list(new QListView(this)), m_renewals(new QCheckBox(tr("Renewals"), this))
{
    const QString key = QStringLiteral("events/renewals");
    m_renewals->setChecked(settings.value(key, true).toBool());
    m_renewals->setToolTip(tr("List renewals too"));
    model.setRenewalsShown(m_renewals->isChecked());
    connect(m_renewals, &QCheckBox::toggled, this, [&model, &settings, key](bool shown) {
        model.setRenewalsShown(shown);
        settings.setValue(key, shown);
    });

    m_list->setModel(&model);
    m_list->setItemDelegate(new EventDelegate(this));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setAccessibleName(tr("Events"));
    announceFocusedCell(*m_list);
    m_list->viewport()->setBackgroundRole(QPalette::Window);

    auto *title = new QLabel(tr("Events"), this);
    QFont font = title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 0.85);
    font.setCapitalization(QFont::AllUppercase);
    title->setFont(font);
    title->setForegroundRole(QPalette::PlaceholderText);
    title->setBuddy(m_list);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(12, 2, 8, 0);
    head->addWidget(title);
    head->addStretch();
    head->addWidget(m_renewals);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_list, 1);
    setFocusProxy(m_list);

    const QScrollBar *bar = m_list->verticalScrollBar();
    connect(&model, &QAbstractItemModel::rowsAboutToBeInserted, this,
            [this, bar] { m_atEnd = bar->value() >= bar->maximum() - 4; });
    connect(&model, &QAbstractItemModel::modelReset, m_list, &QListView::scrollToBottom);
    connect(bar, &QScrollBar::rangeChanged, this, [this] {
        if (m_atEnd)
            m_list->scrollToBottom();
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
    m_list->addActions(narrow->actions());
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(narrow, &NarrowActions::narrowRequested, this, &EventStrip::narrowRequested);
}

} // namespace lockmaster

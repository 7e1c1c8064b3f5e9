// SPDX-License-Identifier: Apache-2.0
#include "ui/owners/ownersview.h"

#include "ui/kit/elidedlabel.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/labels.h"
#include "core/display/locktext.h"
#include "ui/kit/messagepage.h"
#include "core/display/viewaccount.h"
#include "ui/owners/ownerstable.h"
#include "ui/owners/ownertext.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

constexpr int ownersMargin = 12;

} // namespace

OwnersView::OwnersView(LockStore &store, const Clock &clock, QWidget *parent)
    : QWidget(parent), m_store(store), m_model(new OwnersModel(clock, this)),
      m_table(new OwnersTable(*m_model, this)), m_summary(new ElidedLabel(this)),
      m_note(new ElidedLabel(this)), m_showLocks(new QPushButton(tr("Show its locks"), this)),
      m_message(new MessagePage(this)), m_stack(new QStackedWidget(this))
{
    m_stack->addWidget(buildContent());
    m_stack->addWidget(m_message);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_stack);
    passFocus(*this, *m_table);
    setAccessibleName(tr("Owners"));
    connect(&m_store, &LockStore::updated, this, &OwnersView::follow);
    const auto showChosen = [this](bool heldAlone) {
        if (const OwnerEntry *owner = m_table->chosen())
            emit locksWanted(OwnerId(owner->id), heldAlone);
    };
    connect(m_table, &OwnersTable::locksWanted, this, [showChosen] { showChosen(false); });
    connect(m_table, &OwnersTable::heldWanted, this, [showChosen] { showChosen(true); });
    connect(m_showLocks, &QPushButton::clicked, this, [showChosen] { showChosen(false); });
    connect(m_table, &OwnersTable::rowChosen, this, &OwnersView::updateHead);
    connect(m_message, &MessagePage::buttonClicked, this, [this] {
        if (m_store.view()->backends.empty())
            emit addBackendRequested();
        else
            emit allLocksWanted();
    });
}

QWidget *OwnersView::buildContent()
{
    auto *content = new QWidget(this);
    content->setAutoFillBackground(true);
    content->setBackgroundRole(QPalette::Base);
    m_showLocks->setAutoDefault(false);
    m_showLocks->setToolTip(
        tr("All that the chosen owner holds and waits for, on all servers (Enter)"));
    m_note->setContentsMargins(ownersMargin, 6, ownersMargin, 6);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(ownersMargin, 8, ownersMargin, 8);
    head->setSpacing(ownersMargin);
    head->addWidget(m_summary, 1);
    head->addWidget(m_showLocks);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_note);
    orderTabs({m_table, m_showLocks});
    return content;
}

void OwnersView::setOffersBackends(bool offers)
{
    m_offersBackends = offers;
    follow();
}

bool OwnersView::isMessageShown() const
{
    return m_stack->currentWidget() == m_message;
}

QString OwnersView::summary() const
{
    return m_summary->text();
}

QString OwnersView::note() const
{
    return m_note->isHidden() ? QString() : m_note->text();
}

void OwnersView::follow()
{
    // Nobody sees it: it is made good for when it is shown.
    if (!isVisible())
        return;
    m_model->follow(m_store.view()->owners);
    const bool wasMessage = isMessageShown();
    m_stack->setCurrentIndex(isEmptySaid() ? 1 : 0);
    updateHead();
    // Who came here while there was nothing wants to be in what is there now.
    const QWidget *focus = window()->focusWidget();
    if (wasMessage && !isMessageShown() && (!focus || focus == this || isAncestorOf(focus)))
        m_table->setFocus(Qt::OtherFocusReason);
}

void OwnersView::updateHead()
{
    m_showLocks->setEnabled(m_table->chosen() != nullptr);
    const auto &list = m_model->list();
    if (!list)
        return;
    const QString owners = tr("%Ln owners", nullptr, int(qint64(list->owners.size()) + list->more));
    m_summary->setText(list->waiting == 0
                           ? owners
                           : tr("%1, %2", "1: 12 owners; 2: 3 wait")
                                 .arg(owners, tr("%Ln wait", nullptr, int(list->waiting))));
    const QString unread = ViewAccount::of(m_store.view()->wholePart()).unreadSentence();
    QStringList notes{OwnerText::leftOut(*list), unread};
    notes.removeAll(QString());
    m_note->setText(notes.join(u' '));
    m_note->setVisible(!notes.isEmpty());
}

/** Says why nobody is listed; false where somebody is, or a list is on its way. */
bool OwnersView::isEmptySaid()
{
    const ViewSnapshot &view = *m_store.view();
    if (view.backends.empty()) {
        m_message->setMessage(tr("Add a server to see who holds its locks."),
                              m_offersBackends ? tr("Add a server…") : QString());
        return true;
    }
    if (m_model->rowCount() > 0)
        return false;
    const ViewAccount account = ViewAccount::of(view.wholePart());
    if (!account.anythingRead) {
        m_message->setMessage(account.problems.isEmpty()
                                  ? tr("Nothing has been read yet.")
                                  : account.problems.join(QStringLiteral("\n\n")),
                              {});
        return true;
    }
    if (!m_model->list())
        return false;
    const QString none = account.isComplete()
                             ? tr("Nobody who is known holds a lock, or waits for one.")
                             : tr("In what could be read, nobody who is known holds a lock.");
    QStringList said{none, OwnerText::leftOut(*m_model->list()), account.unreadSentence()};
    said.removeAll(QString());
    m_message->setMessage(said.join(QStringLiteral("\n\n")),
                          account.total > 0 ? tr("Show all locks") : QString());
    return true;
}

void OwnersView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    follow();
    emit seenChanged(true);
}

void OwnersView::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    emit seenChanged(false);
}

} // namespace lockmaster

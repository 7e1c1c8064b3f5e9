// SPDX-License-Identifier: Apache-2.0
#include "ui/overview/overviewview.h"

#include "ui/kit/elidedlabel.h"
#include "ui/kit/icons.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/labels.h"
#include "core/display/locktext.h"
#include "ui/kit/messagepage.h"
#include "ui/kit/textsize.h"
#include "core/display/viewaccount.h"
#include "ui/overview/overviewtable.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int overviewMargin = 12;
constexpr int widestFind = 260; ///< at the desktop's size of text

} // namespace

OverviewView::OverviewView(LockStore &store, const Clock &clock, QWidget *parent)
    : QWidget(parent), m_store(store), m_rates(clock),
      m_model(new OverviewModel(clock, m_rates, this)), m_head(new QWidget(this)),
      m_find(new QLineEdit(m_head)), m_table(new OverviewTable(*m_model, clock, this)),
      m_summary(new ElidedLabel(m_head)),
      m_showLocks(new QPushButton(tr("Show its locks"), m_head)), m_foot(new QWidget(this)),
      m_note(new ElidedLabel(m_foot)), m_sortNow(new QPushButton(tr("Sort now"), m_foot)),
      m_message(new MessagePage(this)), m_stack(new QStackedWidget(this))
{
    buildFind();
    build();
    passFocus(*this, *m_table);
    setAccessibleName(tr("Overview"));
    connect(&m_store, &LockStore::updated, this, [this](const ViewUpdate &update) {
        m_rates.add(update);
        if (isVisible())
            follow();
    });
    const auto showChosen = [this] {
        const OverviewRow *row = m_table->chosen();
        if (!row)
            return;
        ViewScope scope;
        if (row->isGroup)
            scope.environment = row->server.environment;
        else
            scope.backend = row->server.name;
        emit locksWanted(scope);
    };
    connect(m_table, &OverviewTable::locksWanted, this, showChosen);
    connect(m_showLocks, &QPushButton::clicked, this, showChosen);
    connect(m_table, &OverviewTable::rowChosen, this, &OverviewView::updateHead);
    connect(m_sortNow, &QPushButton::clicked, this, [this] {
        m_model->restoreOrderNow();
        m_table->setFocus();
        updateNote();
    });
    connect(m_message, &MessagePage::buttonClicked, this, [this] {
        if (m_store.view()->backends.empty())
            emit addBackendRequested();
        else
            m_find->clear();
    });
}

void OverviewView::buildFind()
{
    m_find->setPlaceholderText(tr("Find a server"));
    m_find->setAccessibleName(tr("Find a server"));
    m_find->setClearButtonEnabled(true);
    m_find->setMaximumWidth(scaledByText(widestFind));
    nameButtons(
        *m_find,
        m_find->addAction(symbolicIcon(QStringLiteral("search")), QLineEdit::LeadingPosition),
        tr("Find a server"));
    m_find->installEventFilter(this);
    connect(m_find, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_model->setWanted(TypedLetters(text));
        follow();
    });
}

void OverviewView::build()
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_showLocks->setAutoDefault(false);
    m_showLocks->setToolTip(tr("All locks of the chosen server or environment (Enter)"));
    m_sortNow->setAutoDefault(false);
    auto *head = new QHBoxLayout(m_head);
    head->setContentsMargins(overviewMargin, 8, overviewMargin, 8);
    head->setSpacing(overviewMargin);
    head->addWidget(m_find, 1);
    head->addWidget(m_summary, 2);
    head->addWidget(m_showLocks);
    auto *foot = new QHBoxLayout(m_foot);
    foot->setContentsMargins(overviewMargin, 4, overviewMargin, 4);
    foot->addWidget(m_note, 1);
    foot->addWidget(m_sortNow);
    m_foot->hide();
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_message);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_head);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_foot);
    orderTabs({m_find, m_showLocks, m_stack, m_sortNow});
}

void OverviewView::setOffersBackends(bool offers)
{
    m_offersBackends = offers;
    follow();
}

bool OverviewView::isMessageShown() const
{
    return m_stack->currentWidget() == m_message;
}

QString OverviewView::summary() const
{
    return m_summary->text();
}

QString OverviewView::note() const
{
    return m_foot->isHidden() ? QString() : m_note->text();
}

void OverviewView::follow()
{
    m_table->followHand();
    m_model->follow(m_store.view()->servers);
    if (isEmptySaid())
        m_stack->setCurrentWidget(m_message);
    else
        m_stack->setCurrentWidget(m_table);
    m_head->setVisible(!m_store.view()->backends.empty());
    updateHead();
    updateNote();
}

void OverviewView::updateHead()
{
    m_showLocks->setEnabled(m_table->chosen());
    if (!m_model->list())
        return;
    const ServerList &list = *m_model->list();
    const auto lost = std::count_if(list.begin(), list.end(), [](const ServerEntry &server) {
        return server.state == BackendState::Offline;
    });
    const QString all = tr("%Ln servers", nullptr, int(list.size()));
    QString text =
        m_model->listed() == m_model->servers()
            ? all
            : tr("%1 of %2", "1: 3; 2: 12 servers").arg(countText(m_model->listed()), all);
    if (lost > 0)
        text = tr("%1, %2", "1: 12 servers; 2: 3 do not answer")
                   .arg(text, tr("%Ln do not answer", nullptr, int(lost)));
    const auto partly = std::count_if(list.begin(), list.end(), [](const ServerEntry &server) {
        return server.state != BackendState::Offline && !server.isWhole;
    });
    if (partly > 0)
        text = tr("%1, %2", "1: 12 servers; 2: 3 do not answer")
                   .arg(text, tr("%Ln not wholly read", nullptr, int(partly)));
    m_summary->setText(text);
}

void OverviewView::updateNote()
{
    m_foot->setVisible(m_model->isBehind());
    m_note->setText(tr("Some rows belong elsewhere by now: none moves while you are among them."));
}

/** Says why no server is listed; false where one is, or a list is on its way. */
bool OverviewView::isEmptySaid()
{
    if (m_store.view()->backends.empty()) {
        m_message->setMessage(tr("Add a server to see how all of them stand."),
                              m_offersBackends ? tr("Add a server…") : QString());
        return true;
    }
    if (!m_model->list() || m_model->listed() > 0)
        return false;
    m_message->setMessage(tr("No server is called so."), tr("Show all servers"));
    return true;
}

bool OverviewView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_find && event->type() == QEvent::FontChange)
        m_find->setMaximumWidth(scaledByText(widestFind));
    if (watched == m_find && event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent *>(event)->key()) {
        case Qt::Key_Escape:
            // Who has looked for a server means that, and nothing that was chosen before.
            m_table->enter(m_find->text().isEmpty() ? OverviewTable::Choice::Kept
                                                    : OverviewTable::Choice::First);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Down: m_table->enter(OverviewTable::Choice::First); return true;
        default: break;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void OverviewView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_model->startAnew();
    emit seenChanged(true);
    follow();
}

void OverviewView::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    emit seenChanged(false);
}

} // namespace lockmaster

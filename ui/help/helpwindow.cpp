// SPDX-License-Identifier: Apache-2.0
#include "ui/help/helpwindow.h"

#include "core/display/locktext.h"
#include "ui/help/guidepages.h"
#include "ui/help/guideview.h"
#include "ui/kit/labels.h"
#include "ui/kit/scrolledbody.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

constexpr int pageRole = Qt::UserRole;

/** What stands in its first line. */
QString titleOf(const QString &name)
{
    return GuidePages::text(name).section(u'\n', 0, 0).remove(u'#').remove(u'`').trimmed();
}

} // namespace

HelpWindow::HelpWindow(QWidget *parent)
    : QWidget(parent, Qt::Window), m_view(new GuideView(this)), m_list(new QListWidget(this)),
      m_find(new QLineEdit(this)), m_note(mutedLabel({}, this))
{
    setWindowTitle(tr("The guide to Lockmaster"));
    auto *back = new QPushButton(tr("&Back"), this);
    auto *forward = new QPushButton(tr("&Forward"), this);
    back->setEnabled(false);
    forward->setEnabled(false);
    m_find->setPlaceholderText(tr("Find in the guide (Ctrl+F)"));
    m_find->setAccessibleName(tr("Find in the guide"));
    m_find->setClearButtonEnabled(true);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(12, 8, 12, 8);
    bar->addWidget(back);
    bar->addWidget(forward);
    bar->addWidget(m_note, 1);
    bar->addWidget(m_find, 1);
    m_list->setAccessibleName(tr("Pages of the guide"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setSpacing(2);
    buildList();
    m_halves = new QSplitter(this);
    m_halves->addWidget(m_list);
    m_halves->addWidget(m_view);
    m_halves->setStretchFactor(1, 1);
    m_halves->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_halves, 1);
    resizeOnScreen(*this, {940, 680});

    connect(back, &QPushButton::clicked, m_view, &QTextBrowser::backward);
    connect(forward, &QPushButton::clicked, m_view, &QTextBrowser::forward);
    connect(m_view, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);
    connect(m_view, &QTextBrowser::forwardAvailable, forward, &QWidget::setEnabled);
    connect(m_view, &QTextBrowser::sourceChanged, this, &HelpWindow::showWhere);
    connect(m_view, &GuideView::elsewhere, this, [this](const QUrl &link) {
        m_note->setText(tr("Not in this guide: %1").arg(link.toDisplayString()));
    });
    connect(m_list, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem *item) {
        if (item && item->data(pageRole) != m_view->page())
            m_view->showPage(item->data(pageRole).toString());
    });
    connect(m_find, &QLineEdit::returnPressed, this, &HelpWindow::findNext);
    connect(m_find, &QLineEdit::textEdited, m_note, &QLabel::clear);
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, m_find,
            [this] { m_find->setFocus(Qt::ShortcutFocusReason); });
    connect(new QShortcut(QKeySequence(Qt::Key_Escape), this), &QShortcut::activated, this,
            &QWidget::close);
    connect(new QShortcut(QKeySequence::Back, this), &QShortcut::activated, m_view,
            &QTextBrowser::backward);
    connect(new QShortcut(QKeySequence::Forward, this), &QShortcut::activated, m_view,
            &QTextBrowser::forward);
}

void HelpWindow::buildList()
{
    for (const QString &name : GuidePages::names()) {
        const QString title = titleOf(name);
        auto *item =
            new QListWidgetItem(GuidePages::isLeftInEnglish(name)
                                    ? tr("%1 (in English)", "a page of the guide").arg(title)
                                    : title,
                                m_list);
        item->setToolTip(plainToolTip(item->text()));
        item->setData(pageRole, name);
    }
}

void HelpWindow::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (!std::exchange(m_isFitted, true))
        fitList();
}

void HelpWindow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    // The list has the new font a moment later.
    if (event->type() == QEvent::FontChange && m_isFitted)
        QTimer::singleShot(0, this, &HelpWindow::fitList);
}

/** As wide as its titles are; whoever draws it otherwise has it so. */
void HelpWindow::fitList()
{
    const int titles = m_list->sizeHintForColumn(0) + 2 * m_list->spacing()
                       + m_list->verticalScrollBar()->sizeHint().width();
    const int wide = std::min(titles, width() * 2 / 5);
    m_halves->setSizes({wide, width() - wide});
}

void HelpWindow::showPage(const QString &place)
{
    show();
    raise();
    activateWindow();
    m_view->showPage(place);
    m_view->setFocus(Qt::OtherFocusReason);
}

/** The view itself says only afterwards where it is. */
void HelpWindow::showWhere(const QUrl &place)
{
    m_note->clear();
    const QSignalBlocker quiet(m_list);
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->data(pageRole) == place.path().mid(1)) {
            m_list->setCurrentRow(row);
            m_list->scrollToItem(m_list->item(row));
        }
    }
}

void HelpWindow::findNext()
{
    const QString text = m_find->text();
    if (text.isEmpty())
        return;
    m_note->setText(m_view->findOn(text) ? QString()
                                         : tr("Nothing in the guide reads %1.").arg(text));
}

} // namespace lockmaster

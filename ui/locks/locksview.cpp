// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/locksview.h"

#include "core/text/literaltext.h"
#include "core/display/locktext.h"
#include "ui/kit/colors.h"
#include "ui/kit/icons.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/labels.h"
#include "ui/kit/messagepage.h"
#include "ui/kit/snugstack.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/locks/pinstrip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace lockmaster {

LocksView::LocksView(LockStore &store, LockTableModel &model, QSettings &settings, QWidget *parent)
    : QWidget(parent), m_store(store), m_table(new LockTable(model, settings, this)),
      m_message(new MessagePage(this)), m_noticeBar(new QWidget(this)),
      m_noticeIcon(new QLabel(m_noticeBar)), m_noticeText(new ElidedLabel(m_noticeBar)),
      m_filterText(textLabel({}, m_noticeBar)), m_noticeMore(new QLabel(m_noticeBar)),
      m_pinStrip(new PinStrip(this)), m_clock(model.clock()), m_stack(new SnugStack(this))
{
    auto *bar = new QHBoxLayout(m_noticeBar);
    bar->setContentsMargins(8, 4, 8, 4);
    bar->addWidget(m_noticeIcon);
    bar->addWidget(m_noticeText, 1);
    bar->addWidget(m_filterText, 1);
    m_filterText->hide();
    bar->addWidget(m_noticeMore);
    m_noticeMore->setTextFormat(Qt::PlainText);
    m_noticeBar->setAutoFillBackground(true);
    m_noticeBar->hide();
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_message);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_noticeBar);
    layout->addWidget(m_stack, 1);
    // It comes and goes: above the rows they would move under the pointer.
    layout->addWidget(m_pinStrip);
    passFocus(*this, *m_table);
    connect(m_message, &MessagePage::buttonClicked, this,
            [this] { emit emptyActionChosen(m_empty.offers.front()); });
    connect(m_message, &MessagePage::secondButtonClicked, this,
            [this] { emit emptyActionChosen(m_empty.offers.back()); });
    connect(&store, &LockStore::updated, this, &LocksView::refreshState);
    refreshState();
}

void LocksView::setPins(MarkedLocks &pins)
{
    m_pinStrip->setPins(pins);
    refreshState();
}

void LocksView::setFirstStartPage(QWidget *page)
{
    m_firstStart = page;
    m_stack->addWidget(page);
    refreshState();
}

QString LocksView::notice() const
{
    if (m_noticeBar->isHidden())
        return {};
    const QString text = (m_filterText->isHidden() ? m_noticeText : m_filterText)->text();
    return m_noticeMore->isHidden() ? text : text + u' ' + m_noticeMore->text();
}

bool LocksView::isTableShown() const
{
    return m_stack->currentWidget() == m_table;
}

void LocksView::setFilterError(const QString &message)
{
    m_filterError = message;
    refreshState();
}

/** The line is one thing, and what is shown another. */
QString LocksView::filterNotice() const
{
    if (m_filterError.isEmpty())
        return {};
    constexpr qsizetype mostText = 80;
    constexpr qsizetype mostError = 300; // what is typed may be of any length, and rows need room
    const QString error = briefText(m_filterError, mostError);
    const QString shown = briefText(literalText(m_store.view()->query.filter.text()), mostText);
    return shown.isEmpty()
               ? tr("The filter is not understood, and nothing is left out by it. %1").arg(error)
               : tr("The filter is not understood: what is shown is still by “%1”. %2")
                     .arg(shown, error);
}

void LocksView::refreshState()
{
    const ViewSnapshot &view = *m_store.view();
    m_pinStrip->follow(view, m_clock.now());
    const ViewAccount account = ViewAccount::of(view);
    const auto empty = EmptyState::of(view, account);
    QStringList notices{filterNotice()};
    notices.removeAll(QString());
    if (!empty || !empty->tellsProblems)
        notices += account.problems;
    showNotice(notices);
    if (!empty) {
        m_stack->setCurrentWidget(m_table);
        return;
    }
    m_empty = *empty;
    if (view.backends.empty() && m_firstStart) {
        m_stack->setCurrentWidget(m_firstStart);
        return;
    }
    const auto button = [this](size_t at) {
        return at < m_empty.offers.size() ? m_empty.offers[at].button : QString();
    };
    m_message->setMessage(m_empty.text, button(0), button(1));
    m_stack->setCurrentWidget(m_message);
}

void LocksView::showNotice(const QStringList &problems)
{
    m_noticeBar->setVisible(!problems.isEmpty());
    if (problems.isEmpty())
        return;
    const Colors &colors = colorsFor(palette());
    QPalette barPalette = palette();
    barPalette.setColor(QPalette::Window, colors.hover);
    barPalette.setColor(QPalette::WindowText, colors.expiring);
    m_noticeBar->setPalette(barPalette);
    m_noticeIcon->setPixmap(
        symbolicIcon(QStringLiteral("warning"), colors.expiring).pixmap(16, 16));
    const auto more = static_cast<int>(problems.size()) - 1;
    const bool isFilter = !m_filterError.isEmpty();
    m_noticeText->setText(isFilter ? QString() : problems.front());
    m_filterText->setText(isFilter ? problems.front() : QString());
    m_noticeText->setVisible(!isFilter);
    m_filterText->setVisible(isFilter);
    m_noticeMore->setText(tr("and %n more", nullptr, more));
    m_noticeMore->setVisible(more > 0);
    for (QLabel *label : {m_noticeText, m_filterText, m_noticeMore})
        setPlainToolTip(label, problems.join(QStringLiteral("\n\n")));
    for (QLabel *label : {m_noticeText, m_filterText})
        label->setAccessibleName(problems.join(u'\n'));
}

} // namespace lockmaster

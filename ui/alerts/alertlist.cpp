// SPDX-License-Identifier: Apache-2.0
#include "ui/alerts/alertlist.h"

#include "ui/kit/heldstatedelegate.h"
#include "ui/kit/plaintable.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <numeric>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** More rows than this are scrolled to. */
constexpr int alertlistMostRowsShown = 4;
constexpr std::array usualWidths = {168, 220, 190, 130, 90};
static_assert(usualWidths.size() == AlertModel::Reason);
/** Narrower, they are told from others no more. */
constexpr std::array alertlistNarrowest = {168, 130, 130, 110, 90};
static_assert(alertlistNarrowest.size() == usualWidths.size());
/** A reason is the sentence for which the rest stands here. */
constexpr int leastReason = 320;

} // namespace

AlertList::AlertList(AlertModel &model, QWidget *parent)
    : QWidget(parent), m_model(model), m_table(new QTableView(this)), m_count(new QLabel(this)),
      m_tick(new QTimer(this))
{
    buildTable();
    buildActions();
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
    setFocusProxy(m_table);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&m_model, &AlertModel::boardTaken, this, &AlertList::followModel);
    connect(m_tick, &QTimer::timeout, &m_model, &AlertModel::tick);
    m_tick->setTimerType(Qt::CoarseTimer);
    followModel();
}

void AlertList::buildTable()
{
    m_table->setModel(&m_model);
    makePlainTable(*m_table, tr("Alerts"));
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setItemDelegate(new LockDelegate(m_effects, this));
    m_table->setItemDelegateForColumn(AlertModel::State, new HeldStateDelegate(m_effects, this));
    QHeaderView *header = m_table->horizontalHeader();
    header->hide(); // every cell says what it is
    header->setStretchLastSection(true);
    m_table->viewport()->installEventFilter(this); // its width goes with its scroll bar, too
    fitColumns();
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &AlertList::updateActions);
    connect(m_table, &QWidget::customContextMenuRequested, this, &AlertList::showMenu);
    connect(m_table, &QTableView::activated, this, [this] { m_show->trigger(); });
}

/** The reason has its room first; rule and place stand in the tooltips where there is none. */
void AlertList::fitColumns()
{
    std::array<int, usualWidths.size()> widths = usualWidths;
    widths[AlertModel::Since] = std::max(widths[AlertModel::Since], durationWidth(*m_table));
    const int room = m_table->viewport()->width();
    int over =
        std::accumulate(widths.begin(), widths.end(), std::min(leastReason, room / 2)) - room;
    for (const int column : {AlertModel::Rule, AlertModel::Place, AlertModel::Lock}) {
        const int given =
            std::clamp(over, 0, widths[size_t(column)] - alertlistNarrowest[size_t(column)]);
        widths[size_t(column)] -= given;
        over -= given;
    }
    for (const int column : {AlertModel::Rule, AlertModel::Place}) {
        const bool gone = over > 0;
        m_table->setColumnHidden(column, gone);
        over -= gone ? widths[size_t(column)] : 0;
    }
    // What a column freed beyond what was missing is the lock's again.
    const int given = usualWidths[AlertModel::Lock] - widths[AlertModel::Lock];
    widths[AlertModel::Lock] += std::clamp(-over, 0, given);
    for (int column = 0; column < AlertModel::Reason; ++column) {
        if (!m_table->isColumnHidden(column))
            m_table->horizontalHeader()->resizeSection(column, widths[size_t(column)]);
    }
}

bool AlertList::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

QAction *AlertList::addAction(const QString &text, const QString &toolTip)
{
    auto *action = new QAction(text, this);
    action->setToolTip(toolTip);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_table->addAction(action);
    return action;
}

void AlertList::buildActions()
{
    m_show = addAction(tr("Show lock"), tr("Show the lock of the selected alert (Enter)"));
    m_acknowledge =
        addAction(tr("Acknowledge"), tr("I know of it: the selected alert is told no more (A)"));
    m_acknowledge->setShortcut(Qt::Key_A);
    m_snooze =
        addAction(tr("Snooze 1 h"), tr("Say nothing new of the selected lock for an hour (S)"));
    m_snooze->setShortcut(Qt::Key_S);
    m_snoozeLong =
        addAction(tr("Snooze 8 h"), tr("Say nothing new of the selected lock for eight hours"));
    m_wake = addAction(tr("Snooze no longer"), tr("Say what is new of the selected lock at once"));
    connect(m_show, &QAction::triggered, this, [this] {
        const std::vector<Alert> alerts = selected();
        if (!alerts.empty() && alerts.front().subject.isLock())
            emit lockRequested(alerts.front().subject);
    });
    const auto forEach = [this](const auto &tell) {
        return [this, tell] {
            for (const AlertSubject &subject : subjects())
                tell(subject);
        };
    };
    connect(m_acknowledge, &QAction::triggered, this,
            forEach([this](const AlertSubject &subject) { emit acknowledgeRequested(subject); }));
    connect(m_snooze, &QAction::triggered, this,
            forEach([this](const AlertSubject &subject) { emit snoozeRequested(subject, 1h); }));
    connect(m_snoozeLong, &QAction::triggered, this,
            forEach([this](const AlertSubject &subject) { emit snoozeRequested(subject, 8h); }));
    connect(m_wake, &QAction::triggered, this,
            forEach([this](const AlertSubject &subject) { emit wakeRequested(subject); }));
}

QWidget *AlertList::buildHead()
{
    auto *head = new QWidget(this);
    auto *title = new QLabel(tr("Alerts"), head);
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
    for (QAction *action : {m_show, m_acknowledge, m_snooze, m_snoozeLong, m_wake}) {
        auto *button = new QToolButton(head);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
    }
    return head;
}

void AlertList::setLive(bool live)
{
    m_live = live;
    followModel();
}

bool AlertList::reveal(const QString &id)
{
    const int row = m_model.rowOf(id);
    if (row < 0)
        return false;
    m_table->selectRow(row);
    m_table->scrollTo(m_model.index(row, 0));
    m_table->setFocus(Qt::OtherFocusReason);
    return true;
}

QString AlertList::countText() const
{
    return m_count->text();
}

void AlertList::followModel()
{
    const int rows = m_model.rowCount();
    const int open = m_model.openCount();
    QString count = rows == open ? QString::number(rows) : tr("%1 of %2").arg(open).arg(rows);
    if (m_model.leftOut() > 0)
        count += QStringLiteral(" · ") + tr("%1 more left out").arg(m_model.leftOut());
    m_count->setText(count);
    // One press on a button is enough: something is selected as long as there is something.
    if (rows > 0 && !m_table->selectionModel()->hasSelection())
        selectQuietly(*m_table, 0);
    m_table->setFixedHeight(std::min(rows, alertlistMostRowsShown) * LockDelegate::rowHeight);
    updateActions();
    setVisible(rows > 0);
    if (!m_live || rows == 0)
        m_tick->stop();
    else if (!m_tick->isActive())
        m_tick->start(1s);
}

void AlertList::updateActions()
{
    bool open = false;
    bool snoozed = false;
    const std::vector<Alert> alerts = selected();
    for (const Alert &alert : alerts) {
        open = open || !alert.acknowledged;
        snoozed = snoozed || alert.snoozedUntil;
    }
    m_show->setEnabled(!alerts.empty() && alerts.front().subject.isLock());
    m_acknowledge->setEnabled(open);
    m_snooze->setEnabled(!alerts.empty());
    m_snoozeLong->setEnabled(!alerts.empty());
    m_wake->setEnabled(snoozed);
}

std::vector<Alert> AlertList::selected() const
{
    std::vector<Alert> alerts;
    const auto rows = m_table->selectionModel()->selectedRows();
    for (const QModelIndex &index : rows)
        alerts.push_back(m_model.alertAt(index.row()));
    return alerts;
}

std::vector<AlertSubject> AlertList::subjects() const
{
    std::vector<AlertSubject> subjects;
    for (const Alert &alert : selected()) {
        if (std::find(subjects.begin(), subjects.end(), alert.subject) == subjects.end())
            subjects.push_back(alert.subject);
    }
    return subjects;
}

void AlertList::showMenu(const QPoint &at)
{
    if (selected().empty())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions({m_show, m_acknowledge, m_snooze, m_snoozeLong, m_wake});
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/alerts/alertlist.h"

#include "core/display/locktext.h"
#include "ui/kit/labels.h"
#include "ui/kit/narrowactions.h"
#include "ui/kit/statedelegates.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/textsize.h"
#include "ui/kit/toolline.h"

#include <QAction>
#include <QFocusEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr std::array usualWidths = {168, 220, 190, 130, 90};
static_assert(usualWidths.size() == AlertModel::Reason);
/** Narrower, they are told from others no more. */
constexpr std::array alertlistNarrowest = {168, 130, 130, 110, 90};
static_assert(alertlistNarrowest.size() == usualWidths.size());
/** Of very many rows the first ones tell. */
constexpr int rowsRead = 100;
constexpr int widestRule = 240;
/** A reason is the sentence for which the rest stands here. */
constexpr int leastReason = 320;

} // namespace

AlertList::AlertList(AlertModel &model, QWidget *parent)
    : ActionList(model, tr("Alerts"), 1s, parent), m_model(model),
      m_empty(mutedLabel(tr("No alert: nothing that was seen is what a rule asks for."), this))
{
    buildTable();
    buildActions();
    m_empty->setContentsMargins(12, 4, 12, 8);
    layout()->addWidget(m_empty);
    static_cast<QVBoxLayout *>(layout())->addStretch(0);
    connect(&m_model, &AlertModel::boardTaken, this, &AlertList::followModel);
    connect(this, &ActionList::ticked, &m_model, &AlertModel::tick);
    followModel();
}

void AlertList::buildTable()
{
    table().setItemDelegateForColumn(AlertModel::State, new HeldStateDelegate(effects(), this));
    table().viewport()->installEventFilter(this); // its width goes with its scroll bar, too
    table().installEventFilter(this);
    fitColumns();
    connect(&table(), &QTableView::activated, this, &AlertList::activate);
}

/** The reason has its room first; rule and place stand in the tooltips where there is none. */
void AlertList::fitColumns()
{
    const double scale = TextSize::scale();
    const auto scaled = [scale](int width) { return int(std::lround(width * scale)); };
    std::array<int, usualWidths.size()> widths{};
    std::transform(usualWidths.begin(), usualWidths.end(), widths.begin(), scaled);
    widths[AlertModel::Since] = std::max(widths[AlertModel::Since], durationWidth(table()));
    // Until when it is quiet is what somebody looks for here.
    const int sign = table().fontMetrics().horizontalAdvance(QStringLiteral("△   "));
    for (int row = 0; row < std::min(m_model.rowCount(), rowsRead); ++row) {
        const auto width = [this, row](AlertModel::ColumnId column) {
            return figureWidth(table(), m_model.index(row, column).data().toString());
        };
        widths[AlertModel::State] =
            std::max(widths[AlertModel::State], width(AlertModel::State) + sign);
        widths[AlertModel::Rule] = std::max(widths[AlertModel::Rule],
                                            std::min(width(AlertModel::Rule), scaled(widestRule)));
    }
    const int room = table().viewport()->width();
    int over =
        std::accumulate(widths.begin(), widths.end(), std::min(scaled(leastReason), room / 2))
        - room;
    for (const int column : {AlertModel::Rule, AlertModel::Place, AlertModel::Lock}) {
        const int given = std::clamp(
            over, 0, widths[size_t(column)] - scaled(alertlistNarrowest[size_t(column)]));
        widths[size_t(column)] -= given;
        over -= given;
    }
    for (const int column : {AlertModel::Rule, AlertModel::Place}) {
        const bool gone = over > 0;
        table().setColumnHidden(column, gone);
        over -= gone ? widths[size_t(column)] : 0;
    }
    // What a column freed beyond what was missing is the lock's again.
    const int given = scaled(usualWidths[AlertModel::Lock]) - widths[AlertModel::Lock];
    widths[AlertModel::Lock] += std::clamp(-over, 0, given);
    for (int column = 0; column < AlertModel::Reason; ++column) {
        if (!table().isColumnHidden(column))
            table().horizontalHeader()->resizeSection(column, widths[size_t(column)]);
    }
}

bool AlertList::eventFilter(QObject *watched, QEvent *event)
{
    const bool isViewport = watched == table().viewport();
    switch (event->type()) {
    case QEvent::Resize:
        if (isViewport)
            fitColumns();
        break;
    case QEvent::FontChange:
        if (!isViewport)
            fitColumns();
        break;
    case QEvent::Enter:
    case QEvent::Leave:
    case QEvent::Hide: // which no pointer leaves
        if (!isViewport)
            break;
        m_isHovered = event->type() == QEvent::Enter;
        followHand();
        break;
    case QEvent::FocusIn:
    case QEvent::FocusOut:
        // A menu of the rows is a hand among them.
        if (isViewport || static_cast<QFocusEvent *>(event)->reason() == Qt::PopupFocusReason)
            break;
        m_isAmong = event->type() == QEvent::FocusIn;
        if (m_isAmong && static_cast<QFocusEvent *>(event)->reason() != Qt::MouseFocusReason
            && m_model.rowCount() > 0 && !table().selectionModel()->hasSelection())
            table().selectRow(std::max(0, table().currentIndex().row()));
        followHand();
        break;
    case QEvent::KeyPress:
        if (!isViewport && foldByKey(static_cast<QKeyEvent *>(event)->key()))
            return true;
        break;
    default: break;
    }
    return ActionList::eventFilter(watched, event);
}

void AlertList::followHand()
{
    m_model.keepOrder(m_isHovered || m_isAmong);
}

/** As trees do: Right unfolds, Left folds, and leads from an alert to its heading. */
bool AlertList::foldByKey(int key)
{
    const int row = table().currentIndex().row();
    if (row < 0 || (key != Qt::Key_Left && key != Qt::Key_Right))
        return false;
    const bool isHeading = m_model.rowAt(row).isHeading();
    const int heading = m_model.headingOf(row);
    if (isHeading)
        m_model.setFolded(row, key == Qt::Key_Left);
    else if (key == Qt::Key_Left && heading >= 0)
        table().selectRow(heading);
    return true;
}

/** Return and a double click: into a group, or to the lock of an alert. */
void AlertList::activate(const QModelIndex &index)
{
    if (m_model.rowAt(index.row()).isHeading())
        m_model.setFolded(index.row(), !m_model.rowAt(index.row()).folded);
    else
        m_show->trigger();
}

void AlertList::buildActions()
{
    m_show = addAction(tr("Show lock"), tr("Show the lock of the selected alert (Enter)"));
    m_acknowledge = addAction(
        tr("Acknowledge"),
        tr("I know of it: the selected alert, or all of the selected heading, is told no more (A)"),
        Qt::Key_A);
    m_snooze = addAction(tr("Snooze 1 h"),
                         tr("Say nothing new of the selected lock for an hour (S)"), Qt::Key_S);
    m_snoozeLong =
        addAction(tr("Snooze 8 h"), tr("Say nothing new of the selected lock for eight hours"));
    m_wake = addAction(tr("Snooze no longer"), tr("Say what is new of the selected lock at once"));
    m_acknowledgeKind =
        addAction(tr("Acknowledge all of this kind"),
                  tr("I know of all that this rule found in this environment (Shift+A)"),
                  Qt::SHIFT | Qt::Key_A, Shown::InMenu);
    connect(m_show, &QAction::triggered, this, [this] {
        const std::vector<AlertPointer> alerts = selected();
        if (!alerts.empty() && alerts.front()->subject.isLock())
            emit lockRequested(alerts.front()->subject);
    });
    connect(m_acknowledge, &QAction::triggered, this, &AlertList::acknowledge);
    connect(m_acknowledgeKind, &QAction::triggered, this, &AlertList::acknowledgeKinds);
    const auto forEach = [this](const auto &tell) {
        return [this, tell] {
            for (const AlertSubject &subject : subjects())
                tell(subject);
        };
    };
    connect(m_snooze, &QAction::triggered, this,
            forEach([this](const AlertSubject &subject) { emit snoozeRequested(subject, 1h); }));
    connect(m_snoozeLong, &QAction::triggered, this,
            forEach([this](const AlertSubject &subject) { emit snoozeRequested(subject, 8h); }));
    connect(m_wake, &QAction::triggered, this,
            forEach([this](const AlertSubject &subject) { emit wakeRequested(subject); }));
    auto *narrow = new NarrowActions(table(), [this] { return narrowed(); });
    addToMenu(narrow->actions() + narrow->copies());
    connect(narrow, &NarrowActions::narrowRequested, this, &AlertList::narrowRequested);
}

/** Of one alert all that is told of its lock is known; of a heading what its rule says alone. */
void AlertList::acknowledge()
{
    std::vector<AlertSubject> told;
    std::vector<int> headings;
    for (const int row : selectedRows()) {
        const AlertRow &at = m_model.rowAt(row);
        if (at.gone)
            continue;
        if (at.isHeading())
            headings.push_back(row);
        else if (std::find(told.begin(), told.end(), at.alert->subject) == told.end())
            told.push_back(at.alert->subject);
    }
    tellKinds(headings);
    for (const AlertSubject &subject : told)
        emit acknowledgeRequested(subject);
}

void AlertList::acknowledgeKinds()
{
    std::vector<int> ofKinds;
    for (const int row : selectedRows()) {
        const bool known = std::any_of(ofKinds.begin(), ofKinds.end(), [&](int other) {
            return m_model.rowAt(other).group->kind == m_model.rowAt(row).group->kind;
        });
        if (!m_model.rowAt(row).gone && !known)
            ofKinds.push_back(row);
    }
    tellKinds(ofKinds);
}

/** Of each of these rows the kind; what they stand for is read before anything is told. */
void AlertList::tellKinds(const std::vector<int> &rows)
{
    std::vector<std::pair<QString, std::vector<AlertSubject>>> kinds;
    for (const int row : rows) {
        std::vector<AlertSubject> subjects;
        for (const AlertPointer &alert : m_model.shownOfKind(row))
            subjects.push_back(alert->subject);
        kinds.emplace_back(m_model.rowAt(row).group->kind.rule, std::move(subjects));
    }
    for (const auto &[rule, subjects] : kinds)
        emit acknowledgeKindRequested(rule, subjects);
}

bool AlertList::reveal(const QString &id)
{
    return revealRow(m_model.reveal(id));
}

void AlertList::revealFirst()
{
    if (!revealRow(m_model.rowCount() > 0 ? 0 : -1))
        emit wanted();
}

void AlertList::followModel()
{
    // Of many rows few are headings.
    table().clearSpans();
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (m_model.rowAt(row).isHeading())
            table().setSpan(row, 0, 1, AlertModel::columns);
    }
    fitColumns();
    const int all = m_model.alertCount();
    const int open = m_model.openCount();
    const QString count =
        all == open ? lockmaster::countText(all)
                    : tr("%1 of %2").arg(lockmaster::countText(open), lockmaster::countText(all));
    QStringList notes;
    if (m_model.waitingCount() > 0)
        notes << tr("%1 newer, listed once you leave")
                     .arg(lockmaster::countText(m_model.waitingCount()));
    if (m_model.leftOut() > 0)
        notes << tr("%1 more left out").arg(lockmaster::countText(m_model.leftOut()));
    tools().setNote(notes.join(QStringLiteral(" · ")));
    m_empty->setVisible(m_model.rowCount() == 0);
    followRows(all == 0 ? QString() : count, -1);
}

void AlertList::updateActions()
{
    const ServerTime now = m_model.now();
    const std::vector<AlertPointer> alerts = selected();
    const bool open = std::any_of(alerts.begin(), alerts.end(),
                                  [](const AlertPointer &alert) { return !alert->acknowledged; });
    const bool snoozed =
        std::any_of(alerts.begin(), alerts.end(), [now](const AlertPointer &alert) {
            return alert->snoozedUntil && now < *alert->snoozedUntil;
        });
    m_show->setEnabled(!alerts.empty() && alerts.front()->subject.isLock());
    m_acknowledge->setEnabled(open);
    m_acknowledgeKind->setEnabled(!alerts.empty());
    // Of a lock every rule is put off: that is not meant of all the locks below a heading.
    const std::vector<int> rows = selectedRows();
    const bool isOfLocks = std::none_of(rows.begin(), rows.end(),
                                        [&](int row) { return m_model.rowAt(row).isHeading(); });
    m_snooze->setEnabled(!alerts.empty() && isOfLocks);
    m_snoozeLong->setEnabled(!alerts.empty() && isOfLocks);
    m_wake->setEnabled(snoozed);
}

std::optional<NarrowedLock> AlertList::narrowed() const
{
    const std::vector<AlertPointer> alerts = selected();
    if (alerts.empty())
        return std::nullopt;
    const Alert &alert = *alerts.front();
    return alert.lock ? NarrowedLock::of(*alert.lock)
                      : NarrowedLock{alert.subject.name, {}, alert.subject.backend};
}

std::vector<AlertPointer> AlertList::selected() const
{
    std::vector<AlertPointer> alerts;
    for (const int row : selectedRows()) {
        for (const AlertPointer &alert : m_model.alertsOf(row))
            alerts.push_back(alert);
    }
    return alerts;
}

std::vector<AlertSubject> AlertList::subjects() const
{
    std::set<AlertSubject> subjects;
    for (const AlertPointer &alert : selected())
        subjects.insert(alert->subject);
    return {subjects.begin(), subjects.end()};
}

} // namespace lockmaster

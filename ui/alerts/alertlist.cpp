// SPDX-License-Identifier: Apache-2.0
#include "ui/alerts/alertlist.h"

#include "ui/kit/narrowactions.h"
#include "ui/kit/statedelegates.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/textsize.h"

#include <QAction>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <array>
#include <cmath>
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
    : ActionList(model, tr("Alerts"), alertlistMostRowsShown, 1s, parent), m_model(model)
{
    buildTable();
    buildActions();
    connect(&m_model, &AlertModel::boardTaken, this, &AlertList::followModel);
    connect(this, &ActionList::ticked, &m_model, &AlertModel::tick);
    followModel();
}

void AlertList::buildTable()
{
    table().setItemDelegateForColumn(AlertModel::State, new HeldStateDelegate(effects(), this));
    table().viewport()->installEventFilter(this); // its width goes with its scroll bar, too
    fitColumns();
    connect(&table(), &QTableView::activated, this, [this] { m_show->trigger(); });
}

/** The reason has its room first; rule and place stand in the tooltips where there is none. */
void AlertList::fitColumns()
{
    const double scale = TextSize::scale();
    const auto scaled = [scale](int width) { return int(std::lround(width * scale)); };
    std::array<int, usualWidths.size()> widths{};
    std::transform(usualWidths.begin(), usualWidths.end(), widths.begin(), scaled);
    widths[AlertModel::Since] = std::max(widths[AlertModel::Since], durationWidth(table()));
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
    if (event->type() == QEvent::Resize)
        fitColumns();
    return ActionList::eventFilter(watched, event);
}

void AlertList::buildActions()
{
    m_show = addAction(tr("Show lock"), tr("Show the lock of the selected alert (Enter)"));
    m_acknowledge = addAction(
        tr("Acknowledge"), tr("I know of it: the selected alert is told no more (A)"), Qt::Key_A);
    m_snooze = addAction(tr("Snooze 1 h"),
                         tr("Say nothing new of the selected lock for an hour (S)"), Qt::Key_S);
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
    auto *narrow = new NarrowActions(table(), [this] { return narrowed(); });
    addToMenu(narrow->actions());
    connect(narrow, &NarrowActions::narrowRequested, this, &AlertList::narrowRequested);
}

bool AlertList::reveal(const QString &id)
{
    return revealRow(m_model.rowOf(id));
}

void AlertList::followModel()
{
    const int rows = m_model.rowCount();
    const int open = m_model.openCount();
    QString count = rows == open ? QString::number(rows) : tr("%1 of %2").arg(open).arg(rows);
    if (m_model.leftOut() > 0)
        count += QStringLiteral(" · ") + tr("%1 more left out").arg(m_model.leftOut());
    followRows(count, 0);
    setVisible(rows > 0);
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

std::optional<NarrowedLock> AlertList::narrowed() const
{
    const std::vector<Alert> alerts = selected();
    if (alerts.empty())
        return std::nullopt;
    const Alert &alert = alerts.front();
    return alert.lock ? NarrowedLock::of(*alert.lock)
                      : NarrowedLock{alert.subject.name, {}, alert.subject.backend};
}

std::vector<Alert> AlertList::selected() const
{
    std::vector<Alert> alerts;
    for (const int row : selectedRows())
        alerts.push_back(m_model.alertAt(row));
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

} // namespace lockmaster

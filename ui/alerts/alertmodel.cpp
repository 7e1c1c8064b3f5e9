// SPDX-License-Identifier: Apache-2.0
#include "ui/alerts/alertmodel.h"

#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "ui/kit/locktext.h"

#include <QDateTime>
#include <QLocale>
#include <QSet>

#include <algorithm>

namespace lockmaster {

namespace {

} // namespace

AlertModel::AlertModel(SystemNames names, const Clock &clock, QObject *parent)
    : QAbstractTableModel(parent), m_names(std::move(names)), m_clock(clock)
{
}

int AlertModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_alerts.size());
}

int AlertModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant AlertModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Alert &alert = alertAt(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole: return text(alert, column);
    case Qt::ToolTipRole: return plainToolTip(toolTip(alert, column));
    case Qt::AccessibleTextRole:
        return spokenCell(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(),
                          text(alert, column));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(column == Since ? Qt::AlignRight : Qt::AlignLeft));
    case ToneRole: return QVariant::fromValue(tone(alert, column));
    case AlarmRole: return false;
    case SignRole: {
        if (column != State)
            return QString();
        return isOpen(alert) ? QStringLiteral("▲") : QStringLiteral("△");
    }
    default: return {};
    }
}

QVariant AlertModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case State: return tr("State");
    case Lock: return tr("Lock");
    case Place: return tr("Backend");
    case Rule: return tr("Rule");
    case Since: return tr("Since");
    case Reason: return tr("Reason");
    case columns: break;
    }
    return {};
}

void AlertModel::setBoard(const std::shared_ptr<const AlertBoard> &board)
{
    m_leftOut = board->leftOut;
    // What is to be looked at stands first, the newest of it on top.
    std::vector<Alert> next = board->alerts;
    std::stable_sort(next.begin(), next.end(), [this](const Alert &a, const Alert &b) {
        return isOpen(a) != isOpen(b) ? isOpen(a) : a.began > b.began;
    });
    removeOthers(next);
    QSet<QString> known;
    for (const Alert &alert : m_alerts)
        known.insert(alert.id);
    for (auto at = next.cbegin(); at != next.cend();) {
        const int row = int(at - next.cbegin());
        const auto run = std::find_if(
            at, next.cend(), [&known](const Alert &alert) { return known.contains(alert.id); });
        if (run != at) {
            insertRun(row, at, run);
            at = run;
        } else {
            putAt(row, *at);
            ++at;
        }
    }
    emit boardTaken();
}

/** What stands side by side goes in one: views do much at each. */
void AlertModel::removeOthers(const std::vector<Alert> &next)
{
    QSet<QString> staying;
    for (const Alert &alert : next)
        staying.insert(alert.id);
    for (int last = rowCount() - 1; last >= 0; --last) {
        int first = last + 1;
        while (first > 0 && !staying.contains(alertAt(first - 1).id))
            --first;
        if (first > last)
            continue;
        beginRemoveRows({}, first, last);
        m_alerts.erase(m_alerts.begin() + first, m_alerts.begin() + last + 1);
        endRemoveRows();
        last = first;
    }
}

void AlertModel::insertRun(int row, std::vector<Alert>::const_iterator first,
                           std::vector<Alert>::const_iterator last)
{
    beginInsertRows({}, row, row + int(last - first) - 1);
    m_alerts.insert(m_alerts.begin() + row, first, last);
    endInsertRows();
}

/** It is there, and the rows above stand where they belong. */
void AlertModel::putAt(int row, const Alert &alert)
{
    const auto found = std::find_if(m_alerts.begin() + row, m_alerts.end(),
                                    [&alert](const Alert &other) { return other.id == alert.id; });
    const int before = int(found - m_alerts.begin());
    if (before != row) {
        beginMoveRows({}, before, before, {}, row);
        std::rotate(m_alerts.begin() + row, m_alerts.begin() + before,
                    m_alerts.begin() + before + 1);
        endMoveRows();
    }
    if (alertAt(row) == alert)
        return;
    m_alerts[size_t(row)] = alert;
    emit dataChanged(index(row, 0), index(row, columns - 1));
}

int AlertModel::rowOf(const QString &id) const
{
    const auto found = std::find_if(m_alerts.begin(), m_alerts.end(),
                                    [&id](const Alert &alert) { return alert.id == id; });
    return found == m_alerts.end() ? -1 : static_cast<int>(found - m_alerts.begin());
}

int AlertModel::openCount() const
{
    return static_cast<int>(std::count_if(m_alerts.begin(), m_alerts.end(),
                                          [this](const Alert &alert) { return isOpen(alert); }));
}

void AlertModel::tick()
{
    if (!m_alerts.empty())
        emit dataChanged(index(0, Since), index(rowCount() - 1, Since));
}

bool AlertModel::isSnoozed(const Alert &alert) const
{
    return alert.snoozedUntil && m_clock.wallNow() < *alert.snoozedUntil;
}

QString AlertModel::stateText(const Alert &alert) const
{
    if (alert.acknowledged)
        return tr("acknowledged");
    if (isSnoozed(alert))
        return tr("snoozed until %1")
            .arg(clockText(localTimeOf(*alert.snoozedUntil), TimeDetail::ToMinute));
    if (alert.unseen)
        return tr("out of sight");
    return alert.told ? tr("new") : tr("quiet");
}

QString AlertModel::text(const Alert &alert, Column column) const
{
    const AlertSubject &subject = alert.subject;
    switch (column) {
    case State: return stateText(alert);
    case Lock:
        if (!subject.isLock())
            return LockText::none();
        return subject.name.isEmpty() ? tr("(empty name)") : literalText(subject.name);
    case Place:
        return subject.isLock() ? QStringLiteral("%1 · %2").arg(literalText(subject.backend),
                                                                m_names.label(subject.system))
                                : literalText(subject.backend);
    case Rule: return alert.rule;
    case Since: return durationText(std::max(Micros(0), m_clock.wallNow() - alert.began));
    case Reason: return alert.reason;
    case columns: break;
    }
    return {};
}

Tone AlertModel::tone(const Alert &alert, Column column) const
{
    if (!isOpen(alert))
        return Tone::Muted;
    if (column == State)
        return alert.unseen || !alert.told ? Tone::Expiring : Tone::Danger;
    return column == Lock || column == Reason ? Tone::Plain : Tone::Muted;
}

QString AlertModel::toolTip(const Alert &alert, Column column) const
{
    QStringList lines{text(alert, column)};
    if (column == Lock)
        lines << text(alert, Place);
    if (column == Reason)
        lines << text(alert, Rule);
    if (column == Since)
        lines = {momentText(localTimeOf(alert.began))};
    if (column == State && alert.unseen)
        lines << tr("Its server cannot be seen at the moment: it may be over.");
    if (column == State && !alert.told && !alert.unseen && isOpen(alert))
        lines << tr("It began in quiet hours, and is told when they are over.");
    if (!alert.note.isEmpty())
        lines << literalText(alert.note);
    if (!alert.runbook.isEmpty())
        lines << tr("Runbook: %1").arg(literalText(alert.runbook));
    return lines.join(u'\n');
}

} // namespace lockmaster

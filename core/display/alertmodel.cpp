// SPDX-License-Identifier: Apache-2.0
#include "core/display/alertmodel.h"

#include "core/formats/knownnames.h"
#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/display/locktext.h"

#include <QSet>

#include <algorithm>

namespace lockmaster {

namespace {

QString lockName(const Alert &alert)
{
    const AlertSubject &subject = alert.subject;
    if (!subject.isLock())
        return LockText::none();
    return subject.name.isEmpty() ? AlertModel::tr("(empty name)") : nameText(subject.name);
}

/** What whoever wrote the rule wants known, behind what the cell says. */
QString withAdvice(const QString &text, const Alert &alert)
{
    QStringList lines{text};
    if (!alert.note.isEmpty())
        lines << literalText(alert.note);
    if (!alert.runbook.isEmpty())
        lines << AlertModel::tr("Runbook: %1").arg(literalText(alert.runbook));
    return lines.join(u'\n');
}

} // namespace

AlertModel::AlertModel(SystemNames names, const Clock &clock, QObject *parent)
    : ColumnModel(parent), m_names(std::move(names)), m_clock(clock)
{
    const auto muted = [](const Alert &) { return Tone::Muted; };
    const auto plain = [this](const Alert &alert) { return toneOf(alert, Tone::Plain); };
    setColumns({
        column(tr("State"), [this](const Alert &alert) { return stateText(alert); })
            .tone([this](const Alert &alert) {
                return toneOf(alert, alert.unseen || !alert.told ? Tone::Expiring : Tone::Danger);
            })
            .toolTip([this](const Alert &alert) { return withAdvice(stateToolTip(alert), alert); })
            .role(SignRole,
                  [this](const Alert &alert) {
                      return isOpen(alert) ? QStringLiteral("▲") : QStringLiteral("△");
                  }),
        column(tr("Lock"), lockName).tone(plain).toolTip([this](const Alert &alert) {
            return withAdvice(lockName(alert) + u'\n' + place(alert), alert);
        }),
        column(tr("Backend"), [this](const Alert &alert) { return place(alert); })
            .tone(muted)
            .toolTip([this](const Alert &alert) { return withAdvice(place(alert), alert); }),
        column(tr("Rule"), [](const Alert &alert) { return alert.rule; })
            .tone(muted)
            .toolTip([](const Alert &alert) { return withAdvice(alert.rule, alert); }),
        column(tr("Since"),
               [this](const Alert &alert) {
                   return durationText(std::max(Micros(0), m_clock.wallNow() - alert.began));
               })
            .number()
            .tone(muted)
            .toolTip([](const Alert &alert) {
                return withAdvice(momentText(localTimeOf(alert.began)), alert);
            }),
        column(tr("Reason"), [](const Alert &alert) { return alert.reason; })
            .tone(plain)
            .toolTip([](const Alert &alert) {
                return withAdvice(alert.reason + u'\n' + alert.rule, alert);
            }),
    });
    Q_ASSERT(columnCount() == columns);
}

int AlertModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_alerts.size());
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
    tellChanged(row, row);
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

QString AlertModel::place(const Alert &alert) const
{
    const AlertSubject &subject = alert.subject;
    return subject.isLock() ? QStringLiteral("%1 · %2").arg(literalText(subject.backend),
                                                            m_names.label(subject.system))
                            : literalText(subject.backend);
}

QString AlertModel::stateToolTip(const Alert &alert) const
{
    QStringList lines{stateText(alert)};
    if (alert.unseen)
        lines << tr("Its server cannot be seen at the moment: it may be over.");
    else if (!alert.told && isOpen(alert))
        lines << tr("It began in quiet hours, and is told when they are over.");
    return lines.join(u'\n');
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/display/alertmodel.h"

#include "core/display/locktext.h"
#include "core/formats/knownnames.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"

#include <algorithm>

// What the rows of the alerts say; which there are stands in alertmodel.cpp.

namespace lockmaster {

namespace {

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

/** A column of alerts, of which a heading has nothing. */
std::function<QString(const AlertRow &)> AlertModel::ofAlert(Saying words, bool advised) const
{
    return [this, words, advised](const AlertRow &row) {
        if (row.isHeading())
            return QString();
        const QString text = (this->*words)(*row.alert);
        return advised ? withAdvice(text, *row.alert) : text;
    };
}

AlertModel::AlertModel(SystemNames names, const Clock &clock, QObject *parent)
    : ColumnModel(parent), m_names(std::move(names)), m_clock(clock)
{
    const auto muted = [](const AlertRow &) { return Tone::Muted; };
    const auto plain = [this](const AlertRow &row) {
        return isWaiting(row) ? Tone::Plain : Tone::Muted;
    };
    setColumns({
        column(tr("State"), [this](const AlertRow &row) { return firstText(row); })
            .tone([this](const AlertRow &row) { return stateTone(row); })
            .spoken([this](const AlertRow &row) { return firstSpoken(row); })
            .toolTip([this](const AlertRow &row) {
                return row.isHeading() ? firstSpoken(row)
                                       : withAdvice(stateToolTip(*row.alert), *row.alert);
            })
            .role(SignRole,
                  [this](const AlertRow &row) {
                      const QString sign =
                          isWaiting(row) ? QStringLiteral("▲") : QStringLiteral("△");
                      if (!row.isHeading())
                          return row.group->alerts.size() > 1 ? QStringLiteral("\u2003") + sign
                                                              : sign;
                      return (row.folded ? QStringLiteral("▸ ") : QStringLiteral("▾ ")) + sign;
                  })
            .role(NoteRole, [this](const AlertRow &row) { return note(row); }),
        column(tr("Lock"), ofAlert(&AlertModel::lockName))
            .tone(plain)
            .toolTip(ofAlert(&AlertModel::lockToolTip, true)),
        column(tr("Server"), ofAlert(&AlertModel::place))
            .tone(muted)
            .toolTip(ofAlert(&AlertModel::place, true)),
        column(tr("Rule"), ofAlert(&AlertModel::ruleText))
            .tone(muted)
            .toolTip(ofAlert(&AlertModel::ruleToolTip, true)),
        column(tr("Since"), ofAlert(&AlertModel::since))
            .number()
            .tone(muted)
            .toolTip(ofAlert(&AlertModel::beginText, true)),
        column(tr("Reason"), ofAlert(&AlertModel::reasonText))
            .tone(plain)
            .toolTip(ofAlert(&AlertModel::reasonToolTip, true)),
    });
    Q_ASSERT(columnCount() == columns);
}

bool AlertModel::isWaiting(const AlertRow &row) const
{
    if (row.gone)
        return false;
    return row.isHeading() ? row.group->open > 0 : isOpen(*row.alert, m_clock.wallNow());
}

Tone AlertModel::stateTone(const AlertRow &row) const
{
    if (!isWaiting(row))
        return Tone::Muted;
    const bool quiet = row.alert && (row.alert->unseen || !row.alert->told);
    return quiet ? Tone::Expiring : AlertGroupText::tone(*row.group);
}

QVariant AlertModel::rowData(const AlertRow &row, int role) const
{
    if (role == MarkRole)
        return QVariant::fromValue(row.gone ? RowMark::Gone : RowMark::None);
    return {};
}

QString AlertModel::firstText(const AlertRow &row) const
{
    if (row.isHeading())
        return AlertGroupText::title(*row.group);
    return row.gone ? tr("over") : stateText(*row.alert);
}

QString AlertModel::note(const AlertRow &row) const
{
    if (!row.isHeading())
        return {};
    if (row.gone)
        return tr("over");
    const QString count = AlertGroupText::count(*row.group);
    return row.folded ? QStringLiteral("%1 · %2").arg(count, AlertGroupText::names(*row.group))
                      : count;
}

QString AlertModel::firstSpoken(const AlertRow &row) const
{
    if (!row.isHeading())
        return firstText(row);
    return QStringList{AlertGroupText::title(*row.group), note(row),
                       AlertGroupText::severity(row.group->severity),
                       row.folded ? tr("folded") : tr("unfolded")}
        .join(QStringLiteral(", "));
}

QString AlertModel::lockName(const Alert &alert) const
{
    const AlertSubject &subject = alert.subject;
    if (!subject.isLock())
        return LockText::none();
    return subject.name.isEmpty() ? tr("(empty name)") : nameText(subject.name);
}

QString AlertModel::lockToolTip(const Alert &alert) const
{
    return lockName(alert) + u'\n' + place(alert);
}

QString AlertModel::place(const Alert &alert) const
{
    const AlertSubject &subject = alert.subject;
    return subject.isLock() ? QStringLiteral("%1 · %2").arg(literalText(subject.backend),
                                                            m_names.label(subject.system))
                            : literalText(subject.backend);
}

QString AlertModel::since(const Alert &alert) const
{
    return durationText(std::max(Micros(0), m_clock.wallNow() - alert.began));
}

QString AlertModel::beginText(const Alert &alert) const
{
    return momentText(localTimeOf(alert.began));
}

QString AlertModel::reasonToolTip(const Alert &alert) const
{
    return alert.reason + u'\n' + ruleToolTip(alert);
}

QString AlertModel::stateText(const Alert &alert) const
{
    if (alert.acknowledged)
        return tr("acknowledged");
    if (!isOpen(alert, m_clock.wallNow()))
        return tr("snoozed until %1")
            .arg(clockText(localTimeOf(*alert.snoozedUntil), TimeDetail::ToMinute));
    if (alert.unseen)
        return tr("out of sight");
    return alert.told ? tr("new") : tr("quiet");
}

QString AlertModel::stateToolTip(const Alert &alert) const
{
    QStringList lines{stateText(alert)};
    if (alert.unseen)
        lines << tr("Its server cannot be seen at the moment: it may be over.");
    else if (!alert.told && isOpen(alert, m_clock.wallNow()))
        lines << tr("It began in quiet hours, and is told when they are over.");
    return lines.join(u'\n');
}

} // namespace lockmaster

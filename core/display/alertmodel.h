// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/alert.h"
#include "core/display/columnmodel.h"
#include "core/display/systemnames.h"

namespace lockmaster {

/**
 * The alerts that have begun and not ended, one row for each, the oldest first. What a row says is
 * translated, plain and literal; columns and roles are those that the delegates of the lock table
 * read, with `SignRole` and `NoteRole` for the state.
 *
 * One thread; the clock outlives it.
 */
class AlertModel final : public ColumnModel<Alert>
{
    Q_OBJECT

public:
    enum ColumnId { State, Lock, Place, Rule, Since, Reason, columns };

    AlertModel(SystemNames names, const Clock &clock, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;

    /** Takes what has changed; rows that stay are the same ones, wherever they stand. */
    void setBoard(const std::shared_ptr<const AlertBoard> &board);

    const Alert &alertAt(int row) const { return m_alerts[static_cast<size_t>(row)]; }
    /** -1: not there. */
    int rowOf(const QString &id) const;
    /** Those that nobody has acknowledged or snoozed. */
    int openCount() const;
    qint64 leftOut() const { return m_leftOut; }

    /** Time has passed: since when is told in how long. */
    void tick();

signals:
    /** A board has been taken, all rows are as it says. */
    void boardTaken();

private:
    const Alert &columnRow(int row) const override { return alertAt(row); }
    QString place(const Alert &alert) const;
    QString stateText(const Alert &alert) const;
    void removeOthers(const std::vector<Alert> &next);
    void insertRun(int row, std::vector<Alert>::const_iterator first,
                   std::vector<Alert>::const_iterator last);
    void putAt(int row, const Alert &alert);
    QString stateToolTip(const Alert &alert) const;
    bool isSnoozed(const Alert &alert) const;
    bool isOpen(const Alert &alert) const { return !alert.acknowledged && !isSnoozed(alert); }
    Tone toneOf(const Alert &alert, Tone open) const { return isOpen(alert) ? open : Tone::Muted; }

    SystemNames m_names;
    const Clock &m_clock;
    std::vector<Alert> m_alerts;
    qint64 m_leftOut = 0;
};

} // namespace lockmaster

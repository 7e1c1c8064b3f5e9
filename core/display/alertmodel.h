// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/alertgroups.h"
#include "core/display/columnmodel.h"
#include "core/display/shownwords.h"
#include "core/display/systemnames.h"
#include "core/monitor/viewsnapshot.h"

#include <QSet>

#include <map>

namespace lockmaster {

/** A line of the alerts: one of them, or the heading of those of one rule and environment. */
struct AlertRow {
    QString id;                              ///< which row it is, whatever it says
    std::shared_ptr<const AlertGroup> group; ///< as it stood when the row was told
    AlertPointer alert;                      ///< null: the heading
    bool folded = false;                     ///< a heading whose alerts are not listed
    bool gone = false; ///< it is not so any more, and keeps its place for somebody's hand

    bool isHeading() const { return !alert; }
};

/**
 * The alerts that have begun and not ended, by rule and environment: a heading, and below it its
 * alerts unless it is folded; what stands alone has no heading. The worst groups come first, and in
 * each what waits for somebody. Few are listed from the beginning, many when somebody asks.
 *
 * Alerts are told in columns whose roles the delegates of the lock table read, with `SignRole` and
 * `NoteRole` for the state. A heading is one text across them all (`span()`): its title, and in
 * `NoteRole` how many there are. Texts are translated, plain and literal.
 *
 * One thread; the clock outlives it.
 */
class AlertModel final : public ColumnModel<AlertRow>
{
    Q_OBJECT

public:
    enum ColumnId { State, Lock, Place, Rule, Since, Reason, columns };
    /** More in a group are folded until somebody unfolds them. */
    static constexpr size_t fewAlerts = 5;

    AlertModel(SystemNames names, const Clock &clock, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QSize span(const QModelIndex &index) const override;

    /** Takes what has changed; rows that stay are the same ones, wherever they stand. */
    void setBoard(const std::shared_ptr<const AlertBoard> &board);
    /** In which environments the servers are. */
    void followBackends(const ViewSnapshot &view);
    /**
     * While kept, no row moves, for a hand that is among them: what is over is dimmed in its place,
     * what is new waits, and other groups come last.
     */
    void keepOrder(bool kept);
    /** How many alerts wait to be listed until the order is not kept any more. */
    int waitingCount() const { return m_waiting; }

    /** Lists the alerts of that row's group, or its heading alone. */
    void setFolded(int row, bool folded);
    /** The heading of that row's group; -1: it has none. */
    int headingOf(int row) const;

    const AlertRow &rowAt(int row) const { return m_rows[static_cast<size_t>(row)]; }
    /** What the row stands for: one alert, or `shownOfKind()`; of what is gone none. */
    std::vector<AlertPointer> alertsOf(int row) const;
    /** Those of that row's group that are listed, or, folded, are counted: what waits to be listed
     * has not been seen by anybody. */
    std::vector<AlertPointer> shownOfKind(int row) const;
    /** Where that alert is listed, its group unfolded for it. -1: not there. */
    int reveal(const QString &id);

    const std::vector<std::shared_ptr<const AlertGroup>> &groups() const { return m_groups; }
    /** What is to be looked at first; null: nothing waits for anybody. */
    const AlertGroup *worst() const { return m_open > 0 ? m_groups.front().get() : nullptr; }
    int alertCount() const { return static_cast<int>(m_board->alerts.size()); }
    /** Those that nobody has acknowledged or snoozed. */
    int openCount() const { return m_open; }
    /** The locks of which one of those tells that something is wrong. */
    const LockSet &alarmed() const { return m_alarmed; }
    qint64 leftOut() const { return m_board->leftOut; }
    ServerTime now() const { return m_clock.wallNow(); }

    /** Time has passed: since when is told in how long. */
    void tick();

signals:
    /** A board has been taken, or rows were folded: all of them are as they should be. */
    void boardTaken();
    void alarmedChanged();

private:
    const AlertRow &columnRow(int row) const override { return rowAt(row); }
    QVariant rowData(const AlertRow &row, int role) const override;
    using Saying = QString (AlertModel::*)(const Alert &) const;
    std::function<QString(const AlertRow &)> ofAlert(Saying words, bool advised = false) const;

    QString lockName(const Alert &alert) const;
    QString place(const Alert &alert) const;
    QString since(const Alert &alert) const;
    QString stateText(const Alert &alert) const;
    QString stateToolTip(const Alert &alert) const;
    QString lockToolTip(const Alert &alert) const;
    QString reasonToolTip(const Alert &alert) const;
    QString ruleText(const Alert &alert) const { return alertRuleTitle(alert.rule); }
    QString ruleToolTip(const Alert &alert) const { return alertRuleTitleAndName(alert.rule); }
    QString reasonText(const Alert &alert) const { return alert.reason; }
    QString beginText(const Alert &alert) const;
    QString firstText(const AlertRow &row) const;
    QString firstSpoken(const AlertRow &row) const;
    QString note(const AlertRow &row) const;
    Tone stateTone(const AlertRow &row) const;
    bool isWaiting(const AlertRow &row) const;

    void regroup();
    void gatherAlarmed();
    void layRows();
    bool isFolded(const AlertGroup &group) const;
    void addGroup(std::vector<AlertRow> &rows, const std::shared_ptr<const AlertGroup> &group,
                  const QSet<QString> &listed) const;
    std::vector<AlertRow> sortedRows() const;
    std::vector<AlertRow> keptRows();
    void takeRows(std::vector<AlertRow> rows);
    void moveRows(const std::vector<int> &places);

    SystemNames m_names;
    const Clock &m_clock;
    std::shared_ptr<const AlertBoard> m_board = std::make_shared<AlertBoard>();
    QHash<QString, Environment> m_environments; ///< those without one are not in it
    std::vector<std::shared_ptr<const AlertGroup>> m_groups;
    std::map<AlertKindOf, bool> m_folded; ///< what somebody chose
    std::vector<AlertRow> m_rows;
    LockSet m_alarmed;
    int m_open = 0;
    int m_waiting = 0;
    bool m_keeps = false;
};

} // namespace lockmaster

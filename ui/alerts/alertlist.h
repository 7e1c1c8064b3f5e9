// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"
#include "ui/alerts/alertmodel.h"

#include <QWidget>

class QAction;
class QLabel;
class QTableView;
class QTimer;

namespace lockmaster {

/**
 * The alerts that have begun and not ended, and what can be done about them. As high as its rows,
 * within reason; shown while there are any.
 *
 * GUI thread; the model outlives it. It asks by its signals and does nothing itself.
 */
class AlertList final : public QWidget
{
    Q_OBJECT

public:
    explicit AlertList(AlertModel &model, QWidget *parent = nullptr);

    /** Selects the row of that alert and takes the focus. @return false: it has ended. */
    bool reveal(const QString &id);
    /** While not live (window minimised), nothing ticks. */
    void setLive(bool live);

    QTableView &table() { return *m_table; }
    QAction &showAction() { return *m_show; }
    QAction &acknowledgeAction() { return *m_acknowledge; }
    QAction &snoozeAction() { return *m_snooze; }
    QAction &snoozeLongAction() { return *m_snoozeLong; }
    QAction &wakeAction() { return *m_wake; }
    QString countText() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

signals:
    void lockRequested(const lockmaster::AlertSubject &subject);
    void acknowledgeRequested(const lockmaster::AlertSubject &subject);
    void snoozeRequested(const lockmaster::AlertSubject &subject, std::chrono::hours length);
    /** Snoozed no longer. */
    void wakeRequested(const lockmaster::AlertSubject &subject);

private:
    void buildTable();
    void buildActions();
    QWidget *buildHead();
    QAction *addAction(const QString &text, const QString &toolTip);
    void followModel();
    void fitColumns();
    void updateActions();
    void showMenu(const QPoint &at);
    std::vector<Alert> selected() const;
    /** What the selected alerts are about, each once. */
    std::vector<AlertSubject> subjects() const;

    AlertModel &m_model;
    RowEffects m_effects;
    QTableView *m_table;
    QLabel *m_count;
    QTimer *m_tick;
    QAction *m_show = nullptr;
    QAction *m_acknowledge = nullptr;
    QAction *m_snooze = nullptr;
    QAction *m_snoozeLong = nullptr;
    QAction *m_wake = nullptr;
    bool m_live = true;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/actionlist.h"
#include "core/display/alertmodel.h"
#include "core/display/narrowing.h"

namespace lockmaster {

/**
 * The alerts that have begun and not ended, and what can be done about them. Shown while there
 * are any.
 *
 * GUI thread; the model outlives it. It asks by its signals and does nothing itself.
 */
class AlertList final : public ActionList
{
    Q_OBJECT

public:
    explicit AlertList(AlertModel &model, QWidget *parent = nullptr);

    /** Selects the row of that alert and takes the focus. @return false: it has ended. */
    bool reveal(const QString &id);
    QAction &showAction() { return *m_show; }
    QAction &acknowledgeAction() { return *m_acknowledge; }
    QAction &snoozeAction() { return *m_snooze; }
    QAction &snoozeLongAction() { return *m_snoozeLong; }
    QAction &wakeAction() { return *m_wake; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

signals:
    void lockRequested(const lockmaster::AlertSubject &subject);
    void narrowRequested(const QString &term);
    void acknowledgeRequested(const lockmaster::AlertSubject &subject);
    void snoozeRequested(const lockmaster::AlertSubject &subject, std::chrono::hours length);
    /** Snoozed no longer. */
    void wakeRequested(const lockmaster::AlertSubject &subject);

private:
    void buildTable();
    void buildActions();
    std::optional<NarrowedLock> narrowed() const;
    void followModel();
    void fitColumns();
    void updateActions() override;
    bool ticks() const override { return m_model.rowCount() > 0; }
    std::vector<Alert> selected() const;
    /** What the selected alerts are about, each once. */
    std::vector<AlertSubject> subjects() const;

    AlertModel &m_model;
    QAction *m_show = nullptr;
    QAction *m_acknowledge = nullptr;
    QAction *m_snooze = nullptr;
    QAction *m_snoozeLong = nullptr;
    QAction *m_wake = nullptr;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/actionlist.h"
#include "core/display/alertmodel.h"
#include "core/display/narrowing.h"

class QLabel;

namespace lockmaster {

/**
 * The alerts that have begun and not ended, by rule and environment, and what can be done about
 * them: about one, or about all of a heading. Left and Right fold, as in a tree. While the pointer
 * is over them or the keyboard among them, no row moves; nothing is selected but by somebody.
 *
 * GUI thread; the model outlives it. It asks by its signals and does nothing itself.
 */
class AlertList final : public ActionList
{
    Q_OBJECT

public:
    explicit AlertList(AlertModel &model, QWidget *parent = nullptr);

    AlertModel &model() { return m_model; }
    /** Selects the row of that alert and takes the focus. @return false: it has ended. */
    bool reveal(const QString &id);
    /** The worst one, and the focus. */
    void revealFirst();
    QAction &showAction() { return *m_show; }
    QAction &acknowledgeAction() { return *m_acknowledge; }
    QAction &acknowledgeKindAction() { return *m_acknowledgeKind; }
    QAction &snoozeAction() { return *m_snooze; }
    QAction &snoozeLongAction() { return *m_snoozeLong; }
    QAction &wakeAction() { return *m_wake; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

signals:
    void lockRequested(const lockmaster::AlertSubject &subject);
    void narrowRequested(const QString &term);
    void acknowledgeRequested(const lockmaster::AlertSubject &subject);
    /** What that rule says of these, and nothing else that is said of them. */
    void acknowledgeKindRequested(const QString &rule,
                                  const std::vector<lockmaster::AlertSubject> &subjects);
    void snoozeRequested(const lockmaster::AlertSubject &subject, std::chrono::hours length);
    /** Snoozed no longer. */
    void wakeRequested(const lockmaster::AlertSubject &subject);

private:
    void buildTable();
    void buildActions();
    std::optional<NarrowedLock> narrowed() const;
    void followModel();
    void fitColumns();
    void followHand();
    bool foldByKey(int key);
    void activate(const QModelIndex &index);
    void acknowledge();
    void acknowledgeKinds();
    void tellKinds(const std::vector<int> &rows);
    void updateActions() override;
    bool ticks() const override { return m_model.rowCount() > 0; }
    std::vector<AlertPointer> selected() const;
    /** What the selected alerts are about, each once. */
    std::vector<AlertSubject> subjects() const;

    AlertModel &m_model;
    QLabel *m_empty;
    QAction *m_show = nullptr;
    QAction *m_acknowledge = nullptr;
    QAction *m_acknowledgeKind = nullptr;
    QAction *m_snooze = nullptr;
    QAction *m_snoozeLong = nullptr;
    QAction *m_wake = nullptr;
    bool m_isHovered = false;
    bool m_isAmong = false; ///< the keyboard is
};

} // namespace lockmaster

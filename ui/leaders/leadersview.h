// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/release.h"
#include "core/display/leadersmodel.h"

#include <QPointer>
#include <QWidget>

#include <functional>

class QAction;
class QCheckBox;
class QPushButton;
class QStackedWidget;
class QSettings;
class QTimer;
class QToolButton;

namespace lockmaster {

class DetailsPane;
class ElidedLabel;
class FigureRow;
class LanesExportButton;
class LanesView;
class LeaderTable;
class MessagePage;

/**
 * The page of the leaders: the list of those that are watched, and for the chosen one its figures,
 * its lanes and what is wrong with it. Ages tick only while the page is seen. It asks by its
 * signals and does nothing to a lock itself. GUI thread; store and clock outlive it.
 */
class LeadersView final : public QWidget
{
    Q_OBJECT

public:
    using ActionsOf = std::function<std::vector<LockAction>(const LockRecord &)>;

    LeadersView(LockStore &store, const Clock &clock, QWidget *parent = nullptr);

    /** What a lock's system offers for it; without this nobody can be made to step down. */
    void setActionsOf(ActionsOf actionsOf);
    /** Whether "add a server" is offered while there is none. */
    void setOffersBackends(bool offers);
    /** False while the window is minimised: nothing ticks. */
    void setLive(bool live);
    /** For a room: the lanes of the chosen leader alone, below its name and its figures. */
    void setPresenting(bool on);

    /** The order that somebody chose is that of the next start as well; the settings outlive it. */
    void rememberOrder(QSettings &settings);

    /** Whether the leaders are those of what stands apart. */
    void setApart(bool apart);
    /** Chooses a leader; false where it is not watched. */
    bool choose(const LockId &id);
    std::optional<LockId> chosen() const;

    LeaderTable &table() { return *m_table; }
    LanesView &lanes() { return *m_lanes; }
    FigureRow &figures() { return *m_figures; }
    MessagePage &message() { return *m_message; }
    /** Enabled where the chosen leader is watched for its mark. */
    QAction &unmark() { return *m_unmark; }
    QPushButton &stepDownButton() { return *m_stepDown; }
    LanesExportButton &exportButton() { return *m_export; }
    QCheckBox &followBox() { return *m_follow; }
    QToolButton &zoomInButton() { return *m_zoomIn; }
    QToolButton &zoomOutButton() { return *m_zoomOut; }
    /** The findings of the chosen leader, as text. */
    QString findingsText() const;
    /** What a room is told above the lanes: the lock and where it is; hidden otherwise. */
    ElidedLabel &presentedName() { return *m_presented; }
    bool isMessageShown() const;
    bool isTicking() const;

signals:
    /** The leader is to let go; the action is one that its system offers. */
    void stepDownRequested(const lockmaster::LockPointer &lock, const QString &action);
    void addBackendRequested();
    /** A marked lock is not to be watched any more, whether it is there or not. */
    void unmarkRequested(const lockmaster::LockId &id);
    /** A lock is to be chosen and marked. */
    void locksRequested();
    /** The list of locks is to be narrowed by this term of a filter. */
    void narrowRequested(const QString &term);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    void limitLanes();
    QWidget *buildContent();
    QWidget *buildTools();
    void connectParts();
    void follow();
    void followChosen();
    void showEmptyState();
    void updateFigures();
    void updateFindings();
    void updateStepDown();
    void fitFindings();
    void zoom(double factor);
    void updateTicking();
    void tick();
    const LeaderEntry *entry() const;
    std::optional<LockAction> stepDownAction() const;

    LockStore &m_store;
    const Clock &m_clock;
    LeadersModel *m_model;
    LeaderTable *m_table;
    ElidedLabel *m_presented;
    QWidget *m_tools = nullptr;
    FigureRow *m_figures;
    LanesView *m_lanes;
    DetailsPane *m_findings;
    MessagePage *m_message;
    QPushButton *m_stepDown;
    LanesExportButton *m_export;
    QCheckBox *m_follow;
    QToolButton *m_zoomIn;
    QToolButton *m_zoomOut;
    QStackedWidget *m_stack;
    QTimer *m_tick;
    QAction *m_unmark;
    QAction *m_stepDownEntry; ///< of the table's menu
    ActionsOf m_actionsOf;
    std::optional<LockId> m_shown; ///< whose lanes these are
    std::shared_ptr<const LeaderHistory> m_history;
    SteadyTime m_lookedAt{}; ///< when what is shown was last made good
    bool m_isPresenting = false;
    QPointer<QWidget> m_focusBefore; ///< somebody presented
    bool m_offersBackends = false;
    bool m_live = true;
};

} // namespace lockmaster

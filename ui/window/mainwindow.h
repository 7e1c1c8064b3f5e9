// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/locknote.h"
#include "core/monitor/lockstore.h"
#include "ui/kit/commandorigins.h"
#include "core/display/detailrows.h"
#include "core/display/emptystate.h"
#include "core/display/lockroles.h"
#include "ui/kit/pagestack.h"
#include "core/display/systemnames.h"

#include <QMainWindow>

#include <functional>
#include <map>

class QLineEdit;
class QMenu;
class QSettings;
class QTimer;

namespace lockmaster {

class AlertList;
class BackendMenu;
class Centre;
class AliveChecks;
class DetailsFeed;
class DetailsPane;
class Dock;
class EventModel;
class EventStrip;
class FilterEdit;
class HeldList;
class LeaderActions;
class LeaderMarks;
class LeadersView;
class ListSaver;
class LockActions;
class LockTable;
class LockTableModel;
class LocksView;
class MarkedLocks;
class MainToolBar;
class PageWindows;
class RowGoal;
class Sidebar;
class SidebarModel;
class SidebarPane;
class StatusStrip;
class TextSize;
class ViewActions;
class WindowActions;

/**
 * The window: sidebar, pages (the first is the lock table with its filter and its details), lists
 * below, status. It shows what is in the store and asks for everything else by its signals; whoever
 * composes the program connects them, and offers dialogs for what the window itself cannot do.
 *
 * GUI thread; everything given outlives it.
 */
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    /** What the program around the window can do; what it cannot has no entry in a menu. */
    struct Offers {
        bool addBackend = false;
        bool settings = false;
        bool acquire = false;
        bool audit = false;
        bool plans = false;
    };

    MainWindow(LockStore &store, const SystemNames &names, const Clock &clock, QSettings &settings,
               Offers offers, QWidget *parent = nullptr);
    ~MainWindow() override;

    /** The locks of which the operator said that they elect a leader. */
    const std::vector<LockId> &leaderMarks() const;
    /** What the window asks of the view worker as it stands. */
    const ViewQuery &query() const { return m_query; }
    TextSize &textSize() { return *m_textSize; }
    /** The period and pause in force, for the control that shows them. */
    void setRefreshState(bool paused, std::optional<Millis> period);
    /** The backends that a dialog can edit or remove; the others can only be tested. */
    void setEditableBackends(const QStringList &names);
    /** Options such as `--config FILE` that a copied lockctl command needs to find the backends. */
    void setCommandOrigins(const CommandOrigins &origins);
    /** What the profile says of locks, for the details. */
    void setLockNotes(std::vector<LockNote> notes);
    /** What was said of holders, for the details; outlives it. */
    void setAliveChecks(const AliveChecks &checks);
    /** Whether the view lists owners, who goes by several names, and what was said of holders. */
    void askForOwners(bool wanted, const OwnerLister::Rules &rules,
                      std::vector<HolderCheck> checks);
    /** What the details tell is told anew. */
    void showDetails() { updateDetails(); }
    /** What was seen of that lock so far, for the details while it is chosen. */
    void setPast(const std::optional<LockId> &id, const std::optional<DetailSection> &past);
    /**
     * Another page beside the locks, with an entry in the sidebar and a key; ownership passes. Into
     * `finder` of it leads what leads into the filter elsewhere.
     */
    void addPage(PageId id, QWidget *page, QLineEdit *finder = nullptr);
    PageId page() const;
    /** Those that there are, in their order. */
    std::vector<PageId> pages() const;
    /** Whether that page, where it is shown, has a whole screen. */
    bool isPresenting(PageId id) const;
    /** Any page, in whatever window. */
    bool isPresenting() const;
    /** Those that stand in windows of their own. */
    PageWindows &pageWindows() { return *m_pageWindows; }
    /** Shows a page, wherever it stands; nothing where there is none of that id. */
    void showPage(PageId id);
    /** The same, and the keyboard is there, as after the page's key. */
    void enterPage(PageId id);
    QMenu &menu();
    /** The page of the locks with all that are in `scope`, whatever was looked for before. */
    void showLocks(const ViewScope &scope) { showLocks(scope, {}); }
    /** With what that filter leaves of them. */
    void showLocks(const ViewScope &scope, const QString &filter);
    /** The same without going there. */
    void narrowTo(const ViewScope &scope, const QString &filter);
    MainToolBar &tools() { return *m_tools; }
    /** The same with what this term of a filter leaves; behind what is looked for there already. */
    void narrowLocks(const QString &term);
    /** Space means pause there, where nothing else wants it. */
    void pauseBySpace(QWidget *widget);
    /** Whether the view lists how all servers stand. */
    void askForServers(bool wanted);
    /** The same of what stands apart, where anything does. */
    void showApart(PageId id);
    /** A lock among the others, with its details. */
    void chooseLock(const LockId &id);
    /**
     * To that lock in the table, with the keyboard. Filter and scope stay, unless they hide it. One
     * that is not there any more has its details alone.
     */
    /** Somebody wants to go elsewhere than to a row that is still to come. */
    void forgetRowGoal();
    void goToLock(const LockId &id);
    /** The leaders' page with this lock chosen. */
    void showLeader(const LockId &id);
    /** Stands in the middle while there is no backend; ownership passes. */
    void setFirstStartPage(QWidget *page);
    /** A line of the program's own above the locks; ownership passes. */
    void addStrip(QWidget *strip);
    /** The read-only backends that may be written to for the moment. */
    void setLifted(const QStringList &backends);
    /** The locks of this program, among the lists below; ownership passes. */
    void setHeldList(HeldList *list);
    /** The alerts, among the lists below; ownership passes. */
    void setAlertList(AlertList *list);
    /** Asked before the window closes; false keeps it open. */
    void setCloseGuard(std::function<bool()> mayClose) { m_mayClose = std::move(mayClose); }
    /** A line that stays at the top until it is called with an empty text, e.g. profile errors. */
    void setProgramNotice(const QString &text, const QString &details);

    LocksView &locksView() { return *m_locks; }
    LeadersView &leadersView() { return *m_leaders; }
    Sidebar &sidebar() { return *m_sidebar; }
    /** The locks that stand first. */
    MarkedLocks &pins() { return *m_pins; }
    SidebarPane &sidebarPane() { return *m_sidebarPane; }
    DetailsPane &details() { return *m_details; }
    FilterEdit &filterEdit();
    BackendMenu &backendMenu() { return *m_backendMenu; }
    LockActions &lockActions() { return *m_lockActions; }
    Dock &dock();
    EventStrip &events() { return *m_events; }
    EventModel &eventModel() { return *m_eventModel; }
    StatusStrip &status() { return *m_status; }
    QString countText() const;
    bool isProductionStripeShown() const;

signals:
    void queryChanged(const lockmaster::ViewQuery &query);
    /** Another lock is chosen, or none any more. */
    void focusChanged(const std::optional<lockmaster::LockId> &id);
    void pauseRequested(bool paused);
    void periodRequested(std::optional<lockmaster::Millis> period);
    void refreshRequested();
    void addBackendRequested();
    void importRequested();
    /** These tables are to be watched from now on. */
    void watchTablesRequested(const std::vector<lockmaster::FoundOn> &tables);
    /** Of that Redis the keys of this pattern are to be watched, as locks, and no others. */
    void watchKeysRequested(const QString &backend, const QString &pattern);
    void editBackendRequested(const QString &name);
    void testBackendRequested(const QString &name);
    void passwordRequested(const QString &backend);
    void removeBackendRequested(const QString &name);
    void settingsRequested();
    /** Let a read-only backend be written to for a while, or make it read-only again. */
    void allowWritesRequested(const QString &backend);
    void readOnlyRequested(const QString &backend);
    /** A lock is wanted: the one that is selected, or none in particular. */
    void acquireRequested(const std::optional<lockmaster::LockId> &from);
    void auditRequested();
    /** Locks are to be let go of as the file of a plan says. */
    void planRequested();
    void leaderMarksChanged(const std::vector<lockmaster::LockId> &marks);
    /** The window was minimised (false) or is seen again. */
    void liveChanged(bool live);
    /** A page has the whole screen from now on, for a room to look at; or no more. */
    void presentingChanged();

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void buildParts();
    void buildTools();
    void buildLeaders();
    void buildPins();
    void buildShortcuts();
    void connectParts();
    void restorePlace();
    void followHeight();
    void saveLayout();

    void followStore();
    void addList(const QString &key, const QString &title, QWidget *list, QWidget *tools);
    void followAlerts();
    void followPage();
    void updateStripe();
    void updateVocabulary();
    void updateDetails();
    void ask();
    void setScope(const ViewScope &scope);
    void chooseScope(const ViewScope &scope);
    void setApart(bool apart);
    bool isApartShown() const;
    void followPart();
    void leaveRow();
    void leaveHiddenLock();
    void goOn();
    void setFocusLock(const std::optional<LockId> &id);
    void actOnEmpty(const EmptyState::Offer &offer);
    void followLive();
    void setLive(bool live);
    void comeForward(PageId id);
    void enterFinder(PageId id);

    LockStore &m_store;
    SystemNames m_names;
    const Clock &m_clock;
    QSettings &m_settings;
    Offers m_offers;
    TextSize *m_textSize;
    ListSaver *m_saver = nullptr;
    ViewActions *m_view = nullptr;
    WindowActions *m_actions = nullptr;
    ViewQuery m_query;
    bool m_mayHideFocus = false; ///< filter or scope changed, and no view has followed yet
    bool m_paused = false;
    bool m_isLow = false; ///< so that pages need the room of the lists
    bool m_live = true;   ///< somebody may look
    bool m_wasShown = false;

    LockTableModel *m_lockModel;
    SidebarModel *m_sidebarModel;
    EventModel *m_eventModel;
    Sidebar *m_sidebar = nullptr;
    SidebarPane *m_sidebarPane = nullptr;
    BackendMenu *m_backendMenu = nullptr;
    LocksView *m_locks = nullptr;
    LeadersView *m_leaders = nullptr;
    DetailsPane *m_details = nullptr;
    EventStrip *m_events = nullptr;
    StatusStrip *m_status = nullptr;
    MainToolBar *m_tools = nullptr;
    LockActions *m_lockActions = nullptr;
    LeaderMarks *m_leaderMarks = nullptr;
    MarkedLocks *m_pins = nullptr;
    LeaderActions *m_leaderActions = nullptr;
    std::unique_ptr<DetailsFeed> m_feed;
    std::unique_ptr<RowGoal> m_goal;
    Centre *m_centre = nullptr;
    std::unique_ptr<PageWindows> m_pageWindows;
    QTimer *m_second = nullptr;
    QTimer *m_detailsSoon = nullptr; ///< once the rows are there, which are looked at first
    HeldList *m_held = nullptr;
    AlertList *m_alerts = nullptr;
    std::map<PageId, QLineEdit *> m_finders;
    std::function<bool()> m_mayClose;
};

} // namespace lockmaster

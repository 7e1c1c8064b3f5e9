// SPDX-License-Identifier: Apache-2.0
#include "ui/window/mainwindow.h"

#include "core/display/eventmodel.h"
#include "ui/leaders/leadermarks.h"
#include "core/display/locktablemodel.h"
#include "core/display/locktext.h"
#include "core/display/narrowing.h"
#include "ui/servers/sidebarmodel.h"
#include "ui/kit/icons.h"
#include "ui/alerts/alertlist.h"
#include "ui/servers/backendmenu.h"
#include "ui/window/centre.h"
#include "ui/locks/columnsmenu.h"
#include "ui/locks/detailsfeed.h"
#include "ui/details/detailspane.h"
#include "ui/locks/eventstrip.h"
#include "ui/locks/filteredit.h"
#include "ui/held/heldlist.h"
#include "ui/leaders/leaderactions.h"
#include "ui/leaders/leadersview.h"
#include "ui/leaders/leadertable.h"
#include "ui/locks/listsaver.h"
#include "ui/locks/lockactions.h"
#include "ui/locks/locksview.h"
#include "ui/window/maintoolbar.h"
#include "ui/kit/markedlocks.h"
#include "ui/kit/pagestack.h"
#include "ui/kit/density.h"
#include "ui/kit/dock.h"
#include "ui/kit/textsize.h"
#include "ui/kit/wholescreen.h"
#include "ui/kit/windowplace.h"
#include "ui/kit/toolline.h"
#include "ui/window/refreshcontrol.h"
#include "ui/locks/pinstrip.h"
#include "ui/locks/scopechips.h"
#include "ui/servers/sidebar.h"
#include "ui/window/pagewindow.h"
#include "ui/window/pagewindows.h"
#include "ui/servers/sidebarpane.h"
#include "ui/window/statusstrip.h"
#include "ui/window/rowgoal.h"
#include "ui/window/viewactions.h"
#include "ui/window/windowactions.h"
#include "ui/kit/keyboardfocus.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QListView>
#include <QScreen>
#include <QSettings>
#include <QShortcut>
#include <QStatusBar>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr QSize usualSize(1280, 760);
constexpr QSize smallestSize(800, 480);
/** Below it the figures and lanes of the leaders need the room of the lists. */
constexpr int lowWindow = 740;

bool standsApart(const ViewSnapshot &view, const QString &backend)
{
    const auto &apart = view.apart.backends;
    return std::any_of(apart.begin(), apart.end(),
                       [&backend](const auto &each) { return each->status.name == backend; });
}

/** Whether something of a production server is in `scope`. */
bool showsProduction(const ViewPart &part, const ViewScope &scope)
{
    return std::any_of(part.backends.begin(), part.backends.end(), [&scope](const auto &backend) {
        const BackendStatus &status = backend->status;
        return status.environment == Environment::Production
               && (scope.backend.isEmpty() || scope.backend == status.name)
               && (!scope.environment || scope.environment == status.environment);
    });
}

/** Whether the locks of that source are in `scope`, whatever they are in themselves. */
bool mayHold(const ViewScope &scope, const SourceId &source, const ViewSnapshot &view)
{
    const bool apart = standsApart(view, source.backend);
    if (scope.finding || scope.owner || (scope.backend.isEmpty() && scope.apart != apart))
        return false;
    const BackendSnapshot *const backend = view.backend(source.backend);
    if (scope.environment
        && (apart || !backend || backend->status.environment != *scope.environment))
        return false;
    return (scope.backend.isEmpty() || scope.backend == source.backend)
           && (scope.source.isEmpty() || scope.source == source.name)
           && (scope.system.isEmpty() || scope.system == source.system);
}

} // namespace

MainWindow::MainWindow(LockStore &store, const SystemNames &names, const Clock &clock,
                       QSettings &settings, Offers offers, QWidget *parent)
    : QMainWindow(parent), m_store(store), m_names(names), m_clock(clock), m_settings(settings),
      m_offers(offers), m_textSize(new TextSize(settings, this)),
      m_lockModel(new LockTableModel(store, names, clock, this)),
      m_sidebarModel(new SidebarModel(store, names, clock, this)),
      m_eventModel(new EventModel(store, this)), m_second(new QTimer(this)),
      m_detailsSoon(new QTimer(this))
{
    Density::restore(settings);
    setWindowTitle(tr("Lockmaster"));
    setWindowIcon(applicationIcon());
    buildParts();
    buildShortcuts();
    buildTools();
    buildLeaders();
    buildPins();
    m_status = new StatusStrip(store, clock, this);
    statusBar()->addWidget(m_status, 1);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setContentsMargins({});
    connectParts();
    orderTabs({m_tools, m_sidebarPane, &m_locks->table(), m_details, &dock()});
    restorePlace();
    m_query.sortColumn = m_locks->table().sortColumn();
    m_query.descending = m_locks->table().isDescending();
    m_query.wantsChanges = m_locks->table().isColumnShown(LockColumn::Changes);
    m_detailsSoon->setSingleShot(true);
    m_second->setTimerType(Qt::CoarseTimer);
    m_second->start(1s);
    followPage();
    addPage(PageId::Leaders, m_leaders);
    followStore();
    m_centre->pages().currentWidget()->setFocus();
}

MainWindow::~MainWindow()
{
    // Its pages hear that they are not seen any more, and ask for less, while it is all there.
    m_pageWindows.reset();
    hide();
}

FilterEdit &MainWindow::filterEdit()
{
    return m_tools->filter();
}

// Building

void MainWindow::buildParts()
{
    m_sidebar = new Sidebar(*m_sidebarModel, this);
    m_backendMenu = new BackendMenu(*m_sidebar, m_store);
    m_backendMenu->setOffersServers(m_offers.addBackend);
    m_sidebarModel->setOffersServers(m_offers.addBackend);
    m_locks = new LocksView(m_store, *m_lockModel, m_settings, this);
    m_details = new DetailsPane(this);
    m_details->rememberFolds(m_settings);
    m_events = new EventStrip(*m_eventModel, m_settings, this);
    m_sidebarPane = new SidebarPane(m_sidebar, this);
    addAction(&m_sidebarPane->findAction());
    m_centre = new Centre({.sidebar = m_sidebarPane, .locks = m_locks, .details = m_details},
                          m_settings, this);
    setCentralWidget(m_centre);
    dock().add(QStringLiteral("events"), tr("Events"), m_events, &m_events->tools());
    m_pageWindows = std::make_unique<PageWindows>(m_centre->pages(), m_settings);
    m_view = new ViewActions(*this, *m_centre, *m_pageWindows, *m_textSize);
    connect(m_textSize, &TextSize::changed, this, &MainWindow::followHeight);
    connect(m_view, &ViewActions::presentingChanged, this, [this] {
        followPage();
        emit presentingChanged();
    });
    setMinimumSize(smallestSize.boundedTo(screen()->availableSize()
                                          - QSize(0, windowFrameAllowance.height())));
    m_lockActions = new LockActions(m_locks->table(), m_clock);
    m_saver = new ListSaver(*m_locks, m_store, m_clock);
    m_goal = std::make_unique<RowGoal>(m_locks->table());
    m_feed = std::make_unique<DetailsFeed>(*m_details, m_store, *m_lockModel, m_names, m_clock);
    m_actions = new WindowActions(*this, m_offers, *m_view);
    m_pageWindows->setShared(m_actions->everywhere() + m_view->everywhere());
    m_leaderMarks = new LeaderMarks(m_settings, this);
    m_leaderActions = new LeaderActions(*m_leaderMarks, this);
    m_leaders = new LeadersView(m_store, m_clock, this);
    m_leaders->setOffersBackends(m_offers.addBackend);
    m_leaders->rememberOrder(m_settings);
}

void MainWindow::buildTools()
{
    using Concerns = MainToolBar::Concerns;
    m_tools = new MainToolBar(m_settings, &m_actions->refresh(), this);
    m_tools->addLockAction(&m_lockActions->release(), Concerns::LockTable);
    if (m_actions->acquire()) {
        m_tools->addLockAction(m_actions->acquire(), Concerns::EveryPage);
        m_lockActions->addSingle(m_actions->acquireNamed());
    }
    m_tools->addMenu(QStringLiteral("columns"), tr("Columns"), new ColumnsMenu(m_locks->table()),
                     Concerns::LockTable);
    m_tools->addMenu(QStringLiteral("menu"), tr("Menu"), &m_actions->menu(), Concerns::EveryPage);
    addToolBar(m_tools);
}

void MainWindow::buildLeaders()
{
    const QList<QAction *> actions = {&m_leaderActions->watch(), &m_leaderActions->show()};
    m_details->setTools(actions);
    for (QAction *action : actions)
        m_lockActions->addSingle(action);
    connect(m_lockActions, &LockActions::singleChosen, m_leaderActions, &LeaderActions::setLock);
    connect(m_leaderActions, &LeaderActions::showRequested, this, &MainWindow::showLeader);
    connect(m_leaderMarks, &LeaderMarks::changed, this,
            [this] { emit leaderMarksChanged(leaderMarks()); });
    connect(m_leaders, &LeadersView::unmarkRequested, m_leaderMarks,
            [this](const LockId &id) { m_leaderMarks->setMarked(id, false); });
    connect(m_leaders, &LeadersView::addBackendRequested, this, &MainWindow::addBackendRequested);
    connect(m_leaders, &LeadersView::locksRequested, this, [this] {
        showPage(PageId::Locks);
        m_locks->table().setFocus();
    });
    connect(this, &MainWindow::liveChanged, m_leaders, &LeadersView::setLive);
    connect(this, &MainWindow::presentingChanged, m_leaders,
            [this] { m_leaders->setPresenting(isPresenting(PageId::Leaders)); });
}

void MainWindow::buildPins()
{
    m_pins = new MarkedLocks(m_settings, QStringLiteral("locks/pins"), nullptr, this);
    m_query.pins = makeLockSet(m_pins->marks());
    m_lockActions->setPins(*m_pins);
    m_locks->setPins(*m_pins);
    connect(m_pins, &MarkedLocks::changed, this, [this] {
        m_query.pins = makeLockSet(m_pins->marks());
        m_locks->refreshState();
        ask();
    });
    PinStrip &strip = m_locks->pinStrip();
    connect(&strip, &PinStrip::lockRequested, this, &MainWindow::goToLock);
    connect(&strip, &PinStrip::narrowRequested, this, &MainWindow::narrowLocks);
}

const std::vector<LockId> &MainWindow::leaderMarks() const
{
    return m_leaderMarks->marks();
}

void MainWindow::addPage(PageId id, QWidget *page, QLineEdit *finder)
{
    if (finder)
        m_finders[id] = finder;
    m_sidebarModel->addPage(id);
    m_centre->pages().add(id, page);
}

PageId MainWindow::page() const
{
    return m_centre->pages().current();
}

std::vector<PageId> MainWindow::pages() const
{
    return m_centre->pages().all();
}

void MainWindow::showApart(PageId id)
{
    setApart(!m_store.view()->apart.backends.empty());
    showPage(id);
}

void MainWindow::showLeader(const LockId &id)
{
    setApart(standsApart(*m_store.view(), id.source->backend));
    m_leaders->choose(id);
    showPage(PageId::Leaders);
}

void MainWindow::showPage(PageId id)
{
    m_centre->pages().choose(id);
    comeForward(id);
}

void MainWindow::enterPage(PageId id)
{
    m_centre->pages().enter(id);
    comeForward(id);
}

/** Who asked for that page in a window beside this one goes on here. */
void MainWindow::comeForward(PageId id)
{
    if (m_centre->pages().isOut(id) || !qobject_cast<PageWindow *>(QApplication::activeWindow()))
        return;
    bringForward(*this);
}

bool MainWindow::isPresenting(PageId id) const
{
    PageWindow *const own = m_pageWindows->windowOf(id);
    return own ? own->wholeScreen().isOn() : m_view->isPresenting();
}

bool MainWindow::isPresenting() const
{
    return m_view->isPresenting() || m_pageWindows->presenting();
}

QMenu &MainWindow::menu()
{
    return m_actions->menu();
}

void MainWindow::narrowLocks(const QString &term)
{
    // What was looked for on another page has nothing to do with this.
    if (page() != PageId::Locks)
        showLocks({});
    const ViewScope scope = NarrowedLock::scopeFor(term, m_query.scope, *m_store.view());
    if (scope != m_query.scope)
        chooseScope(scope);
    // What is typed and not understood narrows nothing.
    const auto typed = Filter::parse(filterEdit().text());
    filterEdit().setFilterText((typed ? *typed : m_query.filter).narrowedBy(term));
}

void MainWindow::showLocks(const ViewScope &scope, const QString &filter)
{
    narrowTo(scope, filter);
    showPage(PageId::Locks);
    m_locks->table().setFocus();
}

void MainWindow::narrowTo(const ViewScope &scope, const QString &filter)
{
    if (filter.isEmpty())
        filterEdit().clear();
    else
        filterEdit().setFilterText(filter);
    setScope(scope);
    followPage();
}

void MainWindow::buildShortcuts()
{
    // Space means pause where nothing else wants it: a button or the filter keeps its own.
    for (QWidget *widget : std::initializer_list<QWidget *>{&m_locks->table(), &m_leaders->table(),
                                                            m_sidebar, m_events})
        pauseBySpace(widget);
}

void MainWindow::pauseBySpace(QWidget *widget)
{
    auto *pause = new QShortcut(Qt::Key_Space, widget);
    pause->setContext(Qt::WidgetWithChildrenShortcut);
    connect(pause, &QShortcut::activated, this, [this] { emit pauseRequested(!m_paused); });
}

Dock &MainWindow::dock()
{
    return m_centre->dock();
}

void MainWindow::addList(const QString &key, const QString &title, QWidget *list, QWidget *tools)
{
    dock().add(key, title, list, tools);
    orderTabs({m_details, &dock()});
}

void MainWindow::setHeldList(HeldList *list)
{
    m_held = list;
    addList(QStringLiteral("held"), tr("Held"), list, &list->tools());
    connect(list, &ActionList::wanted, this, [this, list] { dock().bring(list); });
    const auto follow = [this, list] { dock().setCount(list, list->countText()); };
    connect(list, &ActionList::countChanged, this, follow);
    connect(list, &HeldList::narrowRequested, this, &MainWindow::narrowLocks);
    follow();
}

void MainWindow::setAlertList(AlertList *list)
{
    m_alerts = list;
    addList(QStringLiteral("alerts"), tr("Alerts"), list, &list->tools());
    connect(list, &ActionList::wanted, this, [this, list] { dock().bring(list); });
    connect(&list->model(), &AlertModel::boardTaken, this, &MainWindow::followAlerts);
    connect(&dock(), &Dock::stateChanged, this, &MainWindow::followAlerts);
    connect(m_status, &StatusStrip::alertsWanted, list, &AlertList::revealFirst);
    connect(list, &AlertList::narrowRequested, this, &MainWindow::narrowLocks);
    connect(list, &AlertList::lockRequested, this,
            [this](const AlertSubject &subject) { chooseLock(alarmedLock(subject)); });
    const auto followAlarmed = [this, list] {
        m_query.alarmed = list->model().alarmed();
        ask();
    };
    connect(&list->model(), &AlertModel::alarmedChanged, this, followAlarmed);
    followAlarmed();
    followAlerts();
}

/** They are told in three places: where their list is not to be seen, its tab and a line tell. */
void MainWindow::followAlerts()
{
    const AlertGroup *const worst = m_alerts->model().worst();
    const Tone tone = worst ? AlertGroupText::tone(*worst) : Tone::Plain;
    dock().setCount(m_alerts, m_alerts->countText(), tone);
    dock().setWorst(m_alerts, worst ? AlertGroupText::line(*worst) : QString(), tone);
    const bool isToldHere = worst && dock().isAway();
    m_status->setAlerts(isToldHere ? AlertGroupText::line(*worst) : QString(), tone);
}

void MainWindow::connectParts()
{
    LockTable &table = m_locks->table();
    connect(m_actions, &WindowActions::filterWanted, this, [this] { enterFinder(page()); });
    connect(m_pageWindows.get(), &PageWindows::finderWanted, this, &MainWindow::enterFinder);
    connect(m_pageWindows.get(), &PageWindows::pageWanted, this, &MainWindow::enterPage);
    connect(m_pageWindows.get(), &PageWindows::seenChanged, this, &MainWindow::followLive);
    connect(m_pageWindows.get(), &PageWindows::presentingChanged, this,
            &MainWindow::presentingChanged);
    // The sidebar goes on showing where this window is.
    connect(&m_centre->pages(), &PageStack::chosenOutside, this, &MainWindow::followPage);
    connect(m_backendMenu, &BackendMenu::pageWindowRequested, m_pageWindows.get(),
            &PageWindows::open);
    connect(m_actions, &WindowActions::saveWanted, m_saver, &ListSaver::save);
    connect(m_actions, &WindowActions::acquireWanted, this, [this] {
        const auto locks = m_locks->table().selectedLocks();
        const bool one = page() == PageId::Locks && locks.size() == 1;
        emit acquireRequested(one ? std::optional(locks.front()->id) : std::nullopt);
    });
    connect(&m_store, &LockStore::updated, this, &MainWindow::followStore);
    connect(m_detailsSoon, &QTimer::timeout, this, &MainWindow::updateDetails);
    connect(m_second, &QTimer::timeout, this, [this] {
        m_tools->followAge(*m_store.view(), m_clock.now());
        updateDetails();
    });
    connect(&table, &LockTable::sortRequested, this, [this](LockColumn column, bool descending) {
        m_query.sortColumn = column;
        m_query.descending = descending;
        ask();
    });
    connect(&table, &LockTable::columnsChanged, this, [this, &table] {
        const bool wanted = table.isColumnShown(LockColumn::Changes);
        if (std::exchange(m_query.wantsChanges, wanted) != wanted)
            ask();
    });
    connect(&table, &LockTable::currentLockChanged, this, [this](const LockPointer &lock) {
        setFocusLock(lock ? std::optional(lock->id) : std::nullopt);
    });
    connect(&m_centre->pages(), &PageStack::chosen, this, &MainWindow::followPage);
    connect(m_sidebar, &Sidebar::pageChosen, this, [this](PageId id, bool apart) {
        if (id == PageId::Leaders)
            setApart(apart);
        showPage(id);
    });
    connect(m_sidebar, &Sidebar::scopeChosen, this, [this](const ViewScope &scope) {
        setScope(scope);
        showPage(PageId::Locks);
    });
    connect(&m_tools->chips(), &ScopeChips::scopeChosen, this, [this](const ViewScope &scope) {
        chooseScope(scope);
        // Of the last chip nothing is left to have the focus.
        if (scope == ViewScope())
            filterEdit().setFocus(Qt::OtherFocusReason);
    });
    connect(&m_centre->pages(), &PageStack::chosenAgain, this, [this](PageId id) {
        if (id == PageId::Locks)
            chooseScope({});
    });
    connect(m_backendMenu, &BackendMenu::testRequested, this, &MainWindow::testBackendRequested);
    connect(m_backendMenu, &BackendMenu::passwordRequested, this, &MainWindow::passwordRequested);
    connect(m_backendMenu, &BackendMenu::editRequested, this, &MainWindow::editBackendRequested);
    connect(m_backendMenu, &BackendMenu::removeRequested, this,
            &MainWindow::removeBackendRequested);
    connect(m_backendMenu, &BackendMenu::allowWritesRequested, this,
            &MainWindow::allowWritesRequested);
    connect(m_backendMenu, &BackendMenu::readOnlyRequested, this, &MainWindow::readOnlyRequested);
    connect(m_locks, &LocksView::emptyActionChosen, this, &MainWindow::actOnEmpty);
    connect(m_details, &DetailsPane::lockChosen, this, &MainWindow::chooseLock);
    connect(m_eventModel, &QAbstractItemModel::rowsInserted, &dock(), &Dock::setFilled);
    connect(m_events, &EventStrip::lockChosen, this, &MainWindow::chooseLock);
    connect(&filterEdit(), &FilterEdit::filterChanged, this, [this](const Filter &filter) {
        m_goal->forget();
        m_query.filter = filter;
        m_mayHideFocus = true;
        if (filterEdit().hasFocus() && !filter.isEmpty())
            m_goal->toOnly(filterEdit());
        ask();
    });
    connect(&filterEdit(), &FilterEdit::errorChanged, m_locks, &LocksView::setFilterError);
    connect(&filterEdit(), &FilterEdit::entered, this, [this] {
        m_goal->toFirst();
        goOn();
    });
    connect(m_lockActions, &LockActions::narrowRequested, this, &MainWindow::narrowLocks);
    connect(m_events, &EventStrip::narrowRequested, this, &MainWindow::narrowLocks);
    connect(m_leaders, &LeadersView::narrowRequested, this, &MainWindow::narrowLocks);
    connect(m_details, &DetailsPane::menuOpening, this, [this](QMenu &menu) {
        if (const LockPointer lock = m_feed->shownLock()) {
            menu.addSeparator();
            m_lockActions->addTo(menu, lock);
        }
    });
    connect(&filterEdit(), &FilterEdit::left, this, [this] {
        m_goal->forget();
        m_locks->table().setFocus(Qt::ShortcutFocusReason);
    });
    connect(&m_centre->pages(), &PageStack::chosen, this, [this] { m_goal->forget(); });
    connect(&m_tools->refresh(), &RefreshControl::pauseRequested, this,
            &MainWindow::pauseRequested);
    connect(&m_tools->refresh(), &RefreshControl::periodRequested, this,
            &MainWindow::periodRequested);
}

/** Where something is looked for on that page, or else among the locks. */
void MainWindow::enterFinder(PageId id)
{
    const auto own = m_finders.find(id);
    if (own == m_finders.end())
        showPage(PageId::Locks);
    QLineEdit *const line = own == m_finders.end() ? &filterEdit() : own->second;
    line->setFocus(Qt::ShortcutFocusReason);
    line->selectAll();
}

// What is shown

void MainWindow::followStore()
{
    if (!m_live)
        return;
    followPart();
    leaveHiddenLock();
    goOn();
    m_tools->follow(*m_store.view(), m_clock.now());
    updateStripe();
    updateVocabulary();
    m_detailsSoon->start();
}

QString MainWindow::countText() const
{
    return m_tools->count();
}

void MainWindow::followPage()
{
    const bool locks = page() == PageId::Locks;
    m_tools->setLockTableShown(locks);
    if (locks)
        m_sidebar->showScope(m_query.scope);
    else
        m_sidebar->showPage(page(), isApartShown());
    // These tell what happens in their lanes, and need the room.
    const bool tellsItself =
        page() == PageId::Lab || page() == PageId::History || page() == PageId::Chains;
    dock().setTight(tellsItself || (page() != PageId::Locks && m_isLow));
    updateStripe();
}

/** The other pages show every backend, but for what stands apart, or that alone. */
void MainWindow::updateStripe()
{
    const ViewScope only = page() == PageId::Locks ? m_query.scope : ViewScope();
    m_centre->setProduction(showsProduction(m_store.view()->part(isApartShown()), only));
    m_pageWindows->setProduction(showsProduction(m_store.view()->part(false), {}));
}

bool MainWindow::isProductionStripeShown() const
{
    return m_centre->isProductionShown();
}

void MainWindow::updateVocabulary()
{
    QStringList backends;
    for (const auto &backend : m_store.view()->shown().backends)
        backends << backend->status.name;
    filterEdit().setVocabulary(backends, m_names.ids());
}

void MainWindow::updateDetails()
{
    m_detailsSoon->stop();
    m_leaderActions->setLock(m_query.focus);
    if (m_live)
        m_feed->show(m_query);
}

void MainWindow::setRefreshState(bool paused, std::optional<Millis> period)
{
    m_paused = paused;
    m_actions->setPaused(paused);
    m_tools->refresh().setState(paused, period);
    m_pageWindows->setNotice(
        paused ? tr("Looking is paused: all that is shown here is from before.") : QString());
}

void MainWindow::setLockNotes(std::vector<LockNote> notes)
{
    m_feed->setNotes(std::move(notes));
    updateDetails();
}

void MainWindow::setAliveChecks(const AliveChecks &checks)
{
    m_feed->setChecks(checks);
}

void MainWindow::askForOwners(bool wanted, const OwnerLister::Rules &rules,
                              std::vector<HolderCheck> checks)
{
    m_query.wantsOwners = wanted;
    m_query.ownerRules = rules;
    m_query.checks = std::move(checks);
    ask();
}

void MainWindow::askForServers(bool wanted)
{
    m_query.wantsServers = wanted;
    ask();
}

void MainWindow::setPast(const std::optional<LockId> &id, const std::optional<DetailSection> &past)
{
    m_feed->setPast(id, past);
    updateDetails();
}

void MainWindow::setCommandOrigins(const CommandOrigins &origins)
{
    m_lockActions->setCommandOrigins(origins);
}

void MainWindow::setEditableBackends(const QStringList &names)
{
    m_backendMenu->setEditable(names);
}

void MainWindow::setFirstStartPage(QWidget *page)
{
    m_locks->setFirstStartPage(page);
}

void MainWindow::addStrip(QWidget *strip)
{
    m_centre->addStrip(strip);
}

void MainWindow::setLifted(const QStringList &backends)
{
    m_backendMenu->setLifted(backends);
    m_status->setLifted(backends);
    m_sidebarModel->setLifted(backends);
}

void MainWindow::setProgramNotice(const QString &text, const QString &details)
{
    m_centre->setNotice(text, details);
}

// What is asked

void MainWindow::ask()
{
    emit queryChanged(m_query);
}

void MainWindow::setScope(const ViewScope &scope)
{
    if (m_query.scope == scope)
        return;
    m_query.scope = scope;
    m_mayHideFocus = true;
    m_leaders->setApart(scope.apart);
    m_eventModel->setApart(scope.apart);
    m_tools->chips().showScope(scope, m_sidebarModel->indexOf(scope).data().toString());
    // A backend or source that is chosen is what one wants to read about.
    if (!scope.backend.isEmpty()) {
        m_query.focus.reset();
        leaveRow();
        emit focusChanged({});
    }
    updateStripe();
    updateDetails();
    ask();
}

void MainWindow::leaveRow()
{
    m_locks->table().clearSelection();
    m_locks->table().setCurrentIndex({});
}

void MainWindow::chooseScope(const ViewScope &scope)
{
    m_sidebar->showScope(scope);
    setScope(scope);
}

bool MainWindow::isApartShown() const
{
    return m_query.scope.apart && (page() == PageId::Locks || page() == PageId::Leaders);
}

void MainWindow::setApart(bool apart)
{
    if (m_query.scope.apart == apart)
        return;
    ViewScope scope;
    scope.apart = apart;
    setScope(scope);
    followPage();
}

/** What is looked at may come to stand apart, or nothing may do so any more. */
void MainWindow::followPart()
{
    const ViewSnapshot &shown = *m_store.view();
    ViewScope scope = m_query.scope;
    if (shown.query.scope != scope)
        return;
    if (scope.apart && !shown.backend(scope.backend))
        scope = scope.whole(); // an election is over, with what was watched for it
    scope.apart =
        scope.backend.isEmpty() ? scope.apart && !shown.apart.backends.empty() : shown.showsApart;
    if (scope == m_query.scope)
        return;
    setScope(scope);
    followPage();
}

/** What filter or sidebar take out of the table is not what one reads about any more. */
void MainWindow::leaveHiddenLock()
{
    const ViewQuery &shown = m_store.view()->query;
    if (!m_mayHideFocus || shown.filter.text() != m_query.filter.text()
        || shown.scope != m_query.scope)
        return;
    m_mayHideFocus = false;
    if (m_query.focus && m_lockModel->rowOf(*m_query.focus) < 0)
        setFocusLock(std::nullopt);
}

/** To the row that is wanted, once what is shown is what was asked. */
void MainWindow::goOn()
{
    const auto missed = m_goal->goOn(m_store.view()->query, m_query);
    if (!missed)
        return;
    const bool isInScope = mayHold(m_query.scope, *missed->source, *m_store.view());
    if (isInScope && m_query.filter.isEmpty()) {
        // It has gone, and the details tell so; keys are not to act on another.
        leaveRow();
        setFocusLock(missed);
        return;
    }
    filterEdit().clear();
    if (!isInScope) {
        ViewScope whole;
        whole.apart = standsApart(*m_store.view(), missed->source->backend);
        chooseScope(whole);
    }
    m_goal->toLock(*missed);
}

void MainWindow::setFocusLock(const std::optional<LockId> &id)
{
    if (m_query.focus == id)
        return;
    m_query.focus = id;
    emit focusChanged(id);
    updateDetails();
    ask();
}

void MainWindow::chooseLock(const LockId &id)
{
    showPage(PageId::Locks);
    if (!m_locks->table().selectLock(id))
        setFocusLock(id);
}

void MainWindow::forgetRowGoal()
{
    m_goal->forget();
}

void MainWindow::goToLock(const LockId &id)
{
    showPage(PageId::Locks);
    m_goal->toLock(id);
    goOn();
}

void MainWindow::actOnEmpty(const EmptyState::Offer &offer)
{
    switch (offer.action) {
    case EmptyState::Action::AddBackend: emit addBackendRequested(); break;
    case EmptyState::Action::Import: emit importRequested(); break;
    case EmptyState::Action::Refresh: emit refreshRequested(); break;
    case EmptyState::Action::ClearFilter: filterEdit().clear(); break;
    case EmptyState::Action::WatchFound: emit watchTablesRequested(offer.found); break;
    case EmptyState::Action::WatchKeys:
        if (offer.keys)
            emit watchKeysRequested(offer.keys->backend, offer.keys->found.pattern);
        break;
    case EmptyState::Action::ShowAll: chooseScope(m_query.scope.whole()); break;
    }
}

// The window itself

void MainWindow::restorePlace()
{
    restoreWindowPlace(*this, m_settings.value(QStringLiteral("window/geometry")).toByteArray(),
                       usualSize);
}

void MainWindow::saveLayout()
{
    // Nobody presents with the next start.
    m_settings.setValue(QStringLiteral("window/geometry"), m_view->place());
    m_centre->saveLayout();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    saveLayout();
    if (m_mayClose && !m_mayClose()) {
        event->ignore();
        return;
    }
    m_pageWindows->saveAndClose();
    QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    followHeight();
}

/** What is low depends on the text as well. */
void MainWindow::followHeight()
{
    const bool low = height() < lowWindow * TextSize::scale();
    if (std::exchange(m_isLow, low) != low)
        followPage();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange)
        followLive();
}

void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    // Of whoever is shown before it, nobody would know where it belongs.
    if (!std::exchange(m_wasShown, true))
        m_pageWindows->restore();
}

/** A page that stands alone may be looked at while this window is minimised. */
void MainWindow::followLive()
{
    setLive(!isMinimized() || m_pageWindows->isSeen());
}

void MainWindow::setLive(bool live)
{
    if (std::exchange(m_live, live) == live)
        return;
    m_locks->table().setLive(live);
    m_sidebar->setLive(live);
    m_status->setLive(live);
    m_eventModel->setLive(live);
    if (m_held)
        m_held->setLive(live);
    if (m_alerts)
        m_alerts->setLive(live);
    if (live)
        m_second->start(1s);
    else
        m_second->stop();
    followStore();
    emit liveChanged(live);
}

} // namespace lockmaster

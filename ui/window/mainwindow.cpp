// SPDX-License-Identifier: Apache-2.0
#include "ui/window/mainwindow.h"

#include "core/display/eventmodel.h"
#include "ui/leaders/leadermarks.h"
#include "core/display/locktablemodel.h"
#include "core/display/locktext.h"
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
#include "ui/kit/pagestack.h"
#include "ui/kit/textsize.h"
#include "ui/window/refreshcontrol.h"
#include "ui/locks/scopechips.h"
#include "ui/window/shortcutsheet.h"
#include "ui/servers/sidebar.h"
#include "ui/window/statusstrip.h"
#include "ui/window/viewactions.h"
#include "ui/window/aboutbox.h"
#include "ui/kit/keyboardfocus.h"

#include <QAction>
#include <QCloseEvent>
#include <QListView>
#include <QMenu>
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
/** Below it the figures and lanes of the leaders need the room of the events. */
constexpr int lowWindow = 640;
/** What a window manager may draw around the window, which is not known before it is shown. */
constexpr QSize frameAllowance(8, 40);

} // namespace

MainWindow::MainWindow(LockStore &store, const SystemNames &names, const Clock &clock,
                       QSettings &settings, Offers offers, QWidget *parent)
    : QMainWindow(parent), m_store(store), m_names(names), m_clock(clock), m_settings(settings),
      m_offers(offers), m_textSize(new TextSize(settings, this)),
      m_lockModel(new LockTableModel(store, names, clock, this)),
      m_sidebarModel(new SidebarModel(store, names, clock, this)),
      m_eventModel(new EventModel(store, this)), m_second(new QTimer(this))
{
    setWindowTitle(tr("Lockmaster"));
    setWindowIcon(applicationIcon());
    buildParts();
    buildShortcuts();
    buildTools();
    buildLeaders();
    m_status = new StatusStrip(store, clock, this);
    statusBar()->addWidget(m_status, 1);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setContentsMargins({});
    connectParts();
    orderTabs({m_tools, m_sidebar, &m_locks->table(), m_details, m_events});
    restorePlace();
    m_query.sortColumn = m_locks->table().sortColumn();
    m_query.descending = m_locks->table().isDescending();
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
    m_locks = new LocksView(m_store, *m_lockModel, m_settings, this);
    m_details = new DetailsPane(this);
    m_events = new EventStrip(*m_eventModel, m_settings, this);
    m_centre = new Centre(
        {.sidebar = m_sidebar, .locks = m_locks, .events = m_events, .details = m_details},
        m_settings, this);
    setCentralWidget(m_centre);
    m_view = new ViewActions(*this, *m_centre, *m_textSize);
    connect(m_view, &ViewActions::presentingChanged, this, [this] {
        followPage();
        emit presentingChanged(m_view->isPresenting());
    });
    setMinimumSize(
        smallestSize.boundedTo(screen()->availableSize() - QSize(0, frameAllowance.height())));
    m_lockActions = new LockActions(m_locks->table(), m_clock);
    m_saver = new ListSaver(*m_locks, m_store, m_clock);
    m_feed = std::make_unique<DetailsFeed>(*m_details, m_store, *m_lockModel, m_names, m_clock);
    m_leaderMarks = new LeaderMarks(m_settings, this);
    m_leaderActions = new LeaderActions(*m_leaderMarks, this);
    m_leaders = new LeadersView(m_store, m_clock, this);
    m_leaders->setOffersBackends(m_offers.addBackend);
}

void MainWindow::buildTools()
{
    using Concerns = MainToolBar::Concerns;
    m_tools = new MainToolBar(m_settings, m_refreshNow, this);
    m_tools->addLockAction(&m_lockActions->release(), Concerns::LockTable);
    if (m_offers.acquire)
        buildAcquire();
    m_tools->addMenu(QStringLiteral("columns"), tr("Columns"), new ColumnsMenu(m_locks->table()),
                     Concerns::LockTable);
    m_tools->addMenu(QStringLiteral("menu"), tr("Menu"), mainMenu(), Concerns::EveryPage);
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
}

const std::vector<LockId> &MainWindow::leaderMarks() const
{
    return m_leaderMarks->marks();
}

void MainWindow::addPage(PageId id, QWidget *page)
{
    m_sidebarModel->addPage(id);
    m_centre->pages().add(id, page);
}

PageId MainWindow::page() const
{
    return m_centre->pages().current();
}

void MainWindow::showApart(PageId id)
{
    setApart(!m_store.view()->apart.backends.empty());
    showPage(id);
}

void MainWindow::showLeader(const LockId &id)
{
    const ViewPart &apart = m_store.view()->apart;
    setApart(std::any_of(apart.backends.begin(), apart.backends.end(), [&id](const auto &backend) {
        return backend->status.name == id.source->backend;
    }));
    m_leaders->choose(id);
    showPage(PageId::Leaders);
}

void MainWindow::showPage(PageId id)
{
    m_centre->pages().choose(id);
}

void MainWindow::showLocks(const ViewScope &scope)
{
    filterEdit().clear();
    chooseScope(scope);
    showPage(PageId::Locks);
    m_locks->table().setFocus();
}

void MainWindow::buildShortcuts()
{
    m_refreshNow = new QAction(symbolicIcon(QStringLiteral("refresh")), tr("Refresh"), this);
    m_refreshNow->setShortcut(QKeySequence(Qt::Key_F5));
    m_refreshNow->setToolTip(tr("Look at every server now (F5)"));
    connect(m_refreshNow, &QAction::triggered, this, &MainWindow::refreshRequested);
    addAction(m_refreshNow);

    // Space means pause where nothing else wants it: a button or the filter keeps its own.
    for (QWidget *widget : std::initializer_list<QWidget *>{&m_locks->table(), &m_leaders->table(),
                                                            m_sidebar, m_events})
        pauseBySpace(widget);
    for (const QKeySequence &keys : {QKeySequence(QKeySequence::Find), QKeySequence(Qt::Key_Slash)})
        addShortcut(keys, [this] {
            showPage(PageId::Locks);
            filterEdit().setFocus(Qt::ShortcutFocusReason);
            filterEdit().selectAll();
        });
    for (const QKeySequence &keys : {QKeySequence(tr("Ctrl+/")), QKeySequence(Qt::Key_F1)})
        addShortcut(keys, [this] { showShortcuts(); });
    addShortcut(QKeySequence(tr("Ctrl+Q")), [this] { close(); });
    if (m_offers.settings)
        addShortcut(QKeySequence(tr("Ctrl+,")), [this] { emit settingsRequested(); });
}

void MainWindow::pauseBySpace(QWidget *widget)
{
    auto *pause = new QShortcut(Qt::Key_Space, widget);
    pause->setContext(Qt::WidgetWithChildrenShortcut);
    connect(pause, &QShortcut::activated, this, [this] { emit pauseRequested(!m_paused); });
}

void MainWindow::buildAcquire()
{
    m_acquire = new QAction(symbolicIcon(QStringLiteral("lock")), tr("Acquire…"), this);
    m_acquire->setShortcut(QKeySequence(tr("Ctrl+N")));
    m_acquire->setToolTip(tr("Acquire a lock (Ctrl+N)"));
    connect(m_acquire, &QAction::triggered, this, [this] {
        const auto locks = m_locks->table().selectedLocks();
        const bool one = page() == PageId::Locks && locks.size() == 1;
        emit acquireRequested(one ? std::optional(locks.front()->id) : std::nullopt);
    });
    addAction(m_acquire);
    m_tools->addLockAction(m_acquire, MainToolBar::Concerns::EveryPage);
    auto *named = new QAction(tr("Acquire this name…"), this);
    connect(named, &QAction::triggered, m_acquire, &QAction::trigger);
    m_lockActions->addSingle(named);
    m_showHeld = new QAction(tr("Held by you"), this);
    m_showHeld->setCheckable(true);
}

void MainWindow::setHeldList(HeldList *list)
{
    m_held = list;
    m_centre->addFoot(list);
    orderTabs({m_events, list});
    if (m_showHeld)
        connect(m_showHeld, &QAction::toggled, list, &HeldList::setAlwaysShown);
}

void MainWindow::setAlertList(AlertList *list)
{
    m_alerts = list;
    m_centre->addFoot(list);
    orderTabs({m_events, list});
    connect(list, &AlertList::lockRequested, this, [this](const AlertSubject &subject) {
        chooseLock(
            {std::make_shared<SourceId>(SourceId{subject.backend, subject.system, subject.source}),
             subject.name});
    });
}

void MainWindow::addShortcut(const QKeySequence &keys, const std::function<void()> &act)
{
    auto *shortcut = new QShortcut(keys, this);
    connect(shortcut, &QShortcut::activated, this, act);
}

void MainWindow::showShortcuts()
{
    auto *sheet = new ShortcutSheet(this);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->open();
}

QMenu *MainWindow::mainMenu()
{
    auto *menu = new QMenu(this);
    if (m_offers.addBackend)
        menu->addAction(symbolicIcon(QStringLiteral("plus")), tr("Add a server…"), this,
                        &MainWindow::addBackendRequested);
    if (m_offers.addBackend)
        menu->addAction(tr("Import servers…"), this, &MainWindow::importRequested);
    if (m_offers.settings)
        menu->addAction(symbolicIcon(QStringLiteral("settings")), tr("Settings…"), this,
                        &MainWindow::settingsRequested);
    if (m_acquire) {
        menu->addSeparator();
        menu->addAction(m_acquire);
        menu->addAction(m_showHeld);
    }
    menu->addAction(tr("Save the list…"), this, [this] { m_saver->save(); });
    if (m_offers.plans)
        menu->addAction(tr("Release by a plan…"), this, &MainWindow::planRequested);
    if (m_offers.audit)
        menu->addAction(tr("Audit log…"), this, &MainWindow::auditRequested);
    if (m_acquire || m_offers.audit)
        menu->addSeparator();
    m_view->addTo(*menu->addMenu(tr("View")));
    menu->addSeparator();
    menu->addAction(tr("Keyboard shortcuts"), this, &MainWindow::showShortcuts);
    menu->addAction(tr("About Lockmaster"), this, [this] { showAboutBox(this); });
    menu->addSeparator();
    menu->addAction(tr("Quit"), this, &QWidget::close);
    return menu;
}

void MainWindow::connectParts()
{
    LockTable &table = m_locks->table();
    connect(&m_store, &LockStore::updated, this, &MainWindow::followStore);
    connect(m_second, &QTimer::timeout, this, [this] {
        m_tools->followAge(*m_store.view(), m_clock.now());
        updateDetails();
    });
    connect(&table, &LockTable::sortRequested, this, [this](LockColumn column, bool descending) {
        m_query.sortColumn = column;
        m_query.descending = descending;
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
    connect(m_events, &EventStrip::lockChosen, this, &MainWindow::chooseLock);
    connect(&filterEdit(), &FilterEdit::filterChanged, this, [this](const Filter &filter) {
        m_goesToFound = false;
        m_query.filter = filter;
        m_mayHideFocus = true;
        ask();
    });
    connect(&filterEdit(), &FilterEdit::entered, this, [this] {
        m_goesToFound = true;
        goToFound();
    });
    connect(m_lockActions, &LockActions::narrowRequested, this, [this](const QString &term) {
        const QString before = filterEdit().text().trimmed();
        filterEdit().setFilterText(before.isEmpty() ? term : before + u' ' + term);
    });
    connect(&filterEdit(), &FilterEdit::left, this, [this] {
        m_goesToFound = false;
        m_locks->table().setFocus(Qt::ShortcutFocusReason);
    });
    connect(&m_centre->pages(), &PageStack::chosen, this, [this] { m_goesToFound = false; });
    connect(&m_tools->refresh(), &RefreshControl::pauseRequested, this,
            &MainWindow::pauseRequested);
    connect(&m_tools->refresh(), &RefreshControl::periodRequested, this,
            &MainWindow::periodRequested);
}

// What is shown

void MainWindow::followStore()
{
    if (!m_live)
        return;
    followPart();
    leaveHiddenLock();
    goToFound();
    m_tools->follow(*m_store.view(), m_clock.now());
    updateStripe();
    updateVocabulary();
    updateDetails();
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
    m_events->setVisible(!tellsItself && !m_view->isPresenting()
                         && (page() == PageId::Locks || height() >= lowWindow));
    updateStripe();
}

/** The other pages show every backend, but for what stands apart, or that alone. */
void MainWindow::updateStripe()
{
    const QString only = page() == PageId::Locks ? m_query.scope.backend : QString();
    bool production = false;
    for (const auto &backend : m_store.view()->part(isApartShown()).backends) {
        const BackendStatus &status = backend->status;
        production = production
                     || (status.environment == Environment::Production
                         && (only.isEmpty() || only == status.name));
    }
    m_centre->setProduction(production);
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
    m_leaderActions->setLock(m_query.focus);
    if (m_live)
        m_feed->show(m_query);
}

void MainWindow::setRefreshState(bool paused, std::optional<Millis> period)
{
    m_paused = paused;
    m_tools->refresh().setState(paused, period);
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
        m_locks->table().clearSelection();
        m_locks->table().setCurrentIndex({});
        emit focusChanged({});
    }
    updateStripe();
    updateDetails();
    ask();
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

/** To the first row that the filter left, once that is what is shown. */
void MainWindow::goToFound()
{
    const ViewQuery &shown = m_store.view()->query;
    if (!m_goesToFound || shown.filter.text() != m_query.filter.text()
        || shown.scope != m_query.scope)
        return;
    m_goesToFound = false;
    // A table that is not shown would take the focus once it is.
    if (m_lockModel->rowCount() == 0)
        return;
    m_locks->table().setFocus(Qt::ShortcutFocusReason);
    m_locks->table().selectRow(0);
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
    resize(usualSize.boundedTo(screen()->availableSize() - frameAllowance));
    restoreGeometry(m_settings.value(QStringLiteral("window/geometry")).toByteArray());
    fitScreen();
}

/** The screen may be smaller, or its text larger, than when the window's place was remembered. */
void MainWindow::fitScreen()
{
    if (isMaximized() || isFullScreen())
        return;
    const QRect available = screen()->availableGeometry();
    const QSize fitting = size().boundedTo(available.size() - frameAllowance);
    if (fitting != size())
        resize(fitting);
    const QRect frame = frameGeometry();
    const QPoint last = available.bottomRight() - QPoint(fitting.width(), fitting.height())
                        - QPoint(frameAllowance.width(), frameAllowance.height());
    const QPoint corner(
        std::clamp(frame.left(), available.left(), std::max(available.left(), last.x())),
        std::clamp(frame.top(), available.top(), std::max(available.top(), last.y())));
    if (corner != frame.topLeft())
        move(corner);
}

void MainWindow::saveLayout()
{
    // Nobody presents with the next start.
    m_settings.setValue(QStringLiteral("window/geometry"),
                        m_view->isPresenting() ? m_view->placeBefore() : saveGeometry());
    m_centre->saveLayout();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    saveLayout();
    if (m_mayClose && !m_mayClose()) {
        event->ignore();
        return;
    }
    QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    if ((event->oldSize().height() < lowWindow) != (height() < lowWindow))
        followPage();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange)
        setLive(!isMinimized());
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

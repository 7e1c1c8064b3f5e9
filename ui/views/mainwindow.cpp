// SPDX-License-Identifier: Apache-2.0
#include "ui/views/mainwindow.h"

#include "ui/models/detailrows.h"
#include "ui/models/eventmodel.h"
#include "ui/models/locktablemodel.h"
#include "ui/models/locktext.h"
#include "ui/models/sidebarmodel.h"
#include "ui/theme/colors.h"
#include "ui/theme/icons.h"
#include "ui/views/columnsmenu.h"
#include "ui/views/detailspane.h"
#include "ui/views/elidedlabel.h"
#include "ui/views/eventstrip.h"
#include "ui/views/filteredit.h"
#include "ui/views/heldlist.h"
#include "ui/views/lockactions.h"
#include "ui/views/locksview.h"
#include "ui/views/maintoolbar.h"
#include "ui/views/refreshcontrol.h"
#include "ui/views/shortcutsheet.h"
#include "ui/views/sidebar.h"
#include "ui/views/statusstrip.h"

#include <QAction>
#include <QCloseEvent>
#include <QLabel>
#include <QListView>
#include <QLocale>
#include <QMenu>
#include <QScreen>
#include <QSettings>
#include <QShortcut>
#include <QSplitter>
#include <QStatusBar>
#include <QTimer>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int stripeHeight = 3;
constexpr QSize usualSize(1280, 760);
/** What a window manager may draw around the window, which is not known before it is shown. */
constexpr QSize frameAllowance(8, 40);

/** A name as a menu shows it: an `&` in it is not a mnemonic. */
QString menuText(QString text)
{
    return text.replace(u'&', QStringLiteral("&&"));
}

} // namespace

MainWindow::MainWindow(LockStore &store, const SystemNames &names, const Clock &clock,
                       QSettings &settings, Offers offers, QWidget *parent)
    : QMainWindow(parent), m_store(store), m_names(names), m_clock(clock), m_settings(settings),
      m_offers(offers), m_lockModel(new LockTableModel(store, names, clock, this)),
      m_sidebarModel(new SidebarModel(store, names, clock, this)),
      m_eventModel(new EventModel(store, this)), m_second(new QTimer(this))
{
    setWindowTitle(tr("Lockmaster"));
    setWindowIcon(applicationIcon());
    buildCentre();
    m_lockActions = new LockActions(m_locks->table(), clock);
    buildShortcuts();
    m_tools = new MainToolBar(settings, m_refreshNow, this);
    m_tools->addLockAction(&m_lockActions->release());
    if (m_offers.acquire)
        buildAcquire();
    m_tools->addMenu(QStringLiteral("columns"), tr("Columns"), new ColumnsMenu(m_locks->table()));
    m_tools->addMenu(QStringLiteral("menu"), tr("Menu"), mainMenu());
    addToolBar(m_tools);
    m_status = new StatusStrip(store, clock, this);
    statusBar()->addWidget(m_status, 1);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setContentsMargins({});
    connectParts();
    setTabOrder(m_tools, m_sidebar);
    setTabOrder(m_sidebar, &m_locks->table());
    setTabOrder(&m_locks->table(), m_details);
    setTabOrder(m_details, m_events);
    restoreLayout();
    m_query.sortColumn = m_locks->table().sortColumn();
    m_query.descending = m_locks->table().isDescending();
    m_second->setTimerType(Qt::CoarseTimer);
    m_second->start(1s);
    followStore();
    m_locks->table().setFocus();
}

MainWindow::~MainWindow() = default;

FilterEdit &MainWindow::filterEdit()
{
    return m_tools->filter();
}

// Building

void MainWindow::buildCentre()
{
    m_sidebar = new Sidebar(*m_sidebarModel, this);
    m_locks = new LocksView(m_store, *m_lockModel, m_settings, this);
    m_details = new DetailsPane(this);
    m_events = new EventStrip(*m_eventModel, m_settings, this);
    m_stripe = new QWidget(this);
    m_stripe->setFixedHeight(stripeHeight);
    m_stripe->setAutoFillBackground(true);
    m_stripe->setAccessibleName(tr("A production server is shown"));
    m_stripe->hide();
    m_notice = new ElidedLabel(this);
    m_notice->setContentsMargins(12, 4, 12, 4);
    m_notice->hide();

    m_rows = new QSplitter(Qt::Vertical, this);
    m_rows->addWidget(m_locks);
    m_rows->addWidget(m_events);
    m_rows->setStretchFactor(0, 1);
    m_rows->setCollapsible(0, false);
    m_columns = new QSplitter(Qt::Horizontal, this);
    m_columns->addWidget(m_sidebar);
    m_columns->addWidget(m_rows);
    m_columns->addWidget(m_details);
    m_columns->setStretchFactor(1, 1);
    m_columns->setCollapsible(1, false);
    for (QSplitter *splitter : {m_rows, m_columns})
        splitter->setHandleWidth(1);
    m_columns->setSizes({204, 796, 280});
    m_rows->setSizes({540, 116});

    auto *centre = new QWidget(this);
    m_centre = new QVBoxLayout(centre);
    m_centre->setContentsMargins({});
    m_centre->setSpacing(0);
    m_centre->addWidget(m_stripe);
    m_centre->addWidget(m_notice);
    m_centre->addWidget(m_columns, 1);
    setCentralWidget(centre);
    setMinimumSize(800, 480);
}

void MainWindow::buildShortcuts()
{
    m_refreshNow = new QAction(symbolicIcon(QStringLiteral("refresh")), tr("Refresh"), this);
    m_refreshNow->setShortcut(QKeySequence(Qt::Key_F5));
    m_refreshNow->setToolTip(tr("Look at every server now (F5)"));
    connect(m_refreshNow, &QAction::triggered, this, &MainWindow::refreshRequested);
    addAction(m_refreshNow);

    // Space means pause where nothing else wants it: a button or the filter keeps its own.
    for (QWidget *widget :
         std::initializer_list<QWidget *>{&m_locks->table(), m_sidebar, m_events}) {
        auto *pause = new QShortcut(Qt::Key_Space, widget);
        pause->setContext(Qt::WidgetWithChildrenShortcut);
        connect(pause, &QShortcut::activated, this, [this] { emit pauseRequested(!m_paused); });
    }
    addShortcut(QKeySequence::Find, [this] {
        filterEdit().setFocus(Qt::ShortcutFocusReason);
        filterEdit().selectAll();
    });
    addShortcut(QKeySequence(tr("Ctrl+/")), [this] { showShortcuts(); });
    addShortcut(QKeySequence(tr("Ctrl+Q")), [this] { close(); });
    if (m_offers.settings)
        addShortcut(QKeySequence(tr("Ctrl+,")), [this] { emit settingsRequested(); });
}

void MainWindow::buildAcquire()
{
    m_acquire = new QAction(symbolicIcon(QStringLiteral("lock")), tr("Acquire…"), this);
    m_acquire->setShortcut(QKeySequence(tr("Ctrl+N")));
    m_acquire->setToolTip(tr("Acquire a lock (Ctrl+N)"));
    connect(m_acquire, &QAction::triggered, this, [this] {
        const auto locks = m_locks->table().selectedLocks();
        emit acquireRequested(locks.size() == 1 ? std::optional(locks.front()->id) : std::nullopt);
    });
    addAction(m_acquire);
    m_tools->addLockAction(m_acquire);
    auto *named = new QAction(tr("Acquire this name…"), this);
    connect(named, &QAction::triggered, m_acquire, &QAction::trigger);
    m_lockActions->setAcquire(named);
    m_showHeld = new QAction(tr("Held by you"), this);
    m_showHeld->setCheckable(true);
}

void MainWindow::setHeldList(HeldList *list)
{
    m_held = list;
    centralWidget()->layout()->addWidget(list);
    setTabOrder(m_events, list);
    if (m_showHeld)
        connect(m_showHeld, &QAction::toggled, list, &HeldList::setAlwaysShown);
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
    if (m_offers.settings)
        menu->addAction(symbolicIcon(QStringLiteral("settings")), tr("Settings…"), this,
                        &MainWindow::settingsRequested);
    if (m_acquire) {
        menu->addSeparator();
        menu->addAction(m_acquire);
        menu->addAction(m_showHeld);
    }
    if (m_offers.audit)
        menu->addAction(tr("Audit log…"), this, &MainWindow::auditRequested);
    if (m_acquire || m_offers.audit)
        menu->addSeparator();
    menu->addAction(tr("Keyboard shortcuts"), this, &MainWindow::showShortcuts);
    menu->addSeparator();
    menu->addAction(tr("Quit"), this, &QWidget::close);
    return menu;
}

void MainWindow::connectParts()
{
    LockTable &table = m_locks->table();
    connect(&m_store, &LockStore::updated, this, &MainWindow::followStore);
    connect(m_second, &QTimer::timeout, this, [this] {
        updateAge();
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
    connect(m_sidebar, &Sidebar::scopeChosen, this, &MainWindow::setScope);
    connect(m_sidebar, &QWidget::customContextMenuRequested, this, &MainWindow::showBackendMenu);
    connect(m_locks, &LocksView::emptyActionChosen, this, &MainWindow::actOnEmpty);
    connect(m_details, &DetailsPane::lockChosen, this, &MainWindow::chooseLock);
    connect(m_events, &EventStrip::lockChosen, this, &MainWindow::chooseLock);
    connect(&filterEdit(), &FilterEdit::filterChanged, this, [this](const Filter &filter) {
        m_query.filter = filter;
        ask();
    });
    connect(&filterEdit(), &FilterEdit::left, this,
            [this] { m_locks->table().setFocus(Qt::ShortcutFocusReason); });
    connect(&m_tools->refresh(), &RefreshControl::pauseRequested, this,
            &MainWindow::pauseRequested);
    connect(&m_tools->refresh(), &RefreshControl::periodRequested, this,
            &MainWindow::periodRequested);
}

// What is shown

void MainWindow::followStore()
{
    updateCount();
    updateAge();
    updatePeriod();
    updateStripe();
    updateVocabulary();
    updateDetails();
}

QString MainWindow::countText() const
{
    return m_tools->count();
}

void MainWindow::updateCount()
{
    const ViewSnapshot &view = *m_store.view();
    const auto shown = std::count_if(view.rows.begin(), view.rows.end(),
                                     [](const ViewRow &row) { return row.mark != RowMark::Gone; });
    const QString total = QLocale().toString(view.totalLocks);
    QString text = tr("%1 of %2").arg(QLocale().toString(qlonglong(shown)), total);
    if (shown == view.totalLocks)
        text = shown == 1 ? tr("1 lock") : tr("%1 locks").arg(total);
    const bool known = view.totalLocks > 0 || ViewTrouble::anythingRead(view);
    m_tools->setCount(known ? text : QString());
}

void MainWindow::updateAge()
{
    std::optional<SteadyTime> oldest;
    for (const auto &backend : m_store.view()->backends) {
        const BackendStatus &status = backend->status;
        if (status.state != BackendState::Offline && status.dataFrom)
            oldest = oldest ? std::min(*oldest, *status.dataFrom) : status.dataFrom;
    }
    if (!oldest) {
        m_tools->setAge({});
        return;
    }
    const auto age = std::chrono::duration_cast<Micros>(m_clock.now() - *oldest);
    m_tools->setAge(age < 2s ? tr("now") : ageText(age));
}

/** The profile's own periods, where they are all the same. */
void MainWindow::updatePeriod()
{
    const auto &backends = m_store.view()->backends;
    std::optional<Millis> common;
    for (const auto &backend : backends) {
        if (common && *common != backend->status.period) {
            common.reset();
            break;
        }
        common = backend->status.period;
    }
    m_tools->refresh().setProfilePeriod(common);
}

void MainWindow::updateStripe()
{
    const QString &only = m_query.scope.backend;
    bool production = false;
    for (const auto &backend : m_store.view()->backends) {
        const BackendStatus &status = backend->status;
        production = production
                     || (status.environment == Environment::Production
                         && (only.isEmpty() || only == status.name));
    }
    const QColor red = colorsFor(palette()).danger;
    if (m_stripe->palette().color(QPalette::Window) != red) {
        QPalette stripe;
        stripe.setColor(QPalette::Window, red);
        m_stripe->setPalette(stripe);
    }
    m_stripe->setVisible(production);
}

bool MainWindow::isProductionStripeShown() const
{
    return !m_stripe->isHidden();
}

void MainWindow::updateVocabulary()
{
    QStringList backends;
    for (const auto &backend : m_store.view()->backends)
        backends << backend->status.name;
    filterEdit().setVocabulary(backends, m_names.ids());
}

const BackendStatus *MainWindow::statusOf(const QString &backend) const
{
    for (const auto &snapshot : m_store.view()->backends) {
        if (snapshot->status.name == backend)
            return &snapshot->status;
    }
    return nullptr;
}

void MainWindow::updateDetails()
{
    if (isMinimized())
        return;
    const ViewSnapshot &view = *m_store.view();
    const auto now = m_clock.now();
    if (m_query.focus) {
        FocusedLock focus;
        if (view.focus && view.focus->lock && view.focus->lock->id == *m_query.focus) {
            focus = *view.focus;
        } else if (const int row = m_lockModel->rowOf(*m_query.focus); row >= 0) {
            // The worker has not answered yet: the row itself knows most of it.
            focus.lock = m_lockModel->rowAt(row).lock;
        }
        if (focus.lock) {
            m_details->show(
                DetailRows::ofLock(focus, statusOf(focus.lock->id.source->backend), m_names, now));
            return;
        }
    }
    if (const BackendStatus *status = statusOf(m_query.scope.backend))
        m_details->show(DetailRows::ofBackend(*status, m_names, now));
    else
        m_details->showNothing();
}

void MainWindow::setRefreshState(bool paused, std::optional<Millis> period)
{
    m_paused = paused;
    m_tools->refresh().setState(paused, period);
}

void MainWindow::setCommandOrigin(const QStringList &options)
{
    m_lockActions->setCommandOrigin(options);
}

void MainWindow::setFirstStartPage(QWidget *page)
{
    m_locks->setFirstStartPage(page);
}

void MainWindow::addStrip(QWidget *strip)
{
    m_centre->insertWidget(m_centre->indexOf(m_columns), strip);
}

void MainWindow::setLifted(const QStringList &backends)
{
    m_lifted = backends;
    m_status->setLifted(backends);
    m_sidebarModel->setLifted(backends);
}

void MainWindow::setProgramNotice(const QString &text, const QString &details)
{
    QPalette noticePalette = palette();
    noticePalette.setColor(QPalette::WindowText, colorsFor(palette()).danger);
    m_notice->setPalette(noticePalette);
    m_notice->setText(text);
    m_notice->setToolTip(plainToolTip(details));
    m_notice->setVisible(!text.isEmpty());
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
    // A backend or source that is chosen is what one wants to read about.
    if (!scope.backend.isEmpty()) {
        m_query.focus.reset();
        m_locks->table().clearSelection();
        m_locks->table().setCurrentIndex({});
    }
    updateStripe();
    updateDetails();
    ask();
}

void MainWindow::setFocusLock(const std::optional<LockId> &id)
{
    if (m_query.focus == id)
        return;
    m_query.focus = id;
    updateDetails();
    ask();
}

void MainWindow::chooseLock(const LockId &id)
{
    if (!m_locks->table().selectLock(id))
        setFocusLock(id);
}

void MainWindow::actOnEmpty(EmptyState::Action action)
{
    switch (action) {
    case EmptyState::Action::AddBackend: emit addBackendRequested(); break;
    case EmptyState::Action::Refresh: emit refreshRequested(); break;
    case EmptyState::Action::ClearFilter: filterEdit().clear(); break;
    case EmptyState::Action::ShowAll:
        m_sidebar->showScope({});
        setScope({});
        break;
    case EmptyState::Action::None: break;
    }
}

void MainWindow::showBackendMenu(const QPoint &at)
{
    const QModelIndex index = m_sidebar->indexAt(at);
    if (!index.isValid()
        || index.data(SidebarModel::KindRole).value<SidebarModel::Kind>()
               != SidebarModel::Kind::Backend)
        return;
    const QString name = index.data(SidebarModel::ScopeRole).value<ViewScope>().backend;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Test connection"), this, [this, name] { emit testBackendRequested(name); });
    if (m_lifted.contains(name))
        menu->addAction(tr("Make read-only now"), this,
                        [this, name] { emit readOnlyRequested(name); });
    else if (const BackendStatus *status = statusOf(name); status && status->readOnly)
        menu->addAction(tr("Allow writes…"), this,
                        [this, name] { emit allowWritesRequested(name); });
    if (m_editable.contains(name)) {
        menu->addAction(tr("Edit %1…").arg(menuText(name)), this,
                        [this, name] { emit editBackendRequested(name); });
        menu->addSeparator();
        menu->addAction(tr("Remove %1…").arg(menuText(name)), this,
                        [this, name] { emit removeBackendRequested(name); });
    }
    menu->popup(m_sidebar->viewport()->mapToGlobal(at));
}

// The window itself

void MainWindow::restoreLayout()
{
    resize(usualSize.boundedTo(screen()->availableSize() - frameAllowance));
    restoreGeometry(m_settings.value(QStringLiteral("window/geometry")).toByteArray());
    m_columns->restoreState(m_settings.value(QStringLiteral("window/columns")).toByteArray());
    m_rows->restoreState(m_settings.value(QStringLiteral("window/rows")).toByteArray());
}

void MainWindow::saveLayout()
{
    m_settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    m_settings.setValue(QStringLiteral("window/columns"), m_columns->saveState());
    m_settings.setValue(QStringLiteral("window/rows"), m_rows->saveState());
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

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange)
        setLive(!isMinimized());
    if (event->type() == QEvent::PaletteChange && m_stripe)
        updateStripe();
}

void MainWindow::setLive(bool live)
{
    m_locks->table().setLive(live);
    m_sidebar->setLive(live);
    m_status->setLive(live);
    if (m_held)
        m_held->setLive(live);
    if (live)
        m_second->start(1s);
    else
        m_second->stop();
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "app/lockmaster/session.h"

#include "app/lockmaster/startlog.h"
#include "core/alerts/alertmemory.h"
#include "core/alerts/alertsetup.h"
#include "core/config/keychain.h"
#include "core/config/namecommands.h"
#include "core/history/historyvalues.h"
#include "core/monitor/snapshotsieve.h"
#include "core/systems/registry/registry.h"
#include "core/domain/error.h"
#include "core/display/alivechecks.h"
#include "ui/history/auditdialog.h"
#include "ui/held/holding.h"
#include "ui/servers/backendmenu.h"
#include "ui/servers/passwordprompt.h"
#include "ui/servers/sshprompt.h"
#include "ui/release/releasecontroller.h"
#include "ui/window/settingsdialog.h"
#include "ui/servers/testdialog.h"
#include "core/display/eventmodel.h"
#include "ui/alerts/alerting.h"
#include "ui/kit/banner.h"
#include "ui/kit/passingnote.h"
#include "ui/held/heldlist.h"
#include "ui/window/alivecontroller.h"
#include "ui/window/chainscontroller.h"
#include "ui/window/firsthints.h"
#include "ui/window/gocontroller.h"
#include "ui/window/historycontroller.h"
#include "ui/window/ownerscontroller.h"
#include "ui/window/pagewindow.h"
#include "ui/window/pagewindows.h"
#include "ui/window/overviewcontroller.h"
#include "ui/overview/overviewview.h"
#include "ui/owners/ownersview.h"
#include "ui/lab/labcontroller.h"
#include "ui/lab/labthread.h"
#include "ui/lab/labview.h"
#include "ui/leaders/leadersview.h"
#include "ui/release/liftstrip.h"
#include "ui/locks/lockactions.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/window/sandboxstrip.h"
#include "ui/window/statusstrip.h"
#include "ui/window/viewscontroller.h"
#include "ui/window/welcomeview.h"

#include <QApplication>
#include <QFileInfo>
#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <map>
#include <utility>

namespace lockmaster {

namespace {

ReaderFactory readersWith(const TypedPasswords &passwords)
{
    return [passwords](const BackendSpec &backend) {
        return makeReader(backend, passwords.source(backend));
    };
}

/** With the backend's own password where it has one, which was typed in a dialog. */
ReaderFactory trialsWith(const TypedPasswords &passwords)
{
    return [passwords](const BackendSpec &backend) {
        if (backend.urlPassword.isEmpty())
            return makeReader(backend, passwords.source(backend));
        TypedPasswords typed;
        typed.set(backend, backend.urlPassword);
        return makeReader(backend, typed.source(backend));
    };
}

FeedFactory feedsWith(const TypedPasswords &passwords)
{
    return [passwords](const BackendSpec &backend) {
        return makeFeed(backend, passwords.source(backend));
    };
}

KeychainAccess keychain()
{
    return {
        .isThere = keychainAvailable,
        .keep =
            [](const BackendSpec &backend, const Secret &password) {
                constexpr std::chrono::seconds patience(30); // it may ask for a password itself
                return keepInKeychain(backend, password, systemClock().now() + patience);
            },
    };
}

PasswordPrompt::Tools promptTools(const TypedPasswords &passwords)
{
    return {
        .passwords = passwords,
        .trial =
            [](const BackendSpec &backend, const Secret &password) {
                return makeReader(backend,
                                  [password](SteadyTime) -> Result<Secret> { return password; });
            },
        .keychain = keychain(),
    };
}

ActionTools actionTools(const WriteGate &gate, const AuditLog &audit,
                        const TypedPasswords &passwords)
{
    ActionTools tools;
    tools.gate = &gate;
    tools.audit = &audit;
    tools.passwords = [passwords](const BackendSpec &backend) { return passwords.source(backend); };
    tools.program = QStringLiteral("lockmaster");
    return tools;
}

MainWindow::Offers offers(bool usesProfile)
{
    return {
        .addBackend = usesProfile, .settings = true, .acquire = true, .audit = true, .plans = true};
}

} // namespace

Session::Session(SessionOptions options)
    : m_options(std::move(options)), m_monitor(readersWith(m_passwords), feedsWith(m_passwords)),
      m_profile(m_options.configPath.isEmpty() ? defaultProfilePath() : m_options.configPath),
      m_audit(defaultAuditDirectory()), m_tools(actionTools(m_gate, m_audit, m_passwords)),
      m_lifts(m_gate, m_audit, m_tools.program), m_desk(m_tools),
      m_window(m_monitor.store(), knownSystems(), systemClock(), m_settings.values(),
               offers(usesProfile())),
      m_releases(
          new ReleaseController(m_tools, m_monitor.store(), m_lifts, knownSystems(), &m_window)),
      m_holding(Holding::of(m_desk, m_monitor.store(), knownSystems(), systemClock(), m_window)),
      m_settingsDialog(new SettingsDialog(m_profile, usesProfile(), trialsWith(m_passwords),
                                          m_theme, m_window.textSize(), m_settings.values(),
                                          &m_window)),
      m_passwordPrompt(new PasswordPrompt(promptTools(m_passwords), m_monitor.store(), m_window)),
      m_aliveChecks(new AliveChecks(systemClock(), this)), m_welcome(new WelcomeView),
      m_views(new ViewsController(m_window))
{
    const QString remembered = m_settings.values().value(QStringLiteral("theme")).toString();
    m_theme.setChoice(
        m_options.theme.value_or(themeChoiceFromName(remembered).value_or(ThemeChoice::System)));
    m_window.setFirstStartPage(m_welcome);
    connectWindow();
    connectSandbox();
    connectReleases();
    connectHolds();
    connectLab();
    connectPasswords();
    connectHistory();
    connectAlerts();
}

Session::~Session()
{
    m_releases->finish();
}

void Session::start()
{
    connect(&m_profile, &ProfileEditor::changed, this, &Session::watch);
    connect(&m_profile, &ProfileEditor::changed, this, &Session::runNameCommands);
    connect(&m_profile, &ProfileEditor::unreadable, this, [this](const Error &error) {
        notice({tr("The profile was changed, and what was read before still counts: %1")
                    .arg(error.message),
                error.remedy});
    });
    connect(&m_profile, &ProfileEditor::readAnew, this, [this] {
        showPassingNote(m_window.status(), tr("The profile was changed, and read anew."));
    });
    notice({});
    if (m_options.sandbox)
        m_sandbox.start({.traffic = true});
    else if (!usesProfile())
        watch();
    else if (const auto loaded = m_profile.reload(); !loaded)
        notice({loaded.error().message, loaded.error().remedy});
    m_monitor.setQuery(m_window.query());
    logFirstLocks(m_monitor.store(), m_window.locksView().table(), m_options.begun);
    if (!m_options.screenshot.isEmpty())
        connect(&m_monitor.store(), &LockStore::updated, this, &Session::takeScreenshot);
}

/** Waits for the first locks, and then for the window to settle. */
void Session::takeScreenshot()
{
    constexpr std::chrono::seconds settling(6);
    constexpr int row = 3; // one with a story, in the sandbox
    if (m_options.screenshot.isEmpty() || m_monitor.store().view()->rows.empty())
        return;
    m_window.locksView().table().selectRow(row);
    QTimer::singleShot(settling, this, [this, file = std::exchange(m_options.screenshot, {})] {
        QCoreApplication::exit(m_window.grab().save(file) ? 0 : 1);
    });
}

void Session::connectWindow()
{
    connect(&m_window, &MainWindow::queryChanged, &m_monitor, &Monitor::setQuery);
    connect(&m_window, &MainWindow::leaderMarksChanged, &m_monitor, &Monitor::setLeaderMarks);
    m_monitor.setLeaderMarks(m_window.leaderMarks());
    const auto tellState = [this] {
        m_window.setRefreshState(m_monitor.isPaused(), m_monitor.period());
    };
    connect(&m_window, &MainWindow::pauseRequested, this, [this, tellState](bool paused) {
        m_monitor.setPaused(paused);
        tellState();
    });
    connect(&m_window, &MainWindow::periodRequested, this,
            [this, tellState](std::optional<Millis> period) {
                m_monitor.setPeriod(period);
                m_monitor.setPaused(false);
                tellState();
            });
    connect(&m_window, &MainWindow::refreshRequested, &m_monitor, &Monitor::refresh);
    connect(&m_window, &MainWindow::addBackendRequested, m_settingsDialog,
            &SettingsDialog::addServer);
    m_settingsDialog->setKeychain(keychain());
    connect(&m_window, &MainWindow::importRequested, m_settingsDialog,
            &SettingsDialog::importServers);
    connect(&m_window, &MainWindow::watchTablesRequested, this, &Session::watchTables);
    connect(&m_window, &MainWindow::watchKeysRequested, this, &Session::watchKeys);
    connect(&m_window, &MainWindow::editBackendRequested, m_settingsDialog,
            &SettingsDialog::editServer);
    connect(&m_window, &MainWindow::removeBackendRequested, m_settingsDialog,
            &SettingsDialog::removeServer);
    connect(&m_window, &MainWindow::settingsRequested, m_settingsDialog, &QDialog::open);
    const BackendMenu &menu = m_window.backendMenu();
    connect(&menu, &BackendMenu::addRequested, m_settingsDialog, &SettingsDialog::addServerFor);
    connect(&menu, &BackendMenu::duplicateRequested, m_settingsDialog,
            &SettingsDialog::duplicateServer);
    connect(&menu, &BackendMenu::importRequested, m_settingsDialog, &SettingsDialog::importServers);
    connect(&menu, &BackendMenu::openProfileRequested, m_settingsDialog, &SettingsDialog::openFile);
    connect(&menu, &BackendMenu::reloadRequested, m_settingsDialog, &SettingsDialog::reload);
    connect(&m_window, &MainWindow::testBackendRequested, this, &Session::testBackend);
    connect(&m_window, &MainWindow::liveChanged, &m_monitor, &Monitor::setAttention);
    tellState();
}

void Session::connectSandbox()
{
    connect(m_welcome, &WelcomeView::sandboxWanted, this,
            [this] { m_sandbox.start({.traffic = true}); });
    connect(m_welcome, &WelcomeView::serverWanted, m_settingsDialog, &SettingsDialog::addServer);
    connect(m_welcome, &WelcomeView::importWanted, m_settingsDialog,
            &SettingsDialog::importServers);
    connect(&m_sandbox, &SandboxStarter::progressed, m_welcome, &WelcomeView::showProgress);
    connect(&m_sandbox, &SandboxStarter::failed, m_welcome, &WelcomeView::showFailure);
    connect(&m_sandbox, &SandboxStarter::started, this,
            [this](const std::vector<BackendSpec> &backends) {
                m_sandboxBackends = backends;
                m_welcome->reset();
                watch();
                giveHints();
            });
    auto *strip = new SandboxStrip;
    m_window.addStrip(strip);
    connect(strip, &SandboxStrip::startWanted, this,
            [this] { m_sandbox.start({.traffic = true}); });
    connect(&m_sandbox, &SandboxStarter::ended, strip, &SandboxStrip::showEnded);
    connect(&m_sandbox, &SandboxStarter::progressed, strip, &SandboxStrip::showProgress);
    connect(&m_sandbox, &SandboxStarter::failed, strip, &SandboxStrip::showFailure);
    connect(&m_sandbox, &SandboxStarter::started, strip, &SandboxStrip::clear);
}

/** Once there is something to point at: of a lock of somebody's own it would say what to do. */
void Session::giveHints()
{
    if (m_hints || !isSandboxAlone() || !m_options.screenshot.isEmpty())
        return;
    m_hints = new FirstHints(m_window, m_settings.values());
    connect(&m_monitor.store(), &LockStore::updated, m_hints, [this] {
        if (m_monitor.store().view()->rows.empty())
            return;
        disconnect(&m_monitor.store(), nullptr, m_hints, nullptr);
        // After the table has laid its rows out.
        QMetaObject::invokeMethod(m_hints, &FirstHints::begin, Qt::QueuedConnection);
    });
}

void Session::connectReleases()
{
    m_window.addStrip(new LiftStrip(m_lifts));
    m_window.lockActions().setActionsOf(
        [this](const LockRecord &lock) { return m_releases->actionsOf(lock); });
    m_window.lockActions().setLookOf(
        [this](const LockRecord &lock) { return m_releases->lookOf(lock); });
    connect(&m_window.lockActions(), &LockActions::releaseRequested, m_releases,
            &ReleaseController::release);
    m_window.leadersView().setActionsOf(
        [this](const LockRecord &lock) { return m_releases->actionsOf(lock); });
    connect(&m_window.leadersView(), &LeadersView::stepDownRequested, m_releases,
            &ReleaseController::releaseBy);
    connect(&m_window, &MainWindow::allowWritesRequested, m_releases,
            &ReleaseController::allowWrites);
    connect(&m_window, &MainWindow::planRequested, m_releases, &ReleaseController::askForPlan);
    connect(&m_window, &MainWindow::readOnlyRequested, &m_lifts, &WriteLifts::restore);
    connect(&m_lifts, &WriteLifts::changed, this, [this] { m_window.setLifted(m_lifts.names()); });
    connect(m_releases, &ReleaseController::lookWanted, &m_monitor, &Monitor::refresh);
    connect(m_releases, &ReleaseController::released, &m_window.eventModel(),
            &EventModel::noteRelease);
}

void Session::connectHolds()
{
    m_window.setHeldList(&m_holding->list());
    m_window.addStrip(&m_holding->lostNotice());
    m_window.setCloseGuard([this] { return m_holding->mayClose(); });
    connect(m_holding, &Holding::liveCountChanged, this, [this](int count) {
        m_window.status().setHeldCount(count);
        m_monitor.refresh();
    });
    connect(&m_desk, &HoldController::letGo, this, [this](const OwnLock &own, const HoldEnd &end) {
        m_window.eventModel().noteRelease(
            {own, end.letGoId, {}, end.letGoBegun, systemClock().now()});
    });
    connect(m_holding, &Holding::liftRequested, m_releases, &ReleaseController::askAllowWrites);
    connect(m_holding, &Holding::quitRequested, &m_window, &QWidget::close);
    connect(&m_window, &MainWindow::acquireRequested, this, &Session::acquire);
    connect(&m_window, &MainWindow::auditRequested, this, &Session::showAudit);
    // The desktop's session ends: nothing is asked, what is held is let go of.
    connect(qApp, &QGuiApplication::commitDataRequest, m_holding, &Holding::leaveAtOnce,
            Qt::DirectConnection);
}

void Session::connectLab()
{
    auto *view = new LabView(systemClock());
    m_lab = new LabController(*view, m_monitor.store(), &m_window);
    m_window.addPage(PageId::Lab, view);
    const auto follow = [this, view] {
        const QWidget *const own = m_window.pageWindows().windowOf(PageId::Lab);
        view->setLive(!(own ? own : &m_window)->isMinimized());
    };
    connect(&m_window, &MainWindow::liveChanged, view, follow);
    connect(&m_window.pageWindows(), &PageWindows::seenChanged, view, follow);
    connect(&m_window, &MainWindow::presentingChanged, view,
            [this, view] { view->setPresenting(m_window.isPresenting(PageId::Lab)); });
    m_window.addActions({&m_lab->openAction(), &m_lab->saveAction()});
    connect(m_lab, &LabController::pageWanted, &m_window, &MainWindow::showApart);
    connect(m_lab, &LabController::leaderWanted, &m_window, &MainWindow::showLeader);
    connect(m_lab, &LabController::sandboxWanted, this,
            [this] { m_sandbox.start({.traffic = true}); });
    connect(&m_sandbox, &SandboxStarter::progressed, m_lab, &LabController::showSandboxProgress);
    connect(&m_sandbox, &SandboxStarter::failed, m_lab, &LabController::showSandboxFailure);
    connect(&m_sandbox, &SandboxStarter::started, m_lab,
            [this] { m_lab->setSandbox(*m_sandbox.labPlace()); });
    connect(m_lab, &LabController::watchChanged, this,
            [this](const std::vector<BackendSpec> &backends) {
                m_labBackends = backends;
                watch();
            });
}

void Session::connectPasswords()
{
    connect(new SshPrompt(&m_window), &SshPrompt::answered, &m_monitor, &Monitor::refresh);
    connect(&m_window, &MainWindow::passwordRequested, m_passwordPrompt, &PasswordPrompt::ask);
    connect(m_passwordPrompt, &PasswordPrompt::entered, &m_monitor, &Monitor::refresh);
    connect(m_settingsDialog, &SettingsDialog::passwordTyped, this,
            [passwords = m_passwords](const BackendSpec &backend, const Secret &password) mutable {
                passwords.set(backend, password);
            });
    connect(m_settingsDialog, &SettingsDialog::passwordEntered, &m_monitor, &Monitor::refresh);
    connect(m_settingsDialog, &SettingsDialog::passwordToKeep, m_passwordPrompt,
            &PasswordPrompt::keep);
    connect(m_passwordPrompt, &PasswordPrompt::notKept, this,
            [this](const QString &backend, const Error &error) {
                notice({tr("The password of %1 was not kept: %2").arg(backend, error.message),
                        error.remedy});
            });
}

void Session::connectHistory()
{
    const HistoryPlaces places{historyPath(), m_audit.directory()};
    new HistoryController(places, m_window, m_monitor.store(), systemClock());
    m_releases->setHistory(places.store);
    m_window.setAliveChecks(*m_aliveChecks);
    new AliveController(*m_aliveChecks, m_window, m_monitor.store());
    m_owners = new OwnersController(m_window, m_monitor.store(), systemClock(), *m_aliveChecks);
    m_owners->view().setOffersBackends(usesProfile());
    connect(new GoController(m_window, m_monitor.store()), &GoController::openChanged, m_owners,
            &OwnersController::setWantedElsewhere);
    m_chains = new ChainsController(m_window, m_monitor.store(), systemClock());
    auto *overview = new OverviewController(m_window, m_monitor.store(), systemClock());
    overview->view().setOffersBackends(usesProfile());
    m_releases->setCheckOf(
        [checks = m_aliveChecks](const LockRecord &lock) { return checks->saidOf(lock); });
    m_settingsDialog->setHistory(places.store, systemClock());
}

void Session::connectAlerts()
{
    m_alerting = new Alerting(m_monitor.store(), knownSystems(), systemClock(), m_settings.values(),
                              QDBusConnection::sessionBus(), m_window);
    m_window.setAlertList(&m_alerting->list());
    connect(&m_window, &MainWindow::presentingChanged, m_alerting,
            [this] { m_alerting->setPresenting(m_window.isPresenting()); });
    connect(m_alerting, &Alerting::problemChanged, this, [this](const QString &problem) {
        m_alertNotice = problem;
        notice(m_notices);
    });
}

void Session::acquire(const std::optional<LockId> &from)
{
    AcquireDialog::Setup setup;
    setup.places = acquirePlaces(m_watched);
    setup.writable = [this](const BackendSpec &backend) { return m_lifts.isWritable(backend); };
    setup.commandOrigins = commandOrigins();
    m_holding->ask(std::move(setup), from);
}

void Session::showAudit()
{
    const QString directory = m_audit.directory();
    auto *dialog =
        new AuditDialog({.directory = directory,
                         .read = [directory](qsizetype most) { return readAudit(directory, most); },
                         .verify = [directory] { return verifyAudit(directory); }},
                        &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void Session::end()
{
    m_lab->end();
    m_holding->leaveAtOnce();
    m_window.close();
}

/** The history of the user's servers holds nothing of a sandbox. */
QString Session::historyPath()
{
    if (!m_options.sandbox)
        return defaultHistoryPath();
    if (!m_ownPlace)
        m_ownPlace = std::make_unique<QTemporaryDir>();
    return m_ownPlace->filePath(QStringLiteral("history.sqlite"));
}

/** From the first time on that anything is watched: only then is the profile known. */
void Session::record()
{
    const HistoryKeys keys = m_profile.profile().history;
    if (m_history || !keys.enabled || !m_watched.empty() || !m_options.screenshot.isEmpty())
        return;
    HistorySettings settings;
    settings.path = historyPath();
    settings.program = QStringLiteral("lockmaster");
    settings.keep = std::chrono::days(keys.keepDays);
    settings.mostBytes = qint64(keys.maxMegabytes) * 1'000'000;
    if (settings.path.isEmpty()) {
        notice({tr("No history is recorded: there is no room for temporary files.")});
        return;
    }
    m_history = std::make_unique<HistoryRecorder>(settings, [this](const HistoryStatus &status) {
        QMetaObject::invokeMethod(
            this, [this, status] { showHistoryStatus(status); }, Qt::QueuedConnection);
    });
    addTap(*m_history);
}

/** As `record()`; from then on as the profile says at the moment. */
void Session::watchForAlerts()
{
    const Profile profile = usesProfile() ? m_profile.profile() : Profile();
    const AlertKeys &keys = profile.alerts;
    const AlertSettings settings =
        alertSettings(keys, profile.locks, profile.owners, profile.backends);
    if (m_alertWatch) {
        m_alertWatch->setSettings(settings);
        return;
    }
    if (!m_watched.empty() || !m_options.screenshot.isEmpty())
        return;
    // What is acknowledged in a sandbox goes with it.
    const AlertWatch::Places places{historyPath(),
                                    usesProfile() ? defaultAlertMemoryPath(QStringLiteral("window"))
                                                  : QString()};
    m_alertWatch = std::make_unique<AlertWatch>(settings, places, m_alerting->listener());
    m_alerting->setWatch(m_alertWatch.get());
    addTap(*m_alertWatch);
}

void Session::showHistoryStatus(const HistoryStatus &status)
{
    m_historyNotices.clear();
    if (status.problem) {
        m_historyNotices.append(tr("No history is recorded: %1").arg(errorText(*status.problem)));
    }
    if (!status.setAside.isEmpty()) {
        m_historyNotices.append(tr("The history was damaged and begins anew; the old file is %1.")
                                    .arg(status.setAside));
    }
    if (!status.elsewhere.isEmpty()) {
        m_historyNotices.append(tr("Another Lockmaster records the history of %1.")
                                    .arg(status.elsewhere.join(QStringLiteral(", "))));
    }
    notice(m_notices);
}

bool Session::isSandboxAlone() const
{
    return !m_sandboxBackends.empty() && m_watched.size() == m_sandboxBackends.size();
}

void Session::watch()
{
    record();
    watchForAlerts();
    const std::vector<BackendSpec> before = std::exchange(m_watched, {});
    const auto add = [this](const std::vector<BackendSpec> &backends) {
        for (const BackendSpec &backend : backends) {
            if (m_options.names.isEmpty() || m_options.names.contains(backend.name))
                m_watched.push_back(backend);
        }
    };
    QStringList editable;
    if (usesProfile()) {
        add(m_profile.profile().backends);
        for (const BackendSpec &backend : m_watched)
            editable.append(backend.name);
    } else {
        add(m_options.backends);
    }
    const std::vector<BackendSpec> own = m_watched;
    QStringList others;
    for (const BackendSpec &backend : m_sandboxBackends)
        others.append(backend.name);
    // May name the election's anew, and ask for all this once more.
    m_lab->setBackends(
        own,
        [passwords = m_passwords](const BackendSpec &backend) {
            return passwords.source(backend)(systemClock().now() + 3 * backend.timeout);
        },
        others);
    m_watched = own;
    if (m_options.sandbox)
        add(m_sandboxBackends);
    else // of the lab: not what `--backend` chose from
        m_watched.insert(m_watched.end(), m_sandboxBackends.begin(), m_sandboxBackends.end());
    m_watched.insert(m_watched.end(), m_labBackends.begin(), m_labBackends.end());
    restoreOthers(before);
    m_window.setEditableBackends(editable);
    m_window.setCommandOrigins(commandOrigins());
    const auto notes = usesProfile() ? m_profile.profile().locks : std::vector<LockNote>();
    m_window.setLockNotes(notes);
    m_releases->setNotes(notes);
    const auto owners = usesProfile() ? m_profile.profile().owners : std::vector<OwnerRule>();
    m_owners->setRules(owners);
    m_chains->setOwners(owners);
    m_releases->setCommandOrigins(commandOrigins());
    m_releases->setBackends(m_watched);
    m_aliveChecks->setBackends(m_watched);
    showViews();
    m_passwordPrompt->setBackends(m_watched);
    QStringList experiments;
    for (const auto *backends : {&m_sandboxBackends, &m_labBackends}) {
        for (const BackendSpec &backend : *backends)
            experiments.append(backend.name);
    }
    QStringList real;
    for (const BackendSpec &backend : m_watched) {
        if (!experiments.contains(backend.name))
            real.append(backend.name);
    }
    m_alerting->setBackends(experiments, real);
    // Beside servers of the user's experiments are no news, no alerts and no history of theirs, and
    // stand apart in every view.
    const bool beside = !real.isEmpty() && !m_options.sandbox;
    for (const auto &sieve : m_sieves)
        sieve->hold(beside ? experiments : QStringList());
    const auto ends = beside ? m_watched.begin() + std::ssize(own) : m_watched.end();
    m_monitor.setBackends({m_watched.begin(), ends}, {ends, m_watched.end()});
    if (m_hints && !isSandboxAlone())
        delete m_hints;
    showProblems();
}

/** What was allowed was of that very server: another one of its name is as its profile has it. */
void Session::restoreOthers(const std::vector<BackendSpec> &before)
{
    const auto find = [](const std::vector<BackendSpec> &all, const QString &name) {
        return std::find_if(all.begin(), all.end(),
                            [&name](const BackendSpec &each) { return each.name == name; });
    };
    for (const QString &name : m_lifts.names()) {
        const auto was = find(before, name);
        const auto is = find(m_watched, name);
        const bool isSame = was != before.end() && is != m_watched.end()
                            && TypedPasswords::identity(*was) == TypedPasswords::identity(*is)
                            && was->environment == is->environment;
        if (!isSame)
            m_lifts.restore(name);
    }
}

void Session::addTap(SnapshotTap &tap)
{
    m_sieves.push_back(std::make_unique<SnapshotSieve>(tap));
    m_monitor.addTap(m_sieves.back().get());
}

/**
 * How `lockctl` reaches what is watched here. URLs are not repeated, as they may hold secrets; and
 * without its URL, the name of such a backend may be another's in the profile.
 */
CommandOrigins Session::commandOrigins() const
{
    const QString option = QStringLiteral("--config");
    CommandOrigins origins;
    if (!usesProfile()) {
        for (const BackendSpec &backend : m_watched)
            origins.others.insert(backend.name, std::nullopt);
    } else if (m_profile.path() != defaultProfilePath()) {
        origins.usual = {option, QFileInfo(m_profile.path()).absoluteFilePath()};
    }
    for (const BackendSpec &backend : m_sandboxBackends)
        origins.others.insert(backend.name, QStringList{option, m_sandbox.configPath()});
    for (const BackendSpec &backend : m_labBackends)
        origins.others.insert(backend.name, std::nullopt);
    return origins;
}

/** They take their time: the names are told once they are there. */
void Session::runNameCommands(const Profile &profile)
{
    if (profile.nameCommands.empty())
        return;
    runAside([profile, here = QPointer<Session>(this)] {
        const QStringList problems =
            learnNames(profile, std::chrono::steady_clock::now() + std::chrono::seconds(10));
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [here, problems] {
                if (!here)
                    return;
                if (!problems.isEmpty())
                    here->notice(here->m_notices + problems);
                here->m_monitor.refresh();
            },
            Qt::QueuedConnection);
    });
}

void Session::showViews()
{
    QString whyNot = tr("Views cannot be saved: what is watched was named on the command line, or "
                        "is a sandbox.");
    if (usesProfile())
        whyNot = m_profile.whyNotWritable();
    ViewsController::Put put;
    if (whyNot.isEmpty())
        put = [this](const QString &replaces, const std::optional<SavedView> &view) {
            return m_profile.putView(replaces, view);
        };
    m_views->setPut(std::move(put), whyNot);
    m_views->setViews(usesProfile() ? m_profile.profile().views : std::vector<SavedView>(),
                      m_watched);
}

void Session::showProblems()
{
    QStringList lines;
    for (const QString &name : m_options.names) {
        const bool known = std::any_of(m_watched.begin(), m_watched.end(),
                                       [&name](const BackendSpec &b) { return b.name == name; });
        if (!known)
            lines.append(tr("There is no server %1.").arg(name));
    }
    lines.append(m_options.formatProblems);
    for (const ProfileProblem &problem : m_profile.profile().problems)
        lines.append(profileProblemText(problem));
    notice(std::move(lines));
}

/** These lines above the locks, after what is wrong with the settings. */
void Session::notice(QStringList lines)
{
    m_notices = lines;
    lines.prepend(m_settings.notice());
    lines.append(m_historyNotices);
    lines.append(m_alertNotice);
    lines.removeAll(QString());
    m_window.setProgramNotice(lines.join(QLatin1Char(' ')), lines.join(QLatin1Char('\n')));
}

/** In the profile where the server is from there, else as long as this window is open. */
void Session::watchTables(const std::vector<FoundOn> &tables)
{
    std::map<QString, std::vector<TableSpec>> byBackend;
    for (const FoundOn &found : tables)
        byBackend[found.backend].push_back(found.table.table);
    for (const auto &[name, specs] : byBackend) {
        changeBackend(name, [&specs = specs](BackendSpec &backend) {
            backend.tables.insert(backend.tables.end(), specs.begin(), specs.end());
        });
    }
}

void Session::watchKeys(const QString &name, const QString &pattern)
{
    changeBackend(name, [written = pattern.toUtf8()](BackendSpec &backend) {
        auto &all = backend.patterns;
        if (std::find(all.begin(), all.end(), written) == all.end())
            all.push_back(written);
    });
}

/** In the profile, or for as long as the program runs where it came from elsewhere. */
void Session::changeBackend(const QString &name, const std::function<void(BackendSpec &)> &change)
{
    if (usesProfile())
        m_settingsDialog->changeServer(name, change);
    for (std::vector<BackendSpec> *backends : {&m_options.backends, &m_sandboxBackends}) {
        for (BackendSpec &backend : *backends) {
            if (backend.name == name)
                change(backend);
        }
    }
    if (!usesProfile())
        watch();
}

void Session::testBackend(const QString &name)
{
    for (const BackendSpec &backend : m_watched) {
        if (backend.name != name)
            continue;
        auto *dialog = new TestDialog(readersWith(m_passwords), backend, &m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &TestDialog::watchRequested, this, [this, name](const FoundTable &table) {
            watchTables({{name, table}});
        });
        dialog->open();
    }
}

} // namespace lockmaster

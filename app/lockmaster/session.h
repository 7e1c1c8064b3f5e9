// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockmaster/sandboxstarter.h"
#include "core/actions/holdcontroller.h"
#include "core/alerts/alertwatch.h"
#include "core/config/typedpasswords.h"
#include "core/history/historyrecorder.h"
#include "core/monitor/monitor.h"
#include "ui/servers/profileeditor.h"
#include "ui/window/windowsettings.h"
#include "core/actions/writelifts.h"
#include "ui/kit/theme.h"
#include "ui/window/firsthints.h"
#include "ui/window/mainwindow.h"

#include <QPointer>
#include <QTemporaryDir>

namespace lockmaster {

class Alerting;
class Holding;
class LabController;
class AliveChecks;
class ChainsController;
class OwnersController;
class PasswordPrompt;
class ReleaseController;
class SettingsDialog;
class SnapshotSieve;
class SnapshotTap;
class ViewsController;
class WelcomeView;

/** What the command line asked for. */
struct SessionOptions {
    SteadyTime begun{};                ///< when the program started
    QString configPath;                ///< empty: the desktop's place
    std::vector<BackendSpec> backends; ///< from URLs; when there are any, the profile is left alone
    QStringList names;                 ///< watch only these; empty: all
    QStringList formatProblems;        ///< what is wrong with the operator's own formats
    bool sandbox = false;
    std::optional<ThemeChoice> theme; ///< this time only
    QString screenshot; ///< write the window's picture here once it shows locks, and end
};

/**
 * Builds the parts of the window's program and connects them; holds no logic of its own.
 * GUI thread; lives as long as the window.
 */
class Session : public QObject
{
    Q_OBJECT

public:
    explicit Session(SessionOptions options);
    ~Session() override;

    MainWindow &window() { return m_window; }
    void start();
    /** Lets go of what is held and closes the window, without a question. */
    void end();

private:
    /** Neither URLs nor a sandbox of its own were asked for. */
    bool usesProfile() const { return m_options.backends.empty() && !m_options.sandbox; }
    void connectWindow();
    void connectSandbox();
    void giveHints();
    /** Nothing but it is watched. */
    bool isSandboxAlone() const;
    void connectReleases();
    void connectHolds();
    void connectLab();
    void connectPasswords();
    void connectHistory();
    void connectAlerts();
    void acquire(const std::optional<LockId> &from);
    void showAudit();
    QString historyPath();
    void record();
    void watchForAlerts();
    void showHistoryStatus(const HistoryStatus &status);
    void watch();
    void restoreOthers(const std::vector<BackendSpec> &before);
    void addTap(SnapshotTap &tap);
    CommandOrigins commandOrigins() const;
    void runNameCommands(const Profile &profile);
    void showProblems();
    void showViews();
    void notice(QStringList lines);
    void watchTables(const std::vector<FoundOn> &tables);
    void watchKeys(const QString &name, const QString &pattern);
    void changeBackend(const QString &name, const std::function<void(BackendSpec &)> &change);
    void testBackend(const QString &name);
    void takeScreenshot();

    SessionOptions m_options;
    WindowSettings m_settings;
    Theme m_theme;
    /** What a sandbox leaves behind goes with it; null: the user's own place is used. */
    std::unique_ptr<QTemporaryDir> m_ownPlace;
    std::unique_ptr<HistoryRecorder> m_history; ///< outlives the monitor; null: nothing is recorded
    std::unique_ptr<AlertWatch> m_alertWatch;   ///< likewise; null: alerts are off
    std::vector<std::unique_ptr<SnapshotSieve>> m_sieves; ///< between the monitor and those
    TypedPasswords m_passwords;
    Monitor m_monitor;
    ProfileEditor m_profile;
    SandboxStarter m_sandbox;
    std::vector<BackendSpec> m_sandboxBackends;
    std::vector<BackendSpec> m_labBackends; ///< an election of the lab, while it lives
    std::vector<BackendSpec> m_watched;
    QStringList m_notices;        ///< of the profile
    QStringList m_historyNotices; ///< why, or what, is not recorded
    QString m_alertNotice;        ///< what of the alerts is not kept
    WriteGate m_gate;
    AuditLog m_audit;
    ActionTools m_tools; ///< for everything the window does to locks
    WriteLifts m_lifts;
    HoldController m_desk;
    MainWindow m_window;
    ReleaseController *m_releases;
    Holding *m_holding;
    SettingsDialog *m_settingsDialog;
    PasswordPrompt *m_passwordPrompt;
    AliveChecks *m_aliveChecks;
    ChainsController *m_chains = nullptr;
    WelcomeView *m_welcome;
    QPointer<FirstHints> m_hints;         ///< null: none are given
    LabController *m_lab = nullptr;       ///< the window's
    Alerting *m_alerting = nullptr;       ///< likewise
    OwnersController *m_owners = nullptr; ///< likewise
    ViewsController *m_views;             ///< likewise
};

} // namespace lockmaster

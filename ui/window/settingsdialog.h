// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"
#include "ui/servers/keychainaccess.h"
#include "ui/kit/theme.h"

#include <QDialog>

class QLabel;
class QListWidget;
class QPushButton;
class QSettings;
class QVBoxLayout;

namespace lockmaster {

class AlertRulesBox;
class AlertTrialBox;
class BackendDialog;
class ProfileEditor;
class TextSize;

/**
 * Servers, appearance and alerts. Every change takes effect at once but those of rules, which are
 * saved together. Where the profile cannot be written, the reason stands in the dialog and nothing
 * has changed. GUI thread.
 */
class SettingsDialog : public QDialog
{
    Q_OBJECT

public:
    /** @param withServers false where the profile has no part in what is watched. */
    SettingsDialog(ProfileEditor &profile, bool withServers, ReaderFactory factory, Theme &theme,
                   TextSize &textSize, QSettings &settings, QWidget *parent = nullptr);

    /** Rules can be tried on the history in `store`; without one they cannot. */
    void setHistory(const QString &store, const Clock &clock);

    /** Opens the dialog for a new server, or for the server called `name`. */
    void addServer();
    void addServerFor(Environment environment);
    /** Likewise, beginning as that one is but for its name. */
    void duplicateServer(const QString &name);
    void editServer(const QString &name);
    /** Shows what other programs know of servers; `keychain` gives what can be done with theirs. */
    void importServers();
    void setKeychain(const KeychainAccess &keychain) { m_keychain = keychain; }
    /** Has them watched on the profile's server of that name, too. */
    void changeServer(const QString &name, const std::function<void(BackendSpec &)> &change);
    /** The profile, with what the desktop has for it. */
    void openFile();
    /** The profile, also where not all of it can be read. */
    void reload();
    /** Asks first. */
    void removeServer(const QString &name);

    /** What was changed and not saved is asked about first. */
    void reject() override;

signals:
    /** For this backend, which is about to be in the profile. */
    void passwordTyped(const lockmaster::BackendSpec &backend, const lockmaster::Secret &password);
    /** The backend is in the profile by now: it is time to connect. */
    void passwordEntered();
    /** It is in the profile now, and the password is to outlive the program. */
    void passwordToKeep(const lockmaster::BackendSpec &backend, const lockmaster::Secret &password);

private:
    void askAboutRules();
    QWidget *buildServersPage();
    QWidget *buildAppearancePage();
    QWidget *buildAlertsPage();
    void showServers();
    void showRules();
    BackendDialog *makeBackendDialog(const QStringList &taken);
    /** `shown`: the one that it edits, as it stood then; none: it adds one. */
    void openBackendDialog(BackendDialog *dialog, const std::optional<BackendSpec> &shown);
    Result<void> put(const std::optional<BackendSpec> &shown, const BackendDialog &dialog);
    const BackendSpec *server(const QString &name) const;
    QStringList namesBut(const QString &name) const;
    /** `title`: what was not done; empty: the profile was not changed. */
    void showOutcome(const Result<void> &outcome, const QString &title = {});
    QString selectedServer() const;

    ProfileEditor &m_profile;
    ReaderFactory m_factory;
    KeychainAccess m_keychain;
    Theme &m_theme;
    TextSize &m_textSize;
    QSettings &m_settings;
    QListWidget *m_servers = nullptr;
    QPushButton *m_edit = nullptr;
    QPushButton *m_duplicate = nullptr;
    QPushButton *m_remove = nullptr;
    QLabel *m_problems = nullptr;
    bool m_withProfile;
    QVBoxLayout *m_alertsLayout = nullptr;
    AlertRulesBox *m_rules = nullptr;
    AlertTrialBox *m_trial = nullptr; ///< null: no history
};

} // namespace lockmaster

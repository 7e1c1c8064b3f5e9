// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/typedpasswords.h"
#include "core/monitor/lockstore.h"
#include "ui/servers/keychainaccess.h"
#include "ui/servers/passworddialog.h"

#include <QPointer>
#include <QSet>

namespace lockmaster {

/**
 * Asks for passwords that are nowhere to be had: once for each backend that refuses us because we
 * have none, one at a time, and whenever it is asked to. What was typed stays in memory; it goes to
 * the keychain where there is one and somebody wants that. GUI thread.
 */
class PasswordPrompt final : public QObject
{
    Q_OBJECT

public:
    /** What it needs of the program. */
    struct Tools {
        TypedPasswords passwords;
        PasswordDialog::Trial trial;
        KeychainAccess keychain;
    };

    /** Belongs to the window; the store outlives it. */
    PasswordPrompt(Tools tools, const LockStore &store, QWidget &window);

    void setBackends(const std::vector<BackendSpec> &backends) { m_backends = backends; }
    /** Asks for the password of this backend, whatever it has. */
    void ask(const QString &backend);
    /** In the keychain. */
    void keep(const BackendSpec &backend, const Secret &password);
    /** Null: nothing is being asked. */
    // cppcheck-suppress CastIntegerToAddressAtReturn ; it is a pointer
    PasswordDialog *dialog() const { return m_dialog; }

signals:
    /** There is a password now where there was none: it is time to connect. */
    void entered();
    /** It was not kept as it should have been, for this reason. */
    void notKept(const QString &backend, const lockmaster::Error &error);

private:
    void askForMissing();
    void askFor(const BackendSpec &backend);
    void take(const BackendSpec &backend, const PasswordDialog &dialog);
    const BackendSpec *specOf(const QString &name) const;
    const Error *refusal(const QString &name) const;

    Tools m_tools;
    const LockStore &m_store;
    QWidget &m_window;
    std::vector<BackendSpec> m_backends;
    QSet<QString> m_asked; ///< identities
    QPointer<PasswordDialog> m_dialog;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"

#include <QDialog>

class QLabel;
class QPushButton;

namespace lockmaster {

class ConnectionTest;
class PasswordField;

/**
 * Asks for the password of a backend, tries it, and closes once the server takes it. What is typed
 * is kept nowhere by this dialog. GUI thread, which never waits for the server.
 */
class PasswordDialog final : public QDialog
{
    Q_OBJECT

public:
    /** Reads a backend with this password and no other. */
    using Trial =
        std::function<std::unique_ptr<BackendReader>(const BackendSpec &, const Secret &)>;

    /** `reason` is what the server said. */
    PasswordDialog(const BackendSpec &backend, const QString &reason, Trial trial,
                   QWidget *parent = nullptr);

    /** Whether there is a keychain to keep it in; until this is called, none is offered. */
    void setKeychain(bool there);

    Secret password() const;
    /** It is to be kept in the keychain. */
    bool isToBeKept() const;

private:
    void tryIt();
    void showOutcome(const Examination &examination);
    void enable();

    const BackendSpec m_backend;
    const Trial m_trial;
    QLabel *m_reason;
    PasswordField *m_password;
    QPushButton *m_logIn;
    ConnectionTest *m_test = nullptr; ///< null: none is running
};

} // namespace lockmaster

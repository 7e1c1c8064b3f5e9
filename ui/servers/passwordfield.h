// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/secret.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace lockmaster {

/**
 * Where a password is typed, and told where it goes: into memory until the program ends, or also
 * into the keychain where there is one. Keeps it nowhere itself. GUI thread.
 */
class PasswordField final : public QWidget
{
    Q_OBJECT

public:
    explicit PasswordField(QWidget *parent = nullptr);

    QLineEdit &edit() { return *m_edit; }
    /** Whether there is a keychain to keep it in; until this is called, none is offered. */
    void setKeychain(bool there);
    void setPassword(const Secret &password);
    Secret password() const;
    /** It is to be kept in the keychain. */
    bool isToBeKept() const;

signals:
    void edited();

private:
    void tellWhere();

    QLineEdit *m_edit;
    QCheckBox *m_keep;
    QLabel *m_where;
    bool m_asked = false; ///< whether there is a keychain is known
    bool m_keychain = false;
};

} // namespace lockmaster

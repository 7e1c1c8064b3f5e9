// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/passwordfield.h"

#include "ui/kit/labels.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

constexpr int longestPassword = 4096;

} // namespace

PasswordField::PasswordField(QWidget *parent)
    : QWidget(parent), m_edit(new QLineEdit(this)),
      m_keep(new QCheckBox(tr("Keep it in the ke&ychain"), this)), m_where(mutedLabel({}, this))
{
    m_edit->setEchoMode(QLineEdit::Password);
    m_edit->setMaxLength(longestPassword);
    m_edit->setAccessibleName(tr("Password"));
    m_edit->setMinimumHeight(m_edit->sizeHint().height());
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(4);
    column->addWidget(m_edit);
    column->addWidget(m_keep);
    column->addWidget(m_where);
    setFocusProxy(m_edit);
    connect(m_edit, &QLineEdit::textChanged, this, &PasswordField::edited);
    connect(m_keep, &QCheckBox::toggled, this, &PasswordField::tellWhere);
    tellWhere();
}

void PasswordField::setKeychain(bool there)
{
    m_asked = true;
    m_keychain = there;
    tellWhere();
}

void PasswordField::tellWhere()
{
    m_keep->setVisible(m_keychain);
    m_where->setText(
        isToBeKept() ? tr("It goes into the keychain of this desktop.")
        : m_keychain ? tr("Otherwise it is kept in memory until Lockmaster ends, and nowhere else.")
        : m_asked    ? tr("No keychain runs on this desktop: the password is kept in memory until "
                             "Lockmaster ends, and stored nowhere.")
                     : tr("It is kept in memory until Lockmaster ends, and nowhere else."));
}

void PasswordField::setPassword(const Secret &password)
{
    m_edit->setText(QString::fromUtf8(password.reveal()));
}

Secret PasswordField::password() const
{
    return Secret(m_edit->text().toUtf8());
}

bool PasswordField::isToBeKept() const
{
    return m_keychain && m_keep->isChecked();
}

} // namespace lockmaster

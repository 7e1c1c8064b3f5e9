// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/passworddialog.h"

#include "core/display/shownwords.h"
#include "core/text/literaltext.h"
#include "ui/servers/connectiontest.h"
#include "ui/servers/passwordfield.h"
#include "ui/kit/environmentsigns.h"
#include "ui/kit/labels.h"
#include "core/display/locktext.h"
#include "ui/kit/scrolledbody.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int passworddialogDialogWidth = 460;
constexpr qsizetype passworddialogShortName = 120;

QString accountText(const BackendSpec &backend)
{
    const QString address = reachedText(backend.address());
    return backend.user.isEmpty() ? address
                                  : PasswordDialog::tr("%1 at %2", "user, host:port")
                                        .arg(literalText(backend.user), address);
}

/** What keeps the account out; null where it was let in, or not even reached. */
const Error *refusal(const Examination &examination)
{
    const auto found = std::find_if(
        examination.problems.begin(), examination.problems.end(), [](const Problem &problem) {
            return problem.source.isEmpty() && problem.error.kind == ErrorKind::Auth;
        });
    return found == examination.problems.end() ? nullptr : &found->error;
}

} // namespace

PasswordDialog::PasswordDialog(const BackendSpec &backend, const QString &reason, Trial trial,
                               QWidget *parent)
    : QDialog(parent), m_backend(backend), m_trial(std::move(trial)),
      m_reason(textLabel(literalText(reason), this)), m_password(new PasswordField(this)),
      m_logIn(new QPushButton(tr("&Log in"), this))
{
    setWindowTitle(tr("Password"));
    QLabel *title = textLabel(
        tr("Password for %1").arg(briefText(literalText(backend.name), passworddialogShortName)),
        this);
    title->setFont(titleFont(1.2, title->font()));
    auto *form = new QFormLayout;
    form->addRow(tr("Account"), textLabel(accountText(backend), this));
    form->addRow(tr("&Password"), m_password);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_logIn);
    auto *body = new QVBoxLayout;
    body->setContentsMargins(20, 16, 20, 16);
    body->setSpacing(12);
    body->addWidget(title);
    body->addWidget(m_reason);
    body->addLayout(form);
    body->addLayout(buttons);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(new EnvironmentStripe(backend.environment, this));
    layout->addLayout(body, 1);
    const int wide = widthOnScreen(*this, passworddialogDialogWidth);
    resize(wide, layout->totalHeightForWidth(wide));

    cancel->setAutoDefault(false);
    m_logIn->setDefault(true);
    connect(m_password, &PasswordField::edited, this, &PasswordDialog::enable);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_logIn, &QPushButton::clicked, this, &PasswordDialog::tryIt);
    m_password->setFocus(Qt::OtherFocusReason);
    enable();
}

void PasswordDialog::setKeychain(bool there)
{
    m_password->setKeychain(there);
    resize(width(), layout()->totalHeightForWidth(width()));
}

Secret PasswordDialog::password() const
{
    return m_password->password();
}

bool PasswordDialog::isToBeKept() const
{
    return m_password->isToBeKept();
}

void PasswordDialog::enable()
{
    m_logIn->setEnabled(!password().isEmpty() && !m_test);
}

void PasswordDialog::tryIt()
{
    m_reason->setText(tr("Connecting to %1 …").arg(reachedText(m_backend.address())));
    m_test = new ConnectionTest([trial = m_trial, typed = password()](
                                    const BackendSpec &spec) { return trial(spec, typed); },
                                this);
    connect(m_test, &ConnectionTest::finished, this, &PasswordDialog::showOutcome);
    m_test->start(m_backend);
    m_password->edit().setReadOnly(true);
    enable();
}

void PasswordDialog::showOutcome(const Examination &examination)
{
    m_test->deleteLater();
    m_test = nullptr;
    m_password->edit().setReadOnly(false);
    enable();
    const Error *const refused = refusal(examination);
    if (!refused) {
        accept();
        return;
    }
    m_reason->setText(literalText(refused->message));
    m_password->edit().selectAll();
    m_password->setFocus(Qt::OtherFocusReason);
}

} // namespace lockmaster

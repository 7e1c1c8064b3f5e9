// SPDX-License-Identifier: Apache-2.0
#include "ui/release/allowwritesdialog.h"

#include "core/text/literaltext.h"
#include "ui/kit/confirmation.h"
#include "ui/kit/environmentsigns.h"
#include "core/display/locktext.h"
#include "core/display/releasewords.h"
#include "ui/kit/labels.h"
#include "ui/kit/scrolledbody.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

constexpr int allowwritesdialogDialogWidth = 440;
constexpr qsizetype allowwritesdialogShortName = 120;

} // namespace

AllowWritesDialog::AllowWritesDialog(const BackendSpec &backend, QWidget *parent)
    : QDialog(parent), m_confirmation(new Confirmation(this)),
      m_cancel(new QPushButton(tr("Cancel"), this)),
      m_allow(new QPushButton(tr("Allow &writes"), this))
{
    setWindowTitle(tr("Allow writes"));
    const QString name = briefText(literalText(backend.name), allowwritesdialogShortName);
    QLabel *title = textLabel(tr("Allow writes to %1 for 10 minutes?").arg(name), this);
    title->setFont(titleFont(1.2, title->font()));
    const bool production = backend.environment == Environment::Production;
    m_confirmation->askReason(production);
    if (production) {
        const QString word = environmentName(backend.environment);
        m_confirmation->askWord(tr("Type “%1” to confirm").arg(word), word, {});
    }

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_allow);
    auto *body = new QVBoxLayout;
    body->setContentsMargins(20, 16, 20, 16);
    body->setSpacing(12);
    body->addWidget(title);
    if (backend.environment != Environment::Unset)
        body->addWidget(mutedLabel(LockText::environment(backend.environment), this));
    body->addWidget(
        textLabel(tr("It is read-only. Until the time is up, locks on it can be released "
                     "and taken from this window. This is kept in the audit log."),
                  this));
    body->addWidget(m_confirmation);
    body->addLayout(buttons);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(new EnvironmentStripe(backend.environment, this));
    layout->addLayout(body, 1);
    const int wide = widthOnScreen(*this, allowwritesdialogDialogWidth);
    resize(wide, layout->totalHeightForWidth(wide));

    m_cancel->setDefault(true);
    m_allow->setAutoDefault(false);
    Confirmation::offerKey(*m_allow);
    const auto enable = [this] { m_allow->setEnabled(m_confirmation->missing().isEmpty()); };
    connect(m_confirmation, &Confirmation::changed, this, enable);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_allow, &QPushButton::clicked, this, &QDialog::accept);
    enable();
}

QString AllowWritesDialog::reason() const
{
    return m_confirmation->reason();
}

void AllowWritesDialog::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    m_confirmation->takeFocus();
}

void AllowWritesDialog::keyPressEvent(QKeyEvent *event)
{
    if (!m_confirmation->takeKey(*event, *m_allow))
        QDialog::keyPressEvent(event);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/window/viewdialog.h"

#include "core/domain/error.h"
#include "core/text/literaltext.h"
#include "ui/kit/labels.h"
#include "ui/kit/plainbuttons.h"
#include "ui/kit/scrolledbody.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

constexpr int viewdialogDialogWidth = 420; ///< at the desktop's size of text

} // namespace

ViewDialog::ViewDialog(const QString &title, const QString &what, const QString &name,
                       QStringList taken, Keep keep, QWidget *parent)
    : QDialog(parent), m_taken(std::move(taken)), m_keep(std::move(keep)),
      m_name(new QLineEdit(name, this)), m_told(textLabel({}, this)), m_save(nullptr)
{
    constexpr int longestName = 60; // as the profile takes it
    setWindowTitle(title);
    m_name->setMaxLength(longestName);
    m_name->setAccessibleName(tr("Name of the view"));
    m_name->selectAll();
    m_told->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    m_save = buttons->button(QDialogButtonBox::Save);
    connect(buttons, &QDialogButtonBox::accepted, this, &ViewDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_name, &QLineEdit::textChanged, this, &ViewDialog::followName);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->setSpacing(12);
    layout->addWidget(headingLabel(tr("&Name"), m_name, this));
    layout->addWidget(m_name);
    if (!what.isEmpty())
        layout->addWidget(mutedLabel(what, this));
    layout->addWidget(m_told);
    layout->addStretch();
    layout->addWidget(buttons);
    usePlainButtons(*this);
    setMinimumWidth(widthOnScreen(*this, viewdialogDialogWidth));
    followName();
    resize(minimumWidth(), layout->totalHeightForWidth(minimumWidth()));
}

/** What is wrong with the name; nothing is with none at all, which only cannot be saved yet. */
QString ViewDialog::fault() const
{
    const QString name = m_name->text().trimmed();
    if (name.isEmpty())
        return {};
    if (!isPlainName(name))
        return tr("It has characters that cannot be seen.");
    return m_taken.contains(name) ? tr("Another view is called so.") : QString();
}

void ViewDialog::followName()
{
    const QString why = fault();
    setTone(m_told, why.isEmpty() ? Tone::Muted : Tone::Danger);
    m_told->setText(why);
    m_told->setVisible(!why.isEmpty());
    growToFit();
    m_save->setEnabled(why.isEmpty() && !m_name->text().trimmed().isEmpty());
}

/** Grows only: nothing moves up under the pointer when a message goes. */
void ViewDialog::growToFit()
{
    if (isVisible())
        resize(width(), std::max(height(), layout()->totalHeightForWidth(width())));
}

void ViewDialog::accept()
{
    if (!m_save->isEnabled())
        return;
    if (const Result<void> outcome = m_keep(m_name->text().trimmed()); !outcome) {
        setTone(m_told, Tone::Danger);
        m_told->setText(errorText(outcome.error()));
        m_told->show();
        growToFit();
        return;
    }
    QDialog::accept();
}

} // namespace lockmaster

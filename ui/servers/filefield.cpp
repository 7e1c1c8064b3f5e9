// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/filefield.h"

#include "ui/kit/savefile.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

namespace lockmaster {

FileField::FileField(const QString &name, QWidget *parent)
    : QWidget(parent), m_edit(new QLineEdit(this))
{
    m_edit->setAccessibleName(name);
    auto *browse = new QToolButton(this);
    browse->setText(QStringLiteral("…"));
    browse->setAccessibleName(tr("Choose: %1").arg(name));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_edit);
    layout->addWidget(browse);
    setFocusProxy(m_edit);
    connect(browse, &QToolButton::clicked, this, [this, name] {
        QFileDialog *const dialog = makeOpenDialog(this, name);
        connect(dialog, &QFileDialog::fileSelected, m_edit, &QLineEdit::setText);
        dialog->open();
    });
}

QString FileField::path() const
{
    return m_edit->text().trimmed();
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/window/aboutbox.h"

#include "ui/kit/icons.h"
#include "ui/kit/plainbuttons.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QSysInfo>

namespace lockmaster {

void showAboutBox(QWidget *parent)
{
    auto *box = new QMessageBox(parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(QCoreApplication::translate("lockmaster::AboutBox", "About Lockmaster"));
    box->setTextFormat(Qt::PlainText);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    box->setIconPixmap(applicationIcon().pixmap(64));
    box->setText(QCoreApplication::translate("lockmaster::AboutBox",
                                             "See every live lock of a system, who holds it, and "
                                             "let go of a stale one safely."));
    box->setInformativeText(QStringLiteral("Lockmaster %1 · Apache-2.0\nQt %2 · %3 · %4")
                                .arg(QCoreApplication::applicationVersion(),
                                     QString::fromLatin1(qVersion()), QSysInfo::prettyProductName(),
                                     QSysInfo::currentCpuArchitecture()));
    usePlainButtons(*box);
    box->open();
}

} // namespace lockmaster

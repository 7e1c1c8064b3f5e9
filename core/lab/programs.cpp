// SPDX-License-Identifier: Apache-2.0
#include "core/lab/programs.h"

#include <QCoreApplication>
#include <QStandardPaths>

namespace lockmaster {

Result<QString> findServerProgram(const QStringList &names, const QString &package)
{
    const QString replaced = qEnvironmentVariable("LOCKMASTER_SERVER_PATH");
    const QStringList more = {QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin"),
                              QStringLiteral("/usr/libexec")};
    for (const QString &name : names) {
        QString found;
        if (!replaced.isEmpty())
            found = QStandardPaths::findExecutable(name, replaced.split(QLatin1Char(':')));
        else if (found = QStandardPaths::findExecutable(name); found.isEmpty())
            found = QStandardPaths::findExecutable(name, more);
        if (!found.isEmpty())
            return found;
    }
    return failure(
        ErrorKind::NotFound,
        QCoreApplication::translate("lockmaster", "The server program %1 is not installed.")
            .arg(names.first()),
        QCoreApplication::translate("lockmaster", "Install it with: sudo apt-get install %1")
            .arg(package));
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/programs.h"
#include "core/text/words.h"

#include <QStandardPaths>

#include <array>

namespace lockmaster {

namespace {

struct Need {
    const char *program;
    const char *package;
};

constexpr std::array needs = {
    Need{"mariadbd", "mariadb-server"},
    Need{"mariadb-install-db", "mariadb-server"},
    Need{"redis-server", "redis-server"},
};

QString locate(const QString &name)
{
    const QString replaced = qEnvironmentVariable("LOCKMASTER_SERVER_PATH");
    if (!replaced.isEmpty())
        return QStandardPaths::findExecutable(name, replaced.split(QLatin1Char(':')));
    QString found = QStandardPaths::findExecutable(name);
    if (!found.isEmpty())
        return found;
    return QStandardPaths::findExecutable(name, {QStringLiteral("/usr/sbin"),
                                                 QStringLiteral("/usr/local/sbin"),
                                                 QStringLiteral("/usr/libexec")});
}

Error missing(const QStringList &programs, const QStringList &packages)
{
    return {
        ErrorKind::NotFound, 0,
        Words::tr("Not installed: %1.").arg(programs.join(QStringLiteral(", "))),
        Words::tr("Install with: sudo apt-get install %1").arg(packages.join(QLatin1Char(' ')))};
}

} // namespace

Result<QString> findServerProgram(const QString &name, const QString &package)
{
    QString found = locate(name);
    if (found.isEmpty())
        return tl::make_unexpected(missing({name}, {package}));
    return found;
}

Result<void> requireServerPrograms()
{
    QStringList programs;
    QStringList packages;
    for (const Need &need : needs) {
        if (!locate(QLatin1String(need.program)).isEmpty())
            continue;
        programs += QLatin1String(need.program);
        packages += QLatin1String(need.package);
    }
    packages.removeDuplicates();
    if (!programs.isEmpty())
        return tl::make_unexpected(missing(programs, packages));
    return {};
}

} // namespace lockmaster

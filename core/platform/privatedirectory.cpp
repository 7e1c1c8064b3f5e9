// SPDX-License-Identifier: Apache-2.0
#include "core/platform/privatedirectory.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <sys/stat.h>

namespace lockmaster {

void makePrivateDirectories(const QString &path)
{
    if (QFileInfo::exists(path))
        return;
    const QString parent = QFileInfo(path).absolutePath();
    if (parent != path)
        makePrivateDirectories(parent);
    ::mkdir(QFile::encodeName(path).constData(), S_IRWXU);
}

QString stateDirectory()
{
    // The standard wants an absolute path; another is to be ignored.
    QString state = qEnvironmentVariable("XDG_STATE_HOME");
    if (!QDir::isAbsolutePath(state))
        state = QDir::homePath() + QStringLiteral("/.local/state");
    return QDir::cleanPath(state + QStringLiteral("/lockmaster"));
}

} // namespace lockmaster

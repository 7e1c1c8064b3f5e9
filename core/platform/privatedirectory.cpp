// SPDX-License-Identifier: Apache-2.0
#include "core/platform/privatedirectory.h"

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

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/platform/childenvironment.h"

namespace lockmaster {

QProcessEnvironment environmentWithoutPasswords()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : environment.keys()) {
        if (name.startsWith(QLatin1StringView("LOCKMASTER_PASSWORD")) || name == u"MYSQL_PWD"
            || name == u"REDISCLI_AUTH")
            environment.remove(name);
    }
    return environment;
}

} // namespace lockmaster

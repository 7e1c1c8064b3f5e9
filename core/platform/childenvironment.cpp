// SPDX-License-Identifier: Apache-2.0
#include "core/platform/childenvironment.h"

namespace lockmaster {

bool isPasswordVariable(QByteArrayView name)
{
    return name.startsWith("LOCKMASTER_PASSWORD")
           || name.startsWith("LOCKMASTER_SENTINEL_PASSWORD");
}

QProcessEnvironment environmentWithoutPasswords()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : environment.keys()) {
        if (isPasswordVariable(name.toLocal8Bit()) || name == u"MYSQL_PWD"
            || name == u"REDISCLI_AUTH")
            environment.remove(name);
    }
    return environment;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/transport/loginadvice.h"

#include <QCoreApplication>

namespace lockmaster {

QString whereToPutAPassword()
{
    return QCoreApplication::translate(
        "lockmaster", "No password was found: set a password file, a password command or "
                      "LOCKMASTER_PASSWORD, or keep it in the keychain where one runs.");
}

} // namespace lockmaster

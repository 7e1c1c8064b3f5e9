// SPDX-License-Identifier: Apache-2.0
#include "core/transport/loginadvice.h"
#include "core/text/words.h"

namespace lockmaster {

QString whereToPutAPassword()
{
    return Words::tr("No password was found: set a password file, a password command or "
                     "LOCKMASTER_PASSWORD, or keep it in the keychain where one runs.");
}

} // namespace lockmaster

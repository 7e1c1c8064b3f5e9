// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace lockmaster {

/** `app@%` as a statement, or a list of grantees, has it: `'app'@'%'`. */
QString quotedAccount(const QString &account);

/** The user of `app@%`. */
QString userOfAccount(const QString &account);

} // namespace lockmaster

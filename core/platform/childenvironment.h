// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcessEnvironment>

namespace lockmaster {

/**
 * Our environment without the passwords in it, for a command of the user's: they are no business of
 * its own.
 */
QProcessEnvironment environmentWithoutPasswords();

/** One of ours, which may hold a password. */
bool isPasswordVariable(QByteArrayView name);

} // namespace lockmaster

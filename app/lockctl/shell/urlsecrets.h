// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

namespace lockmaster {

/**
 * The arguments as they were given, after the passwords of the URLs among them were overwritten in
 * the process's own argument list, where every user of the machine can read them.
 */
struct GuardedArguments {
    QStringList arguments;   ///< without the program's name; passwords included
    QList<QByteArray> words; ///< the same, byte for byte
    bool foundPassword = false;
};
GuardedArguments guardArguments(int argc, char **argv);

} // namespace lockmaster

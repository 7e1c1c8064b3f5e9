// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace lockmaster {

/**
 * Makes the directories of `path` that are not there yet, for their owner alone. Whether that
 * worked shows when a file is opened in it. Any thread.
 */
void makePrivateDirectories(const QString &path);

/** Where this program keeps what it noted on this machine: `$XDG_STATE_HOME/lockmaster`. */
QString stateDirectory();

} // namespace lockmaster

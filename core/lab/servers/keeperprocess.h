// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace lockmaster {

/**
 * The keeper's own side: what `lockmaster-lab keep` does. Reads requests from standard input, a
 * socket, until it closes or a signal asks to end; then kills every child and removes the
 * directory it made. Single-threaded, on the process's main thread: children are tied to it.
 *
 * Lines of words, percent-encoded, separated by a space. Requests: `run ID LOG PROGRAM
 * ARGUMENT...`, `signal ID NUMBER`. Answers: `ready DIRECTORY`, `failed ERRNO`, `started ID PID`,
 * `exited ID CODE`.
 *
 * @return the process's exit code.
 */
int runKeeper();

/** The directory in which keepers make theirs: the temporary one, or `/tmp` where that is too deep.
 */
QByteArray keeperBaseDirectory();

/** Removes a keeper's directory, in which something that dies may write to the last. */
void removeTree(const QByteArray &directory);

/**
 * Removes what dead keepers of this user left below `base`: ends their surviving children and
 * deletes their directories. Touches nothing whose keeper lives, and nothing else.
 */
void sweepDeadKeepers(const QByteArray &base);

} // namespace lockmaster

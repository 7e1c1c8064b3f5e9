// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace lockmaster {

/**
 * The program that listens at the other end of a connected unix socket, by its file's name, as the
 * system knows it: `mariadbd`, `ssh`. Empty where it cannot be told: another kind of socket, a
 * process in a container or of an account whose processes are hidden from this one.
 */
QString socketPeerProgram(int socket);

/** Whether a program of that name is a MySQL or MariaDB server, and not who passes it on. */
bool isSqlServerProgram(const QString &program);

} // namespace lockmaster

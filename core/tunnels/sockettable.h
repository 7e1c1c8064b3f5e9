// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <sys/types.h>

namespace lockmaster {

/// Who listens on this machine, by what the kernel tells of sockets and of the processes that have
/// them. Any account may bind a port that is free: only this tells whose answer one gets.

/** Whether a process that `parent` started, however indirectly, listens on 127.0.0.1. */
bool listensOnPort(pid_t parent, quint16 port);
/** The same of a unix socket. */
bool listensAtPath(pid_t parent, const QString &path);

} // namespace lockmaster

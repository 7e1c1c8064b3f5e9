// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <sys/types.h>

namespace lockmaster {

/** Who listens at the other end of a connected unix socket, as the kernel tells it. */
struct SocketPeer {
    /**
     * Its program, by its file's name: `mariadbd`, `ssh`. Where that may not be seen, what the
     * process calls itself, which it may choose. Empty where neither can be told: another kind of
     * socket, a process in a container or of an account whose processes are hidden from this one.
     */
    QString program;
    uid_t user = uid_t(-1);
    gid_t group = gid_t(-1);

    static SocketPeer of(int socket);

    /** Whether it calls itself a MySQL or MariaDB server, and not who passes it on. */
    bool isSqlServer() const;
};

/**
 * Whether nobody but root, this process's account and `peer` can have put the socket there that is
 * reached by `path`, which is absolute: by the directories, and the links, that lead to it. A name
 * can be chosen by whoever starts a process, a place in them cannot.
 */
bool isGuardedFromOthers(const QByteArray &path, const SocketPeer &peer);

} // namespace lockmaster

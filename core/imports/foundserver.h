// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"

namespace lockmaster {

/** A server as another program has it written down. */
struct FoundServer {
    QString name;      ///< as it is called there, literally; empty: it has none
    BackendSpec spec;  ///< its password, where one was written, as from a URL
    QStringList notes; ///< what it has there and not here, in sentences
    QString fault;     ///< why it cannot be watched, in a sentence; empty: it can
};

/** How other programs reach a server through `ssh`. */
struct SshThere {
    QString host;
    QString user;
    int port = 0;    ///< 0: the usual one
    QString keyFile; ///< empty: none is named
};

/** Has it reached so, with the operator's own `ssh` and what that has to be told for it. */
void reachThroughSsh(FoundServer &server, const SshThere &there);

/** Files of certificates; what there is no file for, or no TLS, is not taken over. */
struct TlsThere {
    bool isOn = false;
    bool isVerified = true;
    QString ca; ///< paths of files here, or anything else
    QString cert;
    QString key;
};

void useTls(FoundServer &server, const TlsThere &there);

} // namespace lockmaster

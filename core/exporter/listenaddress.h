// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"

namespace lockmaster {

/** Where to listen: a numeric address, and a port; 0: any that is free. */
struct ListenAddress {
    QString host; ///< `127.0.0.1`, `::1`
    quint16 port = 0;

    /** `127.0.0.1:9464`, `[::1]:9464`. */
    QString text() const;
};

/** From `HOST:PORT`, where a host is a number or `localhost`. Errors: Config. */
Result<ListenAddress> listenAddress(const QString &text);

/**
 * A socket that listens there, which never blocks; `address` gets the port that it has. Errors:
 * Config (the address is taken, or not this machine's), Denied; with a remedy.
 */
Result<int> listenOn(ListenAddress &address);

} // namespace lockmaster

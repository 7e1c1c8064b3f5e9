// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"

#include <QByteArray>

#include <optional>

namespace lockmaster {

/**
 * The certificates that this operator accepted on this machine for what they are, as with ssh: of
 * servers that made their own, which no authority signed. A profile comes from elsewhere and says
 * nothing of them.
 *
 * A file of lines: address, moment, certificate in base64. Thread-safe.
 */
struct KnownServer {
    QByteArray certificate; ///< DER
    QString accepted;       ///< when, in UTC
};

/** `$XDG_CONFIG_HOME/lockmaster/known_servers`. */
QString knownServersPath();

/** None where nothing was accepted for the address (`db1:3306`). */
std::optional<KnownServer> knownServer(const QString &address);

/** From now on the server at this address is the one with this certificate. Errors: Config. */
Result<void> acceptServer(const QString &address, const QByteArray &certificate);

/** `SHA256:3F:0A:...`, as openssl prints it. */
QString certificateFingerprint(const QByteArray &certificate);

} // namespace lockmaster

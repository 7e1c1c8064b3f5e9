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

/**
 * None where nothing was accepted for the address (`db1:3306`). Errors: Config, where the file is
 * there and cannot be read: whether something was accepted is not known.
 */
Result<std::optional<KnownServer>> findKnownServer(const QString &address);

/** The same for words about it: none as well where the file cannot be read. */
std::optional<KnownServer> knownServer(const QString &address);

/**
 * From now on the server at this address is the one with this certificate. What was accepted for
 * others stays, or nothing is changed. Errors: Config.
 */
Result<void> acceptServer(const QString &address, const QByteArray &certificate);

/** `SHA256:3F:0A:...` */
QString certificateFingerprint(const QByteArray &certificate);

/** Also as openssl prints it, `sha256 Fingerprint=3F:0A:...`, and in any case. */
bool isFingerprintOf(const QString &text, const QByteArray &certificate);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/endpoint.h"

#include "core/domain/result.h"

#include <QList>

class QSslConfiguration;
class QSslError;
class QSslSocket;

namespace lockmaster {

/**
 * TLS 1.2 or later that verifies: the endpoint's authorities or the system's, its client
 * certificate and key where it has them. Errors: Config, naming the file.
 */
Result<QSslConfiguration> tlsConfiguration(const Endpoint &endpoint);

/** Why a certificate is refused that has these faults, of which there is one. */
Error certificateRefused(const QList<QSslError> &faults, const QString &address);

/** Why a handshake with `address` failed, as the socket tells it. */
Error handshakeError(const QSslSocket &socket, const QString &address);

/** Why an encrypted connection ended; `heardAnything`: the server had spoken within it. */
Error encryptedLoss(const QSslSocket &socket, bool heardAnything, const QString &address);

} // namespace lockmaster

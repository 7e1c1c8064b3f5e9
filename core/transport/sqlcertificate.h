// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/endpoint.h"

#include "core/domain/result.h"

namespace lockmaster {

class SocketInterrupt;

/**
 * The certificate that a MySQL server shows, whoever signed it, in DER: what an operator may accept
 * by its fingerprint. Nothing is told on this connection, not even a user's name.
 *
 * Errors by kind: those of `connectSocket()`, Tls where none is shown, Timeout.
 */
Result<QByteArray> shownSqlCertificate(const Endpoint &endpoint, SteadyTime deadline,
                                       SocketInterrupt &interrupt);

/**
 * The same error with the fingerprint of the certificate that the server shows, and how to accept
 * it; as it is where it is not about the certificate.
 */
Error withShownCertificate(const Error &error, const Endpoint &endpoint, SteadyTime deadline,
                           SocketInterrupt &interrupt);

} // namespace lockmaster

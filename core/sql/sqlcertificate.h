// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/endpoint.h"

#include "core/domain/result.h"
#include "core/domain/servercertificate.h"

#include <optional>

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
 * The same, verified: signed by whom we trust, for this host, valid now; or the one that was
 * accepted for it. For a connection whose library cannot tell for whom a certificate has to be,
 * because it dials another host. Errors: also Tls.
 */
Result<QByteArray> verifiedSqlCertificate(const Endpoint &endpoint, SteadyTime deadline,
                                          SocketInterrupt &interrupt);

/** Why a server was not connected to, and what of it an operator may accept. */
struct CertificateFault {
    Error error;
    /** The certificate that the server shows now, which does not verify; none: any other reason. */
    std::optional<ServerCertificate> acceptable;
};

/**
 * The same error with the fingerprint of the certificate that the server shows, and how to accept
 * it; as it is where it is not about the certificate. One that is another than was accepted is
 * told beside that one, and is not `acceptable`: whoever is in between shows such a one, too.
 */
CertificateFault withShownCertificate(const Error &error, const Endpoint &endpoint,
                                      SteadyTime deadline, SocketInterrupt &interrupt);

/** `acceptServer()` for an address of which nothing else was accepted yet. Errors: Tls, Config. */
Result<void> acceptShownCertificate(const ServerCertificate &certificate);

} // namespace lockmaster

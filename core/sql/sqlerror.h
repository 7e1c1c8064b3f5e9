// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/error.h"
#include "core/transport/endpoint.h"

class QSqlError;

namespace lockmaster {

/**
 * What the client library or the server reported, as an error of ours: the kind, one sentence that
 * names the endpoint, and the remedy. Text from a server is bounded and shown literally.
 */
Error sqlError(const QSqlError &error, const Endpoint &endpoint);
Error sqlError(int code, const QString &text, const Endpoint &endpoint);

/** No complete answer by the deadline. */
Error sqlTimeout(const Endpoint &endpoint);

/** After this error nothing more can be asked on the same connection. */
bool endsConnection(const Error &error);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/transport/endpoint.h"

namespace lockmaster {

Endpoint endpointOf(const BackendSpec &spec, Secret password)
{
    return {
        .host = spec.host,
        .port = spec.effectivePort(),
        .socketPath = spec.socketPath,
        .user = spec.user,
        .password = std::move(password),
        .database = spec.database,
        .redisDatabase = spec.redisDatabase,
        .tls = spec.tls,
        .caFile = spec.caFile,
        .certFile = spec.certFile,
        .keyFile = spec.keyFile,
        .publicKeyFile = spec.publicKeyFile,
        .timeout = spec.timeout,
        .address = spec.address(),
    };
}

} // namespace lockmaster

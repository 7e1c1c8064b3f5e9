// SPDX-License-Identifier: Apache-2.0
#include "core/transport/endpoint.h"

#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"
#include "core/tunnels/tunnels.h"

#include <QHostAddress>

#include <algorithm>
#include <thread>

namespace lockmaster {

QString Endpoint::dialledSocket() const
{
    return tunnelEnd ? tunnelEnd->socketPath() : socketPath;
}

QString Endpoint::dialledHost() const
{
    return tunnelEnd ? QStringLiteral("127.0.0.1") : host;
}

quint16 Endpoint::dialledPort() const
{
    return tunnelEnd ? tunnelEnd->port() : port;
}

Result<Endpoint> dialled(const Endpoint &endpoint, SteadyTime deadline,
                         const SocketInterrupt &interrupt)
{
    if (!endpoint.tunnel.isSet())
        return endpoint;
    if (const auto fault = tunnelFault(endpoint.tunnel, endpoint.tellsPassword))
        return tl::make_unexpected(*fault);
    auto end = reachThrough(endpoint.tunnel, {endpoint.host, endpoint.port, endpoint.socketPath},
                            deadline, [&interrupt] { return interrupt.interrupted(); });
    if (!end) {
        Error error = end.error();
        error.message = Words::tr("%1 was not reached: %2").arg(endpoint.address, error.message);
        return tl::make_unexpected(std::move(error));
    }
    Endpoint there = endpoint;
    there.tunnelEnd = std::move(*end);
    return there;
}

void setUpTunnels(const std::vector<BackendSpec> &backends, SteadyTime deadline)
{
    std::vector<std::thread> waiting;
    std::vector<TunnelSpec> begun; // the first one takes the time
    for (const BackendSpec &spec : backends) {
        const bool isFirst = std::find(begun.begin(), begun.end(), spec.tunnel) == begun.end();
        if (!spec.tunnel.isSet() || !isFirst)
            continue;
        begun.push_back(spec.tunnel);
        waiting.emplace_back([&spec, deadline] {
            Endpoint endpoint = endpointOf(spec, {});
            const NodeAddress seed = spec.seeds().front();
            endpoint.host = seed.host;
            endpoint.port = seed.port;
            [[maybe_unused]] const auto there = dialled(endpoint, deadline, SocketInterrupt());
        });
    }
    for (std::thread &each : waiting)
        each.join();
}

Error explained(Error error, const Endpoint &endpoint)
{
    return endpoint.tunnelEnd ? endpoint.tunnelEnd->explained(std::move(error)) : error;
}

bool meansThisMachine(const BackendSpec &spec, const NodeAddress &dialled)
{
    const auto isHere = [](const NodeAddress &node) {
        const QHostAddress number(node.host);
        return node.host == u"localhost" || number.isLoopback()
               || number == QHostAddress(QHostAddress::AnyIPv4)
               || number == QHostAddress(QHostAddress::AnyIPv6);
    };
    const std::vector<NodeAddress> named = spec.seeds();
    return isHere(dialled) && !spec.tunnel.isSet() && spec.nodes.empty()
           && std::none_of(named.begin(), named.end(), isHere);
}

Endpoint endpointOf(const BackendSpec &spec, Secret password)
{
    return {
        .host = spec.host,
        .port = spec.effectivePort(),
        .socketPath = spec.socketPath,
        .tunnel = spec.tunnel,
        .tellsPassword = spec.tellsPassword(),
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

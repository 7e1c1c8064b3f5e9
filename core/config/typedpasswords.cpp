// SPDX-License-Identifier: Apache-2.0
#include "core/config/typedpasswords.h"

#include "core/config/backendurl.h"

#include <QHash>
#include <QSet>

#include <mutex>

namespace lockmaster {

struct TypedPasswords::Shared {
    std::mutex mutex;
    QHash<QString, Secret> typed;
    QSet<QString> missing;
};

TypedPasswords::TypedPasswords() : d(std::make_shared<Shared>()) {}

QString TypedPasswords::identity(const BackendSpec &backend)
{
    const QString tls = backend.tls == TlsMode::Verify ? u'+' + backend.caFile : QString();
    QStringList nodes;
    for (const NodeDial &node : backend.nodes)
        nodes << node.text();
    return (QStringList{backend.name, backendUrl(backend), tls, backend.publicKeyFile,
                        nodes.join(u','), backend.tunnel.ssh}
            + backend.tunnel.command)
        .join(u'\n');
}

PasswordSource TypedPasswords::source(const BackendSpec &backend) const
{
    auto server = [shared = d, backend,
                   key = identity(backend)](SteadyTime deadline) -> Result<Secret> {
        {
            const std::lock_guard lock(shared->mutex);
            if (const auto typed = shared->typed.constFind(key); typed != shared->typed.cend())
                return *typed;
        }
        Result<Secret> found = resolvePassword(backend, deadline);
        const std::lock_guard lock(shared->mutex);
        if (found && found->isEmpty())
            shared->missing.insert(key);
        else
            shared->missing.remove(key);
        return found;
    };
    return {std::move(server),
            [backend](SteadyTime deadline) { return resolveSentinelPassword(backend, deadline); }};
}

void TypedPasswords::set(const BackendSpec &backend, const Secret &password)
{
    const std::lock_guard lock(d->mutex);
    d->typed.insert(identity(backend), password);
    d->missing.remove(identity(backend));
}

bool TypedPasswords::isMissing(const BackendSpec &backend) const
{
    const std::lock_guard lock(d->mutex);
    return d->missing.contains(identity(backend));
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/lockoperator.h"

#include "core/config/secrets.h"
#include "core/systems/registry/registry.h"
#include "core/sql/sqlserverzone.h"
#include "core/sql/sqlsource.h"
#include "core/redis/keyspace/redisformat.h"
#include "core/transport/socketinterrupt.h"
#include "core/sql/sqlconnection.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/sqltestserver.h"

#include <algorithm>

namespace lockmaster::test {

LockOperator::LockOperator(const LockSystem &system, BackendSpec backend, QByteArray password)
    : m_system(system), m_backend(std::move(backend)), m_password(std::move(password))
{
    m_gate.allowAll();
}

ActionContext LockOperator::context() const
{
    ActionContext context;
    context.backend = m_backend;
    context.password = passwords();
    context.interrupt = std::make_shared<SocketInterrupt>();
    return context;
}

PasswordSource LockOperator::passwords() const
{
    return {[password = m_password](SteadyTime) -> Result<Secret> { return Secret(password); },
            [backend = m_backend](SteadyTime deadline) {
                return resolveSentinelPassword(backend, deadline);
            }};
}

WritePermit LockOperator::permit() const
{
    return *m_gate.permit(m_backend);
}

std::optional<LockRecord> LockOperator::look(const QByteArray &name) const
{
    if (m_backend.kind == BackendKind::Redis)
        return lookAtKey(name);
    SourceSet sources;
    m_system.contribute(m_backend, sources);
    const auto connection = connectTo(endpointOf(m_backend, Secret(m_password)));
    if (!connection)
        return std::nullopt;
    for (const auto &source : sources.sqlSources) {
        source->connectionChanged();
        Observation seen = source->read(*connection, soon());
        SqlZoneInquiry zone;
        if (source->lacksZone(zone.zone()) && !zone.goOn(*connection, soon()))
            return std::nullopt;
        source->finish(seen, zone);
        for (LockRecord &record : seen.records) {
            if (record.id.name == name && record.state != LockState::Free)
                return std::move(record);
        }
    }
    return std::nullopt;
}

std::optional<LockRecord> LockOperator::lookAtKey(const QByteArray &name) const
{
    const auto reader = makeReader(m_backend, passwords());
    BackendReading reading = reader->read(BackendReader::Depth::Full, soon());
    for (Observation &observation : reading.observations) {
        for (LockRecord &record : observation.records) {
            if (record.id.name == name && record.id.source->system == m_system.info().id)
                return std::move(record);
        }
    }
    return std::nullopt;
}

std::unique_ptr<ReleaseTicket> LockOperator::begin(const LockRecord &seen, const QString &action,
                                                   const QByteArray &target,
                                                   std::optional<ServerMoment> looked)
{
    auto ticket = m_system.beginRelease({witnessOf(seen, looked), seen.id.name, action, target},
                                        context(), soon());
    if (!ticket) {
        m_error = ticket.error();
        return nullptr;
    }
    return *std::move(ticket);
}

std::optional<ReleaseOutcome> LockOperator::commit(ReleaseTicket &ticket, Compare compare)
{
    auto outcome = ticket.commit(permit(), compare, soon());
    if (!outcome) {
        m_error = outcome.error();
        return std::nullopt;
    }
    return *std::move(outcome);
}

std::unique_ptr<LockClient> LockOperator::client(const QByteArray &name)
{
    AcquireRequest request;
    request.name = name;
    auto made = m_system.client(request, context());
    if (!made) {
        m_error = made.error();
        return nullptr;
    }
    return *std::move(made);
}

BackendSpec specOf(const LiveSqlServer &server, const QString &user, quint16 port)
{
    BackendSpec spec = server.spec(user);
    if (port != 0)
        spec.port = port;
    return spec;
}

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/redissonstage.h"

namespace lockmaster::test {

SteadyTime inTime()
{
    return std::chrono::steady_clock::now() + std::chrono::seconds(30);
}

RedissonStage::RedissonStage(const BackendSpec &spec)
    : m_system(lockSystem(QStringLiteral("redisson")))
{
    const Secret password = spec.urlPassword;
    m_context.backend = spec;
    m_context.password = [password](SteadyTime) { return Result<Secret>(password); };
    m_context.interrupt = std::make_shared<SocketInterrupt>();
    m_gate.allowAll();
    m_reader = makeReader(spec, m_context.password);
}

std::optional<LockRecord> RedissonStage::look(const QByteArray &name)
{
    const BackendReading reading = m_reader->read(BackendReader::Depth::Full, inTime());
    if (reading.failure)
        qFatal("%s", qPrintable(reading.failure->message));
    for (const Observation &observation : reading.observations) {
        for (const LockRecord &lock : observation.records) {
            if (lock.id.name == name)
                return lock;
        }
    }
    return std::nullopt;
}

Result<std::unique_ptr<ReleaseTicket>>
RedissonStage::begin(const LockRecord &seen, const QString &action, const QByteArray &target)
{
    ReleaseRequest request;
    request.witness = witnessOf(seen);
    request.name = seen.id.name;
    request.action = action;
    request.target = target;
    const auto actions = m_system->actions(seen);
    if (action.isEmpty() && !actions.empty()) {
        request.action = actions.front().id;
        request.target = actions.front().target;
    }
    return m_system->beginRelease(request, m_context, inTime());
}

Result<ReleaseOutcome> RedissonStage::commit(ReleaseTicket &ticket, Compare compare)
{
    return ticket.commit(permit(), compare, inTime());
}

} // namespace lockmaster::test

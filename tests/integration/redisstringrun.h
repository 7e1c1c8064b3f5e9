// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/writegate.h"
#include "core/systems/registry/registry.h"
#include "core/redis/redisconnection.h"
#include "core/transport/socketinterrupt.h"
#include "tests/support/privateredis.h"

namespace lockmaster::test {

inline SteadyTime inSeconds(int seconds)
{
    return systemClock().now() + std::chrono::seconds(seconds);
}

/** Acts on the string locks of one server, as the program does: looks with the monitor's reader. */
class StringLockDesk
{
public:
    explicit StringLockDesk(BackendSpec spec, const Clock &clock = systemClock())
        : m_spec(std::move(spec)), m_clock(clock)
    {
        if (m_spec.patterns.empty())
            m_spec.patterns = {"*"};
        m_gate.allowAll();
        const Secret password = m_spec.urlPassword;
        m_reader = makeReader(m_spec, [password](SteadyTime) { return Result<Secret>(password); });
    }

    const BackendSpec &spec() const { return m_spec; }
    const LockSystem &system() const { return *lockSystem(QStringLiteral("redis_string")); }
    WritePermit permit() const { return *m_gate.permit(m_spec); }

    ActionContext context() const
    {
        const Secret password = m_spec.urlPassword;
        return {m_spec, [password](SteadyTime) { return Result<Secret>(password); }, &m_clock,
                std::make_shared<SocketInterrupt>()};
    }

    /** What the monitor shows of the key now. */
    std::optional<LockRecord> look(const QByteArray &key)
    {
        const BackendReading reading = read();
        if (reading.observations.empty() || !reading.observations.front().complete)
            qFatal("the look was not complete");
        return lockIn(reading, key);
    }

    /** The same of a key that may change faster than it can be read. */
    std::optional<LockRecord> glance(const QByteArray &key) { return lockIn(read(), key); }

    Result<std::unique_ptr<ReleaseTicket>> begin(const LockRecord &seen) const
    {
        const ReleaseRequest request{witnessOf(seen), seen.id.name, QStringLiteral("delete"), {}};
        return system().beginRelease(request, context(), inSeconds(30));
    }

    /** A ticket for what the monitor shows now; null where that is nothing. */
    std::unique_ptr<ReleaseTicket> lookAndBegin(const QByteArray &key)
    {
        const auto seen = look(key);
        if (!seen)
            return nullptr;
        auto ticket = begin(*seen);
        if (!ticket)
            qFatal("%s", qPrintable(ticket.error().message));
        return std::move(*ticket);
    }

    Result<ReleaseOutcome> commit(ReleaseTicket &ticket,
                                  Compare compare = Compare::InstanceAndLease) const
    {
        return ticket.commit(permit(), compare, inSeconds(10));
    }

private:
    BackendReading read() { return m_reader->read(BackendReader::Depth::Full, inSeconds(60)); }

    static std::optional<LockRecord> lockIn(const BackendReading &reading, const QByteArray &key)
    {
        for (const Observation &observation : reading.observations) {
            for (const LockRecord &record : observation.records) {
                if (record.id.name == key && record.id.source->system == u"redis_string")
                    return record;
            }
        }
        return std::nullopt;
    }

    BackendSpec m_spec;
    const Clock &m_clock;
    WriteGate m_gate;
    std::unique_ptr<BackendReader> m_reader;
};

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fakereader.h"

#include <algorithm>

namespace lockmaster::test {

std::shared_ptr<const SourceId> fakeSource(const QString &backend, const QString &system,
                                           const QString &name)
{
    return std::make_shared<const SourceId>(SourceId{backend, system, name});
}

LockRecord fakeLock(const std::shared_ptr<const SourceId> &source, const QByteArray &name,
                    const QByteArray &owner, std::optional<Micros> ttl, SteadyTime now)
{
    LockRecord lock;
    lock.id = {source, name};
    lock.state = LockState::Held;
    lock.holders = {{owner, owner.size(), QString::fromUtf8(owner), 1, nullptr}};
    if (ttl) {
        lock.lease.hasExpiry = true;
        lock.lease.deadline = now + *ttl;
        const auto uptime =
            std::chrono::duration_cast<Micros>(lock.lease.deadline.time_since_epoch());
        lock.lease.expiresAt =
            ServerTime(std::chrono::sys_days(std::chrono::year(2026) / 1 / 1)) + uptime;
        lock.lease.stored = uptime.count();
    }
    return lock;
}

Observation fakeObservation(const std::shared_ptr<const SourceId> &source,
                            std::vector<LockRecord> records)
{
    Observation seen;
    seen.source = source->name;
    seen.systems = {source->system};
    seen.complete = true;
    seen.records = std::move(records);
    return seen;
}

BackendReading fakeReading(std::vector<Observation> observations)
{
    BackendReading reading;
    reading.server.product = QStringLiteral("Fake");
    reading.server.version = QStringLiteral("1.0");
    reading.observations = std::move(observations);
    reading.latency = std::chrono::milliseconds(1);
    return reading;
}

BackendReading fakeFailure(ErrorKind kind, const QString &message)
{
    BackendReading reading;
    reading.failure = Error{kind, 0, message, {}};
    return reading;
}

Observation fakeElection(const std::shared_ptr<const SourceId> &source,
                         std::vector<LockRecord> records)
{
    Observation seen = fakeObservation(source, std::move(records));
    seen.leaders = true;
    return seen;
}

/** Reads from `FakeBackends`. */
class FakeReader final : public BackendReader
{
public:
    FakeReader(std::shared_ptr<FakeBackends> backends, QString name)
        : m_backends(std::move(backends)), m_name(std::move(name))
    {
        const std::lock_guard lock(m_backends->m_mutex);
        ++m_backends->m_readers;
    }

    ~FakeReader() override
    {
        const std::lock_guard lock(m_backends->m_mutex);
        --m_backends->m_readers;
    }

    BackendReading read(Depth depth, SteadyTime) override
    {
        std::unique_lock lock(m_backends->m_mutex);
        FakeBackends::State &state = m_backends->m_states[m_name];
        const bool samples = depth == Depth::Leaders;
        const bool unfed = depth == Depth::Unfed;
        ++(samples ? state.samples : unfed ? state.unfed : state.reads);
        if (!samples && !unfed)
            state.depth = depth;
        const bool answers = waitWhileBlocked(lock, state);
        if (unfed)
            return {};
        ++(samples ? state.sampleAnswers : state.answers);
        if (!answers)
            return fakeFailure(ErrorKind::Cancelled, QStringLiteral("interrupted"));
        return samples ? sampleOf(state.reading) : state.reading;
    }

    void told(const std::vector<QByteArray> &names) override
    {
        const std::lock_guard lock(m_backends->m_mutex);
        auto &told = m_backends->m_states[m_name].told;
        told.insert(told.end(), names.begin(), names.end());
    }

    BackendReading readNamed(const std::vector<QByteArray> &names, SteadyTime) override
    {
        std::unique_lock lock(m_backends->m_mutex);
        FakeBackends::State &state = m_backends->m_states[m_name];
        ++state.named;
        state.names = names;
        if (!waitWhileBlocked(lock, state))
            return fakeFailure(ErrorKind::Cancelled, QStringLiteral("interrupted"));
        BackendReading reading = state.reading;
        for (Observation &seen : reading.observations) {
            seen.asked = names;
            std::erase_if(seen.records, [&names](const LockRecord &record) {
                return std::find(names.begin(), names.end(), record.id.name) == names.end();
            });
        }
        return reading;
    }

    /** @return false: it was interrupted. */
    bool waitWhileBlocked(std::unique_lock<std::mutex> &lock, const FakeBackends::State &state)
    {
        using Blocking = FakeBackends::Blocking;
        m_interrupted = false;
        const bool heedsInterrupt = state.blocking != Blocking::Stuck;
        m_backends->m_changed.wait(lock, [&] {
            return state.blocking == Blocking::No
                   || (state.blocking == Blocking::UntilInterrupted && m_interrupted);
        });
        return !(m_interrupted && heedsInterrupt);
    }

    static BackendReading sampleOf(BackendReading reading)
    {
        std::erase_if(reading.observations, [](const Observation &seen) {
            return !seen.leaders || seen.records.size() > mostSampledLeaders;
        });
        return reading;
    }

    Examination examine(SteadyTime) override { return {}; }

    void interrupt() noexcept override
    {
        const std::lock_guard lock(m_backends->m_mutex);
        ++m_backends->m_states[m_name].interrupts;
        m_interrupted = true;
        m_backends->m_changed.notify_all();
    }

private:
    std::shared_ptr<FakeBackends> m_backends;
    QString m_name;
    bool m_interrupted = false;
};

std::shared_ptr<FakeBackends> FakeBackends::create()
{
    return std::make_shared<FakeBackends>();
}

ReaderFactory FakeBackends::factory()
{
    return [self = shared_from_this()](const BackendSpec &spec) {
        return std::make_unique<FakeReader>(self, spec.name);
    };
}

void FakeBackends::setReading(const QString &backend, BackendReading reading)
{
    const std::lock_guard lock(m_mutex);
    m_states[backend].reading = std::move(reading);
}

void FakeBackends::setBlocking(const QString &backend, Blocking blocking)
{
    const std::lock_guard lock(m_mutex);
    m_states[backend].blocking = blocking;
    m_changed.notify_all();
}

int FakeBackends::readCount(const QString &backend) const
{
    const std::lock_guard lock(m_mutex);
    return m_states[backend].reads;
}

int FakeBackends::answerCount(const QString &backend) const
{
    const std::lock_guard lock(m_mutex);
    return m_states[backend].answers;
}

int FakeBackends::sampleCount(const QString &backend) const
{
    const std::lock_guard lock(m_mutex);
    return m_states[backend].samples;
}

int FakeBackends::sampleAnswerCount(const QString &backend) const
{
    const std::lock_guard lock(m_mutex);
    return m_states[backend].sampleAnswers;
}

int FakeBackends::interruptCount(const QString &backend) const
{
    const std::lock_guard lock(m_mutex);
    return m_states[backend].interrupts;
}

int FakeBackends::namedCount(const QString &backend) const
{
    const std::lock_guard lock(m_mutex);
    return m_states[backend].named;
}

int FakeBackends::unfedCount(const QString &backend) const
{
    const std::lock_guard lock(m_mutex);
    return m_states[backend].unfed;
}

std::vector<QByteArray> FakeBackends::toldNames(const QString &backend) const
{
    const std::lock_guard lock(m_mutex);
    return m_states[backend].told;
}

std::vector<QByteArray> FakeBackends::lastNames(const QString &backend) const
{
    const std::lock_guard lock(m_mutex);
    return m_states[backend].names;
}

BackendReader::Depth FakeBackends::lastDepth(const QString &backend) const
{
    const std::lock_guard lock(m_mutex);
    return m_states[backend].depth;
}

int FakeBackends::readerCount() const
{
    const std::lock_guard lock(m_mutex);
    return m_readers;
}

} // namespace lockmaster::test

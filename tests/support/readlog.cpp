// SPDX-License-Identifier: Apache-2.0
#include "tests/support/readlog.h"

#include <algorithm>

namespace lockmaster::test {

namespace {

constexpr size_t keptFailures = 1000;

SteadyTime now()
{
    return std::chrono::steady_clock::now();
}

} // namespace

class ReadLog::Reader final : public BackendReader
{
public:
    Reader(QString backend, std::unique_ptr<BackendReader> real, std::shared_ptr<ReadLog> log)
        : m_backend(std::move(backend)), m_real(std::move(real)), m_log(std::move(log))
    {
    }
    BackendReading read(Depth depth, SteadyTime deadline) override
    {
        if (depth == Depth::Routine) {
            const std::lock_guard lock(m_log->m_mutex);
            ++m_log->m_reads[m_backend].count;
        }
        const Read read{now(), deadline};
        BackendReading reading = m_real->read(depth, deadline);
        m_log->note(m_backend, read, reading);
        return reading;
    }
    BackendReading readNamed(const std::vector<QByteArray> &names, SteadyTime deadline) override
    {
        const Read read{now(), deadline};
        BackendReading reading = m_real->readNamed(names, deadline);
        m_log->note(m_backend, read, reading);
        return reading;
    }
    void told(const std::vector<QByteArray> &names) override { m_real->told(names); }
    Examination examine(SteadyTime deadline) override { return m_real->examine(deadline); }
    void interrupt() noexcept override { m_real->interrupt(); }

private:
    const QString m_backend;
    const std::unique_ptr<BackendReader> m_real;
    const std::shared_ptr<ReadLog> m_log;
};

ReaderFactory ReadLog::noting(ReaderFactory factory)
{
    return [self = shared_from_this(), factory = std::move(factory)](const BackendSpec &spec) {
        return std::make_unique<Reader>(spec.name, factory(spec), self);
    };
}

size_t ReadLog::count(const QString &backend) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_reads.find(backend);
    return found == m_reads.end() ? 0 : found->second.count;
}

void ReadLog::note(const QString &backend, const Read &read, const BackendReading &reading)
{
    if (!reading.failure)
        return;
    const std::lock_guard lock(m_mutex);
    auto &failures = m_reads[backend].failures;
    failures.push_back({read, now()});
    if (failures.size() > keptFailures)
        failures.pop_front();
}

std::optional<ReadLog::Read> ReadLog::firstFailureAfter(const QString &backend,
                                                        SteadyTime moment) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_reads.find(backend);
    if (found == m_reads.end())
        return {};
    const auto &failures = found->second.failures;
    const auto first =
        std::find_if(failures.begin(), failures.end(),
                     [&](const Reads::Failure &failure) { return failure.ended > moment; });
    return first == failures.end() ? std::nullopt : std::optional(first->read);
}

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/readlog.h"

#include <algorithm>

namespace lockmaster::test {

namespace {

constexpr size_t keptReads = 1000;

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
            auto &[latest, count] = m_log->m_reads[m_backend];
            latest.push_back({std::chrono::steady_clock::now(), deadline});
            ++count;
            if (latest.size() > keptReads)
                latest.pop_front();
        }
        return m_real->read(depth, deadline);
    }
    BackendReading readNamed(const std::vector<QByteArray> &names, SteadyTime deadline) override
    {
        return m_real->readNamed(names, deadline);
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

std::optional<ReadLog::Read> ReadLog::lastBefore(const QString &backend, SteadyTime moment) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_reads.find(backend);
    if (found == m_reads.end())
        return {};
    const auto &reads = found->second.latest;
    const auto after = std::find_if(reads.begin(), reads.end(),
                                    [&](const Read &read) { return read.begun > moment; });
    return after == reads.begin() ? std::nullopt : std::optional(*std::prev(after));
}

} // namespace lockmaster::test

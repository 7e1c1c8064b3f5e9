// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/holdnorms.h"

#include "core/history/historyreader.h"

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

/** What is usual changes slowly. */
constexpr auto rememberedFor = 10min;
constexpr auto retryAfter = 30s;
constexpr int questionsInARound = 20;
constexpr size_t mostRemembered = 20'000;
constexpr size_t mostHolds = 5000;

} // namespace

/** The reader, or nothing where there is none. */
class HistoryNorms::Store
{
public:
    explicit Store(const QString &path) : m_reader(HistoryReader::open(path)) {}

    bool works() const { return m_reader.has_value(); }

    std::optional<Norm> of(const LockId &id)
    {
        const SourceId &source = *id.source;
        const auto figures =
            (*m_reader)->figures({source.backend, source.system, source.name, id.name}, mostHolds);
        return figures ? std::optional(Norm{true, figures->count, figures->p99}) : std::nullopt;
    }

private:
    Result<std::unique_ptr<HistoryReader>> m_reader;
};

HistoryNorms::HistoryNorms(QString path, const Clock &clock)
    : m_path(std::move(path)), m_clock(clock)
{
}

HistoryNorms::~HistoryNorms() = default;

void HistoryNorms::beginRound()
{
    m_asked = 0;
    m_store.reset();
}

HoldNorms::Norm HistoryNorms::of(const LockId &id)
{
    const SteadyTime now = m_clock.now();
    const auto found = m_norms.find(id);
    if (found != m_norms.end() && now - found->second.at < rememberedFor)
        return found->second.norm;
    const Norm before = found == m_norms.end() ? Norm() : found->second.norm;
    if (m_asked >= questionsInARound || now < m_retryAt)
        return before;
    if (!m_store)
        m_store = std::make_unique<Store>(m_path);
    ++m_asked;
    const auto norm = m_store->works() ? m_store->of(id) : std::nullopt;
    if (!norm) {
        m_retryAt = now + retryAfter;
        m_store.reset();
        return before;
    }
    if (m_norms.size() >= mostRemembered)
        m_norms.clear();
    return m_norms.insert_or_assign(id, Remembered{*norm, now}).first->second.norm;
}

} // namespace lockmaster

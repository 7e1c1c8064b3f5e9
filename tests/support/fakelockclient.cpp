// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fakelockclient.h"

namespace lockmaster::test {

class FakeLockClient final : public LockClient
{
public:
    explicit FakeLockClient(FakeLock &lock) : m_lock(lock) {}

    Result<AcquireResult> acquire(const WritePermit &permit, SteadyTime until,
                                  std::stop_token) override
    {
        m_lock.acquireUntil = until;
        m_lock.note(("acquire on " + permit.backend().toUtf8()).constData());
        if (m_lock.inAcquire)
            m_lock.inAcquire();
        if (m_lock.acquireError)
            return tl::make_unexpected(*m_lock.acquireError);
        return m_lock.acquireResult;
    }

    OwnLock own() const override
    {
        const auto source = std::make_shared<SourceId>(
            SourceId{QStringLiteral("cache"), QStringLiteral("fake"), QStringLiteral("db 0")});
        return {{source, "job"}, "me\n", m_lock.ttl, 7};
    }

    Result<bool> renew(SteadyTime deadline) override
    {
        m_lock.note("renew", deadline);
        if (m_lock.inRenew)
            m_lock.inRenew();
        if (m_lock.renewError)
            return tl::make_unexpected(*m_lock.renewError);
        return m_lock.renewAnswer;
    }

    Result<bool> release(SteadyTime deadline) override
    {
        m_lock.note("release", deadline);
        if (m_lock.inRelease)
            m_lock.inRelease();
        return m_lock.releaseAnswer;
    }

private:
    FakeLock &m_lock;
};

FakeLock::FakeLock() : m_start(clock.now())
{
    acquireResult.acquired = true;
}

void FakeLock::at(Millis when, std::function<void()> what)
{
    m_events.emplace(m_start + when, std::move(what));
}

Millis FakeLock::elapsed() const
{
    return std::chrono::floor<Millis>(clock.now() - m_start);
}

void FakeLock::note(const char *call, std::optional<SteadyTime> deadline)
{
    calls.append(QStringLiteral("%1@%2").arg(QString::fromUtf8(call)).arg(elapsed().count()));
    if (deadline)
        allowed.push_back(std::chrono::floor<Millis>(*deadline - clock.now()));
}

void FakeLock::pass(std::unique_lock<std::mutex> &lock, SteadyTime until)
{
    const auto next = m_events.begin();
    if (next == m_events.end() || next->first > until) {
        clock.advance(std::chrono::ceil<Micros>(until - clock.now()));
        return;
    }
    if (next->first > clock.now())
        clock.advance(std::chrono::ceil<Micros>(next->first - clock.now()));
    const std::function<void()> what = std::move(next->second);
    m_events.erase(next);
    lock.unlock();
    what();
    lock.lock();
}

HoldSeams FakeLock::seams()
{
    HoldSeams seams;
    seams.client = [this](const HoldOrder &,
                          const ActionContext &) -> Result<std::unique_ptr<LockClient>> {
        if (makeError)
            return tl::make_unexpected(*makeError);
        return std::make_unique<FakeLockClient>(*this);
    };
    seams.wait = [this](std::unique_lock<std::mutex> &lock, std::condition_variable &,
                        SteadyTime until) { pass(lock, until); };
    return seams;
}

HoldOrder FakeLock::order() const
{
    HoldOrder order;
    order.backend.name = QStringLiteral("cache");
    order.backend.kind = BackendKind::Redis;
    order.system = QStringLiteral("fake");
    order.request.source = QStringLiteral("db 0");
    order.request.name = "job";
    order.request.owner = "me";
    order.request.ttl = ttl;
    order.reason = QStringLiteral("a test");
    return order;
}

} // namespace lockmaster::test

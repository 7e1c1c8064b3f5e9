// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fakefeed.h"

namespace lockmaster::test {

FeedNews fakeNews(const QString &source, std::vector<QByteArray> names,
                  std::vector<LockRecord> records)
{
    Observation seen;
    seen.source = source;
    seen.complete = true;
    seen.asked = std::move(names);
    seen.records = std::move(records);
    FeedNews news;
    news.observations.push_back(std::move(seen));
    return news;
}

/** Tells what `FakeFeeds` was told to. */
class FakeFeed final : public ChangeFeed
{
public:
    FakeFeed(std::shared_ptr<FakeFeeds> feeds, QString name)
        : m_feeds(std::move(feeds)), m_name(std::move(name))
    {
        const std::lock_guard lock(m_feeds->m_mutex);
        ++m_feeds->m_feeds;
    }

    ~FakeFeed() override
    {
        const std::lock_guard lock(m_feeds->m_mutex);
        --m_feeds->m_feeds;
    }

    Result<UpdateKind> open(SteadyTime deadline) override
    {
        std::unique_lock lock(m_feeds->m_mutex);
        ++state().opens;
        if (const auto heard = waitForAnswer(lock, deadline); !heard)
            return tl::make_unexpected(heard.error());
        return state().opening;
    }

    Result<FeedNews> next(SteadyTime until, SteadyTime deadline) override
    {
        std::unique_lock lock(m_feeds->m_mutex);
        m_feeds->m_changed.wait_until(lock, until, [this] {
            return m_interrupted || state().error || !state().news.empty();
        });
        if (m_interrupted)
            return cancelled();
        if (state().error)
            return tl::make_unexpected(*std::exchange(state().error, std::nullopt));
        if (state().news.empty())
            return FeedNews();
        if (const auto heard = waitForAnswer(lock, deadline); !heard)
            return tl::make_unexpected(heard.error());
        FeedNews news = std::move(state().news.front());
        state().news.pop_front();
        news.begun = std::chrono::steady_clock::now();
        return news;
    }

    Result<void> check(SteadyTime deadline) override
    {
        std::unique_lock lock(m_feeds->m_mutex);
        if (const auto heard = waitForAnswer(lock, deadline); !heard)
            return tl::make_unexpected(heard.error());
        ++state().checks;
        return {};
    }

    void interrupt() noexcept override
    {
        const std::lock_guard lock(m_feeds->m_mutex);
        m_interrupted = true;
        m_feeds->m_changed.notify_all();
    }

private:
    FakeFeeds::State &state() { return m_feeds->m_states[m_name]; }

    static tl::unexpected<Error> cancelled()
    {
        return tl::make_unexpected(
            Error{ErrorKind::Cancelled, 0, QStringLiteral("interrupted"), {}});
    }

    Result<void> waitForAnswer(std::unique_lock<std::mutex> &lock, SteadyTime deadline)
    {
        using Silence = FakeFeeds::Silence;
        const auto answers = [this] { return m_interrupted || state().silence == Silence::No; };
        if (state().silence == Silence::UntilDeadline
            && !m_feeds->m_changed.wait_until(lock, deadline, answers))
            return tl::make_unexpected(Error{ErrorKind::Timeout, 0, QStringLiteral("silent"), {}});
        m_feeds->m_changed.wait(lock, answers);
        if (m_interrupted)
            return cancelled();
        return {};
    }

    std::shared_ptr<FakeFeeds> m_feeds;
    QString m_name;
    bool m_interrupted = false;
};

std::shared_ptr<FakeFeeds> FakeFeeds::create()
{
    return std::make_shared<FakeFeeds>();
}

FeedFactory FakeFeeds::factory()
{
    return [self = shared_from_this()](const BackendSpec &spec) -> std::unique_ptr<ChangeFeed> {
        {
            const std::lock_guard lock(self->m_mutex);
            if (self->m_states[spec.name].none)
                return nullptr;
        }
        return std::make_unique<FakeFeed>(self, spec.name);
    };
}

void FakeFeeds::setOpening(const QString &backend, Result<UpdateKind> outcome)
{
    const std::lock_guard lock(m_mutex);
    m_states[backend].opening = std::move(outcome);
}

void FakeFeeds::setNone(const QString &backend)
{
    const std::lock_guard lock(m_mutex);
    m_states[backend].none = true;
}

void FakeFeeds::tell(const QString &backend, FeedNews news)
{
    const std::lock_guard lock(m_mutex);
    m_states[backend].news.push_back(std::move(news));
    m_changed.notify_all();
}

void FakeFeeds::fail(const QString &backend, const Error &error)
{
    const std::lock_guard lock(m_mutex);
    m_states[backend].error = error;
    m_changed.notify_all();
}

void FakeFeeds::setSilence(const QString &backend, Silence silence)
{
    const std::lock_guard lock(m_mutex);
    m_states[backend].silence = silence;
    m_changed.notify_all();
}

int FakeFeeds::openCount(const QString &backend) const
{
    const std::lock_guard lock(m_mutex);
    return m_states[backend].opens;
}

int FakeFeeds::checkCount(const QString &backend) const
{
    const std::lock_guard lock(m_mutex);
    return m_states[backend].checks;
}

int FakeFeeds::feedCount() const
{
    const std::lock_guard lock(m_mutex);
    return m_feeds;
}

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redisfeed.h"

#include "core/redis/redisaccess.h"
#include "core/redis/rediskeyspace.h"
#include "core/redis/redislistener.h"
#include "core/text/words.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr Micros thick = 5ms;      ///< news that come closer together than this are gathered
constexpr Micros gathering = 10ms; ///< for this long
constexpr Micros draining = 100ms; ///< what is there already, for this long at most

/** Its client is the reading connection, of which it notes how it ended. */
class RedisFeed final : public ChangeFeed, private RedisClient
{
public:
    RedisFeed(const BackendSpec &spec, PasswordSource password,
              std::vector<std::unique_ptr<RedisFormat>> formats, const Clock &clock)
        : m_spec(spec), m_clock(clock), m_access(spec, std::move(password), m_asking),
          m_keyspace({spec.name, spec.redisDatabase, spec.patterns}, std::move(formats), clock),
          m_changes(clock)
    {
    }

    Result<UpdateKind> open(SteadyTime deadline) override;
    Result<FeedNews> next(SteadyTime until, SteadyTime deadline) override;
    Result<void> check(SteadyTime deadline) override;
    void interrupt() noexcept override;

private:
    Result<void> checkMaster(SteadyTime deadline);
    Result<void> listen(SteadyTime until);
    Result<void> read(const std::vector<QByteArray> &names, FeedNews &news, SteadyTime deadline);
    Result<void> send(const RedisRequest &request) override;
    Result<std::vector<RedisReply>> replies(SteadyTime deadline) override;

    const BackendSpec m_spec;
    const Clock &m_clock;
    const std::shared_ptr<SocketInterrupt> m_hearing = std::make_shared<SocketInterrupt>();
    const std::shared_ptr<SocketInterrupt> m_asking = std::make_shared<SocketInterrupt>();
    RedisAccess m_access;
    RedisKeyspace m_keyspace;
    ToldChanges m_changes;
    std::unique_ptr<RedisListener> m_listener;
    std::unique_ptr<RedisConnection> m_reading;
    std::optional<Error> m_lastError; ///< of the reading connection
    SteadyTime m_lastRead{};
};

Error tooBusy()
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("More than %1 changes a second are of keys that are no "
                      "locks: being told of them costs more than looking.")
                .arg(ToldChanges::mostOthersPerSecond),
            Words::tr("Name the locks with patterns: then only these are told.")};
}

/** A group settles again: that is no refusal. */
Error passing(Error error)
{
    error.kind = ErrorKind::Network;
    return error;
}

Error becameReplica()
{
    return {ErrorKind::Network, 0, Words::tr("The server became a replica."), {}};
}

Result<UpdateKind> RedisFeed::open(SteadyTime deadline)
{
    auto reading = m_access.open(deadline, m_asking);
    if (!reading && m_access.isOfGroup() && reading.error().kind == ErrorKind::Unsupported)
        return tl::make_unexpected(passing(reading.error()));
    if (!reading)
        return passOn(reading);
    auto listener =
        RedisListener::open({(*reading)->endpoint(), m_spec.patterns}, deadline, m_hearing);
    if (!listener)
        return passOn(listener);
    m_listener = std::move(*listener);
    m_reading = std::move(*reading);
    m_keyspace.connectionChanged();
    if (const auto checked = check(deadline); !checked)
        return passOn(checked);
    return m_listener->kind();
}

Result<void> RedisFeed::send(const RedisRequest &request)
{
    auto sent = m_reading->send(request);
    if (!sent)
        m_lastError = sent.error();
    return sent;
}

Result<std::vector<RedisReply>> RedisFeed::replies(SteadyTime deadline)
{
    auto replies = m_reading->replies(deadline);
    if (!replies)
        m_lastError = replies.error();
    return replies;
}

/** The first change, and those that come close behind it. */
Result<void> RedisFeed::listen(SteadyTime until)
{
    const auto due = m_changes.nextDue();
    const auto first = m_listener->listen(m_changes, due ? std::min(until, *due) : until);
    if (!first)
        return passOn(first);
    if (!*first)
        return {};
    if (m_clock.now() - m_lastRead < thick)
        std::this_thread::sleep_for(gathering);
    const SteadyTime end = m_clock.now() + draining;
    while (m_clock.now() < end) {
        const auto more = m_listener->listen(m_changes, {});
        if (!more)
            return passOn(more);
        if (!*more)
            break;
    }
    return {};
}

Result<FeedNews> RedisFeed::next(SteadyTime until, SteadyTime deadline)
{
    FeedNews news;
    ToldChanges::Due due;
    do {
        if (const auto heard = listen(until); !heard)
            return passOn(heard);
        due = m_changes.take();
    } while (due.changes == 0 && due.names.empty() && m_clock.now() < until);
    news.begun = m_clock.now();
    news.everything = due.everything;
    news.ends = std::move(due.ends);
    if (due.everything)
        m_keyspace.anythingChanged();
    if (const auto done = read(due.names, news, deadline); !done)
        return passOn(done);
    if (m_changes.isBusyWithOthers())
        return tl::make_unexpected(tooBusy());
    return news;
}

Result<void> RedisFeed::read(const std::vector<QByteArray> &names, FeedNews &news,
                             SteadyTime deadline)
{
    if (names.empty())
        return {};
    m_lastError.reset();
    Observation observation = m_keyspace.readNamed(*this, m_reading->server(), names, deadline);
    if (m_lastError)
        return tl::make_unexpected(*m_lastError);
    // What a server drops that has begun to follow another is not gone.
    if (observation.records.size() < names.size()) {
        if (auto master = checkMaster(deadline); !master)
            return master;
    }
    m_changes.settle(names, [this](const QByteArray &name) {
        if (m_keyspace.isOther(name))
            return ToldChanges::Found::Other;
        return m_keyspace.isLock(name) ? ToldChanges::Found::Lock : ToldChanges::Found::Nothing;
    });
    m_lastRead = m_clock.now();
    news.observations.push_back(std::move(observation));
    return {};
}

Result<void> RedisFeed::checkMaster(SteadyTime deadline)
{
    const auto replica = m_reading->isReplica(deadline);
    if (!replica)
        return passOn(replica);
    if (*replica)
        return tl::make_unexpected(becameReplica());
    const auto &group = m_access.look(*m_reading, deadline);
    if (!group || group->state == GroupMember::State::Settled)
        return {};
    return tl::make_unexpected(passing(group->trouble));
}

Result<void> RedisFeed::check(SteadyTime deadline)
{
    if (auto master = checkMaster(deadline); !master)
        return master;
    return m_listener->check(*m_reading, deadline);
}

void RedisFeed::interrupt() noexcept
{
    m_hearing->interrupt();
    m_asking->interrupt();
}

} // namespace

std::unique_ptr<ChangeFeed> makeRedisFeed(const BackendSpec &spec, PasswordSource password,
                                          std::vector<std::unique_ptr<RedisFormat>> formats,
                                          const Clock &clock)
{
    return std::make_unique<RedisFeed>(spec, std::move(password), std::move(formats), clock);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/redisfeed.h"

#include "core/redis/keyspace/rediskeyspace.h"
#include "core/redis/keyspace/redistellers.h"
#include "core/redis/keyspace/toldchanges.h"
#include "core/text/words.h"

#include <QSet>

#include <algorithm>
#include <thread>
#include <utility>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr Micros thick = 5ms;      ///< news that come closer together than this are gathered
constexpr Micros gathering = 10ms; ///< for this long
constexpr Micros draining = 100ms; ///< what is there already, for this long at most

class RedisFeed final : public ChangeFeed
{
public:
    RedisFeed(const BackendSpec &spec, std::unique_ptr<RedisTellers> tellers,
              std::vector<std::unique_ptr<RedisFormat>> formats, const Clock &clock)
        : m_clock(clock), m_tellers(std::move(tellers)),
          m_keyspace({spec.name, spec.redisDatabase, spec.patterns}, std::move(formats), clock),
          m_changes(clock)
    {
    }

    Result<UpdateKind> open(SteadyTime deadline) override;
    Result<FeedNews> next(SteadyTime until, SteadyTime deadline) override;
    Result<void> check(SteadyTime deadline) override { return m_tellers->check(deadline); }
    void interrupt() noexcept override { m_tellers->interrupt(); }

private:
    Result<void> listen(SteadyTime until);
    Result<void> read(const std::vector<QByteArray> &names, FeedNews &news, SteadyTime deadline);
    bool isAllThere(const Observation &seen, const QSet<QByteArray> &asked,
                    const std::vector<QByteArray> &names) const;

    const Clock &m_clock;
    const std::unique_ptr<RedisTellers> m_tellers;
    RedisKeyspace m_keyspace;
    ToldChanges m_changes;
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

Result<UpdateKind> RedisFeed::open(SteadyTime deadline)
{
    m_keyspace.connectionChanged();
    return m_tellers->open(deadline);
}

/** The first change, and those that come close behind it. */
Result<void> RedisFeed::listen(SteadyTime until)
{
    const auto due = m_changes.nextDue();
    const auto first = m_tellers->listen(m_changes, due ? std::min(until, *due) : until);
    if (!first)
        return passOn(first);
    if (!*first)
        return {};
    if (m_clock.now() - m_lastRead < thick)
        std::this_thread::sleep_for(gathering);
    const SteadyTime end = m_clock.now() + draining;
    while (m_clock.now() < end) {
        const auto more = m_tellers->listen(m_changes, {});
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
    auto seen = m_tellers->read(m_keyspace, names, deadline);
    if (!seen)
        return passOn(seen);
    // What a server drops that has begun to follow another is not gone.
    QSet<QByteArray> asked;
    if (seen->asked)
        asked = {seen->asked->begin(), seen->asked->end()};
    if (!isAllThere(*seen, asked, names)) {
        if (auto masters = m_tellers->checkMasters(deadline); !masters)
            return masters;
    }
    m_changes.settle(names, [&](const QByteArray &name) {
        if (asked.contains(name) && m_keyspace.isOther(name))
            return ToldChanges::Found::Other;
        return m_keyspace.isLock(name) ? ToldChanges::Found::Lock : ToldChanges::Found::Nothing;
    });
    m_lastRead = m_clock.now();
    news.observations.push_back(std::move(*seen));
    return {};
}

/**
 * Everything could be read, and nothing that may be a lock to who watches is told to be gone or
 * free: whoever was deposed may say so of what stands elsewhere.
 */
bool RedisFeed::isAllThere(const Observation &seen, const QSet<QByteArray> &asked,
                           const std::vector<QByteArray> &names) const
{
    const auto isAsked = [&asked](const QByteArray &name) { return asked.contains(name); };
    if (!std::all_of(names.begin(), names.end(), isAsked))
        return false;
    QSet<QByteArray> held;
    for (const LockRecord &record : seen.records) {
        if (record.state != LockState::Free)
            held.insert(record.id.name);
    }
    return std::all_of(asked.begin(), asked.end(), [&](const QByteArray &name) {
        return held.contains(name) || m_keyspace.isBeside(name) || m_changes.isOther(name);
    });
}

} // namespace

std::unique_ptr<ChangeFeed> makeRedisFeed(const BackendSpec &spec, PasswordSource password,
                                          std::vector<std::unique_ptr<RedisFormat>> formats,
                                          const Clock &clock)
{
    const auto makeTellers = spec.cluster.empty() ? makeServerTeller : makeClusterTellers;
    return std::make_unique<RedisFeed>(spec, makeTellers(spec, std::move(password)),
                                       std::move(formats), clock);
}

} // namespace lockmaster

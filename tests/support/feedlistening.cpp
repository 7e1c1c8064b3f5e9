// SPDX-License-Identifier: Apache-2.0
#include "tests/support/feedlistening.h"

#include "core/systems/registry/registry.h"
#include "tests/support/urlpassword.h"

#include <QTest>

namespace lockmaster::test {

using namespace std::chrono_literals;

namespace {

SteadyTime in(Millis time)
{
    return std::chrono::steady_clock::now() + time;
}

} // namespace

std::unique_ptr<ChangeFeed> feedOf(const BackendSpec &spec, const Clock &clock)
{
    return makeFeed(spec, passwordOf(spec), clock);
}

Listening::Listening(const BackendSpec &spec, const Clock &clock)
    : feed(feedOf(spec, clock)), opened(feed->open(in(60s)))
{
}

bool Listening::hear(const std::function<bool()> &done)
{
    const SteadyTime end = in(30s);
    while (!done() && std::chrono::steady_clock::now() < end) {
        auto news = feed->next(in(200ms), in(20s));
        if (!news) {
            error = news.error();
            return done();
        }
        take(*news);
    }
    return done();
}

bool Listening::hearError()
{
    return hear([this] { return error.has_value(); });
}

bool Listening::holds(const QByteArray &name, const QByteArray &owner)
{
    return hear([&] {
        const auto lock = locks.find(name);
        return lock != locks.end() && lock->second.holders.size() == 1
               && lock->second.holders.front().raw == owner;
    });
}

bool Listening::isGone(const QByteArray &name)
{
    return hear([&] { return gone.contains(name); });
}

void Listening::take(const FeedNews &news)
{
    everything = everything || news.everything;
    for (auto end = news.ends.cbegin(); end != news.ends.cend(); ++end)
        ends[end.key()] = end.value();
    for (const Observation &observation : news.observations) {
        QVERIFY(observation.asked && observation.complete);
        asked += observation.asked->size();
        for (const QByteArray &name : *observation.asked) {
            locks.erase(name);
            gone.insert(name);
        }
        for (const LockRecord &record : observation.records) {
            gone.remove(record.id.name);
            locks[record.id.name] = record;
        }
    }
}

} // namespace lockmaster::test

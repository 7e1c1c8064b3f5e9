// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/observer.h"

#include <algorithm>
#include <iterator>
#include <utility>

// How `Observer` lives on a feed, and what it asks for by name.

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

/** Single locks are asked for in lots, so often at most, and so much of the time. */
constexpr Millis glancePeriod = 100ms;
constexpr int glanceShare = 20; // one part of so many
constexpr size_t mostNames = 20'000;
/**
 * Between two snapshots of news: nobody sees a shorter time, and making one costs what the backend
 * has locks. A quarter of a core at most goes into it, unless news would be older than the longest.
 */
constexpr Millis shortestGap = 15ms;
constexpr Millis longestGap = 40ms;
constexpr int publishShare = 4;

} // namespace

Observer::RealTime Observer::opensFeedAt() const
{
    // One that does not answer is knocked at by its polls.
    if (!m_listening || m_settings.paused || m_failures > 0)
        return RealTime::max();
    return m_feed.opensAt();
}

void Observer::openFeed()
{
    const Millis period = regularPeriod();
    m_feed.opening(period);
    m_listening->listen(++m_feedTicket, period);
}

/** Nothing that it still tells is heard; what happens from now on is for a poll to find. */
void Observer::closeFeed()
{
    if (!m_feed.isActive())
        return;
    ++m_feedTicket;
    m_listening->rest();
    m_feed.close();
    m_news.clear();
    m_tracker.noteFeedGap();
    m_pollAtOnce = true;
    noteFeed();
}

void Observer::loseFeed(const std::optional<Error> &error)
{
    ++m_feedTicket;
    m_listening->rest();
    m_pollAtOnce = m_pollAtOnce || m_feed.isOpen();
    m_feed.ended(error, realNow());
    noteFeed();
    publish();
}

/** How changes become known may have changed, and with it how often is polled. */
void Observer::noteFeed()
{
    m_tracker.status().updates = m_feed.updates();
    m_tracker.status().polledBecause = m_feed.polledBecause();
    updatePeriod();
}

void Observer::takeWord(FeedWord word)
{
    if (const auto *opened = std::get_if<FeedOpened>(&word)) {
        m_feed.opened(opened->kind, realNow());
        m_tracker.noteFeedGap();
        m_pollAtOnce = true; // for what happened before
    } else if (auto *news = std::get_if<FeedNews>(&word)) {
        takeNews(std::move(*news));
    } else if (const auto *answered = std::get_if<FeedAnswered>(&word)) {
        takeCheck(answered->begun);
    } else if (const auto *ended = std::get_if<FeedEnded>(&word)) {
        loseFeed(ended->error);
    }
}

void Observer::takeNews(FeedNews news)
{
    noteHeard();
    // Without a poll under way the next one is newer than they are.
    if (!m_feed.isPushing() && !m_poll) {
        m_tracker.noteFeedGap();
        return;
    }
    const bool everything = news.everything;
    noteTold(news);
    if (!m_news.add(std::move(news)) || everything) {
        m_pollSoon = true;
        m_feed.anythingChanged(realNow());
        m_tracker.noteFeedGap();
    }
    noteNews();
}

/** What the reader knows of them may be older than what is shown. */
void Observer::noteTold(const FeedNews &news)
{
    for (const Observation &seen : news.observations) {
        if (seen.asked)
            m_told.insert(seen.asked->begin(), seen.asked->end());
    }
    if (m_told.size() <= mostNames)
        return;
    m_told.clear();
    m_pollSoon = true; // which reads them all
}

void Observer::takeCheck(RealTime begun)
{
    noteHeard();
    if (!m_feed.isPushing())
        return;
    // What had happened until then was told.
    m_tracker.status().dataFrom = m_clock.now() - (realNow() - begun);
    m_changed = true;
    noteNews();
}

void Observer::noteHeard()
{
    m_feed.heard(realNow());
    BackendStatus &status = m_tracker.status();
    if (!m_feed.isPushing() || status.state != BackendState::Stale)
        return;
    status.state = BackendState::Online;
    m_changed = true;
    noteNews();
}

void Observer::noteNews()
{
    if (!m_unpublished)
        m_unpublished = realNow();
}

void Observer::mergeNews()
{
    for (GatheredNews::Batch &batch : m_news.take())
        take(m_tracker.push(std::move(batch.observations), batch.begun, std::move(batch.ends)));
    noteDoubts();
}

void Observer::take(BackendTracker::Change change)
{
    std::move(change.events.begin(), change.events.end(), std::back_inserter(m_events));
    m_pollSoon = m_pollSoon || change.unclear;
    if (!change.visible && m_events.empty())
        return;
    m_changed = true;
    noteNews();
}

void Observer::noteDoubts()
{
    const std::vector<QByteArray> doubts = m_tracker.takeDoubts();
    m_doubts.insert(doubts.begin(), doubts.end());
}

Observer::RealTime Observer::nextPublish() const
{
    // Before the first poll, and while the backend is lost, a poll publishes what there is.
    if (!m_unpublished || !m_lastEnd || m_failures > 0)
        return RealTime::max();
    const auto gap = std::clamp<std::chrono::steady_clock::duration>(publishShare * m_publishCost,
                                                                     shortestGap, longestGap);
    return std::max(*m_unpublished, m_lastPublish + gap);
}

void Observer::publishNews()
{
    const RealTime begun = realNow();
    mergeNews();
    m_unpublished.reset();
    if (!std::exchange(m_changed, false))
        return;
    publish();
    m_lastPublish = realNow();
    m_publishCost = m_lastPublish - begun;
}

Observer::RealTime Observer::nextExpiry() const
{
    if (!m_feed.isPushing() || !m_tracker.nextExpiry())
        return RealTime::max();
    return realNow() + (*m_tracker.nextExpiry() - m_clock.now()) + afterExpiry;
}

Observer::RealTime Observer::nextUnfed() const
{
    if (!m_feed.isPushing())
        return RealTime::max();
    return std::max(m_lastUnfed, *m_lastEnd) + m_period;
}

Observer::RealTime Observer::nextGlance() const
{
    // Paused, a refresh leaves doubts: it has to be as true as any other poll.
    const bool rests = m_settings.paused && !m_refreshed;
    if (!m_lastEnd || rests || m_failures > 0 || m_unconnected || m_sample || !mayPoll())
        return RealTime::max();
    RealTime next = m_doubts.empty() ? RealTime::max() : RealTime::min();
    if (m_feed.isPushing())
        next = std::min({next, nextExpiry(), nextUnfed(), m_overdueAt});
    const auto gap = std::max<std::chrono::steady_clock::duration>(
        glancePeriod, (glanceShare - 1) * m_lastGlanceDuration);
    return std::max(next, m_lastGlanceEnd + gap);
}

void Observer::beginGlance()
{
    const RealTime now = realNow();
    if (now >= std::min(nextExpiry(), m_overdueAt)) {
        const auto names = m_tracker.overdue(m_clock.now() - afterExpiry, mostNames);
        m_doubts.insert(names.begin(), names.end());
        // One that the server still shows runs a bit longer than we thought.
        m_overdueAt = names.empty() ? RealTime::max() : now + m_period;
    }
    if (!m_doubts.empty()) {
        std::vector<QByteArray> names;
        while (!m_doubts.empty() && names.size() < mostNames)
            names.push_back(std::move(m_doubts.extract(m_doubts.begin()).value()));
        beginRead(Scope::Names, std::move(names));
    } else if (now >= nextUnfed()) {
        m_lastUnfed = now;
        // Histories live on looks: without one nobody could say until when a leader led.
        const auto leaders = m_tracker.leaderNames();
        m_doubts.insert(leaders.begin(), leaders.end());
        const auto told = std::exchange(m_told, {});
        beginRead(Scope::Unfed, {told.begin(), told.end()});
    }
    // Looking for what ran out goes through all locks: that counts as well.
    m_lastGlanceEnd = realNow();
    m_lastGlanceDuration = m_lastGlanceEnd - now;
    if (m_poll)
        m_poll->begunHere = now;
}

void Observer::takeGlance(BackendReading reading)
{
    m_lastGlanceEnd = realNow();
    m_lastGlanceDuration = m_lastGlanceEnd - m_poll->begunHere;
    if (reading.failure) {
        m_doubts.insert(m_poll->names.begin(), m_poll->names.end());
        m_pollAtOnce = true;
        // That it gives no answer is told by this read as well as by a poll.
        if (reading.failure->kind == ErrorKind::Timeout)
            takePoll(std::move(reading));
        else
            m_poll.reset();
        return;
    }
    const Poll glance = *std::exchange(m_poll, std::nullopt);
    // No connection is left that one could ask on: a poll makes another.
    if (glance.scope == Scope::Names && reading.observations.empty()) {
        m_doubts.insert(glance.names.begin(), glance.names.end());
        m_unconnected = true;
        m_pollSoon = true;
    }
    take(m_tracker.answer(std::move(reading.observations), glance.begun));
    noteDoubts();
}

} // namespace lockmaster

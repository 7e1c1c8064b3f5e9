// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/observer.h"

#include <algorithm>
#include <iterator>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr Millis shortestPeriod = 200ms;
constexpr Millis longestPeriod = 60s;
constexpr Millis firstBackoff = 500ms;
constexpr Millis longestBackoff = 4s;
/** A refused password is not tried often: servers lock accounts out for that. */
constexpr Millis refusedBackoff = 15s;
/** How often leaders are looked at between polls, and how much of the time that may take. */
constexpr Millis samplePeriod = 200ms;
constexpr int sampleShare = 20; // one part of so many
/** The next poll is closer than this: it will tell the same. */
constexpr Millis pollIsNear = samplePeriod / 2;
constexpr auto farFuture = std::chrono::hours(1);
/** How often is polled what nobody looks at. */
constexpr Millis unattendedPeriod = 5s;

bool isComplete(const BackendReading &reading)
{
    return std::all_of(reading.observations.begin(), reading.observations.end(),
                       [](const Observation &seen) { return seen.complete || seen.absent; });
}

bool hasSomethingToSample(const BackendReading &reading)
{
    return std::any_of(reading.observations.begin(), reading.observations.end(),
                       [](const Observation &seen) {
                           return seen.leaders && seen.complete && !seen.records.empty()
                                  && seen.records.size() <= BackendReader::mostSampledLeaders;
                       });
}

} // namespace

Observer::Observer(const BackendSpec &spec, const Factories &factories, const Clock &clock,
                   const Settings &settings, Publish publish)
    : m_spec(spec), m_clock(clock), m_publish(std::move(publish)),
      m_inbox(std::make_shared<Inbox>()), m_tracker(spec, clock), m_settings(settings),
      m_feed(spec, bool(factories.feed)),
      m_reading(spec, factories.reader, [inbox = m_inbox](quint64 ticket, BackendReading reading) {
          inbox->put([&] { inbox->answer.emplace(ticket, std::move(reading)); });
      })
{
    if (m_feed.opensAt() != FeedWatch::never) {
        m_listening = std::make_unique<ListeningThread>(
            spec, factories.feed, [inbox = m_inbox](quint64 ticket, FeedWord word) {
                inbox->put([&] { inbox->words.emplace_back(ticket, std::move(word)); });
            });
    }
    updatePeriod();
    m_tracker.status().paused = settings.paused;
    m_tracker.status().polledBecause = m_feed.polledBecause();
    m_tracker.setLeaderMarks(settings.leaderMarks);
    m_thread = std::thread([this] { run(); });
}

Observer::~Observer()
{
    requestStop();
    m_thread.join();
}

void Observer::setSettings(const Settings &settings)
{
    m_inbox->put([&] {
        m_inbox->settings = settings;
        m_inbox->settingsChanged = true;
    });
}

void Observer::pollNow()
{
    m_inbox->put([this] { m_inbox->pollNow = true; });
}

void Observer::requestStop()
{
    m_inbox->put([this] { m_inbox->stopping = true; });
    m_reading.requestStop();
    if (m_listening)
        m_listening->requestStop();
}

bool Observer::hasStopped()
{
    const std::lock_guard lock(m_inbox->mutex);
    return m_inbox->ended && m_reading.waitStopped(realNow())
           && (!m_listening || m_listening->waitStopped(realNow()));
}

void Observer::run()
{
    std::unique_lock lock(m_inbox->mutex);
    while (!m_inbox->stopping)
        step(lock);
    m_inbox->ended = true;
}

/** Does the most urgent thing with the mailbox unlocked, or waits for one to come up. */
void Observer::step(std::unique_lock<std::mutex> &lock)
{
    if (!m_inbox->words.empty()) {
        // Before an answer: what was told while a poll was under way is newer than it.
        auto words = std::move(m_inbox->words);
        m_inbox->words.clear();
        lock.unlock();
        for (auto &[ticket, word] : words) {
            if (ticket == m_feedTicket)
                takeWord(std::move(word));
        }
        // Published by what is due, after what else is: a stream of news must not keep that
        // waiting.
        lock.lock();
    } else if (m_inbox->answer) {
        auto answer = std::move(*m_inbox->answer);
        m_inbox->answer.reset();
        lock.unlock();
        takeAnswer(answer.first, std::move(answer.second));
        lock.lock();
    } else if (std::exchange(m_inbox->settingsChanged, false)) {
        const Settings settings = m_inbox->settings;
        lock.unlock();
        applySettings(settings);
        lock.lock();
    } else if (m_inbox->pollNow && mayPoll()) {
        m_inbox->pollNow = false;
        lock.unlock();
        beginPoll();
        lock.lock();
    } else if (nextStep() > realNow()) {
        m_inbox->changed.wait_until(lock, nextStep());
    } else {
        lock.unlock();
        doWhatIsDue();
        lock.lock();
    }
}

void Observer::doWhatIsDue()
{
    const RealTime now = realNow();
    if (m_poll && now >= m_poll->givenUpAt)
        giveUp();
    else if (now >= nextPublish())
        publishNews();
    else if (now >= m_feed.lostFrom())
        loseFeed(silenceError(m_spec, m_spec.timeout));
    else if (mayPoll() && now >= nextPoll())
        beginPoll();
    else if (now >= nextGlance())
        beginGlance();
    else if (now >= nextSample())
        beginSample();
    else if (now >= opensFeedAt())
        openFeed();
    else if (now >= staleFrom())
        noticeAge();
}

Observer::RealTime Observer::nextStep() const
{
    RealTime next = std::min(realNow() + farFuture, staleFrom());
    if (m_poll)
        next = std::min(next, m_poll->givenUpAt);
    if (mayPoll())
        next = std::min(next, nextPoll());
    next = std::min({next, nextPublish(), m_feed.lostFrom(), nextGlance(), opensFeedAt()});
    return std::min(next, nextSample());
}

void Observer::beginPoll()
{
    m_pollAtOnce = false;
    m_pollSoon = false;
    m_told.clear();
    m_feed.pollBegan();
    beginRead(Scope::All);
}

void Observer::beginRead(Scope scope, std::vector<QByteArray> names)
{
    const bool connected = m_lastEnd && m_failures == 0;
    const Millis budget = pollBudget(m_spec, connected);
    const RealTime here = realNow();
    m_poll =
        Poll{scope, std::move(names), ++m_ticket, m_clock.now(), here, here + budget + answerGrace,
             budget};
    m_tracker.beginRead();
    const auto depth =
        scope == Scope::Unfed ? BackendReader::Depth::Unfed : BackendReader::Depth::Routine;
    m_reading.request({m_ticket, depth, m_poll->names, m_poll->begun + budget});
}

void Observer::beginSample()
{
    m_sample = Sample{++m_ticket, m_clock.now(), realNow()};
    m_reading.request(
        {m_ticket, BackendReader::Depth::Leaders, {}, m_sample->begun + pollBudget(m_spec, true)});
}

void Observer::takeSample(BackendReading reading)
{
    const Sample sample = *std::exchange(m_sample, std::nullopt);
    m_lastSampleEnd = realNow();
    m_lastSampleDuration = m_lastSampleEnd - sample.begunHere;
    // Whether the backend is lost is for a poll to say: only one that was answered brings more.
    m_mayHaveLeaders = m_mayHaveLeaders && !reading.failure;
    if (auto outcome = m_tracker.sample(std::move(reading), sample.begun))
        m_publish(std::move(outcome->snapshot), std::move(outcome->events));
}

void Observer::takeAnswer(quint64 ticket, BackendReading reading)
{
    if (m_sample && ticket == m_sample->ticket) {
        takeSample(std::move(reading));
        return;
    }
    m_sample.reset(); // a poll that became due before it was begun has taken its place
    if (!m_poll || ticket != m_poll->ticket) {
        m_lateAnswer = false;
        return;
    }
    mergeNews();
    if (m_poll->scope == Scope::All)
        takePoll(std::move(reading));
    else
        takeGlance(std::move(reading));
}

void Observer::takePoll(BackendReading reading)
{
    m_mayHaveLeaders = hasSomethingToSample(reading);
    m_unconnected = false;
    m_refreshed = m_settings.paused;
    m_failures = reading.failure ? m_failures + 1 : 0;
    m_slowRetry = reading.failure && reading.failure->kind == ErrorKind::Auth;
    if (reading.failure)
        m_feed.pollFailed();
    else
        m_feed.pollAnswered(isComplete(reading), realNow());
    noteFeed();
    finishPoll(m_tracker.read(std::move(reading), m_poll->begun));
}

void Observer::giveUp()
{
    m_lateAnswer = true;
    m_mayHaveLeaders = false;
    m_reading.interrupt();
    ++m_failures;
    m_slowRetry = false;
    m_feed.pollFailed();
    noteFeed();
    m_doubts.insert(m_poll->names.begin(), m_poll->names.end());
    finishPoll(m_tracker.lose(silenceError(m_spec, m_poll->budget)));
}

void Observer::finishPoll(BackendTracker::Outcome outcome)
{
    m_lastEnd = realNow();
    m_lastDuration = std::chrono::ceil<Millis>(*m_lastEnd - m_poll->begunHere);
    m_poll.reset();
    m_expiryCheck.reset();
    if (const auto expiry = m_tracker.nextExpiry())
        m_expiryCheck = *m_lastEnd + (*expiry - m_clock.now()) + afterExpiry;
    if (m_failures > 0) {
        m_news.clear(); // the next poll is newer than they are
        m_tracker.noteFeedGap();
    }
    noteDoubts();
    auto events = outcome.events.begin();
    // That it is back comes before what was pushed while it came.
    if (events != outcome.events.end() && events->kind == EventKind::BackendBack)
        m_events.insert(m_events.begin(), std::move(*events++));
    std::move(events, outcome.events.end(), std::back_inserter(m_events));
    m_unpublished.reset();
    m_changed = false;
    m_lastPublish = *m_lastEnd;
    m_publish(std::move(outcome.snapshot), std::exchange(m_events, {}));
}

void Observer::applySettings(const Settings &settings)
{
    const bool otherPeriod = settings.period != m_settings.period;
    const Millis before = m_period;
    m_refreshed = m_refreshed && settings.paused;
    m_settings = settings;
    if (settings.paused || otherPeriod)
        closeFeed();
    if (settings.paused)
        m_tracker.notePause();
    updatePeriod();
    const bool otherPause =
        std::exchange(m_tracker.status().paused, settings.paused) != settings.paused;
    const bool otherLeaders = m_tracker.setLeaderMarks(settings.leaderMarks);
    if (otherPause || otherLeaders || m_period != before)
        publish();
}

Millis Observer::regularPeriod() const
{
    return std::clamp(m_settings.period.value_or(m_spec.poll), shortestPeriod, longestPeriod);
}

/** Whatever nobody looks at may be older, unless the server itself tells of it. */
void Observer::updatePeriod()
{
    m_period = regularPeriod();
    if (!m_settings.attended && !m_feed.isPushing())
        m_period = std::max(m_period, unattendedPeriod);
    m_tracker.status().period = m_period;
}

/** The data have become older than two polls. */
void Observer::noticeAge()
{
    m_tracker.status().state = BackendState::Stale;
    publish();
}

void Observer::publish()
{
    m_publish(m_tracker.restate(), std::exchange(m_events, {}));
}

Observer::RealTime Observer::nextPoll() const
{
    if (m_settings.paused)
        return RealTime::max();
    if (!m_lastEnd)
        return RealTime::min();
    if (m_failures > 0)
        return *m_lastEnd + backoff();
    if (m_pollAtOnce)
        return RealTime::min();
    const RealTime regular = *m_lastEnd + m_period;
    if (m_feed.isPushing() && !m_pollSoon) {
        const RealTime quiet = std::max(m_feed.quietFrom(), regular);
        return std::min(quiet, *m_lastEnd + m_feed.reconcileAfter(m_period));
    }
    if (!m_expiryCheck || m_feed.isPushing())
        return regular;
    // That a lease ran out is confirmed by a read, not far from when it happened; leases that run
    // out all the time must not turn a slow poll into a fast one.
    const Millis closest = std::max<Millis>(1s, m_period / 4);
    return std::min(regular, std::max(*m_expiryCheck, *m_lastEnd + closest));
}

Observer::RealTime Observer::nextSample() const
{
    const bool resting = m_settings.paused || m_failures > 0 || !m_lastEnd || !mayPoll();
    if (!m_settings.sampling || !m_mayHaveLeaders || resting || m_sample)
        return RealTime::max();
    const auto gap = std::max<std::chrono::steady_clock::duration>(
        samplePeriod, (sampleShare - 1) * m_lastSampleDuration);
    const RealTime next = std::max(*m_lastEnd, m_lastSampleEnd) + gap;
    return next + pollIsNear < nextPoll() ? next : RealTime::max();
}

Observer::RealTime Observer::staleFrom() const
{
    const BackendState state = m_tracker.status().state;
    if (state != BackendState::Online || !m_lastEnd)
        return RealTime::max();
    const RealTime fresh =
        m_feed.isPushing() ? std::max(*m_lastEnd, m_feed.lastHeard()) : *m_lastEnd;
    return fresh + 2 * (m_period + m_lastDuration);
}

Millis Observer::backoff() const
{
    if (m_slowRetry)
        return refusedBackoff;
    const int doublings = std::min(m_failures - 1, 10);
    return std::min(firstBackoff * (1 << doublings), longestBackoff);
}

} // namespace lockmaster

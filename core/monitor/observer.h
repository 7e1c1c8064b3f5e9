// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/backendtracker.h"
#include "core/monitor/feedwatch.h"
#include "core/monitor/gatherednews.h"
#include "core/monitor/listeningthread.h"
#include "core/monitor/readingthread.h"

#include <set>
#include <thread>

namespace lockmaster {

/**
 * Watches one backend: polls it, re-arms after completion, backs off after failures, and publishes
 * a snapshot whenever something is to be said. Where the backend has a feed (`FeedWatch`) it lives
 * on that: polls then only reconcile, what no feed tells is asked for alone, and a lease that ran
 * out is confirmed by reading that lock. News are gathered for some milliseconds before they are
 * published, the longer the more locks there are. A feed that is lost, or silent, is followed by a
 * poll at once, and by polls as before.
 *
 * It has two threads, and one more for a feed. The reading thread may block; the observing thread
 * keeps the time, compares and publishes, so that a poll without an answer is noticed wherever the
 * reader hangs: the backend is `Offline` at most `answerGrace` after the poll's deadline. An answer
 * that comes after that is dropped, and the next poll begins once the reader is back.
 *
 * Between the polls it samples: leader locks alone, five times a second, as long as that takes a
 * twentieth of the time at most. A sample is no poll: it does not keep the data from going stale,
 * its failure means nothing, and a poll that is due does not wait for its answer.
 *
 * The functions here may be called from any one thread and never wait; the destructor waits for the
 * threads, the reader's at most a moment. The real clock decides when to poll, the clock that was
 * handed in when data were read.
 */
class Observer
{
public:
    /** Gets every snapshot, in sequence, on the observing thread. */
    using Publish = std::function<void(std::shared_ptr<const BackendSnapshot>, std::vector<Event>)>;

    struct Settings {
        bool paused = false;
        std::optional<Millis> period;    ///< none: the backend's own
        std::vector<LockId> leaderMarks; ///< of all backends; each takes its own
        bool sampling = true;            ///< leaders are looked at between the polls, too
        bool attended = true; ///< false: nobody looks, and polls may be as rare as every 5 s
    };
    struct Factories {
        ReaderFactory reader;
        FeedFactory feed; ///< empty: polls alone
    };

    Observer(const BackendSpec &spec, const Factories &factories, const Clock &clock,
             const Settings &settings, Publish publish);
    ~Observer();
    Observer(const Observer &) = delete;
    Observer &operator=(const Observer &) = delete;

    void setSettings(const Settings &settings);

    /** Polls at once, also when paused; after the poll that is under way, if one is. */
    void pollNow();

    /** Both threads begin to end. Does not wait. */
    void requestStop();

    /** Whether both threads ended after `requestStop()`: the destructor will not wait. */
    bool hasStopped();

private:
    using RealTime = std::chrono::steady_clock::time_point;
    static RealTime realNow() { return std::chrono::steady_clock::now(); }
    /** How soon after its deadline a lease is looked at: what it ends at may be off by 20 ms. */
    static constexpr Millis afterExpiry{25};

    /** What other threads say to the observing thread. */
    struct Inbox : Mailbox {
        Settings settings;
        bool settingsChanged = false;
        bool pollNow = false;
        std::optional<std::pair<quint64, BackendReading>> answer;
        std::vector<std::pair<quint64, FeedWord>> words;
    };
    /** What is read, samples apart. */
    enum class Scope : quint8 {
        All,   ///< a poll
        Unfed, ///< what no feed tells
        Names, ///< single locks
    };
    /** The read that is under way. */
    struct Poll {
        Scope scope = Scope::All;
        std::vector<QByteArray> names;
        quint64 ticket = 0;
        SteadyTime begun;
        RealTime begunHere;
        RealTime givenUpAt;
        Millis budget;
    };

    /** A glance at the leaders that is under way. */
    struct Sample {
        quint64 ticket = 0;
        SteadyTime begun;
        RealTime begunHere;
    };

    void run();
    void step(std::unique_lock<std::mutex> &lock);
    void doWhatIsDue();
    RealTime nextStep() const;
    void beginPoll();
    void beginRead(Scope scope, std::vector<QByteArray> names = {});
    void takeAnswer(quint64 ticket, BackendReading reading);
    void takePoll(BackendReading reading);
    void takeGlance(BackendReading reading);
    void beginSample();
    void takeSample(BackendReading reading);
    RealTime nextSample() const;
    void giveUp();
    void finishPoll(BackendTracker::Outcome outcome);
    void applySettings(const Settings &settings);
    Millis regularPeriod() const;
    void updatePeriod();
    void noticeAge();
    void publish();
    bool mayPoll() const { return !m_poll && !m_lateAnswer; }
    RealTime nextPoll() const;
    RealTime staleFrom() const;
    Millis backoff() const;

    // With a feed.
    void openFeed();
    void closeFeed();
    void loseFeed(const std::optional<Error> &error);
    void takeWord(FeedWord word);
    void takeNews(FeedNews news);
    void noteTold(const FeedNews &news);
    void takeCheck(RealTime begun);
    void noteFeed();
    void beginGlance();
    RealTime nextGlance() const;
    RealTime nextExpiry() const;
    RealTime nextUnfed() const;
    void noteHeard();
    void noteDoubts();
    void mergeNews();
    void take(BackendTracker::Change change);
    void publishNews();
    void noteNews();
    RealTime nextPublish() const;
    RealTime opensFeedAt() const;

    const BackendSpec m_spec;
    const Clock &m_clock;
    const Publish m_publish;
    const std::shared_ptr<Inbox> m_inbox;

    // The observing thread's own.
    BackendTracker m_tracker;
    Settings m_settings;
    Millis m_period;
    std::optional<Poll> m_poll;
    quint64 m_ticket = 0;
    int m_failures = 0;            ///< in a row
    bool m_lateAnswer = false;     ///< given up, and the reader is not back yet
    bool m_slowRetry = false;      ///< knocking again soon would do harm
    bool m_mayHaveLeaders = false; ///< there was something to sample at the last poll
    std::optional<RealTime> m_lastEnd;
    Millis m_lastDuration{0};
    std::optional<RealTime> m_expiryCheck; ///< a lease runs out before the next poll is due
    std::optional<Sample> m_sample;        ///< asked for, and not answered yet
    RealTime m_lastSampleEnd;
    std::chrono::steady_clock::duration m_lastSampleDuration{0};

    FeedWatch m_feed;
    quint64 m_feedTicket = 0;
    bool m_pollAtOnce = false; ///< nobody can tell what happened
    bool m_pollSoon = false;   ///< something is not known that a poll would tell
    std::set<QByteArray> m_doubts;
    bool m_refreshed = false;    ///< a poll ended since it is paused
    bool m_unconnected = false;  ///< a glance found no connection, and no poll has come since
    std::set<QByteArray> m_told; ///< what news were about since the last poll or `Unfed` glance
    RealTime m_lastUnfed{};      ///< when what no feed tells was last asked for
    RealTime m_overdueAt = RealTime::max(); ///< leases that ran out were asked for; some may stand
    RealTime m_lastGlanceEnd{};
    std::chrono::steady_clock::duration m_lastGlanceDuration{0};
    GatheredNews m_news;
    std::vector<Event> m_events;           ///< to be published with the next snapshot
    std::optional<RealTime> m_unpublished; ///< since when there may be something to publish
    bool m_changed = false;                ///< there is
    RealTime m_lastPublish{};
    std::chrono::steady_clock::duration m_publishCost{0};

    ReadingThread m_reading;
    std::unique_ptr<ListeningThread> m_listening; ///< null: there is no feed
    std::thread m_thread;
};

} // namespace lockmaster

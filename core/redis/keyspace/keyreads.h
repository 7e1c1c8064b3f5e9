// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/keyspace/keyspacememory.h"

#include <deque>

namespace lockmaster {

/**
 * The keys of one look at a keyspace: asked about in round trips of bounded size, understood,
 * decoded. Every round trip carries what is due: the clock, what the caller adds, and the next
 * question about each key in the queue. Two are under way where they can be: while the server works
 * on them, the answers to the one before are understood and decoded. What the caller adds goes by
 * itself then, ahead of questions about new keys: its answer is there when the server has those.
 *
 * Lives for one look, on the reader's thread.
 */
class KeyReads
{
public:
    /** Why the keys are asked for: only a search counts what it meets and remembers it. */
    enum class Purpose : quint8 { Search, Named };

    /** What came of it all; the caller adds to it. */
    struct Findings {
        Observation observation;
        std::vector<QByteArray> unread; ///< named keys of which nothing can be said
        bool failed = false;            ///< the connection is over
        bool addedTooLarge = false;     ///< the answer to what the caller added was
        bool typeDenied = false;        ///< what is found cannot be told apart
        bool knownUnread = false;       ///< a key that matters could not be asked for
        std::vector<QByteArray> away;   ///< known ones whose node does not serve them now
        bool tooMany = false;           ///< more locks than are shown
        bool tooLong = false;           ///< larger locks than are shown
        bool clockLost = false;         ///< the clock could be read before, and not now
    };

    /** What a search wants to know of one round trip. */
    struct Trip {
        Micros took{0};
        std::chrono::nanoseconds cost{0};    ///< of the server's time, about
        std::chrono::nanoseconds reading{0}; ///< of that, for keys that were not known
        std::optional<RedisReply> page;      ///< the answer to what the caller added
        std::optional<Micros> pageTook;      ///< that, by the server's own clock
    };

    KeyReads(KeyspaceMemory &memory, RedisClient &client, const RedisServer &server,
             Purpose purpose, SteadyTime deadline);

    /** The records are for a list. */
    void beBrief() { m_context.brief = true; }

    Findings &findings() { return m_findings; }
    const Findings &findings() const { return m_findings; }

    /** What the account may ask about time. @return false: without it nothing can be read. */
    bool learnRights();

    void queueKnown();
    /** What to ask at first about a key that is not known. */
    KeyJob::Step firstStep(int pattern) const;
    void queue(KeyJob job) { m_queue.push_back(std::move(job)); }
    size_t queued() const { return m_queue.size(); }
    /** Nothing is to be asked or under way, and all that was answered is understood. */
    bool isDone() const
    {
        return m_queue.empty() && m_underWay.empty() && m_answered.planned.empty();
    }
    /** The caller need add nothing more: what it added is not answered yet. */
    bool isAddedUnderWay() const;
    /** The next round trip is to find out which reply was too large: it carries nothing else. */
    bool suspectsNext() const { return !m_queue.empty() && isSuspect(m_queue.front()); }

    /**
     * Sends `added` and what is due, and waits for the oldest trip that is under way, which may be
     * that of an earlier call: the answer to `added` may come with a later one, and so may what the
     * answers say of keys. What could not be sent yet is to be given again: see `isAddedUnderWay`.
     * Errors: the client's, of the trip that was waited for; `fail()` is the caller's.
     */
    Result<Trip> roundTrip(const std::optional<RedisCommand> &added = {});

    /** The formats' own questions about the locks found. @return false: the connection is over. */
    bool askFormats();

    int patternOf(const QByteArray &key) const;
    bool isHidden(const QByteArray &key) const;
    void addProblem(Error error);
    bool fail(const Error &error);

    static constexpr qsizetype longestKey = 16 << 10;

private:
    struct Planned {
        KeyJob job;
        size_t firstReply = 0;
        size_t replies = 0;
    };
    /** The locks that one format is asked about. */
    struct Asked {
        size_t format;
        std::vector<LockRecord *> locks;
        size_t commands;
    };

    /** A round trip as it was sent, and the answers. */
    struct Sent {
        std::vector<Planned> planned;
        std::optional<size_t> clockReply;
        std::optional<size_t> addedReply;
        bool addedTimed = false; ///< the server's clock is asked for before and after it
        RoundTrip times;
        std::vector<RedisReply> replies;
    };

    KeyGuess &guessOf(int pattern) const;
    size_t nextTripsJobs(bool withAdded) const;
    bool isSuspect(const KeyJob &job) const;
    void suspect(const Sent &sent);
    void clearSuspect(const KeyJob &job);
    Result<void> sendNext(const std::optional<RedisCommand> &added);
    bool mayGoAhead() const;
    Sent plan(const std::optional<RedisCommand> &added, bool withJobs);
    Trip takeArrival(Sent &sent, Micros took);
    void takeClock(const RedisReply &reply, const RoundTrip &times);
    static std::optional<Micros> serverTimeOfAdded(const Sent &sent);
    bool mayStayBehind() const;
    void takeOutcomes();
    void takeOutcome(const KeyJob &job, KeyOutcome outcome);
    void learnType(const KeyJob &job, const KeyOutcome &outcome);
    void takeAnswer(const KeyJob &job, KeyAnswer &answer);
    void leaveOut(const KeyJob &job);
    void addRecord(LockRecord record);
    void reserveRecords(size_t count);
    void takeGone(const KeyJob &job);
    void takeOther(const KeyJob &job, const QByteArray &type);
    void takeUnsettled(const KeyJob &job);
    void takeRefusal(const KeyJob &job, const KeyRefused &refusal);
    void forget(const KeyJob &job, std::optional<RedisOthers::Reason> reason,
                const QByteArray &type = {});
    void remember(const KeyJob &job, RedisOthers::Reason reason, const QByteArray &type = {});
    void rememberGone(const KeyJob &job);
    std::vector<Asked> questions(std::vector<RedisCommand> &commands);
    std::vector<RedisCommand> moreQuestions(std::vector<Asked> &asked);
    bool ask(const std::vector<Asked> &asked, const std::vector<RedisCommand> &commands);

    KeyspaceMemory &m_memory;
    RedisClient &m_client;
    const Purpose m_purpose;
    const SteadyTime m_deadline;

    Findings m_findings;
    RedisReadContext m_context;
    std::vector<size_t> m_formatOf; ///< for each record
    std::deque<KeyJob> m_queue;

    RedisRequest m_request;      ///< the trip that is sent
    std::deque<Sent> m_underWay; ///< at most two, the oldest first
    Sent m_answered;             ///< the last one, while its keys are not understood
    bool m_clockAsked = false;
    bool m_clockRead = false;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/keyspacememory.h"

#include <deque>

namespace lockmaster {

/**
 * One read of a keyspace. Every round trip carries whatever is due: the clock, the next SCAN, and
 * the next question about each key in the queue, so that searching and reading overlap.
 */
class KeyspaceLook
{
public:
    KeyspaceLook(KeyspaceMemory &memory, const RedisPipeline &pipeline, const RedisServer &server,
                 BackendReader::Depth depth, SteadyTime deadline);

    Observation run();

private:
    struct Planned {
        KeyJob job;
        size_t firstReply = 0;
        size_t replies = 0;
    };

    bool learnRights();
    void queueKnown();
    void startPass();
    bool wantsScan() const;
    bool roundTrip();
    bool isSuspect(const KeyJob &job) const;
    void suspectPlanned();
    void clearSuspect(const KeyJob &job);
    void plan();
    void takeReplies(std::vector<RedisReply> &replies);
    void adaptCount(Micros took);
    void finishPass();
    bool askFormats();
    void conclude();

    void takeClock(const RedisReply &reply);
    void takePage(const RedisReply &reply);
    void considerKey(const QByteArray &key);
    void takeOutcome(const KeyJob &job, KeyOutcome outcome);
    void takeAnswer(const KeyJob &job, KeyAnswer answer);
    void takeUnsettled(const KeyJob &job);
    void takeRefusal(const KeyJob &job, const KeyRefused &refusal);
    void forget(const KeyJob &job, std::optional<RedisOthers::Reason> reason);
    int patternOf(const QByteArray &key) const;
    bool isHidden(const QByteArray &key) const;
    void addProblem(Error error);
    bool fail(const Error &error);

    KeyspaceMemory &m_memory;
    const RedisPipeline &m_pipeline;
    const RedisServer &m_server;
    const bool m_full;
    const SteadyTime m_start;
    const SteadyTime m_deadline;
    SteadyTime m_passUntil;

    Observation m_observation;
    RedisReadContext m_context;
    std::vector<size_t> m_formatOf; ///< for each record
    std::deque<KeyJob> m_queue;

    // The round trip under way.
    std::vector<RedisCommand> m_commands;
    std::vector<Planned> m_planned;
    std::optional<size_t> m_clockReply;
    std::optional<size_t> m_scanReply;
    SteadyTime m_asked{};
    SteadyTime m_answered{};

    bool m_clockRead = false;
    bool m_failed = false;       ///< the connection is over
    bool m_passing = false;      ///< this read works on a pass
    bool m_passScanned = false;  ///< its last page came; keys of it may be in the queue
    bool m_passFinished = false; ///< a whole pass ended in this read
    bool m_scanRefused = false;
    bool m_scanUseless = false; ///< what it finds cannot be told apart: TYPE is denied
    bool m_clockLost = false;   ///< the clock could be read before, and not now
    bool m_knownUnread = false; ///< a known lock could not be asked for
    bool m_tooMany = false;
};

} // namespace lockmaster

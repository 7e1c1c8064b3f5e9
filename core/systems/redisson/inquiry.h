// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/systems/redisson/redissonmemory.h"
#include "core/transport/redisreply.h"

#include <optional>
#include <vector>

namespace lockmaster {

/**
 * What is asked about Redisson locks beyond their hash, and what the answers mean: who is
 * subscribed to a lock's channel (one for each process that waits), who stands in a fair lock's
 * queue, whether there is a fencing token, which readers' own leases are over.
 *
 * Bounded in each poll: the locks asked longest ago come first, a fair lock's queue counts in full
 * and is named up to 64. What is denied is asked again now and then only.
 */
class RedissonInquiry
{
public:
    static constexpr qsizetype channelsInOneCommand = 256;
    static constexpr qsizetype channelsInOnePoll = 16'384;
    static constexpr qsizetype sideCommandsInOnePoll = 4'096;
    static constexpr qsizetype queueShown = 64;

    /** A lock of this read and what is known of it. Both outlive the poll. */
    struct Subject {
        const LockRecord *lock;
        RememberedLock *known;
    };

    std::vector<RedisCommand> ask(std::vector<Subject> subjects);

    /** Notes the answers to the last `ask` in what is known. */
    void answered(const std::vector<RedisReply> &replies, SteadyTime now);

    /** What could not be asked or was refused. */
    std::vector<Error> problems() const;

private:
    enum class Topic : quint8 { Subscribers, QueueLength, Queue, QueueTimes, Token, Reader };

    struct Question {
        Topic topic;
        size_t subject = 0;              ///< the first one, for subscribers
        std::vector<QByteArray> details; ///< channels; for a reader its owner id
    };

    /** A topic that the server refused. */
    struct Refusal {
        std::optional<Error> error;
        int pollsToWait = 0;
        bool doubtful = false; ///< refused before: ask about one lock only

        bool mayAsk();
        void note(const RedisReply &reply, const QString &message, const QString &remedy);
    };

    void askSubscribers(std::vector<RedisCommand> &commands);
    void askSideKeys(std::vector<RedisCommand> &commands);
    void askQueue(size_t subject, std::vector<RedisCommand> &commands);
    void askReaders(size_t subject, std::vector<RedisCommand> &commands);
    void add(std::vector<RedisCommand> &commands, Topic topic, size_t subject, RedisCommand command,
             std::vector<QByteArray> details = {});

    void understand(const Question &question, const RedisReply &reply, SteadyTime now);
    void noteSubscribers(const Question &question, const RedisReply &reply, SteadyTime now);
    void noteQueueLength(RememberedLock &known, const RedisReply &reply, SteadyTime now);
    void noteQueue(RememberedLock &known, const RedisReply &reply);
    void noteQueueTimes(RememberedLock &known, const RedisReply &reply);

    std::vector<Subject> m_subjects;
    std::vector<Question> m_questions;
    Refusal m_subscribersRefused;
    Refusal m_sideKeysRefused;
};

} // namespace lockmaster

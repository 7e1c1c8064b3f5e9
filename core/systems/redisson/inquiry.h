// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/systems/redisson/redissonmemory.h"
#include "core/redis/redisreply.h"

#include <optional>
#include <vector>

namespace lockmaster {

/**
 * What is asked about Redisson locks beyond their hash, and what the answers mean: who is
 * subscribed to a lock's channel (one for each process that waits), who stands in a fair lock's
 * queue, whether there is a fencing token, which readers' own leases are over.
 *
 * Whether plain locks have a queue or a token beside them is asked of many in one command; where
 * one of them has, a second round (`askOn`) finds out which.
 *
 * Bounded in each poll: the locks asked longest ago come first, and of those that answered before
 * only so many are asked again, so that a large keyspace's polls do not take twice as long for it.
 * A fair lock's queue counts in full and is named up to 64. What is denied is asked again now and
 * then only.
 */
class RedissonInquiry
{
public:
    static constexpr qsizetype channelsInOneCommand = 256;
    static constexpr qsizetype channelsInOnePoll = 16'384;
    static constexpr size_t askedAgainInOnePoll = 512;
    static constexpr size_t sideCommandsInOnePoll = 4'096;
    static constexpr size_t locksInOneCommand = 128; ///< with two keys each
    static constexpr qsizetype queueShown = 64;

    /** A lock and what is known of it, which outlives the poll. */
    struct Subject {
        QByteArray name;
        const QList<Holder> *holders; ///< likewise; null: not asked about
        RememberedLock *known;
    };

    RedissonInquiry();

    std::vector<RedisCommand> ask(std::vector<Subject> subjects);

    /** Notes the answers to the last `ask` or `askOn` in what is known. */
    void answered(const std::vector<RedisReply> &replies, SteadyTime now);

    /** The answers raised questions: ask on before they are used. */
    bool hasMore() const { return !m_raised.empty(); }
    std::vector<RedisCommand> askOn();
    /** Does not ask on. @return the names of the locks that this would have been about. */
    std::vector<QByteArray> leaveRaised();

    /** What could not be asked or was refused. */
    std::vector<Error> problems() const;

private:
    enum class Topic : quint8 {
        Subscribers,
        Beside,
        QueueLength,
        Queue,
        QueueTimes,
        Token,
        Reader
    };

    struct Question {
        Topic topic;
        size_t subject = 0;              ///< the first of several
        std::vector<QByteArray> details; ///< channels; for a reader its owner id
        std::vector<size_t> subjects;    ///< those asked about together, whether in a row or not
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
    void askBeside(const std::vector<size_t> &plain, std::vector<RedisCommand> &commands);
    void askQueue(size_t subject, std::vector<RedisCommand> &commands);
    void askReaders(size_t subject, std::vector<RedisCommand> &commands);
    void add(std::vector<RedisCommand> &commands, Topic topic, size_t subject, RedisCommand command,
             std::vector<QByteArray> details = {});

    void understand(const Question &question, const RedisReply &reply, SteadyTime now);
    void noteSubscribers(const Question &question, const RedisReply &reply, SteadyTime now);
    void askApart(const Question &question);
    void noteBeside(const Question &question, const RedisReply &reply, SteadyTime now);
    void noteQueueLength(RememberedLock &known, const RedisReply &reply, SteadyTime now);
    void noteQueue(RememberedLock &known, const RedisReply &reply);
    void noteQueueTimes(RememberedLock &known, const RedisReply &reply);

    QString m_subscribedClients; ///< the word, translated once
    std::vector<Subject> m_subjects;
    std::vector<Question> m_questions;
    std::vector<size_t> m_raised; ///< subjects of which one or more has something beside it
    bool m_together = true;       ///< the server takes keys of several locks in one command
    Refusal m_subscribersRefused;
    Refusal m_sideKeysRefused;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/keyspace/redisformat.h"
#include "core/systems/keys/redisrecord.h"
#include "core/systems/redisson/inquiry.h"
#include "core/systems/redisson/redissonmemory.h"
#include "core/systems/redisson/redissontext.h"

namespace lockmaster {

/**
 * Redisson's locks: hashes of one field for each holder. Their shape is telling, so an operator's
 * pattern adds nothing, and a hash of another shape is no lock even under one.
 *
 * Remembers, in bounded memory, what cannot be told from one look: whether the lease is renewed,
 * whether the lock is fair (only while somebody queues), who waited a moment ago.
 *
 * Lives on the reader's thread.
 */
class RedissonFormat : public RedisFormat
{
public:
    RedissonFormat();

    QString system() const override;
    bool wantsType(const QByteArray &type) const override { return type == "hash"; }
    bool hides(const QByteArray &key) const override;
    std::vector<QByteArray> locksBeside(const QByteArray &key) const override;
    bool isShared(const LockRecord &lock) const override;
    bool asks() const override { return true; }
    std::optional<LockRecord> decode(const KeyReading &key,
                                     const RedisReadContext &context) override;
    std::vector<RedisCommand> questions(const std::vector<LockRecord *> &locks) override;
    std::vector<RedisCommand> moreQuestions() override { return m_inquiry.askOn(); }
    void answer(const std::vector<LockRecord *> &locks, const std::vector<RedisReply> &replies,
                const RedisReadContext &context, Observation &observation) override;
    std::vector<RedisCommand> glance(const std::vector<QByteArray> &names, SteadyTime now) override;
    std::vector<QByteArray> doubtful(const std::vector<QByteArray> &names,
                                     const std::vector<RedisReply> &replies,
                                     SteadyTime now) override;
    std::vector<Probe> probes() const override;

private:
    /** A lock that is glanced at, and what was known of it before. */
    struct Glanced {
        QByteArray name;
        const RememberedLock *known;
        RememberedLock before;
    };

    std::optional<LockRecord> asBefore(const KeyReading &key, const RedisReadContext &context);
    std::optional<LockRecord> decodedAnew(const KeyReading &key, const RedisReadContext &context);

    RedisRecordMaker m_records;
    RedisRecordCache m_cache;
    RedissonWords m_words;
    RedissonMemory m_memory;
    RedissonInquiry m_inquiry;
    std::vector<RememberedLock *> m_asked; ///< one for each lock of the last questions; null: none
    std::vector<Glanced> m_glanced;
    std::vector<QByteArray> m_doubtful; ///< without asking
    std::vector<Error> m_problems;      ///< before the glance
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/redisformat.h"
#include "core/systems/redisrecord.h"
#include "core/systems/redisson/inquiry.h"
#include "core/systems/redisson/redissonmemory.h"

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
    std::optional<LockRecord> decode(const KeyReading &key,
                                     const RedisReadContext &context) override;
    std::vector<RedisCommand> questions(const std::vector<LockRecord *> &locks) override;
    void answer(const std::vector<LockRecord *> &locks, const std::vector<RedisReply> &replies,
                const RedisReadContext &context, Observation &observation) override;
    std::vector<Probe> probes() const override;

private:
    RedisRecordMaker m_records;
    RedissonMemory m_memory;
    RedissonInquiry m_inquiry;
};

} // namespace lockmaster

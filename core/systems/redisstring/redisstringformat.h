// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/keyspace/redisformat.h"
#include "core/systems/keys/redisrecord.h"

namespace lockmaster {

struct DecodedOwner;
struct OwnerDecoder;

/**
 * Locks in string keys (`SET key owner NX PX ttl`). What an operator's pattern matched is a lock
 * whatever it says; otherwise only what a decoder recognises. Asks nothing more: these libraries
 * poll, so nobody can be seen waiting.
 *
 * Lives on the reader's thread; stateless but for a shared source id.
 */
class RedisStringFormat : public RedisFormat
{
public:
    RedisStringFormat();

    QString system() const override;
    bool wantsType(const QByteArray &type) const override { return type == "string"; }
    bool hides(const QByteArray &key) const override;
    std::optional<LockRecord> decode(const KeyReading &key,
                                     const RedisReadContext &context) override;

private:
    LockRecord record(const KeyReading &key, const RedisReadContext &context,
                      const OwnerDecoder *decoder, DecodedOwner owner);

    std::optional<LockRecord> recognised(const KeyReading &key, const RedisReadContext &context);

    const std::vector<QString> m_libraries; ///< of the decoders, in their order
    RedisRecordMaker m_records;
    RedisRecordCache m_cache;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/keys/onekeyticket.h"
#include "core/systems/redisstring/redisstringformat.h"

namespace lockmaster {

/**
 * The release of one lock in a string key.
 *
 * A value that tells its holder is compared with the expiry, by a script or under a fresh WATCH.
 * Any other value (empty, `1`, `IN_PROGRESS`) says nothing: there the WATCH is the one that was set
 * before the key was read. What was read is compared with the witness, so the expiry counts from
 * the operator's first look on; a value that at least names somebody may be released whatever its
 * lease, compared as the first kind is. Without an expiry, or where the server does not tell it
 * exactly, only what happened since the ticket was opened is sure: the preview says that nothing
 * tells its holder from the next.
 */
class StringTicket final : public OneKeyTicket
{
public:
    /** Values of more bytes are not released: they are not fetched whole. */
    static constexpr qint64 mostValueBytes = 1 << 20;

    static Result<std::unique_ptr<ReleaseTicket>>
    open(const ReleaseRequest &request, const ActionContext &context, SteadyTime deadline);

private:
    using OneKeyTicket::OneKeyTicket;

    std::optional<LockRecord> decode(const KeyReading *reading,
                                     const RedisReadContext &context) override;
    bool canCompareInstanceOnly(const LockRecord &lock) const override;
    Result<bool> aim(const LockRecord &lock, SteadyTime deadline) override;
    Result<bool> lookAround(SteadyTime deadline) override;
    Guard guardFor(bool withLease) const override;
    RedisCommand script(bool withLease) const override;
    RedisTransaction transaction() const override;

    void addWarnings(const Holder &holder);
    /** None: it is not the one that was read before. */
    Result<std::optional<QByteArray>> wholeValue(const Holder &holder, SteadyTime deadline);

    RedisStringFormat m_format;
    std::optional<Holder> m_holder; ///< as it was read last
    QByteArray m_value;             ///< whole, as it was aimed at
    qint64 m_expiryMs = -1;
    bool m_tellsHolders = false; ///< the value does
    std::vector<RedisCommand> m_wake;
};

} // namespace lockmaster

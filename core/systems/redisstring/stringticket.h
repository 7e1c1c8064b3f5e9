// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/redisonekey.h"
#include "core/systems/contract/actioncontext.h"
#include "core/systems/keys/redisrelease.h"
#include "core/systems/redisstring/redisstringformat.h"
#include "core/systems/contract/releaseticket.h"

namespace lockmaster {

/**
 * The release of one lock in a string key.
 *
 * A value that tells its holder is compared with the expiry and deleted in one script; where the
 * account may not run scripts, in a transaction under a WATCH set at the commit. Any other value
 * (empty, `1`, `IN_PROGRESS`) says nothing: there the WATCH is set before the key is read and kept
 * until the commit, and a connection lost in between ends the ticket. What was read is compared
 * with the witness, so the expiry counts from the operator's first look on; a value that at least
 * names somebody may be released whatever its lease, compared as the first kind is. Without an
 * expiry, or where the server does not tell it exactly, only what happened since the ticket was
 * opened is sure: the preview says that nothing tells its holder from the next.
 *
 * Where others follow the server, all of them have to confirm the release.
 */
class StringTicket final : public ReleaseTicket
{
public:
    /** Values of more bytes are not released: they are not fetched whole. */
    static constexpr qint64 mostValueBytes = 1 << 20;

    static Result<std::unique_ptr<ReleaseTicket>>
    open(const ReleaseRequest &request, const ActionContext &context, SteadyTime deadline);

    const ReleasePreview &preview() const override { return m_preview; }
    QString command(Compare compare) const override;
    Result<ReleaseOutcome> commit(const WritePermit &permit, Compare compare,
                                  SteadyTime deadline) override;
    Result<std::optional<LockRecord>> observe(SteadyTime deadline) override;
    std::optional<Error> doubt() const override { return m_confirmation.doubt(); }

private:
    /** What guards the delete. */
    enum class Guard : quint8 {
        Script,
        FreshWatch, ///< set, and the key read again, at the commit
        KeptWatch,  ///< set before the key was read
    };

    StringTicket(const ReleaseRequest &request, const ActionContext &context);

    /** The key now: none where it is not there, or no lock any more. */
    struct Found {
        std::optional<LockRecord> lock;
        bool keyThere = false;
    };

    Result<void> connect(SteadyTime deadline);
    Result<void> look(SteadyTime deadline);
    Result<Found> find(SteadyTime deadline);
    /** None: it is not the one that was read before. */
    Result<std::optional<QByteArray>> wholeValue(const Holder &holder, SteadyTime deadline);
    std::optional<ReleaseOutcome> refusalOf(const Found &found) const;
    void prepare(const LockRecord &lock);
    Guard guardOfValue() const;
    Guard guardFor(Compare compare) const;
    void addWarnings(const Holder &holder);

    ReleaseOutcome releasedIf(const std::vector<RedisReply> &replies);
    bool comparesLease(Compare compare) const;
    RedisCommand script(Compare compare) const;
    std::vector<RedisCommand> writes() const;
    Result<ReleaseOutcome> commitScript(Compare compare, SteadyTime deadline);
    Result<ReleaseOutcome> commitWatched(Compare compare, SteadyTime deadline);
    Result<std::optional<ReleaseOutcome>> watchAgain(Compare compare, SteadyTime deadline);
    Result<ReleaseOutcome> execute(SteadyTime deadline);
    /** Once anything was sent it is an outcome: an error would say that nothing was. */
    Result<ReleaseOutcome> refused(const RedisReply &reply, const QString &command,
                                   bool sent = true) const;
    /** An answer that cannot be: it says nothing of what was done. */
    ReleaseOutcome notUnderstood(const RedisReply &reply, const QString &command);
    /** After a refusal by the server: in what way it changed. */
    ReleaseOutcome whatChanged(SteadyTime deadline);

    const ReleaseRequest m_request;
    const ActionContext m_context;
    const RedisReleaseWords m_words;
    RedisStringFormat m_format;
    std::unique_ptr<RedisConnection> m_connection;
    std::optional<RedisOneKey> m_reader; ///< for `m_connection`
    RedisConnectionMark m_mark;          ///< likewise
    ReleasePreview m_preview;
    QByteArray m_value; ///< whole
    qint64 m_expiryMs = -1;
    bool m_exactExpiry = false;
    bool m_scripts = false; ///< the account may run them
    Guard m_guard = Guard::Script;
    std::vector<RedisCommand> m_wake;
    RedisConfirmation m_confirmation;
    bool m_committed = false;
    bool m_replaced = false; ///< the connection is not the one that was opened with the ticket
    bool m_unknown = false;
};

} // namespace lockmaster

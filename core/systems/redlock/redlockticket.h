// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/contract/locksystem.h"
#include "core/systems/keys/redisrelease.h"
#include "core/systems/redlock/redlockmembers.h"

namespace lockmaster {

/**
 * The release of one lock on several servers that know nothing of each other: a release of its
 * system on each that has what was looked at, all at the same time, each compared by itself.
 * `Released` says that after it too few servers are left that have it or did not tell: those that
 * did not let go of it are looked at again. What was taken away from some while most may still have
 * it is `Unknown` and `Partial`, with what became of it on each. Nothing is ever tried again.
 */
class RedlockTicket final : public ReleaseTicket
{
public:
    /** As `LockSystem::beginRelease`. */
    static Result<std::unique_ptr<ReleaseTicket>> open(const LockSystem &system, ReadOneLock read,
                                                       const ReleaseRequest &request,
                                                       const ActionContext &context,
                                                       SteadyTime deadline);

    const ReleasePreview &preview() const override { return m_preview; }
    QString command(Compare compare) const override;
    Result<ReleaseOutcome> commit(const WritePermit &permit, Compare compare,
                                  SteadyTime deadline) override;
    Result<std::optional<LockRecord>> observe(SteadyTime deadline) override;

private:
    /** One of the servers. */
    struct Member {
        QString address;
        Result<LockThere> seen;
        bool hasToken = false;                           ///< by which what is let go of is held
        std::unique_ptr<ReleaseTicket> ticket = nullptr; ///< null: nothing is let go of there
        std::optional<Result<ReleaseOutcome>> outcome = std::nullopt;
        bool mayHave = false; ///< that token, by what was seen last
    };

    RedlockTicket(const LockSystem &system, ReadOneLock read, const ReleaseRequest &request,
                  const ActionContext &context);

    Result<void> begin(SteadyTime deadline);
    bool isMeant(size_t number) const;
    bool isRenewedThere(size_t number) const;
    void noteToken();
    bool isHeldByNow() const;
    void beginOnEach(SteadyTime deadline);
    void gather();
    void lookWhatStands(SteadyTime deadline);
    ReleaseOutcome outcome() const;
    QString whatBecame() const;
    QString wordOf(const Member &member) const;
    LockId id() const;
    bool isLeftover() const;
    QString memberAction(const LockRecord &lock) const;

    const LockSystem &m_system;
    const ReadOneLock m_read;
    const ReleaseRequest m_request;
    const ActionContext m_context;
    const std::vector<ActionContext> m_contexts;
    const RedisReleaseWords m_words;
    const std::vector<WitnessedShare> m_witnessed;
    QByteArray m_token; ///< `redlockToken` of what is let go of; empty: nobody has it any more
    std::vector<Member> m_members;
    ReleasePreview m_preview;
    bool m_committed = false;
};

} // namespace lockmaster

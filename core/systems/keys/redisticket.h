// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/contract/actioncontext.h"
#include "core/systems/contract/releaseticket.h"
#include "core/systems/keys/redisconfirmation.h"
#include "core/systems/keys/redisrelease.h"

#include <memory>
#include <optional>

namespace lockmaster {

class RedisConnection;

/**
 * The release of one lock on a Redis: looked at, guarded, sent once and confirmed in the same way
 * whatever the format, which says by the functions below how its lock is read and taken away.
 *
 * What compares and removes is one script. Where the account may not run scripts, or where only the
 * lease tells one holder from the next and a script cannot compare it, it is a transaction under a
 * WATCH: one that was set before the lock was read and has stood since, or a fresh one, under which
 * the lock is read again. A WATCH that is lost with its connection ends the ticket. Where others
 * follow the server, all of them have to confirm the release.
 */
class RedisTicket : public ReleaseTicket
{
public:
    ~RedisTicket() override;

    const ReleasePreview &preview() const final { return m_preview; }
    QString command(Compare compare) const final;
    Result<ReleaseOutcome> commit(const WritePermit &permit, Compare compare,
                                  SteadyTime deadline) final;
    Result<std::optional<LockRecord>> observe(SteadyTime deadline) final;
    std::optional<Error> doubt() const final { return m_confirmation.doubt(); }

protected:
    /** What guards a release. */
    enum class Guard : quint8 {
        Script,
        FreshWatch, ///< set, and the lock read again, at the commit
        KeptWatch,  ///< set before the lock was read
    };

    /** What stands there at one look. */
    struct Found {
        bool there = false;             ///< there is such a key
        std::optional<LockRecord> lock; ///< none: it is no lock of this format
        ClockReading clock;             ///< the server's
        bool exactExpiry = false;       ///< the server tells PEXPIRETIME
    };

    RedisTicket(const ReleaseRequest &request, const ActionContext &context);

    /** Connects, looks, and finds out whether a commit can work. */
    Result<void> begin(SteadyTime deadline);

    /** The connection that is read on from now on; null: the last one is over. */
    virtual void readOn(RedisConnection *connection) = 0;
    /** Plain reads only: under a WATCH too. */
    virtual Result<Found> read(SteadyTime deadline) = 0;
    /** False where only the lease tells one holder of such a lock from the next. */
    virtual bool canCompareInstanceOnly(const LockRecord & /*lock*/) const { return true; }
    /**
     * The lock that was read is the one that was looked at: what of it is compared and removed.
     * Adds losses and warnings. @return false: it changed while it was read.
     */
    virtual Result<bool> aim(const LockRecord &lock, SteadyTime deadline) = 0;
    /**
     * Right before a transaction, under its WATCH and after a read: what a script would see by
     * itself. @return false: it is not what was aimed at.
     */
    virtual Result<bool> lookAround(SteadyTime deadline) = 0;
    virtual Guard guardFor(bool withLease) const = 0;
    /** One EVAL; it answers a word of `RedisAnswer`, and behind it how many were woken. */
    virtual RedisCommand script(bool withLease) const = 0;
    virtual QString scriptText(bool withLease) const;
    virtual RedisTransaction transaction() const = 0;
    /** What the account has to be allowed. */
    virtual RedisRights rights() const;
    /** One sentence: what was done, and where. */
    virtual QString releasedText() const;

    const ReleaseRequest &request() const { return m_request; }
    const ActionContext &context() const { return m_context; }
    RedisConnection &connection() { return *m_connection; }
    bool mayRunScripts() const { return m_scripts; }
    bool tellsExactExpiry() const { return m_exactExpiry; }
    ReleasePreview m_preview;

private:
    Result<void> connect(SteadyTime deadline);
    void addBehind(std::vector<RedisCommand> &commands) const;
    void disconnect();
    Result<void> learnWays(SteadyTime deadline);
    Result<void> tryTransaction(SteadyTime deadline);
    void noteWatch(const RedisReply &watch);
    Result<Found> find(SteadyTime deadline);
    Result<std::optional<ReleaseOutcome>> compare(const Found &found) const;
    bool isRenewed(const LockRecord &lock) const;
    bool comparesLease(Compare compare) const;
    bool hasNoWay() const;
    Result<void> predict(SteadyTime deadline);

    Result<ReleaseOutcome> commitScript(bool withLease, SteadyTime deadline);
    Result<void> reconnect(SteadyTime deadline);
    Result<void> reconnectToMaster(SteadyTime deadline);
    std::optional<ReleaseOutcome> otherServerAnswers() const;
    Result<ReleaseOutcome> commitWatched(bool withLease, SteadyTime deadline);
    Result<std::optional<ReleaseOutcome>> guard(bool withLease, SteadyTime deadline);
    Result<std::optional<ReleaseOutcome>> watchAnew(bool withLease, SteadyTime deadline);
    ReleaseOutcome execute(SteadyTime deadline);
    ReleaseOutcome outcomeOfExec(const std::vector<RedisReply> &replies,
                                 const RedisTransaction &sent, SteadyTime deadline);
    RedisAnswer whatChanged(SteadyTime deadline);
    /** A release by what those that follow have said. */
    ReleaseOutcome confirmed(RedisAnswer answer, qint64 woken,
                             const std::vector<RedisReply> &replies, SteadyTime deadline);
    ReleaseOutcome noAnswer(const Error &why);
    Result<void> awaitTheServer(SteadyTime deadline);

    const ReleaseRequest m_request;
    const ActionContext m_context;
    const RedisReleaseWords m_words;
    std::unique_ptr<RedisConnection> m_connection;
    SteadyTime m_connectedAt{};
    RedisConnectionMark m_mark; ///< of the connection
    QByteArray m_node;          ///< of a cluster: the one that was looked at
    RedisConfirmation m_confirmation;
    bool m_scripts = false;              ///< the account may run them
    std::optional<RedisReply> m_noWatch; ///< what WATCH was refused with
    bool m_noTransactions = false;       ///< MULTI or EXEC is closed to the account
    bool m_exactExpiry = false;
    bool m_aimed = false;
    /** On this very connection: what comes after a WATCH that was lost compares nothing. */
    bool m_watching = false;
    bool m_replaced = false; ///< the connection is not the one that was looked on
    bool m_committed = false;
    /** What that server did need not count, and its group knows where to look instead. */
    bool m_lookElsewhere = false;
    /** A command was sent on that connection, and no answer came. */
    std::optional<RedisConnectionMark> m_unanswered;
};

} // namespace lockmaster

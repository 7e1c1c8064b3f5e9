// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/contract/actioncontext.h"
#include "core/systems/contract/lockclient.h"

namespace lockmaster {

struct SqlServer;

/**
 * Takes one user-level lock as programs do: with GET_LOCK, in a session of its own, and keeps the
 * session. The server waits, so that waiters are served in its order. The lock lasts as long as the
 * session: a connection that is lost has lost the lock.
 */
class UserLockClient final : public LockClient
{
public:
    /** Errors: Config for what no server takes as a name, and for an owner or TTL. */
    static Result<std::unique_ptr<LockClient>> create(const AcquireRequest &request,
                                                      const ActionContext &context);
    ~UserLockClient() override;

    Result<AcquireResult> acquire(const WritePermit &permit, SteadyTime until,
                                  std::stop_token stop) override;
    OwnLock own() const override;
    Result<bool> renew(SteadyTime deadline) override;
    Result<bool> release(SteadyTime deadline) override;

private:
    enum class Answer : quint8 { Taken, NotTaken };

    UserLockClient(QByteArray name, ActionContext context);

    Result<void> connect(SteadyTime until);
    Result<Answer> getLock(SteadyTime until);
    Result<Answer> getLockOrStop(SteadyTime until, const std::stop_token &stop);
    Result<void> confirm();
    Result<AcquireResult> heldByAnother();
    Result<void> leave();
    Error badName(const SqlServer &server) const;
    SteadyTime patience() const;

    const QByteArray m_name;
    const ActionContext m_context;
    std::unique_ptr<SqlConnection> m_connection;
    qint64 m_session = 0; ///< our connection's id; 0: there is none
    QByteArray m_server;  ///< whose id that is
    bool m_held = false;
    bool m_lost = false;     ///< the connection, while it was held
    QByteArray m_storedName; ///< as the server has it
};

} // namespace lockmaster

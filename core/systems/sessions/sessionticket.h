// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/contract/actioncontext.h"
#include "core/systems/contract/releaseticket.h"
#include "core/systems/sessions/killtexts.h"
#include "core/sql/sqlconnection.h"

namespace lockmaster {

/** The server's numbers for a KILL that is refused: there is no such session; it may not be ended.
 */
constexpr int noSuchThread = 1094;
constexpr int mayNotKill = 1095;

/**
 * What tickets that end a session, or its statement, have in common: a write connection, the look
 * that was taken on it, and the facts of the session by which it is known again.
 */
class SessionTicket : public ReleaseTicket
{
public:
    const ReleasePreview &preview() const final { return m_preview; }
    Result<ReleaseOutcome> commit(const WritePermit &permit, Compare compare,
                                  SteadyTime deadline) final;
    Result<std::optional<LockRecord>> observe(SteadyTime deadline) final;

protected:
    SessionTicket(ReleaseRequest request, ActionContext context,
                  std::unique_ptr<SqlConnection> connection, std::optional<LockRecord> lock,
                  qint64 session);

    /** Compares once more and sends; called once, on the server of the look. */
    virtual Result<ReleaseOutcome> carryOut(Compare compare, SteadyTime deadline) = 0;

    /** The lock as it stands now; none: it is not there. Errors: those of the connection. */
    virtual Result<std::optional<LockRecord>> lookAgain(SteadyTime deadline) = 0;

    void noteMoment(const ClockReading &read);

    /**
     * Finds out whether the account may end other accounts' sessions, by KILL or by a procedure of
     * a managed server's, and adds to the preview's warnings what stands against it.
     */
    Result<void> askRights(const SessionFacts &facts, const QString &procedure,
                           SteadyTime deadline);
    /** That somebody else's clients may share the session. */
    void warnOfProxy(const SessionFacts &facts, const ConnectAttributes &said);
    bool mayKill() const { return m_mayKill; }
    /** `CALL mysql.rds_kill(812)`; empty where there is no such procedure, or no need of it. */
    QString procedureCall() const;

    /** After an error of a command that changes something: false where the server refused it. */
    bool isUnanswered();

    /** Runs `isOver` every few milliseconds until it says so, or the deadline comes. */
    Result<bool> await(const std::function<Result<bool>()> &isOver, SteadyTime deadline);

    SqlConnection &connection() { return *m_connection; }
    const QByteArray &lockName() const { return m_request.name; }
    const BackendSpec &backend() const { return m_context.backend; }
    qint64 session() const { return m_session; }
    const KillTexts &texts() const { return m_texts; }
    ReleasePreview m_preview;

private:
    Result<bool> claim(SteadyTime deadline);
    void unclaim(SteadyTime deadline);
    QString claimName() const;
    Result<std::unique_ptr<SqlConnection>> connectAgain(SteadyTime deadline);

    const ReleaseRequest m_request;
    const ActionContext m_context;
    std::unique_ptr<SqlConnection> m_connection;
    const QByteArray m_server;    ///< the identity of the server of the look
    const qint64 m_ownConnection; ///< ours, which may still be at work after an `Unknown`
    const qint64 m_session;
    const KillTexts m_texts;
    bool m_mayKill = false;
    QString m_procedure;
    bool m_committed = false;
    bool m_mayStillRun = false;
};

} // namespace lockmaster

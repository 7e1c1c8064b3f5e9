// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/release.h"
#include "core/systems/sessions/sessionfacts.h"

#include <QStringList>

namespace lockmaster {

struct ConnectAttributes;
struct SqlServer;

/** What became of ending a session that holds a lock, or its wait for one, in words. */
class KillTexts
{
public:
    KillTexts(QString backend, const QByteArray &lock, qint64 session);

    ReleaseOutcome released() const;
    ReleaseOutcome gone(bool sent) const;
    /** `holder` has it now; 0: that is not known. */
    ReleaseOutcome anotherHolds(qint64 holder, bool sent) const;
    ReleaseOutcome tookItAnew(bool sent = false) const;
    ReleaseOutcome anotherSession() const;
    ReleaseOutcome anotherServer() const;
    ReleaseOutcome alreadyCommitted() const;
    ReleaseOutcome claimedByAnother() const;
    ReleaseOutcome noAnswer() const;
    ReleaseOutcome stillThere() const;
    ReleaseOutcome nameNotKnown() const;
    /** Which session it is, or that it is one, the server does not say for certain. */
    ReleaseOutcome sessionNotTold() const;
    ReleaseOutcome behindProxy() const;
    /** One that was prepared by XA keeps its rows, whatever session is ended. */
    ReleaseOutcome preparedBefore() const;
    ReleaseOutcome preparedAfter() const;
    ReleaseOutcome serversOwn() const;
    /** `maySoFar`: it has the right to end connections as such, so a stronger one is missing. */
    ReleaseOutcome denied(const SqlServer &server, bool maySoFar) const;

    // The same for ending a statement that waits for the lock.
    ReleaseOutcome waitEnded() const;
    ReleaseOutcome waitsNoMore(bool sent) const;
    ReleaseOutcome waitUnanswered() const;
    ReleaseOutcome waitGoesOn() const;

private:
    ReleaseOutcome changed(const QString &message, bool sent = false,
                           ChangeDetail detail = ChangeDetail::None) const;

    QString m_backend;
    QString m_lock; ///< as it can be shown
    QString m_session;
};

/** The privilege to end connections of other accounts, as this server calls it. */
QString killPrivilege(const SqlServer &server);

/** A program or host that passes on what others send; empty where nothing hints at one. */
QString proxyHint(const SessionFacts &facts, const ConnectAttributes &said);

} // namespace lockmaster

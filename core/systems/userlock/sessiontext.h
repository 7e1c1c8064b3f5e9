// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/sql/userlockrows.h"

namespace lockmaster {

/** All that one look knows of one session; null where it knows nothing. */
struct SessionView {
    qint64 connection = 0; ///< 0: the server did not say
    const SessionRow *session = nullptr;
    const TransactionRow *transaction = nullptr;
    const ConnectAttributes *said = nullptr;
    bool transactionsKnown = false; ///< no `transaction` means there is none
};

/** Its label, `#812 app@10.0.0.7`, is literal text. Nothing in it changes while the session lives.
 */
Holder holderOf(const SessionView &view);

/** How long it has run nothing; none while it runs something. */
std::optional<Micros> idleTime(const SessionView &view);

/** Writes lines for the details pane. The words are looked up once, for any number of sessions. */
class SessionLines
{
public:
    SessionLines();
    /** `otherLocks` as many as are worth naming, `otherCount` in all. */
    Attributes of(const SessionView &view, const std::vector<QByteArray> &otherLocks,
                  qint64 otherCount) const;

private:
    QString openTransaction(const SessionView &view) const;
    QString listed(const std::vector<QByteArray> &names, qint64 count) const;
    QString wholeSeconds(Micros time) const;

    QString m_connection;
    QString m_session;
    QString m_user;
    QString m_host;
    QString m_database;
    QString m_command;
    QString m_state;
    QString m_idleFor;
    QString m_runningFor;
    QString m_statement;
    QString m_program;
    QString m_processId;
    QString m_openTransaction;
    QString m_otherLocks;
    QString m_notVisible;
    QString m_none;
    /** The last duration that was written: that of most sessions of a crowd. */
    mutable std::pair<std::chrono::seconds, QString> m_written{std::chrono::seconds(-1), QString()};
};

} // namespace lockmaster

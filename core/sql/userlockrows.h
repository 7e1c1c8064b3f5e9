// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/domain/result.h"

#include <QByteArray>
#include <QHash>
#include <QString>

#include <optional>
#include <vector>

namespace lockmaster {

/** One line of the server's lists of user-level locks: somebody holds one, or waits for one. */
struct UserLockRow {
    QByteArray name;       ///< as the server shows it: may be cut, lower-cased or have `?` in it
    qint64 connection = 0; ///< 0: the server did not say
    bool waiting = false;
    std::optional<Micros> held; ///< how long, where the server counts it
};

/** One session, as far as the account may see it. Texts are untrusted. */
struct SessionRow {
    qint64 connection = 0;
    QString user;
    QString host; ///< without the client's port
    QString database;
    QString command;
    QString state;
    QByteArray statement;       ///< the first 1,024 bytes or characters of what it runs
    std::optional<Micros> time; ///< since it last changed what it does

    bool asleep() const { return command == u"Sleep"; }
    bool waitsForUserLock() const { return isUserLockWait(state); }
    static bool isUserLockWait(QAnyStringView state)
    {
        return state == QAnyStringView(u"User lock");
    }
    /**
     * Servers wait in pieces of a second, and show another state for a moment between two of them:
     * it may be waiting. Two looks at once do not both meet such a moment.
     */
    bool mayBeBetweenWaits() const
    {
        return isBetweenWaits(state) && time && *time >= std::chrono::milliseconds(900);
    }
    static bool isBetweenWaits(QAnyStringView state)
    {
        return QAnyStringView::compare(state, u"executing", Qt::CaseInsensitive) == 0;
    }
};

/** One open InnoDB transaction. */
struct TransactionRow {
    qint64 connection = 0;
    std::optional<Micros> age;
    qint64 rowsModified = 0;
};

/** What a client said of itself when it connected. */
struct ConnectAttributes {
    QString program;
    std::optional<qint64> pid;
};

/** What `IS_USED_LOCK` answered for one name. */
struct UserLockAnswer {
    QByteArray canonical;  ///< the name as the server has it: up to a NUL, lower case (MySQL)
    qint64 connection = 0; ///< 0: nobody holds it
};

/** What the server offers for looking at user-level locks; asked seldom. */
struct UserLockOffer {
    bool performanceSchema = false;
    std::optional<bool> instrument; ///< counts metadata locks; none: may not be asked
    qint64 lostRows = 0;            ///< locks it could not write down for want of room
};

/**
 * One bulk read: every list by itself, an error in the place of a list that could not be read.
 * `Unsupported` stands for a list that this server does not have.
 */
struct UserLockRows {
    ClockReading clock;
    bool serverReadOnly = false; ///< the server's `read_only` is on
    SteadyTime readAt{};         ///< the moment the times in the rows count from
    UserLockOffer offer;
    Result<std::vector<UserLockRow>> plugin; ///< METADATA_LOCK_INFO: holders
    Result<std::vector<UserLockRow>>
        metadata; ///< performance_schema: waiters, and holders where the plugin does not list them
    Result<QHash<qint64, SessionRow>> sessions; ///< by connection
    bool allSessions = false;                   ///< of every account, not only of ours
    Result<QHash<qint64, TransactionRow>> transactions;
};

} // namespace lockmaster

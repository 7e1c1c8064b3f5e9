// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace lockmaster {

struct SqlServerZone;

/**
 * A column's time that a server sent, as far as a column holds one: years 0 to 9999. A server that
 * is none may send any number, beyond what can be reckoned with.
 */
constexpr qint64 columnTime(qint64 sent)
{
    constexpr Micros earliest =
        std::chrono::sys_days(std::chrono::year(0) / 1 / 1).time_since_epoch();
    constexpr Micros end =
        std::chrono::sys_days(std::chrono::year(10'000) / 1 / 1).time_since_epoch();
    return std::clamp<qint64>(sent, earliest.count(), end.count() - 1);
}

/** A time column's value that says no time, but is not NULL. */
enum class NoTime : quint8 {
    No,
    ZeroDate, ///< `0000-00-00 00:00:00`
    Invalid,  ///< `2026-00-00 00:00:00`, `2026-02-31 00:00:00`
};

/// What the server answers for such a time: no column holds either. To `invalidTimeSent` the CRC-32
/// of its text is added, as one invalid time may be written over another.
inline constexpr qint64 zeroDateSent = std::numeric_limits<qint64>::min() + 1;
inline constexpr qint64 invalidTimeSent = std::numeric_limits<qint64>::min() + 2;
inline constexpr qint64 lastInvalidTimeSent = invalidTimeSent + std::numeric_limits<quint32>::max();

/** Values of further columns as text in utf8mb4, binary ones as stored; none: NULL. */
using SqlFields = QList<std::optional<QByteArray>>;

/** What the further columns of a table are, where a format file says which there are. */
struct SqlLayout {
    int table = 0;       ///< which of the format's tables it is
    QStringList columns; ///< what is in `SqlTableRow::more`
    int since = -1;      ///< behind those a moment in microseconds; -1: there is none
    int counts = 0;      ///< from there on how many rows of other tables belong to it

    int indexOf(const QString &column) const { return int(columns.indexOf(column)); }
};

/** One row of a watched table. */
struct SqlTableRow {
    QByteArray name;       ///< its utf8mb4 form; as stored where the column is binary
    QByteArray owner;      ///< the same, at most 1,024 bytes of it
    bool hasOwner = false; ///< false: NULL
    qint64 ownerBytes = 0; ///< more than `owner.size()` when cut
    std::optional<qint64>
        time; ///< as written: microseconds from 1970-01-01; none: NULL or `noTime`
    NoTime noTime = NoTime::No;
    quint32 invalidText = 0; ///< of an invalid time: what tells its text from another
    SqlFields more;          ///< as the reading's `layout` says

    /** @p sent as the server answered, see `columnTime`. */
    void setTime(qint64 sent)
    {
        const bool invalid = sent >= invalidTimeSent && sent <= lastInvalidTimeSent;
        noTime = sent == zeroDateSent ? NoTime::ZeroDate : invalid ? NoTime::Invalid : NoTime::No;
        invalidText = invalid ? quint32(sent - invalidTimeSent) : 0;
        time = noTime == NoTime::No ? std::optional(columnTime(sent)) : std::nullopt;
    }
    bool hasTime() const { return time.has_value() || noTime != NoTime::No; }

    friend bool operator==(const SqlTableRow &, const SqlTableRow &) = default;
};

/** A session that locks rows or waits for them. Texts are untrusted and may be empty. */
struct SqlLockingSession {
    qint64 connectionId = 0; ///< 0: the server did not tell
    QString user;
    QString host;

    friend bool operator==(const SqlLockingSession &, const SqlLockingSession &) = default;
};

/** Who has locked a row. */
struct SqlRowHolder {
    SqlLockingSession session;
    bool waits = false;      ///< for another lock: it goes on when that is let go of
    bool certain = true;     ///< false: one or more of those that are named have locked it
    quint64 transaction = 0; ///< the server's number of it; 0: not told
};

/** A row that is locked by open transactions. */
struct SqlRowLock {
    QByteArray name;                   ///< of the row, as in `SqlTableRow`
    std::vector<SqlRowHolder> holders; ///< several share it
    std::vector<SqlLockingSession> waiters;
};

/** One session has it, in a transaction that the server tells from all others. */
inline bool isKnownHolder(const SqlRowLock &lock)
{
    if (lock.holders.size() != 1)
        return false;
    const SqlRowHolder &holder = lock.holders.front();
    return holder.certain && holder.transaction != 0 && holder.session.connectionId != 0;
}

/** A session with an open transaction that writes to the table: it may hold any row of it. */
struct SqlTableWriter {
    SqlLockingSession session;
    ServerTime since{}; ///< by the server's clock; settled when the session was first seen
    bool waits = false; ///< for a lock, beside what it may hold
};

/** What could be seen of locked rows. Empty as well where it may not be seen at all. */
struct SqlRowLocks {
    std::vector<SqlRowLock> rows;
    std::vector<SqlTableWriter> writers; ///< who holds no row but those in `rows` is none
    bool told = true;      ///< false: a row may be locked for long, and nothing says so
    bool waitsTold = true; ///< false: some of the writers may hold nothing, and only wait
    bool prepared = false; ///< by XA, and no session has it any more: it may hold any row
    bool unused = false;   ///< it is certain that no row is locked at this moment
};

/** A statement that added or changed rows of the table. */
struct SqlRowChange {
    SqlLockingSession session;
    quint64 endedAt = 0; ///< picoseconds on a clock that all of one server's sessions share
};

/** One read of one table. */
struct SqlTableReading {
    std::vector<SqlTableRow> rows;           ///< in no particular order
    std::shared_ptr<const SqlLayout> layout; ///< null: rows have nothing further
    QString timeType;                        ///< `datetime`, `timestamp(6)`
    Micros precision{0};  ///< of the time column: one second for DATETIME(0), 0 for DATETIME(6)
    qint64 serverNow = 0; ///< NOW(6) in the session's zone, in the form of `SqlTableRow::time`
    qint64 serverUtc = 0; ///< UTC_TIMESTAMP(6), the same moment
    /** The time zone of the session; null: nobody asked, or it could not be told. */
    std::shared_ptr<const SqlServerZone> zone;
    ClockReading clock;
    SqlRowLocks locks;
    std::optional<quint64> updateCount; ///< updates of rows so far, as the server counts
    std::vector<SqlRowChange> changes;  ///< new since the last read, oldest first; may lack some
    bool whole = true;                  ///< false: there are more rows than are read
    bool namesMayRepeat = false;        ///< no key of the table keeps two rows of one name apart
    bool rounds = false;         ///< what does not fit is rounded (MySQL), not cut off (MariaDB)
    bool zoneRefused = false;    ///< no zone: the server was asked, and does not tell
    bool serverReadOnly = false; ///< the server's `read_only` is on
    bool once = false;           ///< for a list: see `Depth::Listing`
};

} // namespace lockmaster

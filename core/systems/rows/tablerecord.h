// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/sql/sqltablerows.h"
#include "core/systems/rows/columnclock.h"

#include <QSet>

namespace lockmaster {

/**
 * What the records of any lock in a table's row have in common: identity, holder, lease as stored,
 * columns for the details pane, and locked rows. Remembers the rows of the last look: unchanged
 * ones cost little, and what was written between two looks can be judged.
 *
 * Lives with its decoder, on the reader's thread. A look is: `begin`, `make` for each row, `end`.
 */
class TableRecordMaker
{
public:
    TableRecordMaker(const BackendSpec &backend, const TableSpec &table);

    struct Memory {
        SqlTableRow row;
        quint64 look = 0;      ///< the last one that saw the row
        QList<Holder> holders; ///< one, or none
        std::shared_ptr<const Attributes> attributes;
        QByteArray instance;     ///< a format's, once it made it; null: the row is new to it
        QList<Finding> findings; ///< from how the row was last written; kept until the next
    };
    struct Made {
        LockRecord &record;     ///< state and expiry are the format's to fill in
        Memory &memory;         ///< valid until the next `make`
        bool rewritten = false; ///< between the look before and this one
    };

    void begin(const SqlTableReading &reading);
    /** Fills in what it knows of `record`, which is fresh. */
    Made make(const SqlTableRow &row, LockRecord &record);
    /** Blocked instead of whatever the row says, where an open transaction locks it. */
    void applyLocks(LockRecord &record) const;
    /**
     * Of a table whose locks are those of its rows, behind `applyLocks`: held by the sessions that
     * have the row; not known where one may have it, or nobody tells.
     */
    void holdByLocks(LockRecord &record) const;
    /**
     * @p records: one for each row of the look, in order. Rows of one name are made one lock with
     * all who hold it: which of them its programs go by cannot be told.
     */
    void end(std::vector<LockRecord> &records);
    void forget();

    /** The server's clock at the look before; valid where something was `rewritten`. */
    ServerTime lookBefore() const { return m_lookBefore; }

    const TableSpec &table() const { return m_table; }
    const std::shared_ptr<const SourceId> &source() const { return m_source; }

private:
    /** What the details pane says of every row alike. */
    struct Common {
        Attribute timeColumn;
        Attribute clock;
    };

    Common commonOf(const SqlTableReading &reading) const;
    std::shared_ptr<const Attributes> attributesOf(const SqlTableRow &row) const;
    Made makeOnce(const SqlTableRow &row, LockRecord &record);
    void fillCommon(const SqlTableRow &row, LockRecord &record) const;
    void noteRepeated(const SqlTableReading &reading);
    void foldRepeated(std::vector<LockRecord> &records) const;
    Memory &remember(const SqlTableRow &row);
    void reorder();
    static void noteHolders(LockRecord &record, const QStringList &holders);

    const TableSpec m_table;
    const std::shared_ptr<const SourceId> m_source;
    /**
     * Of the last look, in the order of its rows. A look goes along it; from the first row that is
     * not where it was, what it sees moves to `m_reordered`, in the new order.
     */
    std::vector<Memory> m_memory;
    size_t m_next = 0; ///< the first that the look has not come to
    std::vector<Memory> m_reordered;
    QHash<QByteArray, size_t> m_places; ///< of those in `m_memory` that are yet to be seen
    bool m_isReordered = false;
    Memory m_once; ///< of the row at hand, where nothing is remembered
    Common m_common;
    bool m_isCommonNew = false;
    quint64 m_look = 0;
    ServerTime m_lookBefore{};
    const SqlTableReading *m_reading = nullptr; ///< during a look
    QHash<QByteArray, const SqlRowLock *> m_locked;
    QSet<QByteArray> m_repeated; ///< names of more than one row
    QList<Finding> m_suspicion;  ///< shared by all rows of the table
};

/** An expiry or heartbeat that nobody has: a release writes 1970-01-02. */
bool isReleasedTime(qint64 written);

/** Sets what ends the lease. */
void setExpiry(LockRecord &record, ServerTime expiresAt, const ClockReading &clock);

/**
 * Where a written time would lie close before or behind now by another clock than the profile's:
 * the server's or UTC. None where it says nothing. `near`: how far ahead of now it may lie to
 * count.
 */
struct OtherClock {
    QString name; ///< `utc`, `server`
    ServerTime at{};
};
std::optional<OtherClock> otherClockFits(const SqlTableReading &reading, const ClockSpec &spec,
                                         const ColumnClock &clock, qint64 written, Micros near);

/** The same as a finding about an end, `expiresAt` by the clock of the profile. */
std::optional<Finding> clockFinding(const SqlTableReading &reading, const ClockSpec &spec,
                                    const ColumnClock &clock, qint64 written, ServerTime expiresAt,
                                    Micros near);

/** `+09:00`: a difference between clocks to the next quarter of an hour. */
QString clockDifferenceText(Micros difference);

/** The row says no time: what follows from it alone, and the finding. */
struct NoTimeVerdict {
    LockState state = LockState::Unknown;
    Finding finding;
};
NoTimeVerdict judgeNoTime(NoTime noTime);

/** An hour that exists twice or not at all by the clock of the profile, or cannot be reckoned. */
std::optional<Finding> oddHour(const ColumnClock::Moment &moment, const ClockSpec &spec,
                               qint64 written);

} // namespace lockmaster

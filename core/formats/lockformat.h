// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace lockmaster {

/// How a library keeps its locks in the rows of a table or in keys of a Redis, as a format file
/// says it. Values; what the words of a file mean in full is in docs/guide/formats.md.

/** A text of a format file in the languages that we speak. */
struct FormatText {
    QString english;
    QString korean;
};

/** How a column holds a moment. Epochs are of UTC. */
enum class TimeUnit : quint8 {
    DateTime,     ///< DATETIME or TIMESTAMP, by the clock of whoever wrote it
    Seconds,      ///< since 1970, whole
    Milliseconds, ///< likewise
    RealSeconds,  ///< since 1970, with fractions, as a double
};

struct FormatTime {
    QString column;
    TimeUnit unit = TimeUnit::DateTime;
};

/** From which column of a row it follows when its lease is over. */
struct FormatEnd {
    enum class Means : quint8 {
        End,   ///< the column is the end
        Taken, ///< it was taken then, and ends a while later
        Beat,  ///< its holder was last heard of then, and is given up a while later
    };
    FormatTime time;
    Means means = Means::End;
    std::optional<Micros> lasts; ///< of `Taken` and `Beat`: how much later
    QString lastsColumn;         ///< or beside it the column that says so, in `lastsUnit`
    QString lastsField;          ///< which number of it, where it is an object of JSON
    Micros lastsUnit{1000};
    bool includesEnd = false; ///< it is held at that very moment still
    /** A row whose lease is over is as its program leaves it: free, and not expired. */
    bool overIsFree = false;
};

/** What besides the time makes a row one that is held. */
struct FormatHeld {
    enum class By : quint8 {
        Row,     ///< that it is there
        Flag,    ///< a number that is not zero
        Owner,   ///< an owner that is not NULL nor blank
        Words,   ///< one of some words
        HasTime, ///< a column that is not NULL
        Permits, ///< a number of permits that are left, of `of`
        RowLock, ///< nothing in it: an open transaction that has locked the row
    };
    By by = By::Row;
    QString column;
    QStringList words;
    qint64 of = 1;
    std::optional<qint64> least; ///< a number below it is one that the library never writes
    /** Of `RowLock`: what the names of rows end with that are taken whatever becomes of others. */
    QStringList upkeep;
};

/** Rows of another table that belong to a row: its columns, and ours that they are equal to. */
struct FormatOther {
    struct Pair {
        QString theirs;
        QString ours;
    };
    QString table; ///< as it is called beside one that is called as `names` says
    std::vector<Pair> where;
};

/** Rows of another table that are counted. */
struct FormatCount {
    enum class As : quint8 {
        Waiters,    ///< they wait for it
        LeftBehind, ///< they are its holder's, and stay when that is gone
    };
    FormatOther other;
    As as = As::Waiters;
    FormatText label; ///< what such rows are
};

/** What letting go writes into a column. */
struct FormatSet {
    enum class To : quint8 { Zero, Null, Blank, Past, OneMore, Default, Word, Column };
    QString column;
    To to = To::Zero;
    QString word; ///< or the name of the other column
};

/** The one row of another table that is written to in the same step. */
struct FormatCompanion {
    FormatOther other;
    std::vector<FormatSet> sets;
};

/** How a row is let go of. */
struct FormatRelease {
    enum class How : quint8 {
        Never,
        Set,
        Delete,
        EndSession, ///< of a lock that is the row's own: it goes with whoever has the row
    };
    How how = How::Never;
    std::vector<FormatSet> sets;
    std::optional<FormatCompanion> also; ///< with `Set`
    FormatText means; ///< what its holder and the others will see; of `Never`: why not
};

/** What a text looks like in which a library signs its locks. */
struct FormatShape {
    enum class Is : quint8 {
        Text,       ///< anything that is not empty
        Uuid,       ///< 36 characters
        UuidNumber, ///< the same with `_` and a number behind it
        HostPid,    ///< `<host>_<pid>_<32 hexadecimal digits>`
        Hex,        ///< `length` hexadecimal digits
        Base64,     ///< `length` characters of base64
        Epoch,      ///< whole seconds since 1970: nobody is named
    };
    Is is = Is::Text;
    int length = 0;

    friend bool operator==(const FormatShape &, const FormatShape &) = default;
};

/**
 * How a row is taken, as the library itself would: key, owner, end, `since` and what makes it held
 * are written, in a row that is free or over, or in a new one.
 */
struct FormatTaking {
    /** What its owner is called: `Text` is whoever takes it, all else is made up each time. */
    std::optional<FormatShape> owner; ///< none: the table has no owner
    bool inserts = true;              ///< false: the library makes the row before
    bool hashesName = false;          ///< the key is the SHA-256 of the name, in hexadecimal digits
};

/** Rows that are nodes, of which one leads: those whose lease runs live, and the oldest leads. */
struct FormatNodes {
    QString leads;    ///< what it is that is led, the lock's name
    FormatTime since; ///< when a node came; the first of the living leads
};

/** A column that is shown in the details. */
struct FormatDetail {
    QString column;
    FormatText label;
};

/** Rows of a table that has others as well. */
struct FormatRows {
    QString column;
    QString like; ///< a pattern of SQL: `%.lock`; empty: where the column is not zero
};

/**
 * Which process a row is of, where its library gives each a number or name and keeps a row for it:
 * the locks of one process and the row in which it shows that it lives are of one.
 */
struct FormatProcess {
    QString column;
    QString of;   ///< whose processes are called so: a word that all tables of a library share
    QString host; ///< the column that says where it runs; may be empty
    QString pid;  ///< likewise: the number of its process there
};

/** One shape that a library's table has had: the first whose columns are there is taken. */
struct FormatTable {
    QString version;     ///< of the library, in words; may be empty
    QStringList columns; ///< that must be there, besides all that are named below
    QStringList key;     ///< tells a row from all others
    QString name;        ///< what the lock is called: `{REGION}/{LOCK_KEY}`; empty: the key
    std::optional<FormatRows> only;
    QString owner;                        ///< column; empty: it names none
    bool ownerIsToken = false;            ///< made up at random: no host, whatever it looks like
    std::optional<FormatProcess> process; ///< none: nothing but its owner says whose it is
    std::optional<FormatEnd> end;         ///< none: nothing but its holder ends it
    std::optional<FormatTime> since;
    FormatHeld held;
    QStringList instance; ///< columns that are new each time it is taken
    QStringList lease;    ///< columns besides the end that move when it is renewed
    std::vector<FormatDetail> details;
    std::vector<FormatCount> counts;
    FormatRelease release;
    std::optional<FormatTaking> taking; ///< none: it is not taken from here
    std::optional<FormatNodes> nodes;   ///< none: each row is a lock of its own

    /** All that are named above, each once: without one of them the table is of another shape. */
    QStringList allColumns() const;
    /**
     * Those besides key, owner and end that a release compares: they make it this instance, and
     * held; with `withLease` also what moves when it is renewed.
     */
    QStringList comparedColumns(bool withLease) const;
};

/** A moment beside a holder: the score of a member, the value of a field, a whole value. */
struct FormatKeyTime {
    FormatEnd::Means means = FormatEnd::Means::End;
    TimeUnit unit = TimeUnit::Milliseconds; ///< not `DateTime`
};

/** A hash that is one lock, and whose fields say what it is. All that are named have to be there.
 */
struct FormatFields {
    QString owner;        ///< whose value signs; blank: nobody holds it
    QStringList instance; ///< new each time it is taken
    QString count;        ///< how often its holder has taken it; empty: once
    QString time;         ///< the moment that `FormatKeys::time` tells of; empty: none
};

/** Another key that goes with a lock: `queue:{1}:info`, where {1} is what `*` of the lock's is. */
struct FormatSideKey {
    QString key;
    QString member; ///< which one of a sorted set or set to remove; empty: the whole key
};

/** What wakes those who wait, sent right before a holder is removed: a message or an element. */
struct FormatWake {
    QString channel;
    QString list; ///< or this; with `{1}`, as a side key has it
    QString text;
    std::optional<Micros> lasts; ///< of a list: when it ends, as nobody may be there to take it
};

/** Where those who wait can be counted; the text with `{1}`, as a side key has it. */
struct FormatWaiting {
    enum class In : quint8 { Channel, List, SortedSet };
    In in = In::Channel;
    QString name;
};

/** One shape in which a library keeps locks in keys of a Redis. */
struct FormatKeys {
    enum class Type : quint8 { String, Hash, SortedSet, Set };
    Type type = Type::String;
    QString version; ///< tells it from others of the format, in words; may be empty
    QString match;   ///< the pattern of its keys, with at most one `*`; empty: any key that fits
    FormatShape holder;
    bool holderIsToken = false;         ///< made up anew each time the lock is taken
    std::optional<FormatFields> fields; ///< of a hash; none: each field is a holder of its own
    QStringList marks; ///< members or fields that name nobody: they make it this shape
    std::optional<FormatKeyTime> time; ///< none, and for `Beat`: the key's own end is the lease's
    bool expires = false; ///< the library always gives it an end: a key without is not its
    /** The time that is written is this close before the key's own end: nothing else writes so. */
    std::optional<Micros> endsBefore;
    /** `Delete`: the holder's member or field; the key of a string, and of a hash with `fields`. */
    FormatRelease release;
    std::vector<FormatSideKey> withLast; ///< removed as well when nobody is left
    std::vector<FormatWake> wakes;
    std::optional<FormatWaiting> waiting; ///< none: who waits cannot be told
};

struct LockFormat {
    QString id; ///< the contract's word, as `dist_lock` is
    QString title;
    FormatText description;
    QString source;     ///< where the format was read
    QString verifiedBy; ///< the library it was tried with; empty: none
    QStringList names;  ///< what the table is usually called; the first is the usual one
    QString clock;      ///< whose clock writes DATETIMEs, where the profile does not say
    std::vector<FormatTable> tables;
    std::vector<FormatKeys> keys; ///< it is either of tables, or of keys
    QByteArray digest;            ///< SHA-256 of all that the file says, in hexadecimal digits
    QString origin;               ///< the file that it was read from; may be empty
    bool isShipped = false;       ///< it came with the program

    bool isOfKeys() const { return !keys.empty(); }
    bool electsLeaders() const { return !tables.empty() && tables.front().nodes; }

    /** What a witness holds of the digest: enough to tell two versions of a format apart. */
    QByteArray mark() const
    {
        return QByteArray::fromHex(digest.first(std::min(digest.size(), qsizetype(16))));
    }
};

using LockFormatPointer = std::shared_ptr<const LockFormat>;

} // namespace lockmaster

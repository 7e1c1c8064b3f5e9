// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/followers.h"
#include "core/domain/groupmember.h"
#include "core/domain/lockrecord.h"
#include "core/domain/masterchange.h"
#include "core/domain/redisslot.h"
#include "core/domain/result.h"
#include "core/domain/sessionwait.h"

#include <memory>
#include <vector>

namespace lockmaster {

/** Who answered. Empty until the first connection. */
struct ServerInfo {
    QString product;       ///< `MariaDB`, `MySQL`, `Redis`, `Valkey`
    QString version;       ///< as the server writes it, e.g. `10.11.19-MariaDB-0+deb12u1`
    QString clientLibrary; ///< what we speak through, e.g. `libmariadb 3.3.14`
    QString transport;     ///< `TLSv1.3`, `plaintext`, `unix socket`, `plaintext via bastion`
    bool replica = false;  ///< it follows another server: what it shows may lag
    /** SQL: its `read_only` is on, so that nobody without a privilege for it can write. */
    bool readOnly = false;
    QByteArray identity; ///< a `serverDigest`; empty: not known, or not always the same one
    Followers followers; ///< of a Redis
    /** Its wall clock less ours; a label, it decides nothing. */
    std::optional<Micros> clockOffset;
    QByteArray run = {};                   ///< as `identity`, and another one after each start
    std::optional<GroupMember> group = {}; ///< none: it is in no group, or says nothing of one

    /** What it does not show may be there all the same. */
    bool mayLag() const
    {
        return replica || (group && group->state != GroupMember::State::Settled);
    }

    friend bool operator==(const ServerInfo &, const ServerInfo &) = default;
};

/** What there is to know before its locks are read or written, translated; empty: nothing. */
QString serverRoleText(const ServerInfo &server);

/** How changes become known. */
enum class UpdateKind : quint8 {
    Polled,        ///< by looking again and again
    Tracking,      ///< the server names the keys that changed (client-side caching)
    Notifications, ///< it tells of events on keys (keyspace notifications)
};

/** The JSON word: `polled`, `tracking`, `notifications`. */
QString updateKindName(UpdateKind kind);

/** Entries of one kind that no format recognised: how many, and what their names begin with. */
struct NotDecoded {
    QString type;  ///< the server's word: `string`, `list`; empty: not known
    QString start; ///< up to the first separator, as it is shown: `session:`; empty: all sorts
    qint64 count = 0;

    friend bool operator==(const NotDecoded &, const NotDecoded &) = default;
};

/** In words: `12 of type string like session:*, 3 of type list`. Plain text. */
QString notDecodedText(const std::vector<NotDecoded> &kinds);

/** A pattern under which strings among them would be locks, and how many match it. */
struct SuggestedPattern {
    QString pattern; ///< `lock:*`; may be pasted
    qint64 keys = 0;
    bool looksLikeLocks = false; ///< by how the names begin; else they are only the most frequent
};
std::optional<SuggestedPattern> suggestedPattern(const std::vector<NotDecoded> &kinds);

/** What to write so that the most frequent strings among them are shown; empty without such. */
QString notDecodedRemedy(const std::vector<NotDecoded> &kinds);

/** One read of one source. A lock missing from it is gone only if it is `complete`. */
struct Observation {
    QString source;               ///< the source's name; unique within its backend
    std::vector<QString> systems; ///< the systems whose locks this source can show
    bool leaders = false;         ///< its locks elect leaders: whoever holds one leads
    bool complete = false;
    /**
     * Set: it tells of the locks of these names alone, whatever their systems; with `complete`, one
     * of them that it does not show is not there.
     */
    std::optional<std::vector<QByteArray>> asked;
    /** All that keeps it from being complete is that a node does not serve now what is known of it.
     */
    bool onlyAway = false;
    /**
     * Set, of a cluster of which not all parts are settled: those that are. A name in one of these
     * slots was looked for where it would be, as in a complete read.
     */
    std::shared_ptr<const SlotSet> sureSlots;
    /** It would show a lock of that name. */
    bool isSureOf(const QByteArray &name) const
    {
        return complete || (sureSlots && sureSlots->test(size_t(redisSlot(name))));
    }
    /**
     * Fewer follow the server than did: what it does not show any more may stand on another. It is
     * told among the problems, and no reason to be incomplete.
     */
    bool fewerFollow = false;
    ClockReading clock; ///< valid when at least the clock was read
    /** What `ServerInfo::readOnly` was at this read; none where it was not told along with it. */
    std::optional<bool> serverReadOnly;
    Micros latency{0};               ///< what the read took on the wire
    std::vector<LockRecord> records; ///< in no particular order; unique by id
    std::vector<Error> problems;     ///< why it is incomplete, or what is missing from it
    /**
     * Set: nobody named it, and this is why it was not read. It is not there, and `complete`: it
     * holds nothing. Or the account is not told whether it is there: nothing is known of it.
     */
    std::optional<Error> absent;
    qint64 notDecoded = 0; ///< entries looked at that no format recognised; counted, never dropped
    std::vector<NotDecoded> notDecodedKinds; ///< what they are, the most frequent first; bounded
};

/** By the word of a server that may not know it, nothing is free, but in sure slots. */
void doubtFree(Observation &seen);

/** A table that is called as a library's is. */
struct FoundTable {
    TableSpec table; ///< as it would be watched
    /** `Certain` under the library's own name; `Likely` where that has something before it. */
    Certainty certainty = Certainty::Certain;
    /** Why it is none all the same, or cannot be read as one: columns, types, its key. */
    std::optional<Error> misfit = std::nullopt;

    /** As a source is called: `app.shedlock`. */
    QString source() const { return table.schema + u'.' + table.table; }

    friend bool operator==(const FoundTable &, const FoundTable &) = default;
};

/** One poll of one backend: every source once. */
struct BackendReading {
    ServerInfo server;
    std::vector<Observation> observations; ///< one for each source, also for those that failed
    /** Set when the backend as a whole did not answer; then every source counts as unread. */
    std::optional<Error> failure;
    Micros latency{0};
    /** Tables of libraries that nobody watches there, as of the last time they were looked for. */
    std::vector<FoundTable> found;
    /** The last ones there were: they are told with every reading. */
    std::vector<MasterChange> masterChanges = {};
    /**
     * Holds that began on the server that was the master before and goes on as if it were, after
     * another one took over, which has no such lock.
     */
    std::vector<LockRecord> stranded = {};
    /** Who keeps whom waiting there; empty: nobody waits. Null: it was not looked for. */
    SessionWaits waits = {};
};

/** Something this server, account and version allow, or not, with the way out. */
struct Capability {
    QString id;      ///< stable word, e.g. `user_lock.waiters`
    QString subject; ///< what it gives, in words: `Waiters of user-level locks`
    bool available = false;
    QString reason; ///< what was found; also where it is available
    QString remedy; ///< what to do; empty where available or where nothing helps

    friend bool operator==(const Capability &, const Capability &) = default;
};

/** What `doctor` and "Test connection" show for one backend. */
struct Examination {
    ServerInfo server;
    std::vector<Capability> capabilities;
    std::vector<Problem> problems;
    std::vector<FoundTable> found; ///< as in a reading
    Micros latency{0};             ///< one round trip
    bool allThere() const;
};

} // namespace lockmaster

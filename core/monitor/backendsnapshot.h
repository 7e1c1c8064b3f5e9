// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/event.h"
#include "core/domain/observation.h"
#include "core/domain/packedlock.h"
#include "core/domain/sharedlist.h"
#include "core/leaders/leaderwatch.h"

namespace lockmaster {

enum class BackendState : quint8 {
    Connecting, ///< no answer yet, none overdue
    Online,     ///< the last poll was answered
    Stale,      ///< the data are older than two polls, no error yet
    Offline,    ///< the last poll failed; every lock of it is unknown
};

/** The JSON word: `connecting`, `online`, `stale`, `offline`. */
QString backendStateName(BackendState state);

/** One source of a backend as it stood at the last poll. */
struct SourceStatus {
    QString name;
    std::vector<QString> systems;
    bool complete = false;
    bool fewerFollow = false; ///< as `Observation::fewerFollow`: what is not there may be elsewhere
    qint64 lockCount = 0;
    qint64 notDecoded = 0;
    std::vector<NotDecoded> notDecodedKinds;
    Micros latency{0};

    friend bool operator==(const SourceStatus &, const SourceStatus &) = default;
};

/** What was not looked at, because nobody named it and it is not there, as far as one is told. */
struct AbsentSource {
    QString name;
    std::vector<QString> systems;
    Error why; ///< NotFound: it is not there; Denied: it cannot be told whether it is

    /** The server denies it, as it does whether it is there or not: it may hold any lock. */
    bool isDenied() const { return why.kind == ErrorKind::Denied; }
};

/** How a backend is doing. */
struct BackendStatus {
    QString name;
    BackendKind kind = BackendKind::MySql;
    Environment environment = Environment::Unset;
    bool readOnly = false;
    BackendState state = BackendState::Connecting;
    bool paused = false;
    Millis period{1000};
    UpdateKind updates = UpdateKind::Polled;
    std::vector<QByteArray>
        patterns;          ///< of a Redis: keys that fit none are not looked at; none: all
    QString polledBecause; ///< why it is polled where changes could be told; otherwise empty
    ServerInfo server;
    std::vector<SourceStatus> sources; ///< what was read, or should have been
    std::vector<AbsentSource> absent;
    std::vector<Problem> problems;
    std::vector<FoundTable> found; ///< tables of libraries that nobody watches there
    Micros latency{0};
    std::optional<SteadyTime> dataFrom; ///< when any of the data shown were read; none: never
    std::optional<ClockReading> clock;  ///< the server's, as it was read last
    SessionWaits waits; ///< who kept whom waiting at the last look for that; null: none was
};

/** When the data shown were read, and of which server: for witnesses of what is shown. */
ServerMoment lookedAt(const BackendStatus &status);

/** Locks ordered by their ids, each once. */
using LockList = SharedList<PackedLock>;

/** Where `id` stands in `locks`; their end where it does not. */
LockList::const_iterator findLock(const LockList &locks, const LockId &id);

/**
 * All locks of one backend at one moment. Immutable; unchanged locks are shared between polls, and
 * the whole list where none of them changed.
 */
struct BackendSnapshot {
    quint64 sequence = 0; ///< grows with every snapshot of this backend
    BackendStatus status;
    LockList locks;
    std::vector<std::shared_ptr<const LeaderWatch>> leaders; ///< ordered by their locks' ids
};

/** The status of a backend nothing has been heard of yet: `Connecting`. */
BackendStatus initialStatus(const BackendSpec &spec);

/** The backend did not answer: `Offline`, with `error` as its only problem. */
void noteFailure(BackendStatus &status, const Error &error);

/** What `reading`, begun at the moment `begun`, says of the backend; a failure is noted as one. */
void noteReading(BackendStatus &status, const BackendReading &reading, SteadyTime begun);

/** The records of all observations in order of their ids, each id once; owned by `reading`. */
std::vector<LockRecord *> recordsById(BackendReading &reading);

} // namespace lockmaster

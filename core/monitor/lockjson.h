// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/event.h"
#include "core/text/jsonwriter.h"
#include "core/domain/release.h"
#include "core/text/momenttext.h"
#include "core/monitor/backendsnapshot.h"
#include "core/verdict/verdict.h"

namespace lockmaster {

/// The JSON of docs/guide/json.md: the one place that knows its fields. What is written is true of
/// the moment `at` on our monotonic clock. Pure functions; any thread.

/**
 * One object for one lock that was `looked` at, as in `locks` of `lockctl list --json`; with what
 * was judged of its holder, if anything was.
 */
void writeLock(JsonWriter &json, const LockRecord &lock, const ServerMoment &looked, SteadyTime at,
               const std::optional<Verdict> &verdict = {});

/** One object for one who holds a lock, as in `holders`. */
void writeHolder(JsonWriter &json, const Holder &holder);

/// What reports about many locks begin with.

/** The members `schema` and `taken_at`. */
void writeReportHead(JsonWriter &json, ServerTime takenAt);
/** The member `backends`, a line for each. */
void writeBackends(JsonWriter &json, const std::vector<const BackendStatus *> &backends,
                   SteadyTime at);

/** One object for one backend, as in `backends`. */
void writeBackend(JsonWriter &json, const BackendStatus &status, SteadyTime at);

/// The members of such objects alone, for an object that has others as well.

void writeLockMembers(JsonWriter &json, const LockRecord &lock, const ServerMoment &looked,
                      SteadyTime at, const std::optional<Verdict> &verdict = {});
void writeBackendMembers(JsonWriter &json, const BackendStatus &status, SteadyTime at);

/** One object for one event, as `lockctl watch --json` writes one a line. */
void writeEvent(JsonWriter &json, const Event &event, SteadyTime at);

/** The same for what is not told one by one: so many events of a backend were left out. */
void writeDroppedEvents(JsonWriter &json, const QString &backend, qint64 count, ServerTime at);

/** `known_as`, where a lock's name is known by a plain one; nothing otherwise. */
void writeKnownAs(JsonWriter &json, const QByteArray &name);

/** What `lockctl doctor --json` says of one backend. */
void writeExamination(JsonWriter &json, const BackendSpec &backend, const Examination &examination);

/** A lock alone, on one line, for copying. */
QByteArray lockToJson(const LockRecord &lock, const ServerMoment &looked, SteadyTime at);

/**
 * The command line that lists this lock alone: `lockctl list --backend B --filter ...`, quoted for
 * a POSIX shell, one line whatever the name holds. `origin` are the options by which the backends
 * were found, such as `--config` and a path.
 */
QString listCommand(const LockRecord &lock, const QStringList &origin = {});

/**
 * The command line that does `action` to this lock as it was `looked` at: `lockctl release
 * --witness W --action A`, for a POSIX shell. A reason, where one is wanted, is the operator's to
 * add.
 */
QString releaseCommand(const LockRecord &lock, const ServerMoment &looked, const LockAction &action,
                       bool evenIfRenewed, const QStringList &origin = {},
                       bool evenIfIndistinguishable = false);

} // namespace lockmaster

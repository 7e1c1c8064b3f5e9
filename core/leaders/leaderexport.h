// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/jsonwriter.h"
#include "core/domain/lockid.h"
#include "core/domain/leader.h"

namespace lockmaster {

/**
 * Who led when, for files and for `lockctl leaders --json`: the one place that knows these fields.
 * Moments are UTC with microseconds, by this machine's wall clock; durations in JSON whole
 * milliseconds, rounded down; what is not known is null. Pure functions; any thread.
 */

/**
 * One object: `lease_ms`, `period_ms` with `period_at_most`, `last_heartbeat_at`,
 * `heartbeat_age_ms`, `heartbeat_precision_ms`, `changes_last_hour`, `last_failover` (as in
 * `writeFailover`), `vacant_since`, `vacant_ms` (null: somebody leads, or it is not known: see the
 * lock's state), `vacant_last_hour_ms`, `watched_since`, `watched_ms`. True of the moment `at`;
 * `history` gives names and wall times.
 */
void writeLeaderFigures(JsonWriter &json, const LeaderFigures &figures,
                        const LeaderHistory &history, SteadyTime at);

/**
 * One object: `at`, `from` and `to` (identities; `from_base64`, `to_base64` only where they are not
 * UTF-8), `from_candidate` and `to_candidate` (their places), `vacancy_ms`, `uncertainty_ms`.
 */
void writeFailover(JsonWriter &json, const Failover &failover, const LeaderHistory &history);

/**
 * One object: `since` and the arrays `candidates` (`identity`, `label`, `process`), `reigns`
 * (`candidate`: index, `from`, `until`: null while it lasts, `heartbeats`: moments, `frozen`,
 * `working`), `vacancies`, `unseen`, `overlaps` (`first`, `second`), `failovers`, `marks` (`kind`,
 * `at`, `candidate`, `text`).
 */
void writeLeaderHistory(JsonWriter &json, const LeaderHistory &history);

/**
 * A whole document: `schema`, `taken_at`, `program` (and its version), `lock` (of which lock it is:
 * `backend`, `system`, `source`, `name`, and `name_base64` where that is not UTF-8), `figures`
 * (null where there are none), `history`. Without `program` or `lock` where these are not told.
 */
QByteArray leaderJson(const LeaderHistory &history, const LeaderFigures *figures, SteadyTime at,
                      const QString &program = {}, const std::optional<LockId> &lock = {});

/** The word of the contract for a kind of mark: `took-over`, `killed`, ... */
QString leaderMarkName(LeaderMark::Kind kind);
std::optional<LeaderMark::Kind> leaderMarkFromName(QStringView name);

/**
 * A table after RFC 4180, UTF-8: one line for each reign, vacancy, unseen stretch, overlap,
 * failover, mark and heartbeat, by begin. Columns: `what`, `from_utc`, `until_utc` (empty: it
 * lasts, or is a moment), `duration_ms` (with microseconds), `candidate`, `process`, `other` (whom
 * it followed or overlapped with), `text`. Names come from servers: a field that a spreadsheet
 * would take for a formula begins with an apostrophe.
 */
QByteArray leaderCsv(const LeaderHistory &history);

} // namespace lockmaster

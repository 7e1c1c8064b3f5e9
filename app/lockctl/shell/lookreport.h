// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockjson.h"

namespace lockmaster {

/// What reports about many locks have in common, `list` and `leaders`.

/** The ids of a lock's findings, between commas. */
QString findingsText(const LockRecord &lock);

/** The members `schema` and `taken_at`: now. */
void writeReportHead(JsonWriter &json);

/** Says on standard error what was not looked at because nobody named it. */
void sayAbsent(const QString &backend, const AbsentSource &absent);

/** The server said that there is none, which holds nothing. */
bool isCertain(const AbsentSource &absent);

/** Whether a default table that was not looked at may be there and hold any lock. */
bool mayHoldUnseen(const BackendStatus &status);

/** Says on standard error which default tables are denied. */
void sayDenied(const BackendStatus &status);

/**
 * Whether anything was looked at, if only to be told that it is not there and holds nothing. Where
 * a default table is denied another table has to have been read: user-level locks alone do not
 * count.
 */
bool wasLookedAt(const BackendStatus &status);

/** Whether no lock can be there that was not seen: nothing was denied, left out or not listed. */
bool wasReadWhole(const BackendStatus &status);

/** Whether everything was read that was asked for and that this server lets anybody read. */
bool wasAnswered(const BackendSpec &spec, const BackendStatus &status);

} // namespace lockmaster

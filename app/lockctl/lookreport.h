// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockjson.h"

namespace lockmaster {

/// What reports about many locks have in common, `list` and `leaders`.

/** The ids of a lock's findings, between commas. */
QString findingsText(const LockRecord &lock);

/** The members `schema` and `taken_at`: now. */
void writeReportHead(JsonWriter &json);

/** The member `backends`, a line for each. */
void writeBackends(JsonWriter &json, const std::vector<const BackendStatus *> &backends,
                   SteadyTime at);

/** Says on standard error what was not looked at because nobody named it. */
void sayAbsent(const QString &backend, const AbsentSource &absent);

/** The server said that there is none, which holds nothing. */
bool isCertain(const AbsentSource &absent);

/** Whether anything was looked at, if only to be told that it is not there and holds nothing. */
bool wasLookedAt(const BackendStatus &status);

/** Whether everything was read that was asked for and that this server lets anybody read. */
bool wasAnswered(const BackendSpec &spec, const BackendStatus &status);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

namespace lockmaster {

/// The locks that a view shows, in its order and without those that are gone, for programs and
/// spreadsheets. True of the moment `at`. Pure functions; any thread.

/** As `lockctl list --json` writes them, with the servers that the view shows. */
QByteArray lockListJson(const ViewSnapshot &view, SteadyTime at, ServerTime takenAt);

/** A line with the columns' names, then one for each lock. Times are UTC, lengths milliseconds. */
QByteArray lockListCsv(const ViewSnapshot &view, SteadyTime at);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace lockmaster {

/** What a worker of an experiment says that it did. */
enum class WorkStep : quint8 {
    Session,  ///< opened a session; the value is its connection id
    Ready,    ///< waits for the start
    Locked,   ///< was let in; the value is the connection through which, where that matters
    Refused,  ///< was not let in
    Entered,  ///< works from now on; the value is what it counted there, if it counts
    Wrote,    ///< left something behind, a card
    Left,     ///< does not work any more; about to let go
    Released, ///< let go; the value is the server's answer, -1 for NULL or nil
    Done,     ///< its program is at its end
    // Of a group of servers, by whoever plays with it; the worker is 0, the value the server.
    Deposed, ///< its master is replaced, killed or frozen
    Named,   ///< most of its sentinels name this one as the master
    Woke,    ///< the old master goes on
    Heard,   ///< the old master follows the new one
    Lost,    ///< this worker's lock of this round is not at the new master
};

/**
 * One line of a worker, by the monotonic clock that all processes of a machine share. It is about
 * what was done, not about who had the lock: that is for the arbiter.
 */
struct WorkReport {
    SteadyTime at{};
    int worker = 0; ///< from 1
    int round = 0;  ///< its own count of tries, or the period; from 1
    WorkStep step = WorkStep::Ready;
    qint64 value = 0;

    friend bool operator==(const WorkReport &, const WorkReport &) = default;
};

/** The word for a step in lines and files. */
const char *workStepName(WorkStep step);
std::optional<WorkStep> workStepFromName(QByteArrayView name);

/** As a line, with its newline. */
QByteArray written(const WorkReport &report);

/** The reports among whole lines of `text`, by time; whatever else stands there is passed over. */
std::vector<WorkReport> workReports(const QByteArray &text);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/systems/leadertable/heartbeatcount.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int heartbeatsEach = 3;
/** A job that updates the row as its work goes is not as steady for so many. */
constexpr size_t stretchesAlike = 3;
/** Then the finding is no news any more: the leader may as well be another version by now. */
constexpr auto newsFor = 5min;
constexpr Micros shortestStay = 10s;
constexpr int staysForPeriods = 10;

/** How many `unit`s were updated for each heartbeat; 0: no whole number of them. */
qint64 multipleOf(qint64 unit, qint64 updates, qint64 seen)
{
    const qint64 heartbeats = unit * seen;
    if (heartbeats == 0)
        return 0;
    const qint64 multiple = (2 * updates + heartbeats) / (2 * heartbeats);
    // The updates of one round may have been counted that the rows did not show yet.
    return std::abs(updates - multiple * heartbeats) <= multiple * unit ? multiple : 0;
}

} // namespace

void HeartbeatCount::forget()
{
    *this = {};
}

void HeartbeatCount::look(const SqlTableReading &reading)
{
    if (reading.rows.size() != 1 || !reading.rows.front().hasOwner) {
        forget();
        return;
    }
    const SqlTableRow &row = reading.rows.front();
    if (m_row && m_row->owner != row.owner)
        forget();
    if (m_row) {
        m_now.longestGap = std::max(m_now.longestGap, reading.clock.server - m_lookedAt);
        m_now.seen += m_row->time == row.time ? 0 : 1;
    }
    m_row = row;
    m_lookedAt = reading.clock.server;
    if (m_finding && m_lookedAt > m_until)
        m_finding.reset();
    if (reading.updateCount && (!m_count || m_now.seen >= heartbeatsEach))
        close(*reading.updateCount);
}

void HeartbeatCount::close(quint64 count)
{
    Stretch done = std::exchange(m_now, {});
    const std::optional<quint64> before = std::exchange(m_count, count);
    done.time = m_lookedAt - std::exchange(m_from, m_lookedAt);
    if (!before)
        return;
    done.updates = qint64(count - *before);
    // The count starts over with the server's statistics.
    if (done.updates < 0 || 2 * done.longestGap > done.time / done.seen) {
        m_stretches.clear();
        return;
    }
    m_stretches.push_back(done);
    if (m_stretches.size() > stretchesAlike)
        m_stretches.pop_front();
    if (m_stretches.size() == stretchesAlike)
        judge();
}

/** How many `unit`s each heartbeat of the newest stretches took; 0: no steady number. */
qint64 HeartbeatCount::updatesEach(qint64 unit) const
{
    qint64 updates = 0;
    qint64 seen = 0;
    for (const Stretch &stretch : m_stretches) {
        updates += stretch.updates;
        seen += stretch.seen;
    }
    const qint64 multiple = multipleOf(unit, updates, seen);
    const bool steady =
        std::all_of(m_stretches.begin(), m_stretches.end(), [&](const Stretch &stretch) {
            return multipleOf(unit, stretch.updates, stretch.seen) == multiple;
        });
    return steady ? multiple : 0;
}

void HeartbeatCount::judge()
{
    if (m_usual == 0) {
        m_usual = updatesEach(1);
        return;
    }
    const qint64 multiple = updatesEach(m_usual);
    if (multiple < 2)
        return;
    if (m_finding && m_lookedAt - m_since > newsFor) {
        m_usual *= multiple;
        m_finding.reset();
        return;
    }
    Stretch all;
    for (const Stretch &stretch : m_stretches) {
        all.time += stretch.time;
        all.updates += stretch.updates;
        all.seen += stretch.seen;
    }
    m_until = m_lookedAt + std::max(shortestStay, staysForPeriods * all.time / all.seen);
    if (m_finding)
        return;
    m_since = m_lookedAt;
    m_finding = Finding{
        FindingId::RenewedTooFast,
        Words::tr("The server counts %1 changes of the row of %2 within %3, where one leader's "
                  "heartbeats would make %4: two processes seem to lead under one name.")
            .arg(QString::number(all.updates), literalText(m_row->owner), durationText(all.time),
                 QString::number(m_usual * all.seen))};
}

} // namespace lockmaster

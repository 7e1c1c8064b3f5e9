// SPDX-License-Identifier: Apache-2.0
#include "core/systems/leadertable/heartbeatcount.h"

#include "core/domain/durationtext.h"
#include "core/domain/literaltext.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr size_t mostPolls = 5;
constexpr size_t fewestPolls = 3; // two stretches between them
constexpr int staysForPolls = 10;
/** One change may be counted that the rows did not show yet, and one may be an operator's. */
constexpr qint64 tolerated = 1;

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
        m_next.longestGap = std::max(m_next.longestGap, reading.clock.server - m_lookedAt);
        m_next.seen += m_row->time == row.time ? 0 : 1;
    }
    m_row = row;
    m_lookedAt = reading.clock.server;
    if (!reading.changeCount)
        return;
    m_next.at = m_lookedAt;
    m_next.changes = qint64(*reading.changeCount);
    m_polls.push_back(std::exchange(m_next, {}));
    if (m_polls.size() > mostPolls)
        m_polls.pop_front();
    judge();
}

void HeartbeatCount::judge()
{
    if (m_pollsLeft > 0 && --m_pollsLeft == 0)
        m_finding.reset();
    int seen = 0;
    Micros longestGap{0};
    const Poll &last = m_polls.back();
    for (size_t stretches = 1; stretches < m_polls.size(); ++stretches) {
        const Poll &first = m_polls[m_polls.size() - 1 - stretches];
        const Poll &then = m_polls[m_polls.size() - stretches];
        seen += then.seen;
        longestGap = std::max(longestGap, then.longestGap);
        const Micros time = last.at - first.at;
        const qint64 changes = last.changes - first.changes;
        const bool missedNothing = seen > 1 && 2 * longestGap <= time / seen;
        const bool tooMany = changes > seen + tolerated && 2 * changes >= 3 * seen;
        if (stretches + 1 < fewestPolls || !missedNothing || !tooMany)
            continue;
        m_pollsLeft = staysForPolls;
        if (!m_finding)
            m_finding = Finding{
                FindingId::RenewedTooFast,
                QCoreApplication::translate(
                    "lockmaster",
                    "The server counts %1 changes of the row of %2 within %3, where one leader's "
                    "heartbeats would make %4: two processes seem to lead under one name.")
                    .arg(QString::number(changes), literalText(m_row->owner), durationText(time),
                         QString::number(seen))};
        return;
    }
}

} // namespace lockmaster

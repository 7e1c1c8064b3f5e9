// SPDX-License-Identifier: Apache-2.0
#include "core/systems/leadertable/heartbeathosts.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr size_t mostHeartbeats = 8;
/** The history is read now and then alone, and may not be readable any more. */
constexpr auto holdsFor = 5min;
/** a, b, a, b: neither was there only once, and neither only before the other. */
constexpr int enoughTurns = 3;
constexpr qsizetype mostHostsNamed = 3;

/** The server's own machine has several names. */
QString hostOf(const SqlLockingSession &session)
{
    const bool local = session.host == u"127.0.0.1" || session.host == u"::1";
    return local ? QStringLiteral("localhost") : session.host;
}

/** One machine may well have an address of each kind, and the server's own has two names anyway. */
bool areComparable(const QString &a, const QString &b)
{
    const auto isLocal = [](const QString &host) { return host == u"localhost"; };
    return a.contains(u':') == b.contains(u':') && isLocal(a) == isLocal(b);
}

} // namespace

void HeartbeatHosts::forget()
{
    m_leader.reset();
    m_hosts.clear();
}

void HeartbeatHosts::look(const SqlTableReading &reading)
{
    if (reading.rows.size() != 1 || !reading.rows.front().hasOwner) {
        forget();
        return;
    }
    const QByteArray &leader = reading.rows.front().owner;
    if (m_leader != leader) {
        // What was written since the last look may have been another's.
        forget();
        m_leader = leader;
        return;
    }
    if (reading.clock.server - m_toldAt > holdsFor)
        m_hosts.clear();
    if (!reading.changes.empty())
        m_toldAt = reading.clock.server;
    for (const SqlRowChange &change : reading.changes) {
        if (change.session.host.isEmpty())
            continue;
        m_hosts.push_back(hostOf(change.session));
        if (m_hosts.size() > mostHeartbeats)
            m_hosts.pop_front();
    }
}

std::optional<Finding> HeartbeatHosts::finding() const
{
    int turns = 0;
    QStringList names;
    for (size_t i = 0; i < m_hosts.size(); ++i) {
        if (!areComparable(m_hosts[i], m_hosts.front()))
            return std::nullopt;
        if (i > 0 && m_hosts[i] != m_hosts[i - 1])
            ++turns;
        if (const QString name = literalText(m_hosts[i]); !names.contains(name))
            names << name;
    }
    if (turns < enoughTurns)
        return std::nullopt;
    names.sort(); // the words stay, whoever came last
    if (names.size() > mostHostsNamed)
        names = names.mid(0, mostHostsNamed) << QStringLiteral("...");
    return Finding{
        FindingId::ManyHosts,
        Words::tr("Heartbeats of %1 come from several client hosts in turn: %2. Two processes "
                  "seem to lead under one name.")
            .arg(literalText(*m_leader), names.join(QStringLiteral(", ")))};
}

} // namespace lockmaster

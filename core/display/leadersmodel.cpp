// SPDX-License-Identifier: Apache-2.0
#include "core/display/leadersmodel.h"

#include "core/display/shownwords.h"
#include "core/text/literaltext.h"
#include "core/display/locktext.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

std::vector<LeaderEntry> entriesOf(const ViewPart &part)
{
    std::vector<LeaderEntry> entries;
    for (const auto &backend : part.backends) {
        for (const auto &watch : backend->leaders)
            entries.push_back({watch, backend});
    }
    return entries;
}

Tone stateTone(const LeaderEntry &entry)
{
    return LeaderText::stateTone(LeaderText::state(entry));
}

QStringList findingTitles(const LeaderEntry &entry)
{
    QStringList titles;
    for (const Finding &finding : entry.watch->lock->findings)
        titles << LockText::findingTitle(finding.id);
    return titles;
}

QString stateWord(const LeaderEntry &entry)
{
    return LeaderText::stateWord(LeaderText::state(entry));
}

/** By what `value` tells of a leader. */
template<class Value>
auto by(const Value &value)
{
    return [value](const LeaderEntry &a, const LeaderEntry &b) {
        return compareValues(value(a), value(b));
    };
}

QString withSource(const QString &text, const LeaderEntry &entry)
{
    return text + u'\n' + sourceText(entry.id().source->name);
}

} // namespace

LeadersModel::LeadersModel(LockStore &store, const Clock &clock, QObject *parent)
    : SortedModel(parent), m_store(store), m_clock(clock)
{
    using Entry = LeaderEntry;
    const auto service = [](const Entry &entry) { return LockText::name(*entry.watch->lock); };
    const auto backend = [](const Entry &entry) { return literalText(entry.id().source->backend); };
    setColumns({
        column(tr("Service"), service)
            .toolTip([=](const Entry &entry) { return withSource(service(entry), entry); })
            .compare(by([](const Entry &entry) { return entry.id().name; })),
        column(tr("Server"), backend)
            .tone([](const Entry &) { return Tone::Muted; })
            .toolTip([=](const Entry &entry) { return withSource(backend(entry), entry); })
            .compare(by([](const Entry &entry) { return entry.id().source->backend; })),
        column(tr("Leader"), LeaderText::leader)
            .explained(tr("Who leads by what is stored. A dash: nobody."))
            .tone(stateTone)
            .compare(by(LeaderText::leader)),
        column(tr("Heartbeat / lease"),
               [this](const Entry &entry) { return LeaderText::heartbeat(entry, moment()); })
            .explained(tr("How old its last heartbeat is, of how long one holds."))
            .number()
            .tone([this](const Entry &entry) { return LeaderText::heartbeatTone(entry, moment()); })
            // The oldest heartbeat is the one to look at: by age, which grows the other way.
            .compare([](const Entry &a, const Entry &b) {
                return compareValues(b.watch->figures.lastHeartbeat,
                                     a.watch->figures.lastHeartbeat);
            })
            .role(TtlShareRole,
                  [this](const Entry &entry) {
                      const auto share = LeaderText::heartbeatShare(entry, moment());
                      return share ? QVariant(*share) : QVariant();
                  }),
        column(tr("Changes this hour"),
               [](const Entry &entry) { return countText(entry.watch->figures.changesLastHour); })
            .explained(tr(
                "How often another one led than before, in the last hour, as far as it was seen."))
            .number()
            .tone([](const Entry &entry) {
                return entry.watch->lock->hasFinding(FindingId::Flapping) ? Tone::Expiring
                                                                          : Tone::Plain;
            })
            .compare(by([](const Entry &entry) { return entry.watch->figures.changesLastHour; })),
        column(tr("State"), stateWord)
            .explained(tr("Whether somebody leads by what is stored. Vacant: nobody. Blocked: a "
                          "transaction has its row locked, and nobody can renew or take over. "
                          "Unknown: it was not read. A triangle: there are findings."))
            .tone(stateTone)
            .toolTip([](const Entry &entry) {
                return (QStringList(stateWord(entry)) + findingTitles(entry)).join(u'\n');
            })
            .spoken([](const Entry &entry) {
                return (QStringList(stateWord(entry)) + findingTitles(entry))
                    .join(QStringLiteral(", "));
            })
            .compare(by(
                [](const Entry &entry) { return LeaderText::urgency(LeaderText::state(entry)); }))
            .role(FindingCountRole,
                  [](const Entry &entry) {
                      return static_cast<int>(entry.watch->lock->findings.size());
                  }),
    });
    Q_ASSERT(columnCount() == columns);
    connect(&store, &LockStore::updated, this, &LeadersModel::follow);
    follow();
}

void LeadersModel::tick(int firstRow, int lastRow)
{
    m_moment = m_clock.now();
    const int last = std::min(lastRow, rowCount() - 1);
    if (firstRow >= 0 && firstRow <= last)
        emit dataChanged(index(firstRow, Heartbeat), index(last, Heartbeat),
                         {Qt::DisplayRole, ToneRole, TtlShareRole});
}

void LeadersModel::follow()
{
    if (m_moment)
        m_moment = m_clock.now();
    followRows(entriesOf(m_store.view()->part(m_apart)));
}

void LeadersModel::setApart(bool apart)
{
    if (std::exchange(m_apart, apart) != apart)
        follow();
}

} // namespace lockmaster

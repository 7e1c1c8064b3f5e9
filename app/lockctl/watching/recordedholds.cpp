// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/recordedholds.h"

#include "core/history/historyreader.h"
#include "core/history/historyvalues.h"

namespace lockmaster {

namespace {

/** Beyond two polls: writing is done in batches, and a poll may take a while. */
constexpr auto lateness = std::chrono::seconds(5);

} // namespace

RecordedHolds RecordedHolds::by(const QString &path, const std::vector<BackendSpec> &backends,
                                const Clock &clock)
{
    RecordedHolds holds;
    const auto reader = HistoryReader::open(path);
    if (!reader)
        return holds;
    QHash<QString, Millis> polls;
    for (const BackendSpec &backend : backends)
        polls.insert(backend.name, backend.poll);
    const ServerTime now = clock.wallNow();
    const SteadyTime local = clock.now();
    const auto moment = (*reader)->moment(now, polls.keys());
    if (!moment)
        return holds;
    // Nobody has looked just now: what counts is the last look, while the next is not yet due.
    const auto add = [&](const std::vector<HistoryHold> &seen) {
        for (const HistoryHold &hold : seen) {
            if (now - hold.lastSeen > 2 * polls.value(hold.lock.backend) + lateness)
                continue;
            holds.m_since.insert(
                {hold.lock.backend, hold.lock.system, hold.lock.source, hold.lock.name,
                 hold.ownerRaw},
                {local - (now - hold.since), hold.begin == HistoryBegin::FirstSeen});
        }
    };
    add(moment->perhaps);
    add(moment->held);
    return holds;
}

std::optional<RecordedHolds::Since> RecordedHolds::heldSince(const LockRecord &lock) const
{
    const SourceId &source = *lock.id.source;
    const auto found =
        m_since.constFind({source.backend, source.system, source.name, recordedName(lock.id.name),
                           lock.holders.empty() ? QByteArray() : lock.holders.front().raw});
    return found == m_since.cend() ? std::nullopt : std::optional(*found);
}

} // namespace lockmaster

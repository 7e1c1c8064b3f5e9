// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/recordedholds.h"

#include "core/history/historyreader.h"
#include "core/history/historyvalues.h"
#include "core/text/durationtext.h"

namespace lockmaster {

namespace {

/** Beyond two polls: writing is done in batches, and a poll may take a while. */
constexpr auto lateness = std::chrono::seconds(5);
/** Of fewer holds nothing is usual, and more do not change it. */
constexpr qint64 fewestHolds = 10;
constexpr size_t mostHolds = 1000;

} // namespace

RecordedHolds RecordedHolds::by(const QString &path, const std::vector<BackendSpec> &backends,
                                const Clock &clock)
{
    RecordedHolds holds;
    auto reader = HistoryReader::open(path);
    if (!reader)
        return holds;
    holds.m_reader = *std::move(reader);
    QHash<QString, Millis> polls;
    for (const BackendSpec &backend : backends)
        polls.insert(backend.name, backend.poll);
    const ServerTime now = clock.wallNow();
    const SteadyTime local = clock.now();
    const auto moment = holds.m_reader->moment(now, polls.keys());
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
                {local - (now - hold.since), hold.begin == HistoryBegin::FirstSeen, hold.renewals});
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

std::optional<LifeEvidence> RecordedHolds::pastOf(const LockRecord &lock, SteadyTime now) const
{
    if (!m_reader || !isHeld(lock.state))
        return std::nullopt;
    QStringList texts;
    std::optional<SteadyTime> at;
    if (const auto since = heldSince(lock)) {
        at = since->at;
        const QString held = durationText(between(since->at, now));
        texts << (since->orBefore ? QStringLiteral("Held for at least %1, renewed %2 times.")
                                  : QStringLiteral("Held for %1, renewed %2 times."))
                     .arg(held)
                     .arg(since->renewals);
    }
    const SourceId &source = *lock.id.source;
    const auto before = m_reader->figures(
        {source.backend, source.system, source.name, recordedName(lock.id.name)}, mostHolds);
    if (before && before->count >= fewestHolds)
        texts << QStringLiteral("99 of 100 of its %1 holds before were over within %2.")
                     .arg(before->count)
                     .arg(durationText(before->p99));
    if (texts.isEmpty())
        return std::nullopt;
    return LifeEvidence{LifeEvidence::Source::History, Life::Unknown,
                        QStringLiteral("As recorded: %1").arg(texts.join(u' ')), at};
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/lockspreview.h"

#include "core/display/locktext.h"
#include "core/display/systemnames.h"
#include "core/text/literaltext.h"

#include <QHash>

#include <algorithm>
#include <climits>

namespace lockmaster {

namespace {

constexpr qsizetype longestName = 60;

std::vector<const LockRecord *> heldLocks(const BackendReading &reading)
{
    std::vector<const LockRecord *> held;
    for (const Observation &seen : reading.observations) {
        for (const LockRecord &lock : seen.records) {
            if (isHeld(lock.state))
                held.push_back(&lock);
        }
    }
    return held;
}

qint64 unknownLocks(const BackendReading &reading)
{
    qint64 unknown = 0;
    for (const Observation &seen : reading.observations)
        unknown +=
            std::count_if(seen.records.begin(), seen.records.end(),
                          [](const LockRecord &lock) { return lock.state == LockState::Unknown; });
    return unknown;
}

/** `9 ShedLock, 3 GET_LOCK`, the most frequent first. */
QString systemsText(const std::vector<const LockRecord *> &locks)
{
    QHash<QString, qint64> counts;
    for (const LockRecord *lock : locks)
        ++counts[lock->id.source->system];
    std::vector<std::pair<QString, qint64>> ordered(counts.constKeyValueBegin(),
                                                    counts.constKeyValueEnd());
    std::sort(ordered.begin(), ordered.end(), [](const auto &a, const auto &b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    const SystemNames names = knownSystems();
    QStringList texts;
    for (const auto &[system, count] : ordered)
        texts << LocksPreview::tr("%1 %2", "1: how many; 2: a lock system")
                     .arg(countText(count), names.label(system));
    return texts.join(QStringLiteral(", "));
}

QString lineOf(const LockRecord &lock, SteadyTime now)
{
    QStringList parts{briefText(LockText::name(lock), longestName)};
    if (const QString owner = LockText::owner(lock); owner != LockText::none())
        parts << briefText(owner, longestName);
    const QString ttl = LockText::ttl(lock, now);
    if (lock.ttlAt(now).value_or(Micros(-1)) >= Micros(0))
        parts << LocksPreview::tr("%1 left", "1: a duration").arg(ttl);
    else if (ttl != LockText::none())
        parts << ttl;
    return parts.join(QStringLiteral(" · "));
}

} // namespace

LocksPreview LocksPreview::of(const BackendReading &reading, SteadyTime now)
{
    LocksPreview preview;
    std::vector<const LockRecord *> held = heldLocks(reading);
    const bool isWhole =
        !reading.failure
        && std::all_of(reading.observations.begin(), reading.observations.end(),
                       [](const Observation &seen) { return seen.complete || seen.absent; });
    const int count = int(std::min<size_t>(held.size(), INT_MAX));
    if (reading.failure) {
        preview.headline = errorText(*reading.failure);
    } else if (held.empty()) {
        preview.headline = isWhole ? tr("No lock is held there at the moment.")
                                   : tr("No lock was seen there, and not all could be read.");
    } else {
        preview.headline =
            (isWhole ? tr("%Ln locks are held there at the moment: %1.", nullptr, count)
                     : tr("At least %Ln locks are held there at the moment: %1.", nullptr, count))
                .arg(systemsText(held));
    }
    if (const qint64 unknown = unknownLocks(reading); unknown > 0)
        preview.headline += u' '
                            + tr("Of %Ln others it is not known.", nullptr,
                                 int(std::min<qint64>(unknown, INT_MAX)));
    const auto shown = held.begin() + std::min<qsizetype>(mostLocks, std::ssize(held));
    std::partial_sort(
        held.begin(), shown, held.end(),
        [](const LockRecord *a, const LockRecord *b) { return a->id.name < b->id.name; });
    std::for_each(held.begin(), shown,
                  [&](const LockRecord *lock) { preview.locks << lineOf(*lock, now); });
    if (const qsizetype rest = qsizetype(held.size()) - preview.locks.size(); rest > 0)
        preview.more = tr("and %Ln more", nullptr, int(std::min<qsizetype>(rest, INT_MAX)));
    std::vector<NotDecoded> kinds;
    for (const Observation &seen : reading.observations)
        kinds.insert(kinds.end(), seen.notDecodedKinds.begin(), seen.notDecodedKinds.end());
    preview.suggested = suggestedPattern(kinds);
    return preview;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/display/pinplaces.h"

#include "core/display/locktext.h"
#include "core/domain/redisglob.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

using Stand = PinPlace::Stand;

/** Keys that fit none of the patterns are neither read nor counted; a Redis lock's name is its key.
 */
bool isLookedFor(const BackendStatus &status, const QByteArray &name)
{
    return status.patterns.empty()
           || std::any_of(status.patterns.begin(), status.patterns.end(),
                          [&name](const QByteArray &glob) { return redisGlobMatches(glob, name); });
}

/**
 * That a lock is not there is proof only where all was read that could have it, and understood: an
 * entry that could not be decoded may be it. Where followers are missing, it may be on another
 * master by now.
 */
bool isReadWhole(const BackendStatus &status, const LockId &id, SteadyTime now)
{
    if (status.state != BackendState::Online || status.paused || overdueAge(status, now)
        || status.server.followers.areMissing() || !isLookedFor(status, id.name))
        return false;
    const SourceId &source = *id.source;
    return std::any_of(status.sources.begin(), status.sources.end(), [&](const auto &each) {
        return each.name == source.name && each.complete && !each.fewerFollow
               && each.notDecoded == 0
               && std::find(each.systems.begin(), each.systems.end(), source.system)
                      != each.systems.end();
    });
}

Stand standOf(const ViewSnapshot &view, const LockId &id, SteadyTime now)
{
    const BackendSnapshot *const backend = view.backend(id.source->backend);
    if (!backend)
        return Stand::NotSeen;
    if (findLock(backend->locks, id) != backend->locks.end())
        return Stand::Hidden;
    return isReadWhole(backend->status, id, now) ? Stand::NotHeld : Stand::NotSeen;
}

} // namespace

QString PinPlace::text(Stand stand)
{
    switch (stand) {
    case Stand::Listed: return Words::tr("listed");
    case Stand::Hidden: return Words::tr("left out here");
    case Stand::NotHeld: return Words::tr("not held");
    case Stand::NotSeen: return Words::tr("not seen");
    }
    Q_UNREACHABLE();
}

std::vector<PinPlace> pinPlaces(const ViewSnapshot &view, const std::vector<LockId> &pins,
                                SteadyTime now)
{
    std::vector<PinPlace> places;
    places.reserve(pins.size());
    for (const LockId &id : pins)
        places.push_back({id, standOf(view, id, now)});
    // They stand first, but for those of the very name that is looked for.
    const SoughtName sought = view.query.filter.soughtName();
    for (const ViewRow &row : view.rows) {
        const bool isPin = isIn(view.query.pins, row.lock);
        if (!isPin && !sought.isOf(row.lock.name()))
            break;
        const auto place = std::find_if(places.begin(), places.end(), [&row](const PinPlace &each) {
            return row.lock.hasId(each.id);
        });
        if (place != places.end() && row.mark != RowMark::Gone)
            place->stand = Stand::Listed;
    }
    return places;
}

} // namespace lockmaster

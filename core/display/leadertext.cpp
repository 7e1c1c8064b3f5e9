// SPDX-License-Identifier: Apache-2.0
#include "core/display/leadertext.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/display/lanechart.h"
#include "core/display/lanetext.h"
#include "core/display/locktext.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Counted as the lanes and the last failover are: not from the end of the lease. */
Micros vacantLastHour(const LeaderEntry &entry)
{
    const LeaderFigures &figures = entry.watch->figures;
    const LeaderHistory &history = *entry.watch->history;
    Micros sum = figures.vacantLastHour;
    for (const LeaderSpan &vacancy : history.vacancies) {
        if (!vacancy.until
            || entry.backend->status.dataFrom.value_or(*vacancy.until) - vacancy.from > 1h)
            continue;
        sum += between(vacancyAsTold(history, vacancy).from, vacancy.from);
    }
    return std::max(Micros(0), sum);
}

/** Since when nobody has seen it, whatever else of its server was seen. */
std::optional<SteadyTime> lostSince(const LeaderEntry &entry)
{
    const auto &unseen = entry.watch->history->unseen;
    return unseen.empty() || unseen.back().until ? std::nullopt : std::optional(unseen.back().from);
}

} // namespace

QString LeaderText::seconds(Micros duration)
{
    return duration < 1min ? exactDurationText(duration) : durationText(duration);
}

LeaderState LeaderText::state(const LeaderEntry &entry)
{
    const LockRecord &lock = *entry.watch->lock;
    switch (entry.backend->status.state) {
    case BackendState::Offline:
    case BackendState::Connecting: return LeaderState::Unknown;
    case BackendState::Stale:
    case BackendState::Online: break;
    }
    // Of one place out of many that answers no more, the record is the last that was read.
    if (lostSince(entry))
        return LeaderState::Unknown;
    if (entry.watch->figures.vacantSince)
        return LeaderState::Vacant;
    switch (lock.state) {
    case LockState::Held: return LeaderState::Leads;
    case LockState::Blocked: return LeaderState::Blocked;
    case LockState::Free:
    case LockState::Expired: return LeaderState::Vacant;
    case LockState::Unknown: break;
    }
    return LeaderState::Unknown;
}

QString LeaderText::stateWord(LeaderState state)
{
    switch (state) {
    case LeaderState::Leads: return tr("leads");
    case LeaderState::Vacant: return tr("vacant");
    case LeaderState::Blocked: return tr("blocked");
    case LeaderState::Unknown: return tr("unknown");
    }
    Q_UNREACHABLE();
}

int LeaderText::urgency(LeaderState state)
{
    switch (state) {
    case LeaderState::Vacant: return 0;
    case LeaderState::Blocked: return 1;
    case LeaderState::Unknown: return 2;
    case LeaderState::Leads: return 3;
    }
    Q_UNREACHABLE();
}

Tone LeaderText::stateTone(LeaderState state)
{
    switch (state) {
    case LeaderState::Leads: return Tone::Plain;
    case LeaderState::Vacant:
    case LeaderState::Blocked: return Tone::Danger;
    case LeaderState::Unknown: return Tone::Unknown;
    }
    Q_UNREACHABLE();
}

QString LeaderText::leader(const LeaderEntry &entry)
{
    switch (state(entry)) {
    case LeaderState::Vacant: return tr("nobody");
    case LeaderState::Unknown: return LockText::unknown();
    case LeaderState::Leads:
    case LeaderState::Blocked: break;
    }
    return LockText::owner(*entry.watch->lock);
}

std::optional<Micros> LeaderText::heartbeatAge(const LeaderEntry &entry, SteadyTime now)
{
    const auto &last = entry.watch->figures.lastHeartbeat;
    if (!last || state(entry) == LeaderState::Unknown)
        return std::nullopt;
    // A heartbeat's moment is worked out from two clocks, and may come to lie ahead.
    return std::max(Micros(0), between(*last, now));
}

QString LeaderText::heartbeat(const LeaderEntry &entry, SteadyTime now)
{
    const auto age = heartbeatAge(entry, now);
    const auto &lease = entry.watch->figures.lease;
    return QStringLiteral("%1 / %2").arg(age ? tickingText(*age) : LockText::unknown(),
                                         lease ? seconds(*lease) : LockText::unknown());
}

std::optional<double> LeaderText::heartbeatShare(const LeaderEntry &entry, SteadyTime now)
{
    const auto age = heartbeatAge(entry, now);
    const auto &lease = entry.watch->figures.lease;
    // Who let go has none left, however young its last heartbeat.
    const bool isVacant = state(entry) == LeaderState::Vacant;
    if (isVacant || !age || !lease || *lease <= Micros(0))
        return std::nullopt;
    const double spent = static_cast<double>(age->count()) / static_cast<double>(lease->count());
    return std::clamp(1.0 - spent, 0.0, 1.0);
}

Tone LeaderText::heartbeatTone(const LeaderEntry &entry, SteadyTime now)
{
    switch (state(entry)) {
    case LeaderState::Unknown: return Tone::Unknown;
    case LeaderState::Vacant:
    case LeaderState::Blocked: return Tone::Danger;
    case LeaderState::Leads: break;
    }
    return shareTone(heartbeatShare(entry, now));
}

// The figures

QString LeaderText::watchedFor(const LeaderEntry &entry, SteadyTime now)
{
    const Micros watched = between(entry.watch->figures.watchedSince, now);
    return watched < 1h ? tr("watched for %1").arg(ageText(watched)) : QString();
}

QString LeaderText::vacantNote(const LeaderFigures &figures, SteadyTime now)
{
    if (!figures.vacantSince)
        return stateWord(LeaderState::Vacant);
    const QString length = runningText(between(*figures.vacantSince, now));
    // What was before the first look is not known.
    const bool fromTheStart = *figures.vacantSince <= figures.watchedSince;
    return fromTheStart ? tr("vacant for at least %1").arg(length)
                        : tr("vacant for %1").arg(length);
}

Figure LeaderText::leaderFigure(const LeaderEntry &entry, SteadyTime now)
{
    const LeaderState stands = state(entry);
    Figure figure{tr("Leader of %1").arg(LockText::name(*entry.watch->lock)),
                  leader(entry),
                  stateTone(stands),
                  {}};
    const auto &figures = entry.watch->figures;
    switch (stands) {
    case LeaderState::Vacant: figure.note = vacantNote(figures, now); break;
    case LeaderState::Unknown: {
        const auto lost = lostSince(entry);
        const auto from = lost ? lost : entry.backend->status.dataFrom;
        figure.value = stateWord(stands);
        figure.note =
            from ? tr("last seen %1 ago").arg(ageText(between(*from, now))) : tr("never read");
        break;
    }
    case LeaderState::Blocked: figure.note = tr("the row is locked"); break;
    case LeaderState::Leads: {
        const auto &reigns = entry.watch->history->reigns;
        if (!reigns.empty())
            figure.note = tr("leads for %1").arg(ageText(between(reigns.back()->span.from, now)));
        break;
    }
    }
    return figure;
}

Figure LeaderText::heartbeatFigure(const LeaderEntry &entry, SteadyTime now)
{
    const Tone tone = heartbeatTone(entry, now);
    const Micros precision = entry.watch->figures.heartbeatPrecision;
    return {tr("Heartbeat / lease"), heartbeat(entry, now), tone == Tone::Held ? Tone::Plain : tone,
            precision > Micros(0) ? tr("kept to %1").arg(seconds(precision)) : QString()};
}

Figure LeaderText::periodFigure(const LeaderEntry &entry)
{
    const auto &period = entry.watch->figures.period;
    if (!period)
        return {tr("Renewed every"), LockText::none(), Tone::Muted, tr("not seen yet")};
    return {tr("Renewed every"), briefDurationText(period->period), Tone::Plain,
            period->atMost ? tr("at most") : tr("as observed")};
}

Figure LeaderText::failoverFigure(const LeaderEntry &entry, SteadyTime now)
{
    const auto &last = entry.watch->figures.lastFailover;
    if (!last)
        return {tr("Last failover"), LockText::none(), Tone::Muted, tr("none seen")};
    const QString about = briefDurationText(last->uncertainty);
    const QString ago = tr("%1 ago").arg(ageText(between(last->at, now)));
    const bool isRange = last->uncertainty > Micros(0) && last->vacancy > last->uncertainty;
    return {tr("Last failover"), LaneText::vacant(last->vacancy, last->uncertainty), Tone::Plain,
            isRange ? tr("± %1, %2").arg(about, ago) : ago};
}

Figure LeaderText::changesFigure(const LeaderEntry &entry, SteadyTime now)
{
    const bool flapping = entry.watch->lock->hasFinding(FindingId::Flapping);
    return {tr("Changes this hour"), countText(entry.watch->figures.changesLastHour),
            flapping ? Tone::Expiring : Tone::Plain, watchedFor(entry, now)};
}

Figure LeaderText::vacancyFigure(const LeaderEntry &entry, SteadyTime now)
{
    const auto &figures = entry.watch->figures;
    const Micros whole = vacantLastHour(entry);
    const QString hour = whole == Micros(0) ? durationText(whole) : briefDurationText(whole);
    if (figures.vacantSince && state(entry) == LeaderState::Vacant)
        return {tr("Without a leader"), runningText(between(*figures.vacantSince, now)),
                Tone::Danger, tr("now; %1 this hour").arg(hour)};
    return {tr("Without a leader"), hour, Tone::Plain, tr("this hour")};
}

std::vector<Figure> LeaderText::figures(const LeaderEntry &entry, SteadyTime now)
{
    return {leaderFigure(entry, now),   heartbeatFigure(entry, now), periodFigure(entry),
            failoverFigure(entry, now), changesFigure(entry, now),   vacancyFigure(entry, now)};
}

} // namespace lockmaster

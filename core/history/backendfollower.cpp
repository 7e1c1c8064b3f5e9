// SPDX-License-Identifier: Apache-2.0
#include "core/history/backendfollower.h"

#include "core/monitor/diff.h"

#include <algorithm>

namespace lockmaster {

namespace {

HistoryEnd historyEnd(HowEnded end)
{
    switch (end) {
    case HowEnded::Released: return HistoryEnd::Released;
    case HowEnded::Expired: return HistoryEnd::Expired;
    case HowEnded::Replaced: return HistoryEnd::OwnerChanged;
    case HowEnded::Unknown: return HistoryEnd::Unknown;
    case HowEnded::Lost: return HistoryEnd::Lost;
    case HowEnded::None: break;
    }
    return HistoryEnd::Unseen;
}

quint32 findingBits(const LockRecord &lock)
{
    quint32 bits = 0;
    for (const Finding &finding : lock.findings)
        bits |= 1U << unsigned(finding.id);
    return bits;
}

bool sameHolder(const Holder &a, const Holder &b)
{
    return a.raw == b.raw && a.rawBytes == b.rawBytes;
}

HistoryWriter::Counts with(HistoryWriter::Counts counts, const LockRecord &lock)
{
    if (lock.waiters.count)
        counts.waiters = std::max(counts.waiters.value_or(0), *lock.waiters.count);
    counts.findings |= findingBits(lock);
    return counts;
}

/** One moment's kinds for one lock: they share their records. */
bool sameMoment(const HistoryItem::Told &a, const HistoryItem::Told &b)
{
    return a.event.before == b.event.before
           && (a.event.after == b.event.after || !a.event.after || !b.event.after);
}

} // namespace

BackendFollower::BackendFollower(HistoryWriter &writer, const QString &backend)
    : m_writer(writer), m_backend(writer.takeBackend(backend)), m_waits(writer, m_backend)
{
}

void BackendFollower::take(const HistoryItem &item)
{
    if (item.cut || item.before == ServerTime{})
        loseTrack();
    m_mayDiffer = m_mayDiffer || item.cut;
    noteBackend(item);
    if (item.looked && item.look < m_lastLook)
        startOver();
    m_behindGap = item.looked && !m_watching;
    m_waitsAnew = m_behindGap || item.joined;
    if (item.joined)
        loseWaits();
    follow(item);
    m_waits.endParked(item.look);
    noteLooks(item);
    if (item.looked)
        m_mayDiffer = false;
    if (!item.watching)
        loseTrack();
}

/** What happens from here to the next look is not seen. */
void BackendFollower::loseTrack()
{
    loseWaits();
    m_watching = false;
    m_stretches.clear();
}

/** The clock was set back: nothing that was seen goes on before it began. */
void BackendFollower::startOver()
{
    for (const Standing &standing : m_standings) {
        m_writer.breathe();
        for (const OpenHold &hold : standing.holds)
            m_writer.closeHold(hold.id, hold.began, HistoryEnd::Unseen, m_lastLook, m_lastLook,
                               hold.counts);
    }
    m_standings.clear();
    m_list = {};
}

/** Who waits on may be another wait by the next look. */
void BackendFollower::loseWaits()
{
    if (m_waits.isIdle())
        return;
    for (Standing &standing : m_standings)
        m_waits.lose(standing.waits, m_lastLook);
    m_waits.loseParked();
}

void BackendFollower::noteBackend(const HistoryItem &item)
{
    if (item.dropped > 0)
        m_writer.event(QStringLiteral("events_dropped"), m_backend, item.wall,
                       QString::number(item.dropped));
    for (const HistoryItem::Told &told : item.events) {
        const EventKind kind = told.event.kind;
        if (isOfBackend(kind))
            m_writer.event(eventKindName(kind), m_backend, told.event.wallTime, told.event.detail);
    }
}

void BackendFollower::follow(const HistoryItem &item)
{
    const LockList &locks = item.snapshot->locks;
    Tolds tolds;
    for (const HistoryItem::Told &told : item.events) {
        if (told.event.lock())
            tolds.push_back(&told);
    }
    if (tolds.empty() && !m_waitsAnew && locks.isSharedWith(m_list))
        return;
    const auto idOf = [](const HistoryItem::Told *told) -> const LockId & {
        return told->event.lock()->id;
    };
    std::stable_sort(tolds.begin(), tolds.end(),
                     [&](const auto *a, const auto *b) { return idOf(a) < idOf(b); });

    std::vector<Standing> next;
    next.reserve(locks.size());
    auto old = m_standings.begin();
    auto now = locks.begin();
    auto told = tolds.cbegin();
    // Up to the next lock that is told of, most are as they were.
    const auto findQuiet = [&] {
        return told == tolds.cend() ? m_standings.end()
                                    : std::lower_bound(old, m_standings.end(), idOf(*told),
                                                       [](const Standing &s, const LockId &id) {
                                                           return s.shown.compareId(id) < 0;
                                                       });
    };
    auto quietUntil = findQuiet();
    while (old != m_standings.end() || now != locks.end() || told != tolds.cend()) {
        if (old != quietUntil && now != locks.end() && old->shown == *now
            && (!m_behindGap || now->state() != LockState::Unknown)
            && (!m_waitsAnew || now->waiterCount().value_or(0) == 0)) {
            next.push_back(std::move(*old++));
            ++now;
            continue;
        }
        std::optional<LockId> id;
        if (told != tolds.cend())
            id = idOf(*told);
        if (old != m_standings.end() && (!id || old->shown.compareId(*id) < 0))
            id = old->shown.id();
        if (now != locks.end() && (!id || now->compareId(*id) < 0))
            id = now->id();
        Standing standing;
        PackedLock shown;
        if (old != m_standings.end() && old->shown.hasId(*id))
            standing = std::move(*old++);
        if (now != locks.end() && now->hasId(*id))
            shown = *now++;
        const auto from = told;
        while (told != tolds.cend() && idOf(*told) == *id)
            ++told;
        followOne(item, standing, shown, from, told);
        if (standing.shown)
            next.push_back(std::move(standing));
        if (from != told)
            quietUntil = findQuiet();
    }
    m_standings = std::move(next);
    m_list = locks;
}

/** `now` is null where the lock is not shown any more. */
void BackendFollower::followOne(const HistoryItem &item, Standing &standing, const PackedLock &now,
                                Tolds::const_iterator from, Tolds::const_iterator to)
{
    m_writer.breathe();
    if (!standing.shown && now)
        standing.waits = m_waits.unpark(now.id());
    Change change{item, standing, item.look, item.before, m_behindGap, false, false};
    if (m_behindGap)
        change.before = m_lastLook;
    change.blind =
        standing.holds.isEmpty() && standing.shown && standing.shown.state() == LockState::Unknown;
    takeTold(change, from, to);
    takeShown(change, now);
    standing.shown = now;
    if (now && now.state() != LockState::Unknown)
        standing.seen = now;
}

void BackendFollower::takeTold(Change &change, Tolds::const_iterator from, Tolds::const_iterator to)
{
    for (auto at = from; at != to;) {
        const Event &event = (*at)->event;
        change.at = (*at)->at;
        if (!change.behindGap)
            change.before = (*at)->before;
        bool gone = false;
        HowEnded expired = HowEnded::None;
        bool appeared = false;
        bool changed = false;
        bool renewal = false;
        auto last = at;
        for (; last != to && sameMoment(**at, **last); ++last) {
            const EventKind kind = (*last)->event.kind;
            gone = gone || kind == EventKind::Gone;
            if (kind == EventKind::Expired)
                expired = (*last)->event.end;
            appeared = appeared || kind == EventKind::Appeared;
            changed = changed || kind == EventKind::OwnerChanged;
            renewal = renewal || kind == EventKind::Renewed;
            if (kind == EventKind::Blocked || kind == EventKind::Unblocked) {
                const LockRecord &lock = *(*last)->event.lock();
                m_writer.event(eventKindName(kind), m_backend, change.at, {}, lockOf(lock.id),
                               lock.holders.empty() ? nullptr : &lock.holders.front());
            }
        }
        const LockRecord *after = event.after.get();
        if (gone && change.standing.waits)
            change.standing.waits->freed = std::pair(change.at, m_lastLook);
        if (gone)
            closeAll(change, historyEnd(event.end));
        else if (changed && event.before)
            passOn(change, *event.before, *after);
        else if (appeared) {
            closeAll(change, HistoryEnd::Unseen); // nothing is open, unless something was missed
            open(change, *after, HistoryBegin::Watched);
        } else if (renewal && change.standing.holds.empty()) {
            const bool ranOut = event.before && event.before->state == LockState::Expired;
            open(change, *after, ranOut ? HistoryBegin::Watched : HistoryBegin::FirstSeen);
        } else if (renewal) {
            for (OpenHold &hold : change.standing.holds) {
                ++hold.counts.renewals;
                hold.unwritten = true;
            }
        }
        if (expired != HowEnded::None && !gone) {
            const ServerTime over = change.item.wallAt(after->lease.deadline);
            const bool known = after->lease.expiresAt && over > change.before && over <= change.at;
            closeAll(change, historyEnd(expired), known ? std::optional(over) : std::nullopt);
        } else if (!gone) {
            noteCounts(change, *after);
        }
        change.behindGap = false;
        change.blind = false;
        change.before = change.at;
        at = last;
    }
}

/** What the snapshot says beyond what was told. */
void BackendFollower::takeShown(Change &change, const PackedLock &now)
{
    Standing &standing = change.standing;
    const bool live = change.item.watching || change.item.looked;
    if (!now || (now.state() == LockState::Unknown && live)) {
        // Forgotten, or out of sight by itself. Where nobody looks at all it may come back.
        closeAll(change, HistoryEnd::Unseen);
        if (!now && standing.waits && standing.waits->freed)
            m_waits.park(standing.shown.id(), std::move(standing.waits));
        else
            m_waits.lose(standing.waits, m_lastLook);
        return;
    }
    if (now.state() == LockState::Unknown || !live)
        return;
    const LockRecord lock = now.unpack();
    if (change.behindGap && !standing.holds.empty() && now != standing.seen) {
        const LockRecord before = standing.seen.unpack();
        const bool later = lock.heldBasis == HeldBasis::Server && lock.heldSince
                           && change.item.wallAt(*lock.heldSince) > change.before;
        const bool other = m_mayDiffer && (!isHeld(lock.state) || !sameHold(before, lock));
        if (later || other) {
            closeAll(change, HistoryEnd::Unseen);
            if (isHeld(lock.state))
                open(change, lock, HistoryBegin::Watched);
        }
    }
    if (standing.holds.empty() && isHeld(lock.state) && !change.told)
        open(change, lock, HistoryBegin::FirstSeen);
    else if (!isHeld(lock.state))
        closeAll(change, HistoryEnd::Unseen); // told in every case but after dropped events
    noteCounts(change, lock);
    noteWaiters(change, lock);
    if (standing.seen && !change.told && !change.behindGap)
        noteFindings(change, lock, standing.seen.findings());
}

void BackendFollower::noteCounts(Change &change, const LockRecord &lock)
{
    for (OpenHold &hold : change.standing.holds) {
        const HistoryWriter::Counts counts = with(hold.counts, lock);
        if (std::exchange(hold.counts, counts) != counts || std::exchange(hold.unwritten, false))
            m_writer.noteCounts(hold.id, counts);
    }
}

void BackendFollower::noteWaiters(const Change &change, const LockRecord &lock)
{
    if (!m_watching && !change.item.looked)
        return;
    Standing &standing = change.standing;
    const LockState before = standing.shown ? standing.shown.state() : LockState::Unknown;
    // Who waits for a row is told only while it is locked.
    const bool isBlocked = lock.state == LockState::Blocked;
    if (standing.waits && before == LockState::Blocked && !isBlocked)
        m_waits.endAll(standing.waits, change.item.look, m_lastLook);
    if (!standing.waits && lock.waiters.list.empty())
        return;
    bool nobodyBefore = change.told; // it was not there
    if (standing.shown)
        nobodyBefore =
            standing.shown.waiterCount() == 0 || (isBlocked && before != LockState::Blocked);
    const WaitFollower::Look look{change.item.look,
                                  std::min(m_lastLook, change.item.look),
                                  nobodyBefore && !m_waitsAnew
                                      && (!standing.shown || before != LockState::Unknown),
                                  change.told,
                                  [&item = change.item](SteadyTime at) { return item.wallAt(at); },
                                  [this, &lock] { return lockOf(lock.id); }};
    m_waits.follow(standing.waits, lock, look);
}

void BackendFollower::noteFindings(const Change &change, const LockRecord &lock, quint32 before)
{
    const quint32 now = findingBits(lock);
    if (now == before)
        return;
    for (const FindingId id : allFindingIds) {
        const quint32 bit = 1U << unsigned(id);
        if ((now & bit) == (before & bit))
            continue;
        m_writer.event((now & bit) ? QStringLiteral("finding_appeared")
                                   : QStringLiteral("finding_cleared"),
                       m_backend, change.at, findingName(id), lockOf(lock.id),
                       lock.holders.empty() ? nullptr : &lock.holders.front());
    }
}

void BackendFollower::open(Change &change, const LockRecord &lock, HistoryBegin how)
{
    QVarLengthArray<OpenHold, 1> &holds = change.standing.holds;
    for (const Holder &holder : lock.holders)
        openOne(change, lock, &holder, how, holds);
    if (lock.holders.empty())
        openOne(change, lock, nullptr, how, holds);
    change.told = true;
}

void BackendFollower::openOne(Change &change, const LockRecord &lock, const Holder *holder,
                              HistoryBegin how, QVarLengthArray<OpenHold, 1> &into)
{
    HistoryWriter::NewHold hold;
    hold.lock = lockOf(lock.id);
    hold.holder = holder;
    hold.variant = lock.variant;
    hold.how = how;
    hold.began = change.at;
    hold.counts = with({}, lock);
    const bool known = !change.blind && change.before != ServerTime{} && change.before <= change.at;
    if (how == HistoryBegin::Watched && known)
        hold.after = change.before;
    else if (how == HistoryBegin::Watched)
        hold.how = HistoryBegin::FirstSeen;
    if (lock.heldBasis == HeldBasis::Server && lock.heldSince) {
        hold.how = HistoryBegin::Told;
        hold.began = std::min(change.at, change.item.wallAt(*lock.heldSince));
        hold.after.reset();
        if (const auto resumed = m_writer.resumeHold(hold)) {
            into.append({resumed->id, resumed->began, resumed->counts, true});
            return;
        }
    }
    into.append({m_writer.openHold(hold), hold.began, hold.counts, false});
}

void BackendFollower::closeOne(const Change &change, const OpenHold &hold, HistoryEnd end,
                               std::optional<ServerTime> until)
{
    if (change.behindGap || end == HistoryEnd::Unseen)
        m_writer.closeHold(hold.id, hold.began, HistoryEnd::Unseen, change.before, change.before,
                           hold.counts);
    else
        m_writer.closeHold(hold.id, hold.began, end, until.value_or(change.at), change.before,
                           hold.counts);
}

void BackendFollower::closeAll(Change &change, HistoryEnd end, std::optional<ServerTime> until)
{
    if (change.standing.holds.isEmpty())
        return;
    for (const OpenHold &hold : change.standing.holds)
        closeOne(change, hold, end, until);
    change.standing.holds.clear();
    change.told = true;
}

/** Others hold it now. Of several who share it, those who stay go on. */
void BackendFollower::passOn(Change &change, const LockRecord &before, const LockRecord &after)
{
    QVarLengthArray<OpenHold, 1> &holds = change.standing.holds;
    const bool shared = before.holders.size() > 1 || after.holders.size() > 1;
    const bool parted = before.session == after.session && before.node == after.node && shared
                        && holds.size() == before.holders.size();
    if (!parted) {
        closeAll(change, HistoryEnd::OwnerChanged);
        open(change, after, HistoryBegin::Watched);
        return;
    }
    QVarLengthArray<OpenHold, 1> next;
    std::vector<bool> stays(static_cast<size_t>(before.holders.size()));
    for (const Holder &holder : after.holders) {
        size_t place = 0;
        while (place < stays.size()
               && (stays[place] || !sameHolder(before.holders[qsizetype(place)], holder)))
            ++place;
        if (place < stays.size()) {
            stays[place] = true;
            next.append(holds[qsizetype(place)]);
        } else {
            openOne(change, after, &holder, HistoryBegin::Watched, next);
        }
    }
    for (size_t place = 0; place < stays.size(); ++place) {
        if (!stays[place])
            closeOne(change, holds[qsizetype(place)], HistoryEnd::Released, {});
    }
    holds = std::move(next);
    change.told = true;
}

void BackendFollower::noteLooks(const HistoryItem &item)
{
    const auto &sources = item.snapshot->status.sources;
    const auto isUnseen = [](const SourceStatus &source) {
        return !source.complete && source.lockCount == 0;
    };
    if (!item.looked) {
        // Where nothing was seen of any source it was no look, and ends what was seen all the same.
        for (const SourceStatus &source : sources) {
            if (isUnseen(source))
                m_stretches.erase(source.name);
        }
        return;
    }
    std::map<QString, Stretch> stretches;
    for (const SourceStatus &source : sources) {
        if (isUnseen(source))
            continue;
        const auto known = m_stretches.find(source.name);
        Stretch stretch;
        if (known == m_stretches.end()) {
            stretch.id =
                m_writer.beginStretch(placeOf(source.name), item.look, item.look, source.complete);
        } else if (known->second.complete == source.complete) {
            stretch.id = known->second.id;
            m_writer.extendStretch(stretch.id, item.look);
        } else {
            // Between a whole look and another one it is not known what was not shown.
            const bool worse = known->second.complete;
            if (!worse)
                m_writer.extendStretch(known->second.id, item.look);
            stretch.id =
                m_writer.beginStretch(placeOf(source.name), worse ? known->second.until : item.look,
                                      item.look, source.complete);
        }
        stretch.complete = source.complete;
        stretch.until = item.look;
        stretches.emplace(source.name, stretch);
    }
    m_stretches = std::move(stretches);
    m_lastLook = item.look;
    m_watching = item.watching;
}

void BackendFollower::close()
{
    const HistoryItem nothing;
    for (Standing &standing : m_standings) {
        m_writer.breathe();
        Change change{nothing, standing, m_lastLook, m_lastLook, false, false, false};
        closeAll(change, HistoryEnd::Unseen);
        m_waits.lose(standing.waits, m_lastLook);
    }
    m_standings.clear();
    m_list = {};
    loseTrack();
}

qint64 BackendFollower::placeOf(const QString &source)
{
    const auto known = m_places.find(source);
    if (known != m_places.end())
        return known->second;
    return m_places.emplace(source, m_writer.place(m_backend, source)).first->second;
}

qint64 BackendFollower::lockOf(const LockId &id)
{
    return m_writer.lock(placeOf(id.source->name), id.source->system, id.name);
}

} // namespace lockmaster

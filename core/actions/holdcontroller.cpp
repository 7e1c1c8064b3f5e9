// SPDX-License-Identifier: Apache-2.0
#include "core/actions/holdcontroller.h"

#include "core/actions/releaserecord.h"
#include "core/actions/holdthread.h"
#include "core/text/durationtext.h"
#include "core/domain/error.h"
#include "core/text/words.h"

#include <algorithm>
#include <atomic>
#include <map>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** What letting go of everything may take when the program ends. */
constexpr auto endPatience = 2s;

std::atomic<int> lastId{0};

HeldLock::State stateOf(HoldEnd::Kind kind)
{
    switch (kind) {
    case HoldEnd::Kind::LetGo: return HeldLock::State::LetGo;
    case HoldEnd::Kind::NotAcquired: return HeldLock::State::NotAcquired;
    case HoldEnd::Kind::Lost: return HeldLock::State::Lost;
    case HoldEnd::Kind::Failed: return HeldLock::State::Failed;
    case HoldEnd::Kind::Unsure: return HeldLock::State::Unsure;
    }
    Q_UNREACHABLE();
}

QString holderMessage(const HoldEnd &end)
{
    if (!end.heldBy)
        return Words::tr("It was not free.");
    if (end.theirTtl && end.theirTtl->count() > 0) {
        return Words::tr("Held by %1, for %2 more.")
            .arg(end.heldBy->label, durationText(*end.theirTtl));
    }
    return Words::tr("Held by %1.").arg(end.heldBy->label);
}

QString endMessage(const HoldEnd &end, bool givenUp)
{
    QStringList parts;
    if (end.kind == HoldEnd::Kind::NotAcquired) {
        parts.append(givenUp && !end.heldBy ? Words::tr("Given up.") : holderMessage(end));
    }
    if (end.kind == HoldEnd::Kind::Unsure) {
        parts.append(Words::tr("It may be held until its lease or session ends."));
    }
    if (end.error)
        parts.append(errorText(*end.error));
    if (end.notAudited) {
        parts.append(notAuditedText(*end.notAudited));
    }
    return parts.join(QLatin1Char(' '));
}

} // namespace

struct HoldController::Entry {
    std::unique_ptr<HoldThread> thread; ///< null once it is over
    bool givenUp = false;
};

struct HoldController::Private {
    explicit Private(HoldController *desk, ActionTools given, HoldSeams seamed)
        : q(desk), tools(std::move(given)), seams(std::move(seamed))
    {
    }

    HeldLock *find(int id)
    {
        const auto found = std::find_if(locks.begin(), locks.end(),
                                        [id](const HeldLock &lock) { return lock.id == id; });
        return found == locks.end() ? nullptr : &*found;
    }
    HoldWatcher watcher(int id);
    void begin(int id, const HoldOrder &order);
    void enter(int id, HeldLock::State state);
    void hold(int id, const OwnLock &own, std::optional<SteadyTime> leaseEnds, bool renewal);
    void lose(int id, const Error &why);
    void end(int id, const tl::expected<HoldEnd, NotDone> &how);
    /** Runs `change` on the desk's thread, if the desk is still there. */
    template<class Change>
    void post(Change change)
    {
        QMetaObject::invokeMethod(q, std::move(change), Qt::QueuedConnection);
    }

    HoldController *const q;
    const ActionTools tools;
    const HoldSeams seams;
    std::vector<HeldLock> locks;
    std::map<int, Entry> entries;
};

HoldWatcher HoldController::Private::watcher(int id)
{
    HoldWatcher watcher;
    watcher.acquired = [this, id](const OwnLock &own, std::optional<SteadyTime> ends) {
        post([this, id, own, ends] { hold(id, own, ends, false); });
    };
    watcher.renewed = [this, id](const OwnLock &own, std::optional<SteadyTime> ends) {
        post([this, id, own, ends] { hold(id, own, ends, true); });
    };
    watcher.renewalFailed = [this, id](const Error &error) {
        post([this, id, error] {
            if (HeldLock *lock = find(id)) {
                lock->message = errorText(error);
                emit q->changed(id);
            }
        });
    };
    watcher.lost = [this, id](const Error &why) { post([this, id, why] { lose(id, why); }); };
    watcher.lettingGo = [this, id] { post([this, id] { enter(id, HeldLock::State::LettingGo); }); };
    return watcher;
}

void HoldController::Private::begin(int id, const HoldOrder &order)
{
    entries[id].thread = std::make_unique<HoldThread>(
        order, tools, seams, watcher(id), [this, id](const tl::expected<HoldEnd, NotDone> &how) {
            post([this, id, how] { end(id, how); });
        });
}

void HoldController::Private::enter(int id, HeldLock::State state)
{
    HeldLock *lock = find(id);
    if (!lock)
        return;
    lock->state = state;
    lock->since = tools.clock->now();
    emit q->changed(id);
}

void HoldController::Private::hold(int id, const OwnLock &own, std::optional<SteadyTime> leaseEnds,
                                   bool renewal)
{
    HeldLock *lock = find(id);
    if (!lock)
        return;
    lock->own = own;
    lock->leaseEnds = leaseEnds;
    lock->message.clear();
    if (renewal) {
        ++lock->renewals;
        emit q->changed(id);
    } else {
        enter(id, HeldLock::State::Held);
    }
}

void HoldController::Private::lose(int id, const Error &why)
{
    HeldLock *lock = find(id);
    if (!lock)
        return;
    lock->leaseEnds.reset();
    lock->message = errorText(why);
    enter(id, HeldLock::State::Lost);
    emit q->lost(id);
}

void HoldController::Private::end(int id, const tl::expected<HoldEnd, NotDone> &how)
{
    HeldLock *lock = find(id);
    if (!lock)
        return;
    Entry &entry = entries[id];
    // It has said its last word, and ends at once.
    entry.thread->waitEnded(std::chrono::steady_clock::now() + endPatience);
    entry.thread.reset();
    const std::optional<OwnLock> own = lock->own; // the list may change meanwhile
    lock->leaseEnds.reset();
    lock->message = how ? endMessage(*how, entry.givenUp) : errorText(how.error().error);
    const HeldLock::State state = how ? stateOf(how->kind) : HeldLock::State::Failed;
    // A loss was told as such already, and began then.
    if (state == lock->state)
        emit q->changed(id);
    else
        enter(id, state);
    if (own && state == HeldLock::State::LetGo)
        emit q->letGo(*own, *how);
}

HoldController::HoldController(ActionTools tools, QObject *parent, HoldSeams seams)
    : QObject(parent), d(std::make_unique<Private>(this, std::move(tools), std::move(seams)))
{
}

HoldController::~HoldController()
{
    std::vector<HoldThread *> live;
    for (auto &[id, entry] : d->entries) {
        if (entry.thread)
            live.push_back(entry.thread.get());
    }
    letGoOfAll(live, std::chrono::steady_clock::now() + endPatience);
}

int HoldController::acquire(const HoldOrder &order)
{
    HeldLock lock;
    lock.id = ++lastId;
    lock.order = order;
    lock.since = d->tools.clock->now();
    d->locks.push_back(lock);
    d->begin(lock.id, order);
    emit changed(lock.id);
    return lock.id;
}

void HoldController::release(int id)
{
    const auto entry = d->entries.find(id);
    if (entry == d->entries.end() || !entry->second.thread)
        return;
    entry->second.givenUp = true;
    entry->second.thread->stop();
}

void HoldController::releaseAll()
{
    for (const auto &[id, entry] : d->entries)
        release(id);
}

void HoldController::renew(int id)
{
    const auto entry = d->entries.find(id);
    if (entry != d->entries.end() && entry->second.thread)
        entry->second.thread->renewNow();
}

void HoldController::dismiss(int id)
{
    const HeldLock *lock = d->find(id);
    if (!lock || lock->isLive())
        return;
    std::erase_if(d->locks, [id](const HeldLock &candidate) { return candidate.id == id; });
    d->entries.erase(id);
    emit removed(id);
}

const std::vector<HeldLock> &HoldController::locks() const
{
    return d->locks;
}

int HoldController::liveCount() const
{
    return int(std::count_if(d->locks.begin(), d->locks.end(),
                             [](const HeldLock &lock) { return lock.isLive(); }));
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/monitor.h"

#include "core/monitor/observer.h"
#include "core/monitor/viewworker.h"

#include <QMetaObject>

#include <algorithm>

namespace lockmaster {

namespace {

/** A spec with another password reaches another server, or the same one differently. */
bool sameBackend(const BackendSpec &a, const BackendSpec &b)
{
    return a == b && a.urlPassword.reveal() == b.urlPassword.reveal();
}

} // namespace

struct Monitor::Private {
    struct Watched {
        quint64 key = 0;
        BackendSpec spec;
        bool apart = false;
        std::unique_ptr<Observer> observer;
    };

    Private(Monitor *monitor, Observer::Factories theFactories, const Clock &theClock)
        : factories(std::move(theFactories)), clock(theClock), worker(theClock, [monitor] {
              QMetaObject::invokeMethod(
                  monitor, [monitor] { monitor->d->deliver(); }, Qt::QueuedConnection);
          })
    {
    }

    Watched watch(const BackendSpec &spec);
    ViewBuilder::Backend listed(const Watched &backend) const;
    void applySettings();
    void deliver();
    void clearRetired();

    const Observer::Factories factories;
    const Clock &clock;
    LockStore store;
    Observer::Settings settings;
    std::vector<SnapshotTap *> taps;
    quint64 lastKey = 0;
    ViewWorker worker; ///< outlives the observers, which publish to it
    std::vector<Watched> watched;
    std::vector<std::unique_ptr<Observer>> retired; ///< told to stop; destroyed once they have
};

Monitor::Private::Watched Monitor::Private::watch(const BackendSpec &spec)
{
    Watched backend;
    backend.key = ++lastKey;
    backend.spec = spec;
    return backend;
}

ViewBuilder::Backend Monitor::Private::listed(const Watched &backend) const
{
    const auto snapshot = std::make_shared<BackendSnapshot>();
    snapshot->status = initialStatus(backend.spec);
    snapshot->status.paused = settings.paused;
    return {backend.key, snapshot, backend.apart};
}

void Monitor::Private::applySettings()
{
    for (const Watched &backend : watched)
        backend.observer->setSettings(settings);
}

void Monitor::Private::deliver()
{
    const std::shared_ptr<const ViewUpdate> update = worker.take();
    if (!update)
        return;
    store.apply(*update);
    worker.acknowledge();
    clearRetired();
}

void Monitor::Private::clearRetired()
{
    std::erase_if(retired, [](const auto &observer) { return observer->hasStopped(); });
}

Monitor::Monitor(ReaderFactory readers, FeedFactory feeds, const Clock &clock, QObject *parent)
    : QObject(parent), d(std::make_unique<Private>(
                           this, Observer::Factories{std::move(readers), std::move(feeds)}, clock))
{
}

Monitor::~Monitor()
{
    // All begin to end at once, so that the wait for the slowest is the wait for all.
    for (const Private::Watched &backend : d->watched)
        backend.observer->requestStop();
}

LockStore &Monitor::store()
{
    return d->store;
}

void Monitor::addTap(SnapshotTap *tap)
{
    d->taps.push_back(tap);
}

void Monitor::setBackends(const std::vector<BackendSpec> &backends,
                          const std::vector<BackendSpec> &apart)
{
    std::vector<Private::Watched> next;
    const auto add = [this, &next](const BackendSpec &spec, bool isApart) {
        const auto known =
            std::find_if(d->watched.begin(), d->watched.end(), [&](const Private::Watched &old) {
                return old.observer && sameBackend(old.spec, spec);
            });
        next.push_back(known == d->watched.end() ? d->watch(spec) : std::move(*known));
        next.back().apart = isApart;
    };
    for (const BackendSpec &spec : backends)
        add(spec, false);
    for (const BackendSpec &spec : apart)
        add(spec, true);
    for (Private::Watched &old : d->watched) {
        if (!old.observer)
            continue;
        old.observer->requestStop();
        for (SnapshotTap *tap : d->taps)
            tap->end(old.key);
        d->retired.push_back(std::move(old.observer));
    }
    d->watched = std::move(next);

    // The worker has to know a backend before its observer publishes.
    std::vector<ViewBuilder::Backend> listed;
    for (const Private::Watched &backend : d->watched)
        listed.push_back(d->listed(backend));
    d->worker.setBackends(std::move(listed));
    for (Private::Watched &backend : d->watched) {
        if (backend.observer)
            continue;
        const auto publish = [worker = &d->worker, taps = d->taps,
                              key = backend.key](std::shared_ptr<const BackendSnapshot> snapshot,
                                                 std::vector<Event> events) {
            for (SnapshotTap *tap : taps)
                tap->take(key, snapshot, events);
            worker->publish(key, std::move(snapshot), std::move(events));
        };
        backend.observer =
            std::make_unique<Observer>(backend.spec, d->factories, d->clock, d->settings, publish);
    }
}

void Monitor::setQuery(const ViewQuery &query)
{
    d->worker.setQuery(query);
}

void Monitor::setPaused(bool paused)
{
    d->settings.paused = paused;
    d->applySettings();
}

bool Monitor::isPaused() const
{
    return d->settings.paused;
}

void Monitor::setPeriod(std::optional<Millis> period)
{
    d->settings.period = period;
    d->applySettings();
}

std::optional<Millis> Monitor::period() const
{
    return d->settings.period;
}

void Monitor::setLeaderMarks(std::vector<LockId> marks)
{
    d->settings.leaderMarks = std::move(marks);
    d->applySettings();
}

const std::vector<LockId> &Monitor::leaderMarks() const
{
    return d->settings.leaderMarks;
}

void Monitor::setLeaderSampling(bool on)
{
    d->settings.sampling = on;
    d->applySettings();
}

void Monitor::setAttention(bool attended)
{
    d->settings.attended = attended;
    d->applySettings();
}

void Monitor::refresh()
{
    for (const Private::Watched &backend : d->watched)
        backend.observer->pollNow();
}

} // namespace lockmaster

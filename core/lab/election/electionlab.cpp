// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/electionlab.h"

#include "core/lab/election/electioncandidates.h"
#include "core/lab/election/electiontable.h"

#include <deque>
#include <mutex>
#include <thread>

#include <sys/eventfd.h>
#include <unistd.h>

namespace lockmaster {

namespace {

using SteadyClock = std::chrono::steady_clock;

/** At most so often is a snapshot published. */
constexpr Millis publishEvery(50);
/** And at least so often: findings end by themselves. */
constexpr Millis publishAnyway(1000);

} // namespace

struct ElectionLab::Private {
    Private(LabPlace where, const ElectionSetup &what, Publish how)
        : place(std::move(where)), setup(what), publish(std::move(how)), table(place),
          wakeUp(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
    {
    }
    ~Private()
    {
        thread = {}; // ends and is waited for
        ::close(wakeUp);
    }
    Private(const Private &) = delete;
    Private &operator=(const Private &) = delete;

    using Task = std::function<void(ElectionCandidates &)>;
    void add(Task task);
    void wake() const;
    void runTasks(ElectionCandidates &cast);
    void run(const std::stop_token &stop);
    void live(ElectionCandidates &cast, const std::stop_token &stop);
    void show(ElectionCandidates *cast);
    void showStaying(const Error &why);

    const LabPlace place;
    const ElectionSetup setup;
    const Publish publish;
    ElectionTable table;
    const int wakeUp;

    std::mutex mutex;
    std::deque<Task> tasks; ///< under the mutex

    // The lab's thread's own.
    quint64 sequence = 0;
    SteadyTime shownAt{};
    std::optional<Error> error;
    std::shared_ptr<const ElectionSnapshot> shown; ///< the latest

    std::jthread thread;
};

void ElectionLab::Private::wake() const
{
    const uint64_t one = 1;
    const ssize_t ignored = ::write(wakeUp, &one, sizeof one);
    Q_UNUSED(ignored)
}

void ElectionLab::Private::add(Task task)
{
    {
        const std::lock_guard lock(mutex);
        tasks.push_back(std::move(task));
    }
    wake();
}

void ElectionLab::Private::runTasks(ElectionCandidates &cast)
{
    uint64_t count = 0;
    const ssize_t ignored = ::read(wakeUp, &count, sizeof count);
    Q_UNUSED(ignored)
    std::deque<Task> due;
    {
        const std::lock_guard lock(mutex);
        due.swap(tasks);
    }
    for (const Task &task : due)
        task(cast);
}

void ElectionLab::Private::run(const std::stop_token &stop)
{
    const std::stop_callback waker(stop, [this] { wake(); });
    auto made = validate(setup).and_then([this] { return table.create(setup.precision); });
    if (made) {
        ElectionCandidates cast(place, setup, table);
        made = cast.begin();
        if (made)
            live(cast, stop);
    }
    if (!made) {
        error = made.error();
        show(nullptr);
    }
    // What stays in a sandbox goes with it.
    if (const auto dropped = table.drop(); !dropped && !place.sandbox)
        showStaying(dropped.error());
}

void ElectionLab::Private::live(ElectionCandidates &cast, const std::stop_token &stop)
{
    while (!stop.stop_requested() && !cast.error() && !error) {
        const Millis sinceShown = std::chrono::floor<Millis>(SteadyClock::now() - shownAt);
        if (sinceShown >= publishAnyway || (sinceShown >= publishEvery && cast.takeChanged()))
            show(&cast);
        // What changes right after a snapshot waits for the next one, and no longer.
        const Millis left = publishEvery - sinceShown;
        cast.serve(wakeUp, left > Millis(0) ? left : publishEvery);
        runTasks(cast);
        if (const auto kept = table.keep(SteadyClock::now()); !kept)
            error = kept.error();
    }
    if (!error)
        error = cast.error();
    if (error)
        show(&cast);
}

void ElectionLab::Private::show(ElectionCandidates *cast)
{
    shownAt = SteadyClock::now();
    auto snapshot = std::make_shared<ElectionSnapshot>();
    snapshot->sequence = ++sequence;
    snapshot->setup = setup;
    snapshot->table = table.name();
    snapshot->lockName = electionLockName();
    snapshot->columnRounds = table.rounds();
    snapshot->error = error;
    if (cast) {
        snapshot->candidates = cast->statuses();
        snapshot->truth = cast->truth().history(shownAt);
        snapshot->findings = cast->truth().findings(shownAt);
        snapshot->overlaps = cast->truth().overlaps();
        snapshot->run = cast->run();
    } else {
        snapshot->truth = std::make_shared<LeaderHistory>();
    }
    shown = std::move(snapshot);
    publish(shown);
}

/** The last word: everything as it was, and that the table was not dropped. */
void ElectionLab::Private::showStaying(const Error &why)
{
    error = why;
    if (!shown)
        return show(nullptr);
    auto snapshot = std::make_shared<ElectionSnapshot>(*shown);
    snapshot->sequence = ++sequence;
    snapshot->error = error;
    publish(std::move(snapshot));
}

ElectionLab::ElectionLab(LabPlace place, const ElectionSetup &setup, Publish publish)
    : d(std::make_unique<Private>(std::move(place), setup, std::move(publish)))
{
    d->thread = std::jthread([this](const std::stop_token &stop) { d->run(stop); });
}

ElectionLab::~ElectionLab() = default;

void ElectionLab::act(int candidate, CandidateAction action, Millis skew)
{
    d->add([=](ElectionCandidates &cast) { cast.act(candidate, action, skew); });
}

void ElectionLab::actOnLeader(CandidateAction action)
{
    d->add([=](ElectionCandidates &cast) {
        if (const auto leader = cast.leader())
            cast.act(*leader, action, {});
    });
}

void ElectionLab::measureFailovers(int kills, quint32 seed)
{
    d->add([=](ElectionCandidates &cast) { cast.measure(kills, seed); });
}

void ElectionLab::cancelMeasuring()
{
    d->add([](ElectionCandidates &cast) { cast.cancelMeasuring(); });
}

void ElectionLab::noteWatched(std::vector<Failover> failovers)
{
    d->add([failovers = std::move(failovers)](ElectionCandidates &cast) {
        cast.noteWatched(failovers);
    });
}

BackendSpec ElectionLab::watchedBackend() const
{
    BackendSpec backend = d->place.watched;
    TableSpec leader = leaderTable();
    leader.table = d->table.name();
    leader.lease = d->setup.lease;
    leader.clock.kind = ClockSpec::Kind::Utc;
    leader.named = true;
    backend.systems = QStringList{leader.system};
    backend.tables = {leader};
    backend.userLocks.clear();
    return backend;
}

QString ElectionLab::lockName() const
{
    return electionLockName();
}

} // namespace lockmaster

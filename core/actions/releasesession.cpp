// SPDX-License-Identifier: Apache-2.0
#include "core/actions/releasesession.h"

#include <QTimer>

#include <deque>
#include <thread>

namespace lockmaster {

namespace {

/** Each open ticket is a connection; where there are more locks the rest are opened once more. */
constexpr size_t mostOpenTickets = 32;

/** How often the age of the tickets is looked at. */
constexpr std::chrono::seconds ageCheck{1};

} // namespace

/** What the session and its thread share; lives as long as either. */
struct ReleaseSession::Private : Mailbox {
    struct Work {
        enum class Kind : quint8 { Open, Commit, Drop };
        Kind kind = Kind::Open;
        std::vector<int> indexes = {};
        Compare compare = Compare::InstanceAndLease;
        QString reason = {};
        Indistinguishable indistinguishable = Indistinguishable::Refuse;
    };

    Private(ReleaseSession *owner, std::vector<ReleaseOrder> theOrders, ActionTools theTools)
        : session(owner), orders(std::move(theOrders)), tools(std::move(theTools)),
          audit(*tools.audit)
    {
        // The outcome may have to be written when nothing else is there any more.
        tools.audit = &audit;
    }

    void run();
    void doWork(const Work &work);
    void openAll();
    void commitAll(const Work &work);
    bool openOne(int index);
    void commitOne(int index, const Work &work);
    bool enter(ReleaseOperation *operation, bool isCommitting);
    void leave();

    void request(Work work);
    /** Runs on the session's thread, if there is still a session. */
    template<class Function>
    void post(Function function)
    {
        const std::lock_guard lock(mutex);
        if (session)
            QMetaObject::invokeMethod(session, std::move(function), Qt::QueuedConnection);
    }

    ReleaseSession *session; ///< null once it is closed
    std::deque<Work> waiting;
    ReleaseOperation *current = nullptr; ///< for `interrupt()`; owned by the thread
    bool committing = false;             ///< `current` may have sent something
    bool cancelled = false;

    const std::vector<ReleaseOrder> orders;
    ActionTools tools;
    const AuditLog audit;

    std::vector<std::unique_ptr<ReleaseOperation>> operations; ///< the thread's own

    // The session's thread only.
    QTimer *age = nullptr;
    std::optional<SteadyTime> openedAt;
    int workUnderWay = 0;
};

void ReleaseSession::Private::run()
{
    std::unique_lock lock(mutex);
    while (true) {
        changed.wait(lock, [this] { return !session || !waiting.empty(); });
        if (!session)
            break;
        const Work work = std::move(waiting.front());
        waiting.pop_front();
        lock.unlock();
        doWork(work);
        lock.lock();
    }
    lock.unlock();
    operations.clear();
}

void ReleaseSession::Private::doWork(const Work &work)
{
    switch (work.kind) {
    case Work::Kind::Open: openAll(); break;
    case Work::Kind::Commit: commitAll(work); break;
    case Work::Kind::Drop: operations.clear(); break;
    }
    post([this] { --workUnderWay; });
}

/** False where the session is closed, or was told to stop. */
bool ReleaseSession::Private::enter(ReleaseOperation *operation, bool isCommitting)
{
    const std::lock_guard lock(mutex);
    if (!session || cancelled)
        return false;
    current = operation;
    committing = isCommitting;
    return true;
}

void ReleaseSession::Private::leave()
{
    const std::lock_guard lock(mutex);
    current = nullptr;
    committing = false;
}

void ReleaseSession::Private::openAll()
{
    operations.clear();
    operations.resize(orders.size());
    for (size_t i = 0; i < orders.size(); ++i) {
        openOne(int(i));
        if (i >= mostOpenTickets)
            operations[i].reset();
    }
}

bool ReleaseSession::Private::openOne(int index)
{
    const ReleaseOrder &order = orders[size_t(index)];
    auto operation = std::make_unique<ReleaseOperation>(order, tools);
    if (!enter(operation.get(), false))
        return false;
    const auto preview =
        operation->open(tools.clock->now() + ReleaseOperation::openBudget(order.backend));
    leave();
    if (!preview) {
        post([this, index, why = preview.error()] { emit session->notDone(index, why); });
        return false;
    }
    post([this, index, found = *preview, withLease = operation->command(Compare::InstanceAndLease),
          instanceOnly = operation->command(Compare::InstanceOnly)] {
        emit session->opened(index, found, withLease, instanceOnly);
    });
    operations[size_t(index)] = std::move(operation);
    return true;
}

void ReleaseSession::Private::commitAll(const Work &work)
{
    operations.resize(orders.size());
    for (const int index : work.indexes) {
        if (index >= 0 && index < int(orders.size()))
            commitOne(index, work);
    }
    post([this] { emit session->finished(); });
}

void ReleaseSession::Private::commitOne(int index, const Work &work)
{
    std::unique_ptr<ReleaseOperation> &operation = operations[size_t(index)];
    if (!operation && !openOne(index))
        return;
    if (!enter(operation.get(), true))
        return;
    const BackendSpec &backend = orders[size_t(index)].backend;
    const auto report = operation->commit(
        work.compare, work.reason, tools.clock->now() + ReleaseOperation::commitBudget(backend),
        work.indistinguishable);
    leave();
    if (report)
        post([this, index, told = *report] { emit session->reported(index, told); });
    else
        post([this, index, why = report.error()] { emit session->notDone(index, why); });
    // A ticket is good for one commit; its connection need not wait for the others.
    if (report || report.error().why == NotDone::Why::NotReached)
        operation.reset();
}

void ReleaseSession::Private::request(Work work)
{
    ++workUnderWay;
    put([&] {
        cancelled = false;
        waiting.push_back(std::move(work));
    });
}

ReleaseSession::ReleaseSession(std::vector<ReleaseOrder> orders, ActionTools tools, QObject *parent)
    : QObject(parent), d(std::make_shared<Private>(this, std::move(orders), std::move(tools))),
      m_worker({.name = QStringLiteral("release"),
                .kind = LeftBehind::Releasing,
                .isBusy =
                    [shared = d] {
                        const std::lock_guard lock(shared->mutex);
                        return shared->committing;
                    }},
               d, [shared = d] { shared->run(); })
{
    d->age = new QTimer(this);
    connect(d->age, &QTimer::timeout, this, [this] {
        if (d->workUnderWay > 0 || !d->openedAt
            || d->tools.clock->now() - *d->openedAt < ReleaseOrder::lookLife)
            return;
        d->age->stop();
        d->openedAt.reset();
        d->request({Private::Work::Kind::Drop});
        emit expired();
    });
}

ReleaseSession::~ReleaseSession()
{
    m_worker.requestStop([this] {
        d->session = nullptr;
        d->waiting.clear();
        // A command under way is seen through; what merely looks need not.
        if (d->current && !d->committing)
            d->current->interrupt();
    });
}

const std::vector<ReleaseOrder> &ReleaseSession::orders() const
{
    return d->orders;
}

void ReleaseSession::open()
{
    d->openedAt = d->tools.clock->now();
    d->age->start(ageCheck);
    d->request({Private::Work::Kind::Open});
}

void ReleaseSession::commit(const std::vector<int> &indexes, Compare compare, const QString &reason,
                            Indistinguishable indistinguishable)
{
    d->request({Private::Work::Kind::Commit, indexes, compare, reason, indistinguishable});
}

void ReleaseSession::cancel()
{
    const std::lock_guard lock(d->mutex);
    d->cancelled = true;
    if (d->current && !d->committing)
        d->current->interrupt();
}

int ReleaseSession::underWay()
{
    return ThreadsLeftBehind::busyCount(LeftBehind::Releasing);
}

bool ReleaseSession::waitUnderWay(Millis patience)
{
    constexpr Millis pause(20);
    const SteadyTime end = systemClock().now() + patience;
    while (underWay() > 0 && systemClock().now() < end)
        std::this_thread::sleep_for(pause);
    return underWay() == 0;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/connectiontest.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QThreadPool>

#include <algorithm>
#include <mutex>

namespace lockmaster {

namespace {

struct Found {
    Examination examination;
    std::optional<ServerCertificate> acceptable;
    bool looksNext = false;
    std::optional<LocksPreview> seen = {}; ///< none: it is the examination
};

/** The server itself answered, whatever is wrong with its parts. */
bool wasReached(const Examination &examination)
{
    return !examination.server.product.isEmpty()
           && std::none_of(examination.problems.begin(), examination.problems.end(),
                           [](const Problem &problem) { return problem.source.isEmpty(); });
}

} // namespace

/** What the GUI thread and the pool's thread share of one run. */
struct ConnectionTest::Run {
    std::mutex mutex;
    std::unique_ptr<BackendReader> reader; ///< made, used and destroyed on the pool's thread
    bool cancelled = false;
    bool looks = false;
    QPromise<Found> promise;

    void work(const ReaderFactory &factory, const BackendSpec &backend,
              const std::optional<ServerCertificate> &accepted)
    {
        {
            const std::lock_guard lock(mutex);
            if (cancelled)
                return;
            reader = factory(backend);
        }
        // Connecting, reading and a password command each may take one timeout.
        const SteadyTime deadline = systemClock().now() + 3 * backend.timeout;
        Found found;
        const auto kept = accepted ? reader->accept(*accepted) : Result<void>();
        if (kept) {
            found.examination = reader->examine(deadline);
            found.acceptable = reader->refusedCertificate();
        } else {
            found.examination.problems.push_back({{}, kept.error()});
        }
        found.looksNext = looks && wasReached(found.examination);
        const bool looksNext = found.looksNext;
        promise.addResult(std::move(found));
        if (looksNext) {
            Found look;
            // Here, where the reading goes again: it may be large.
            look.seen = LocksPreview::of(reader->read(BackendReader::Depth::Listing,
                                                      systemClock().now() + 3 * backend.timeout),
                                         systemClock().now());
            promise.addResult(std::move(look));
        }
        {
            const std::lock_guard lock(mutex);
            reader.reset();
        }
        promise.finish();
    }
};

ConnectionTest::ConnectionTest(ReaderFactory factory, QObject *parent)
    : QObject(parent), m_factory(std::move(factory))
{
}

ConnectionTest::~ConnectionTest()
{
    cancel();
}

void ConnectionTest::start(const BackendSpec &backend)
{
    begin(backend, std::nullopt);
}

void ConnectionTest::acceptAndStart(const BackendSpec &backend,
                                    const ServerCertificate &certificate)
{
    begin(backend, certificate);
}

void ConnectionTest::begin(const BackendSpec &backend, std::optional<ServerCertificate> accepted)
{
    cancel();
    m_run = std::make_shared<Run>();
    m_run->looks = m_looks;
    m_run->promise.start();
    // A watcher, not QFuture::then(): in Qt 6.4 a continuation asserts once its context has gone.
    auto *watcher = new QFutureWatcher<Found>(this);
    connect(watcher, &QFutureWatcher<Found>::resultReadyAt, this,
            [this, watcher, run = m_run.get()](int index) {
                if (m_run.get() != run)
                    return; // a later run, or none, is awaited by now
                const Found found = watcher->resultAt(index);
                if (!found.looksNext)
                    m_run.reset();
                if (found.seen)
                    emit looked(*found.seen);
                else
                    emit finished(found.examination, found.acceptable);
            });
    connect(watcher, &QFutureWatcher<Found>::finished, watcher, &QObject::deleteLater);
    watcher->setFuture(m_run->promise.future());
    QThreadPool::globalInstance()->start(
        [run = m_run, factory = m_factory, backend, accepted = std::move(accepted)] {
            run->work(factory, backend, accepted);
        });
}

void ConnectionTest::cancel()
{
    const std::shared_ptr<Run> run = std::move(m_run);
    if (!run)
        return;
    const std::lock_guard lock(run->mutex);
    run->cancelled = true;
    if (run->reader)
        run->reader->interrupt();
}

} // namespace lockmaster

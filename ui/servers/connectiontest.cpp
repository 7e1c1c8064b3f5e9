// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/connectiontest.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QThreadPool>

#include <mutex>

namespace lockmaster {

namespace {

struct Found {
    Examination examination;
    std::optional<ServerCertificate> acceptable;
};

} // namespace

/** What the GUI thread and the pool's thread share of one run. */
struct ConnectionTest::Run {
    std::mutex mutex;
    std::unique_ptr<BackendReader> reader; ///< made, used and destroyed on the pool's thread
    bool cancelled = false;
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
        {
            const std::lock_guard lock(mutex);
            reader.reset();
        }
        promise.addResult(std::move(found));
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
    m_run->promise.start();
    // A watcher, not QFuture::then(): in Qt 6.4 a continuation asserts once its context has gone.
    auto *watcher = new QFutureWatcher<Found>(this);
    connect(watcher, &QFutureWatcher<Found>::finished, this, [this, watcher, run = m_run.get()] {
        watcher->deleteLater();
        if (m_run.get() != run || watcher->future().resultCount() == 0)
            return; // a later run, or none, is awaited by now
        m_run.reset();
        const Found found = watcher->result();
        emit finished(found.examination, found.acceptable);
    });
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

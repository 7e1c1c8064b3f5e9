// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/contentionrun.h"

#include "ui/lab/labthread.h"

#include <mutex>

namespace lockmaster {

/** What the GUI thread and the experiment's share. */
struct ContentionRun::Run {
    QString id;
    std::stop_source stop;
    std::mutex mutex;
    ContentionRun *owner = nullptr; ///< null: it has gone

    template<class Function>
    void tell(const Function &call)
    {
        const std::lock_guard lock(mutex);
        if (ContentionRun *to = owner)
            QMetaObject::invokeMethod(
                to, [to, call] { call(to); }, Qt::QueuedConnection);
    }
};

ContentionRun::ContentionRun(QObject *parent) : QObject(parent) {}

ContentionRun::~ContentionRun()
{
    if (!m_run)
        return;
    m_run->stop.request_stop();
    const std::lock_guard lock(m_run->mutex);
    m_run->owner = nullptr;
}

void ContentionRun::start(const QString &id, const LabPlace &place,
                          const ContentionOptions &options)
{
    if (m_run)
        return;
    m_run = std::make_shared<Run>();
    m_run->id = id;
    m_run->owner = this;
    runAside([run = m_run, place, options] {
        const auto progress = [&run](const QString &step, int percent) {
            run->tell([id = run->id, step, percent](ContentionRun *to) {
                emit to->progressed(id, step, percent);
            });
        };
        ContentionOptions watched = options;
        watched.watch = [&run](const std::optional<BackendSpec> &backend, const QString &) {
            run->tell([backend](ContentionRun *to) { emit to->watchChanged(backend); });
        };
        watched.told = [&run](const WorkCourse &course) {
            run->tell([id = run->id, course](ContentionRun *to) { emit to->told(id, course); });
        };
        const auto result = runContention(run->id, place, watched, progress, run->stop.get_token());
        run->tell([run, result](ContentionRun *to) { to->finish(run, result); });
    });
}

void ContentionRun::cancel()
{
    if (m_run)
        m_run->stop.request_stop();
}

void ContentionRun::finish(const std::shared_ptr<Run> &run, const Result<ContentionReport> &result)
{
    if (run != m_run)
        return;
    m_run.reset();
    if (result)
        emit reported(*result);
    else
        emit failed(run->id, result.error());
}

} // namespace lockmaster

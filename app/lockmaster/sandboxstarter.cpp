// SPDX-License-Identifier: Apache-2.0
#include "app/lockmaster/sandboxstarter.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QThreadPool>

namespace lockmaster {

namespace {

using Started = Result<std::shared_ptr<Sandbox>>;

struct Step {
    QString text;
    int percent = 0;
};

constexpr std::chrono::seconds lookPause(1);

} // namespace

SandboxStarter::SandboxStarter(QObject *parent) : QObject(parent)
{
    m_pause.setInterval(lookPause);
    connect(&m_pause, &QTimer::timeout, this, &SandboxStarter::look);
}

SandboxStarter::~SandboxStarter()
{
    clearAway();
}

/** Ending two servers takes a moment that the window need not wait for. */
void SandboxStarter::clearAway()
{
    m_pause.stop();
    m_hasEnded = false;
    if (m_sandbox)
        QThreadPool::globalInstance()->start([sandbox = std::exchange(m_sandbox, {})] {});
}

/** Whether it still runs. Its keeper tells, which an experiment may be talking to. */
void SandboxStarter::look()
{
    if (m_looking || !m_sandbox)
        return;
    m_looking = true;
    using Trouble = std::optional<Error>;
    auto found = std::make_shared<QPromise<Trouble>>();
    found->start();
    auto *waiting = new QFutureWatcher<Trouble>(this);
    connect(waiting, &QFutureWatcher<Trouble>::finished, this,
            [this, waiting, asked = std::weak_ptr(m_sandbox)] {
                waiting->deleteLater();
                m_looking = false;
                const Trouble trouble = waiting->result();
                if (!trouble || asked.lock() != m_sandbox)
                    return;
                m_pause.stop();
                m_hasEnded = true;
                emit ended(*trouble);
            });
    waiting->setFuture(found->future());
    QThreadPool::globalInstance()->start([sandbox = m_sandbox, found] {
        found->addResult(sandbox->trouble());
        found->finish();
    });
}

void SandboxStarter::start(const Sandbox::Options &options)
{
    if (m_starting || (m_sandbox && !m_hasEnded))
        return;
    clearAway();
    m_starting = true;
    auto steps = std::make_shared<QPromise<Step>>();
    auto outcome = std::make_shared<QPromise<Started>>();
    steps->start();
    outcome->start();

    auto *watcher = new QFutureWatcher<Step>(this);
    connect(watcher, &QFutureWatcher<Step>::resultReadyAt, this, [this, watcher](int index) {
        const Step step = watcher->resultAt(index);
        emit progressed(step.text, step.percent);
    });
    connect(watcher, &QFutureWatcher<Step>::finished, watcher, &QObject::deleteLater);
    watcher->setFuture(steps->future());

    // A watcher, not QFuture::then(): in Qt 6.4 a continuation asserts once its
    // context has gone.
    auto *waiting = new QFutureWatcher<Started>(this);
    connect(waiting, &QFutureWatcher<Started>::finished, this, [this, waiting] {
        waiting->deleteLater();
        m_starting = false;
        const Started result = waiting->result();
        if (!result) {
            emit failed(result.error());
            return;
        }
        m_sandbox = *result;
        m_pause.start();
        emit started(m_sandbox->backends());
    });
    waiting->setFuture(outcome->future());

    QThreadPool::globalInstance()->start([options, steps, outcome] {
        auto sandbox = Sandbox::start(options, [&steps](const QString &text, int percent) {
            steps->addResult(Step{text, percent});
        });
        steps->finish();
        if (sandbox)
            outcome->addResult(Started(std::shared_ptr<Sandbox>(std::move(*sandbox))));
        else
            outcome->addResult(Started(passOn(sandbox)));
        outcome->finish();
    });
}

} // namespace lockmaster

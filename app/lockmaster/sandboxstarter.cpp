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

} // namespace

SandboxStarter::SandboxStarter(QObject *parent) : QObject(parent) {}

SandboxStarter::~SandboxStarter()
{
    if (m_sandbox) // ending two servers takes a moment that the window need not
                   // wait for
        QThreadPool::globalInstance()->start([sandbox = std::move(m_sandbox)] {});
}

void SandboxStarter::start(const Sandbox::Options &options)
{
    if (m_starting || m_sandbox)
        return;
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
            outcome->addResult(Started(tl::make_unexpected(sandbox.error())));
        outcome->finish();
    });
}

} // namespace lockmaster

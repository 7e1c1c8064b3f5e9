// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFutureWatcher>
#include <QPromise>
#include <QThreadPool>

#include <functional>
#include <memory>

namespace lockmaster {

/**
 * Runs `work` on a pool, by default the program's, where others may keep it waiting; `done` gets
 * its value on the thread of `context`, if that still is. What nobody awaits any more is dropped.
 * GUI thread, which does not wait.
 */
template<typename T>
void askAside(QObject *context, std::function<T()> work, std::function<void(const T &)> done,
              QThreadPool *pool = QThreadPool::globalInstance())
{
    auto promise = std::make_shared<QPromise<T>>();
    promise->start();
    // A watcher, not QFuture::then(): in Qt 6.4 a continuation asserts once its context has gone.
    auto *watcher = new QFutureWatcher<T>(context);
    QObject::connect(watcher, &QFutureWatcher<T>::finished, context, [watcher, done] {
        watcher->deleteLater();
        if (watcher->future().resultCount() > 0)
            done(watcher->result());
    });
    watcher->setFuture(promise->future());
    pool->start([promise, work] {
        promise->addResult(work());
        promise->finish();
    });
}

} // namespace lockmaster

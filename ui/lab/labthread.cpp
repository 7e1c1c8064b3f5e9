// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/labthread.h"

#include <QCoreApplication>
#include <QThreadPool>

namespace lockmaster {

namespace {

/** More than can ever run at once: an experiment, its start, its end. */
constexpr int threads = 8;

QThreadPool &pool()
{
    static QThreadPool *const own = [] {
        auto *made = new QThreadPool;
        made->setMaxThreadCount(threads);
        // Tables are dropped and processes ended before the application's own parts go.
        qAddPostRoutine([] { pool().waitForDone(); });
        return made;
    }();
    return *own;
}

} // namespace

void runAside(std::function<void()> work)
{
    pool().start(std::move(work));
}

bool awaitAside(std::chrono::milliseconds patience)
{
    return pool().waitForDone(int(patience.count()));
}

} // namespace lockmaster

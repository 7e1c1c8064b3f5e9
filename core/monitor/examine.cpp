// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/examine.h"

#include "core/monitor/readingthread.h"
#include "core/platform/threadsleftbehind.h"

#include <QThread>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>

namespace lockmaster {

namespace {

/** An examination asks more than a poll does, one thing after the other. */
constexpr int budgetsOfAnExamination = 3;

/** Examinations that have not come back. */
ThreadsLeftBehind &lateExaminations()
{
    static ThreadsLeftBehind &threads = ThreadsLeftBehind::ofProgram();
    return threads;
}

/** Where one examination arrives; a late one finds it alive too. */
struct PendingExamination {
    std::mutex mutex;
    std::condition_variable changed;
    BackendReader *reader = nullptr; ///< while it may be interrupted
    std::optional<Examination> examination;
    QThread *thread = nullptr;
};

Examination examineOne(const BackendSpec &spec, const ReaderFactory &factory, SteadyTime deadline,
                       PendingExamination &one)
{
    std::unique_ptr<BackendReader> reader;
    Examination examination;
    QString why = QStringLiteral("no reader");
    try {
        reader = factory(spec);
        if (reader) {
            {
                const std::lock_guard lock(one.mutex);
                one.reader = reader.get();
            }
            examination = reader->examine(deadline);
            why.clear();
        }
    } catch (const std::exception &problem) {
        why = QString::fromUtf8(problem.what());
    }
    if (!why.isEmpty())
        examination.problems.push_back({QString(), readerError(spec, why)});
    const std::lock_guard lock(one.mutex);
    one.reader = nullptr;
    return examination;
}

std::shared_ptr<PendingExamination> begin(const BackendSpec &spec, const ReaderFactory &factory,
                                          SteadyTime deadline)
{
    auto one = std::make_shared<PendingExamination>();
    // A QThread, because sockets of Qt want one with an event dispatcher.
    one->thread = QThread::create([=] {
        Examination examination = examineOne(spec, factory, deadline, *one);
        const std::lock_guard lock(one->mutex);
        one->examination = std::move(examination);
        one->changed.notify_all();
    });
    one->thread->start();
    return one;
}

Examination result(const BackendSpec &spec, PendingExamination &one, SteadyTime deadline,
                   Millis budget)
{
    std::unique_lock lock(one.mutex);
    const auto arrived = [&one] { return one.examination.has_value(); };
    if (!one.changed.wait_until(lock, deadline + answerGrace, arrived)) {
        if (one.reader)
            one.reader->interrupt();
        one.changed.wait_for(lock, answerGrace, arrived);
    }
    if (one.examination) {
        lock.unlock();
        one.thread->wait();
        delete one.thread;
        return *one.examination;
    }
    lateExaminations().add(one.thread);
    Examination silent;
    silent.problems.push_back({QString(), silenceError(spec, budget)});
    return silent;
}

} // namespace

std::vector<Examination> examineAll(const std::vector<BackendSpec> &backends,
                                    const ReaderFactory &factory)
{
    const SteadyTime now = systemClock().now();
    const auto budget = [](const BackendSpec &spec) {
        return budgetsOfAnExamination * pollBudget(spec, false);
    };
    std::vector<std::shared_ptr<PendingExamination>> pending;
    pending.reserve(backends.size());
    for (const BackendSpec &spec : backends)
        pending.push_back(begin(spec, factory, now + budget(spec)));
    std::vector<Examination> examinations;
    examinations.reserve(backends.size());
    for (size_t i = 0; i < backends.size(); ++i) {
        examinations.push_back(
            result(backends[i], *pending[i], now + budget(backends[i]), budget(backends[i])));
    }
    return examinations;
}

} // namespace lockmaster

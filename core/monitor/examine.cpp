// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/examine.h"

#include "core/monitor/readingthread.h"
#include "core/platform/worker.h"

#include <exception>

namespace lockmaster {

namespace {

/** An examination asks more than a poll does, one thing after the other. */
constexpr int budgetsOfAnExamination = 3;

/** Where one examination arrives; a late one finds it alive too. */
struct PendingExamination : Mailbox {
    BackendReader *reader = nullptr; ///< while it may be interrupted
    Examination examination;         ///< once it ended
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

/** One backend's examination on a thread of its own; late ones are left behind. */
class Examining
{
public:
    Examining(const BackendSpec &spec, const ReaderFactory &factory, SteadyTime begun)
        : m_spec(spec), m_budget(budgetsOfAnExamination * pollBudget(spec, false)),
          m_deadline(begun + m_budget), m_pending(std::make_shared<PendingExamination>()),
          m_worker({spec.name, LeftBehind::Examining}, m_pending,
                   [spec, factory, deadline = m_deadline, pending = m_pending] {
                       Examination examination = examineOne(spec, factory, deadline, *pending);
                       pending->put([&] { pending->examination = std::move(examination); });
                   })
    {
    }

    /** Waits until its deadline and little longer. */
    Examination result()
    {
        if (!m_worker.waitEnded(m_deadline + answerGrace)) {
            m_worker.requestStop([this] {
                if (m_pending->reader)
                    m_pending->reader->interrupt();
            });
        }
        if (m_worker.waitEnded(systemClock().now() + answerGrace))
            return std::move(m_pending->examination);
        Examination silent;
        silent.problems.push_back({QString(), silenceError(m_spec, m_budget)});
        return silent;
    }

private:
    const BackendSpec &m_spec;
    const Millis m_budget;
    const SteadyTime m_deadline;
    const std::shared_ptr<PendingExamination> m_pending;
    WorkerThread m_worker;
};

} // namespace

std::vector<Examination> examineAll(const std::vector<BackendSpec> &backends,
                                    const ReaderFactory &factory)
{
    const SteadyTime now = systemClock().now();
    std::vector<std::unique_ptr<Examining>> pending;
    pending.reserve(backends.size());
    for (const BackendSpec &spec : backends)
        pending.push_back(std::make_unique<Examining>(spec, factory, now));
    std::vector<Examination> examinations;
    examinations.reserve(backends.size());
    for (const auto &one : pending)
        examinations.push_back(one->result());
    return examinations;
}

} // namespace lockmaster

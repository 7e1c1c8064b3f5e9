// SPDX-License-Identifier: Apache-2.0
#include "core/lab/contention/groupcourse.h"

#include "core/lab/contention/plan.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Whoever is granted nothing for longer waits, and that is seen. */
constexpr Micros granting = 200ms;

class GroupCourse
{
public:
    GroupCourse(const QString &id, const std::vector<WorkReport> &reports, SteadyTime start)
        : m_staysMaster(id == QLatin1String(plan::masterPlanned)), m_reports(reports),
          m_start(start)
    {
    }

    WorkCourse build(int workers)
    {
        m_made.workers = workers;
        m_made.locks = 0;
        for (const WorkReport &report : m_reports) {
            if (report.step == WorkStep::Lost)
                m_lost.emplace(report.worker, report.round);
        }
        for (const WorkReport &report : m_reports)
            add(report);
        m_made.violations = int(m_lost.size());
        std::stable_sort(m_made.stretches.begin(), m_made.stretches.end(),
                         [](const auto &a, const auto &b) { return a.from < b.from; });
        return std::move(m_made);
    }

private:
    void add(const WorkReport &report)
    {
        const Micros at =
            std::max(Micros(0), std::chrono::duration_cast<Micros>(report.at - m_start));
        m_made.length = std::max(m_made.length, at);
        switch (report.step) {
        case WorkStep::Locked: grant(report, at); break;
        case WorkStep::Refused:
            m_made.marks.push_back({WorkCourse::Mark::Kind::Refused, report.worker, at, false});
            break;
        case WorkStep::Deposed:
            if (!m_staysMaster)
                m_made.phases.push_back({at, {}, false});
            break;
        case WorkStep::Named:
            endPhase(at);
            m_made.looksForLost = true;
            if (m_staysMaster)
                m_made.phases.push_back({at, {}, true});
            break;
        case WorkStep::Woke: m_made.phases.push_back({at, {}, true}); break;
        case WorkStep::Heard: endPhase(at); break;
        default: break;
        }
    }

    void endPhase(Micros at)
    {
        if (!m_made.phases.empty() && !m_made.phases.back().until)
            m_made.phases.back().until = at;
    }

    /** One after another they are one block, as far as the same became of them. */
    void grant(const WorkReport &report, Micros at)
    {
        ++*m_made.locks;
        const bool isLost = m_lost.contains({report.worker, report.round});
        const int server = int(std::clamp<qint64>(report.value, 0, 99)) + 1;
        const auto last = m_last.find(report.worker);
        if (last != m_last.end()) {
            WorkCourse::Stretch &block = m_made.stretches[last->second];
            if (block.isWrong == isLost && block.server == server
                && at - block.until.value_or(block.from) <= granting) {
                block.until = at;
                ++block.locks;
                return;
            }
        }
        m_last.insert_or_assign(report.worker, m_made.stretches.size());
        m_made.stretches.push_back({.worker = report.worker,
                                    .from = at,
                                    .until = at,
                                    .isWrong = isLost,
                                    .locks = 1,
                                    .server = server});
    }

    const bool m_staysMaster; ///< until another is named
    const std::vector<WorkReport> &m_reports;
    const SteadyTime m_start;
    std::set<std::pair<int, int>> m_lost; ///< worker and round
    std::map<int, size_t> m_last;         ///< of each worker, the place of its last block
    WorkCourse m_made;
};

} // namespace

bool isOfGroup(const QString &id)
{
    return id == QLatin1String(plan::masterPlanned) || id == QLatin1String(plan::masterKilled)
           || id == QLatin1String(plan::masterFrozen);
}

WorkCourse groupCourse(const QString &id, int workers, const std::vector<WorkReport> &reports,
                       SteadyTime start)
{
    return GroupCourse(id, reports, start).build(workers);
}

} // namespace lockmaster

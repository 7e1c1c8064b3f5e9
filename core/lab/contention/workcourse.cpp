// SPDX-License-Identifier: Apache-2.0
#include "core/lab/contention/workcourse.h"

#include "core/lab/contention/arbiter.h"
#include "core/lab/contention/groupcourse.h"
#include "core/lab/contention/plan.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockmaster {

namespace {

/** What a drawing has to know of an experiment. */
struct CourseRules {
    bool asksAtOnce = false;           ///< all wait from the start on
    bool oncePerRound = false;         ///< a second run of a round is wrong, whenever it is
    std::optional<int> mostCards = {}; ///< more are wrong
    bool asksForRelease = false;       ///< an answer other than 1 is wrong
};

std::optional<CourseRules> rulesOf(const QString &id)
{
    if (id == QLatin1String(plan::cardsUnlocked) || id == QLatin1String(plan::cardsPooled)
        || id == QLatin1String(plan::cards))
        return CourseRules{
            .asksAtOnce = true, .mostCards = plan::cardsAllowed, .asksForRelease = true};
    if (id == QLatin1String(plan::minuteJob))
        return CourseRules{.oncePerRound = true};
    if (id == QLatin1String(plan::order) || id == QLatin1String(plan::coupon))
        return CourseRules{};
    return std::nullopt;
}

class Course
{
public:
    Course(const CourseRules &rules, const std::vector<WorkReport> &reports, SteadyTime start)
        : m_rules(rules), m_reports(reports), m_start(start)
    {
    }

    WorkCourse build(int workers)
    {
        m_made.workers = workers;
        addWork();
        if (m_rules.asksAtOnce)
            addWaiting();
        addMarks();
        m_made.violations = violations();
        for (const WorkReport &report : m_reports)
            m_made.length = std::max(m_made.length, since(report.at));
        return std::move(m_made);
    }

private:
    Micros since(SteadyTime at) const
    {
        return std::max(Micros(0), std::chrono::duration_cast<Micros>(at - m_start));
    }

    void addWork()
    {
        const std::vector<WorkSpan> spans = workSpans(m_reports);
        std::set<int> rounds;
        std::multiset<SteadyTime> ends; // of those that are at work
        for (const WorkSpan &span : spans) {
            ends.erase(ends.begin(), ends.upper_bound(span.from));
            const bool isWrong =
                m_rules.oncePerRound ? !rounds.insert(span.round).second : !ends.empty();
            ends.insert(span.to);
            WorkCourse::Stretch work{span.worker, since(span.from), {}, false, isWrong};
            if (span.to != SteadyTime::max())
                work.until = since(span.to);
            m_made.stretches.push_back(work);
        }
    }

    /** Until it is let in, or is not. */
    void addWaiting()
    {
        std::map<int, Micros> over;
        for (const WorkReport &report : m_reports) {
            if (report.step == WorkStep::Entered || report.step == WorkStep::Refused)
                over.emplace(report.worker, since(report.at));
        }
        for (int worker = 1; worker <= m_made.workers; ++worker) {
            const auto end = over.find(worker);
            WorkCourse::Stretch waiting{worker, Micros(0), {}, true, false};
            if (end != over.end())
                waiting.until = end->second;
            m_made.stretches.push_back(waiting);
        }
        std::stable_sort(m_made.stretches.begin(), m_made.stretches.end(),
                         [](const auto &a, const auto &b) { return a.from < b.from; });
    }

    void addMarks()
    {
        using Kind = WorkCourse::Mark::Kind;
        int cards = 0;
        for (const WorkReport &report : m_reports) {
            const auto add = [&](Kind kind, bool isWrong) {
                m_made.marks.push_back({kind, report.worker, since(report.at), isWrong});
            };
            if (report.step == WorkStep::Wrote)
                add(Kind::Wrote, m_rules.mostCards && ++cards > *m_rules.mostCards);
            else if (report.step == WorkStep::Refused)
                add(Kind::Refused, false);
            else if (report.step == WorkStep::Released)
                add(Kind::Released,
                    m_rules.asksForRelease ? report.value != 1 : isWrongRelease(m_reports, report));
        }
    }

    /** Of cards it is those too many that break the rule, however many were at work. */
    int violations() const
    {
        const auto &marks = m_made.marks;
        const auto &stretches = m_made.stretches;
        if (m_rules.mostCards)
            return int(std::count_if(marks.begin(), marks.end(), [](const auto &mark) {
                return mark.isWrong && mark.kind == WorkCourse::Mark::Kind::Wrote;
            }));
        return int(std::count_if(stretches.begin(), stretches.end(),
                                 [](const auto &stretch) { return stretch.isWrong; }));
    }

    const CourseRules m_rules;
    const std::vector<WorkReport> &m_reports;
    const SteadyTime m_start;
    WorkCourse m_made;
};

} // namespace

std::optional<WorkCourse> workCourse(const QString &id, int workers,
                                     const std::vector<WorkReport> &reports, SteadyTime start)
{
    if (isOfGroup(id))
        return groupCourse(id, workers, reports, start);
    const auto rules = rulesOf(id);
    if (!rules)
        return std::nullopt;
    return Course(*rules, reports, start).build(workers);
}

} // namespace lockmaster

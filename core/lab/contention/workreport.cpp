// SPDX-License-Identifier: Apache-2.0
#include "core/lab/contention/workreport.h"

#include <QByteArrayList>

#include <algorithm>
#include <array>
#include <optional>

namespace lockmaster {

namespace {

struct StepWord {
    WorkStep step;
    const char *word;
};

constexpr std::array stepWords = {
    StepWord{WorkStep::Session, "session"}, StepWord{WorkStep::Ready, "ready"},
    StepWord{WorkStep::Locked, "locked"},   StepWord{WorkStep::Refused, "refused"},
    StepWord{WorkStep::Entered, "entered"}, StepWord{WorkStep::Wrote, "wrote"},
    StepWord{WorkStep::Left, "left"},       StepWord{WorkStep::Released, "released"},
    StepWord{WorkStep::Done, "done"},       StepWord{WorkStep::Deposed, "deposed"},
    StepWord{WorkStep::Named, "named"},     StepWord{WorkStep::Woke, "woke"},
    StepWord{WorkStep::Heard, "heard"},     StepWord{WorkStep::Lost, "lost"},
};

constexpr char mark[] = "report";

std::optional<WorkReport> parsed(const QByteArray &line)
{
    const QByteArrayList words = line.split(' ');
    if (words.size() != 6 || words.first() != mark)
        return std::nullopt;
    const std::optional<WorkStep> step = workStepFromName(words.at(4));
    if (!step)
        return std::nullopt;
    return WorkReport{SteadyTime(std::chrono::nanoseconds(words.at(1).toLongLong())),
                      words.at(2).toInt(), words.at(3).toInt(), *step, words.at(5).toLongLong()};
}

} // namespace

const char *workStepName(WorkStep step)
{
    return std::find_if(stepWords.begin(), stepWords.end(),
                        [step](const StepWord &candidate) { return candidate.step == step; })
        ->word;
}

std::optional<WorkStep> workStepFromName(QByteArrayView name)
{
    const auto *const found =
        std::find_if(stepWords.begin(), stepWords.end(),
                     [name](const StepWord &candidate) { return name == candidate.word; });
    return found == stepWords.end() ? std::nullopt : std::optional(found->step);
}

QByteArray written(const WorkReport &report)
{
    const std::chrono::nanoseconds at = report.at.time_since_epoch();
    return QByteArrayList{mark,
                          QByteArray::number(qint64(at.count())),
                          QByteArray::number(report.worker),
                          QByteArray::number(report.round),
                          workStepName(report.step),
                          QByteArray::number(report.value)}
               .join(' ')
           + '\n';
}

std::vector<WorkReport> workReports(const QByteArray &text)
{
    std::vector<WorkReport> reports;
    QByteArrayList lines = text.split('\n');
    lines.removeLast(); // empty, or still being written
    for (const QByteArray &line : lines) {
        if (const std::optional<WorkReport> report = parsed(line))
            reports.push_back(*report);
    }
    std::stable_sort(reports.begin(), reports.end(),
                     [](const WorkReport &a, const WorkReport &b) { return a.at < b.at; });
    return reports;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/windowfigures.h"
#include "tests/bench/windowstage.h"
#include "ui/locks/filteredit.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"

#include <QScrollBar>
#include <QSet>

#include <sys/resource.h>

#include <algorithm>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;

constexpr int hundredThousand = 100'000;
constexpr int million = 1'000'000;
constexpr double sliceBudgetMs = 8;
constexpr double gapBudgetMs = 20;
constexpr double answerBudgetMs = 100;
const QString milliseconds = QStringLiteral("ms");

Figure amount(const QString &name, const QString &unit, double ours, double budget)
{
    return {name, unit, ours, std::nullopt, budget};
}

Error stuck(const QString &what)
{
    return Error{ErrorKind::Timeout, 0, QStringLiteral("%1 did not come about.").arg(what), {}};
}

std::vector<double> wall(const std::vector<Spent> &times)
{
    std::vector<double> all;
    for (const Spent &time : times)
        all.push_back(time.wallMs);
    return all;
}

std::vector<double> cpu(const std::vector<Spent> &times)
{
    std::vector<double> all;
    for (const Spent &time : times)
        all.push_back(time.cpuMs);
    return all;
}

double processCpuMs()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto ms = [](const timeval &time) {
        return 1e3 * double(time.tv_sec) + 1e-3 * double(time.tv_usec);
    };
    return ms(usage.ru_utime) + ms(usage.ru_stime);
}

/** From `ask` until the view that answers it is in the model; none: it did not come. Of the
 * processor, what all threads took: with the polls that happened to fall into it. */
std::optional<Spent> answered(WindowStage &stage, const std::function<void()> &ask,
                              const std::function<bool(const ViewQuery &)> &isIt)
{
    const Stopwatch watch;
    const double before = processCpuMs();
    ask();
    if (!stage.runUntil([&] { return isIt(stage.view().query); }, 10s))
        return std::nullopt;
    return Spent{watch.spent().wallMs, processCpuMs() - before};
}

/** The median of the slowest of several questions. */
class SlowestMedian
{
public:
    void add(const std::vector<Spent> &times)
    {
        m_worst.wallMs = std::max(m_worst.wallMs, median(wall(times)));
        m_worst.cpuMs = std::max(m_worst.cpuMs, median(cpu(times)));
    }
    void addTo(Figures &figures, const QString &name) const
    {
        figures.push_back(
            amount(name + QStringLiteral("-wall"), milliseconds, m_worst.wallMs, answerBudgetMs));
        figures.push_back(
            amount(name + QStringLiteral("-cpu"), milliseconds, m_worst.cpuMs, answerBudgetMs));
    }

private:
    Spent m_worst;
};

/** Of every column, both ways. */
Result<SlowestMedian> sortTime(WindowStage &stage)
{
    constexpr int rounds = 3;
    LockTable &table = stage.window().locksView().table();
    SlowestMedian slowest;
    for (int column = lockColumnCount - 1; column >= 0; --column) {
        std::vector<Spent> times;
        for (int round = 0; round < rounds; ++round) {
            const auto wanted = static_cast<LockColumn>(column);
            const auto time = answered(
                stage, [&] { table.sortBy(wanted); },
                [&](const ViewQuery &query) {
                    return query.sortColumn == wanted && query.descending == table.isDescending();
                });
            if (!time)
                return tl::unexpected(stuck(QStringLiteral("An order")));
            times.push_back(*time);
            stage.run(100ms);
        }
        slowest.add(times);
    }
    return slowest;
}

/** Of every letter; from the moment it is asked for, without the pause for typing. */
Result<SlowestMedian> filterTime(WindowStage &stage)
{
    const QString typed = QStringLiteral("order:0001");
    constexpr int rounds = 3;
    FilterEdit &edit = stage.window().filterEdit();
    SlowestMedian slowest;
    for (qsizetype letters = 1; letters <= typed.size(); ++letters) {
        std::vector<Spent> times;
        for (int round = 0; round < rounds; ++round) {
            const QString filter = u'"' + typed.left(letters - round % 2) + u'"';
            const auto time = answered(
                stage, [&] { edit.setFilterText(filter); },
                [&](const ViewQuery &query) { return query.filter.text() == filter; });
            if (!time)
                return tl::unexpected(stuck(QStringLiteral("A filter")));
            times.push_back(*time);
        }
        slowest.add(times);
    }
    edit.setFilterText({});
    stage.run(1s);
    return slowest;
}

/** Whole rows: to widen a thousand ranges to rows, Qt compares each of them with all the others. */
void selectEvery(LockTable &table, int step, int count)
{
    QItemSelection rows;
    for (int i = 0; i < count; ++i)
        rows.append(QItemSelectionRange(table.model()->index(i * step, 0),
                                        table.model()->index(i * step, lockColumnCount - 1)));
    table.selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
}

QSet<LockId> selected(const LockTable &table)
{
    QSet<LockId> ids;
    for (const LockPointer &lock : table.selectedLocks())
        ids.insert(lock->id);
    return ids;
}

/**
 * A thousand rows are selected; then changes come, another order and a filter that keeps them all.
 * How many rows are not selected any more though they are still there, or are that were not.
 */
Result<double> selectionLost(WindowStage &stage)
{
    constexpr int count = 1000;
    LockTable &table = stage.window().locksView().table();
    selectEvery(table, static_cast<int>(stage.view().rows.size()) / count, count);
    const QSet<LockId> before = selected(table);
    if (before.size() != count)
        return tl::unexpected(stuck(QStringLiteral("The selection")));
    stage.run(3s);
    table.sortBy(LockColumn::Owner);
    stage.run(1s);
    stage.window().filterEdit().setFilterText(QStringLiteral("order"));
    stage.run(2s);
    const QSet<LockId> after = selected(table);
    double lost = double((after - before).size());
    for (const ViewRow &row : stage.view().rows)
        lost += row.mark != RowMark::Gone && before.contains(row.lock.id())
                        && !after.contains(row.lock.id())
                    ? 1
                    : 0;
    return lost;
}

/** What a countdown of the rows that are seen costs: signal, paint and all that ticks beside it. */
double tickTime(WindowStage &stage)
{
    constexpr auto time = 4s;
    stage.monitor().setPaused(true);
    stage.run(1s);
    const auto interval = stage.window().locksView().table().tickInterval();
    const Stopwatch watch;
    stage.run(time);
    const double spent = watch.spent().cpuMs;
    stage.monitor().setPaused(false);
    return interval.count() == 0
               ? 0
               : spent / (double(Millis(time).count()) / double(interval.count()));
}

/** The second backend is frozen; the first goes on. */
void addFrozen(Figures &figures, WindowStage &stage, Backends &servers)
{
    servers.setManner(WindowStage::backendName(1), Manner::Freezes);
    stage.run(1s);
    stage.meter().reset();
    stage.run(6s);
    const std::vector<Spent> &slices = stage.meter().slices();
    figures.push_back(amount(QStringLiteral("window-100000-frozen-server-gap-wall"), milliseconds,
                             quantile(wall(slices), 1), gapBudgetMs));
    figures.push_back(amount(QStringLiteral("window-100000-frozen-server-gap-cpu"), milliseconds,
                             quantile(cpu(slices), 1), gapBudgetMs));
}

Result<Figures> hundredThousandLocks()
{
    const QString name = QStringLiteral("window-100000");
    const auto servers = std::make_shared<Backends>(hundredThousand / 2);
    WindowStage stage(2, servers);
    if (const auto shown = filled(stage, hundredThousand); !shown)
        return tl::unexpected(shown.error());
    Figures figures = livingFigures(stage, name);
    const auto answers = answerFigures(stage, name);
    if (!answers)
        return answers;
    figures.insert(figures.end(), answers->begin(), answers->end());
    addFrozen(figures, stage, *servers);
    return figures;
}

Result<Figures> millionLocks()
{
    const QString name = QStringLiteral("window-1000000");
    WindowStage stage(1, std::make_shared<Backends>(million));
    if (const auto shown = filled(stage, million); !shown)
        return tl::unexpected(shown.error());
    stage.run(3s);
    stage.meter().reset();
    stage.updates().clear();
    stage.run(10s);
    return Figures{
        amount(name + QStringLiteral("-apply-median-wall"), milliseconds,
               median(wall(stage.updates())), 15),
        amount(name + QStringLiteral("-apply-max-cpu"), milliseconds,
               quantile(cpu(stage.updates()), 1), 15),
    };
}

Result<Figures> quietWindow()
{
    constexpr int locks = 1000;
    constexpr auto time = 5s;
    WindowStage stage(1, std::make_shared<Backends>(locks, Changes::None));
    if (const auto shown = filled(stage, locks); !shown)
        return tl::unexpected(shown.error());
    stage.run(12s); // until the locks that count down in tenths of a second have run out
    Figures figures{amount(QStringLiteral("window-idle-1000"), QStringLiteral("%"),
                           processShare(stage, time), 1)};
    stage.window().showMinimized();
    stage.run(1s);
    figures.push_back(amount(QStringLiteral("window-minimised-1000"), QStringLiteral("%"),
                             processShare(stage, time), 0.2));
    return figures;
}

/** By how much the worst poll of those that answer came later than its period after the last. */
double worstLateness(const Backends &servers, const std::vector<int> &numbers)
{
    double worst = 0;
    for (const int number : numbers) {
        const auto polls = servers.polls(WindowStage::backendName(number));
        const double period = double(WindowStage::spec(number).poll.count());
        for (size_t i = 2; i < polls.size(); ++i) {
            const std::chrono::duration<double, std::milli> gap = polls[i] - polls[i - 1];
            worst = std::max(worst, gap.count() - period);
        }
    }
    return worst;
}

Result<Figures> manyFakeBackends()
{
    constexpr int count = 50;
    constexpr int locksEach = 200;
    const auto servers = std::make_shared<Backends>(locksEach);
    std::vector<int> answering;
    for (int i = 0; i < count; ++i) {
        const bool dead = i % 10 == 3;
        if (dead)
            servers->setManner(WindowStage::backendName(i),
                               i < 20 ? Manner::Refuses : Manner::Freezes);
        else
            answering.push_back(i);
    }
    WindowStage stage(count, servers);
    if (const auto shown = filled(stage, locksEach * static_cast<int>(answering.size())); !shown)
        return tl::unexpected(shown.error());
    stage.run(3s);
    stage.meter().reset();
    stage.run(10s);
    const QString name = QStringLiteral("window-50-backends");
    Figures figures{amount(name + QStringLiteral("-late"), milliseconds,
                           worstLateness(*servers, answering), 100)};
    addSlices(figures, name + QStringLiteral("-slice"), stage.meter().slices());
    return figures;
}

} // namespace

void addSlices(Figures &figures, const QString &name, const std::vector<Spent> &slices)
{
    const auto add = [&](const char *what, double ours) {
        figures.push_back(amount(name + QLatin1String(what), milliseconds, ours, sliceBudgetMs));
    };
    add("-p99-wall", quantile(wall(slices), 0.99));
    add("-max-wall", quantile(wall(slices), 1));
    add("-p99-cpu", quantile(cpu(slices), 0.99));
    add("-max-cpu", quantile(cpu(slices), 1));
}

double processShare(WindowStage &stage, std::chrono::milliseconds time)
{
    const double before = processCpuMs();
    stage.run(time);
    return 100.0 * (processCpuMs() - before) / double(time.count());
}

Result<void> filled(WindowStage &stage, int locks)
{
    if (!stage.fill(locks))
        return tl::unexpected(stuck(QStringLiteral("The first view of %1 locks").arg(locks)));
    return {};
}

Figures livingFigures(WindowStage &stage, const QString &name)
{
    stage.run(2s);
    stage.meter().reset();
    stage.updates().clear();
    stage.run(10s);
    Figures figures;
    addSlices(figures, name + QStringLiteral("-slice"), stage.meter().slices());
    figures.push_back(amount(name + QStringLiteral("-apply-p99-cpu"), milliseconds,
                             quantile(cpu(stage.updates()), 0.99), 2));
    figures.push_back(amount(name + QStringLiteral("-apply-median-wall"), milliseconds,
                             median(wall(stage.updates())), 2));
    return figures;
}

Result<Figures> answerFigures(WindowStage &stage, const QString &name)
{
    const double tick = tickTime(stage);
    stage.run(1s);
    stage.meter().reset();
    stage.updates().clear();
    const auto sorted = sortTime(stage);
    if (!sorted)
        return tl::unexpected(sorted.error());
    const auto filtered = filterTime(stage);
    if (!filtered)
        return tl::unexpected(filtered.error());
    const auto lost = selectionLost(stage);
    if (!lost)
        return tl::unexpected(lost.error());
    Figures figures;
    addSlices(figures, name + QStringLiteral("-busy-slice"), stage.meter().slices());
    figures.push_back(amount(name + QStringLiteral("-busy-apply-p99-cpu"), milliseconds,
                             quantile(cpu(stage.updates()), 0.99), 2));
    figures.push_back(amount(name + QStringLiteral("-tick-cpu"), milliseconds, tick, 1));
    sorted->addTo(figures, name + QStringLiteral("-sort"));
    filtered->addTo(figures, name + QStringLiteral("-filter-letter"));
    figures.push_back(
        amount(name + QStringLiteral("-selection-lost"), QStringLiteral("rows"), *lost, 0));
    return figures;
}

Result<Figures> windowFigures()
{
    const auto idle = quietWindow();
    if (!idle)
        return idle;
    auto all = hundredThousandLocks();
    if (all)
        all->insert(all->begin(), idle->begin(), idle->end());
    return all;
}

Result<Figures> millionInWindow()
{
    return millionLocks();
}

Result<Figures> backendsInWindow()
{
    return manyFakeBackends();
}

} // namespace lockmaster::bench

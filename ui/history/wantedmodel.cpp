// SPDX-License-Identifier: Apache-2.0
#include "ui/history/wantedmodel.h"

#include "core/display/lockroles.h"
#include "core/display/locktext.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"

#include <algorithm>

namespace lockmaster {

namespace {

using WantedRow = LockContention;

constexpr int leastFigure = 64;
constexpr int widestWaited = 110;

/** Where somebody waited, or may have, and nothing names who, it is not known how often and long.
 */
QString noWaitText(const WantedRow &row)
{
    return row.mostWaiters == 0 ? LockText::none() : LockText::unknown();
}

/** Waited for by all together. */
QString waitedText(const WantedRow &row)
{
    return row.waits > 0 ? atLeast(durationText(row.waited)) : noWaitText(row);
}

QString waitsText(const WantedRow &row)
{
    return row.waits > 0 ? countText(row.waits) : noWaitText(row);
}

template<class Value>
auto byFigure(Value value)
{
    return [value](const WantedRow &a, const WantedRow &b) {
        return compareValues(value(a), value(b));
    };
}

} // namespace

WantedModel::WantedModel(QObject *parent) : SortedModel(parent)
{
    const auto figure = [this](const QString &title, auto value) {
        return column(title, [value](const WantedRow &row) { return countText(value(row)); })
            .number()
            .width(leastFigure)
            .compare(byFigure(value));
    };
    std::vector<Column<WantedRow>> all{
        column(tr("Lock"), [](const WantedRow &row) { return literalText(row.lock.name); })
            .compare(byFigure([](const WantedRow &row) { return row.lock.name; })),
        column(tr("Server"), [](const WantedRow &row) { return literalText(row.lock.backend); })
            .tone([](const WantedRow &) { return Tone::Muted; })
            .compare(byFigure([](const WantedRow &row) { return row.lock.backend; })),
        column(tr("Waited, in all"), waitedText)
            .number()
            .width(widestWaited)
            .tone([](const WantedRow &row) { return row.waits > 0 ? Tone::Held : Tone::Muted; })
            .role(TtlShareRole,
                  [this](const WantedRow &row) -> QVariant {
                      if (m_longest <= Micros(0) || row.waits == 0)
                          return {};
                      return double(row.waited.count()) / double(m_longest.count());
                  })
            // What nobody is known to have waited for comes after all of it.
            .compare(byFigure([](const WantedRow &row) {
                return std::tuple(row.waited, row.mostWaiters.value_or(0), row.handOvers,
                                  row.holds);
            })),
        column(tr("Waits"), waitsText)
            .number()
            .width(leastFigure)
            .compare(byFigure([](const WantedRow &row) { return row.waits; })),
        column(tr("Most waiters"),
               [](const WantedRow &row) {
                   return row.mostWaiters ? countText(*row.mostWaiters) : LockText::unknown();
               })
            .number()
            .width(leastFigure)
            .compare(byFigure([](const WantedRow &row) { return row.mostWaiters.value_or(-1); })),
        figure(tr("Hand-overs"), [](const WantedRow &row) { return row.handOvers; }),
        figure(tr("Holds"), [](const WantedRow &row) { return row.holds; }),
    };
    setColumns(std::move(all));
    Q_ASSERT(columnCount() == columns);
    sortFirstBy(Waited, Qt::DescendingOrder);
}

WantedKey WantedModel::keyOf(const LockContention &row) const
{
    return {row.lock.backend, row.lock.source, row.lock.system, row.lock.name};
}

void WantedModel::setRanking(const ContentionRanking &ranking)
{
    m_longest = Micros(0);
    for (const LockContention &one : ranking.locks)
        m_longest = std::max(m_longest, one.waited);
    followRows(ranking.locks);
}

} // namespace lockmaster

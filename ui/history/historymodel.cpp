// SPDX-License-Identifier: Apache-2.0
#include "ui/history/historymodel.h"

#include "core/text/literaltext.h"
#include "core/display/locktext.h"

#include <algorithm>

namespace lockmaster {

namespace {

using Row = HistoryRow;

QString untilText(const HistoryHold &hold, ServerTime now)
{
    const QString until = HistoryText::until(hold, now);
    return until.isEmpty() ? LockText::none() : until;
}

/** By what `value` tells of a hold. */
template<class Value>
auto by(const Value &value)
{
    return
        [value](const Row &a, const Row &b) { return compareValues(value(a.hold), value(b.hold)); };
}

} // namespace

HistoryModel::HistoryModel(QObject *parent) : SortedModel(parent)
{
    std::vector<Column<Row>> all{
        column(tr("Lock"), [](const Row &row) { return HistoryText::lock(row.hold); })
            .compare(by([](const HistoryHold &hold) { return hold.lock.name; })),
        column(tr("Owner"), [](const Row &row) { return HistoryText::owner(row.hold); })
            .compare(by(HistoryText::owner)),
        column(tr("Since"), [this](const Row &row) { return HistoryText::since(row.hold, m_now); })
            .explained(tr("When it was taken. ≤: it was held already when it was first seen."))
            .number()
            .compare(by([](const HistoryHold &hold) { return hold.since; })),
        column(tr("Until"), [this](const Row &row) { return untilText(row.hold, m_now); })
            .explained(tr("When it ended. ≥: it was still held when it was last seen."))
            .number()
            // What goes on ends after all that is over.
            .compare(
                by([](const HistoryHold &hold) { return hold.until.value_or(ServerTime::max()); })),
        column(tr("For"), [](const Row &row) { return HistoryText::length(row.hold); })
            .explained(tr(
                "How long it was held. ≥: at least so long, as its begin or its end was not seen."))
            .number()
            .compare(by([](const HistoryHold &hold) { return hold.length(); })),
        column(tr("How it ended"), HistoryText::end)
            .tone(HistoryText::endTone)
            .compare(by([](const HistoryHold &hold) { return hold.end; })),
        column(tr("Renewed"), [](const Row &row) { return countText(row.hold.renewals); })
            .explained(tr("How often it was seen to be renewed."))
            .number()
            .compare(by([](const HistoryHold &hold) { return hold.renewals; })),
        column(tr("Waiters"), [](const Row &row) { return HistoryText::waiters(row.hold); })
            .number()
            .compare(by([](const HistoryHold &hold) { return hold.waiters; })),
        column(tr("Server"), [](const Row &row) { return literalText(row.hold.lock.backend); })
            .tone([](const Row &) { return Tone::Muted; })
            .compare(by([](const HistoryHold &hold) { return hold.lock.backend; })),
    };
    for (Column<Row> &each : all)
        each.toolTip(HistoryText::everything);
    setColumns(std::move(all));
    Q_ASSERT(columnCount() == columns);
    sortFirstBy(Since, Qt::DescendingOrder);
    setLatestFirst();
}

void HistoryModel::reset(std::vector<HistoryRow> rows, ServerTime now)
{
    m_now = now;
    resetRows(std::move(rows));
}

void HistoryModel::follow(std::vector<HistoryRow> rows, ServerTime now)
{
    m_now = now;
    followRows(std::move(rows));
}

bool HistoryModel::hasSeveralBackends() const
{
    return std::any_of(rows().begin(), rows().end(), [this](const HistoryRow &row) {
        return row.hold.lock.backend != rows().front().hold.lock.backend;
    });
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/overview/overviewmodel.h"

#include "core/display/locktext.h"
#include "ui/overview/overviewtext.h"

#include <limits>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

using Row = OverviewRow;

/** By what `value` tells of a server. */
template<class Value>
auto rowsBy(const Value &value)
{
    return [value](const Row &a, const Row &b) { return compareValues(value(a), value(b)); };
}

int byTrouble(const Row &a, const Row &b)
{
    return troublesMore(a.server, b.server) ? -1 : (troublesMore(b.server, a.server) ? 1 : 0);
}

/** Production first, and last what is of no environment. */
int placeOfEnvironment(Environment environment)
{
    switch (environment) {
    case Environment::Production: return 0;
    case Environment::Staging: return 1;
    case Environment::Development: return 2;
    case Environment::Unset: break;
    }
    return 3;
}

} // namespace

OverviewModel::OverviewModel(const Clock &clock, const ChangeRates &rates, QObject *parent)
    : SortedModel(parent), m_clock(clock), m_rates(rates)
{
    const auto muted = [](const Row &) { return Tone::Muted; };
    const auto text = [this](QString (*of)(const Row &, SteadyTime)) {
        return [this, of](const Row &row) { return of(row, m_clock.now()); };
    };
    setColumns({
        column(tr("Server"), OverviewText::name).compare(within(rowsBy([](const Row &row) {
            return row.server.name;
        }))),
        column(tr("State"), text(OverviewText::health))
            .tone(OverviewText::healthTone)
            .toolTip(text(OverviewText::healthSentence))
            .spoken(text(OverviewText::healthSentence))
            .compare(within(byTrouble))
            .role(SignRole, OverviewText::healthSign),
        column(tr("Locks"), OverviewText::locks).number().compare(within(rowsBy([](const Row &row) {
            return row.server.figures.locks;
        }))),
        column(tr("Waiters"), OverviewText::waiters)
            .number()
            .tone([](const Row &row) {
                return row.server.figures.waiters > 0 ? Tone::Plain : Tone::Muted;
            })
            .compare(within(rowsBy([](const Row &row) { return row.server.figures.waiters; }))),
        column(tr("Longest held"), OverviewText::longest)
            .explained(tr("The lock that is held for longest there. ≥: seen for so long, and "
                          "perhaps held before."))
            .number()
            // Who holds nothing comes last.
            .compare(within([](const Row &a, const Row &b) {
                return a.longest && b.longest
                           ? compareValues(*a.longest, *b.longest)
                           : compareValues(b.longest.has_value(), a.longest.has_value());
            })),
        column(tr("Findings"), OverviewText::findings)
            .explained(tr("What is wrong with its locks, and with how many of them."))
            .tone(OverviewText::findingsTone)
            .toolTip(OverviewText::findingLines)
            .compare(within([](const Row &a, const Row &b) {
                return compareValues(b.server.figures.troubles, a.server.figures.troubles);
            }))
            .role(BeginningRole, [](const Row &) { return true; }),
        column(tr("Changes/min"), OverviewText::changes)
            .number()
            .tone(muted)
            .toolTip(OverviewText::changesSentence)
            .spoken(OverviewText::changesSentence)
            .compare(within(rowsBy([](const Row &row) { return row.rate.lastMinute; })))
            .role(RateRole, [](const Row &row) { return QVariant::fromValue(row.rate); }),
    });
    Q_ASSERT(columnCount() == columns);
    sortFirstBy(Health, Qt::AscendingOrder);
}

/**
 * Groups stand in their own order, each before its servers, whichever way these are sorted; and
 * what is kept stays.
 */
Column<OverviewRow>::Compare OverviewModel::within(const Column<OverviewRow>::Compare &compare)
{
    return [this, compare](const Row &a, const Row &b) {
        const auto fixed = [this](int compared) { return m_descending ? -compared : compared; };
        if (m_isGrouped) {
            const int groups = compareValues(placeOfEnvironment(a.server.environment),
                                             placeOfEnvironment(b.server.environment));
            if (groups != 0)
                return fixed(groups);
            if (a.isGroup != b.isGroup)
                return fixed(a.isGroup ? -1 : 1);
        }
        if (m_keeps) {
            const auto placeOf = [this](const Row &row) {
                const auto found = m_kept.find(keyOf(row));
                return found == m_kept.end() ? std::numeric_limits<int>::max() : found->second;
            };
            const int kept = compareValues(placeOf(a), placeOf(b));
            if (kept != 0)
                return fixed(kept);
        }
        return compare(a, b);
    };
}

OverviewKey OverviewModel::keyOf(const Row &row) const
{
    return row.isGroup ? OverviewKey{row.server.environment, {}}
                       : OverviewKey{Environment::Unset, row.server.name};
}

QVariant OverviewModel::rowData(const Row &row, int role) const
{
    switch (role) {
    case AlarmRole:
        return !row.isGroup
               && row.server.figures[Trouble::Conflict] + row.server.figures[Trouble::Blocked] > 0;
    case EnvironmentRole:
        // Its group says it.
        return QVariant::fromValue(m_isGrouped ? Environment::Unset : row.server.environment);
    case FoldRole: return row.isGroup ? QVariant(row.isFolded) : QVariant();
    case IndentRole: return m_isGrouped && !row.isGroup;
    case OwnReadOnlyRole: return !row.isGroup && row.server.readOnly;
    default: return {};
    }
}

void OverviewModel::sort(int column, Qt::SortOrder order)
{
    m_column = column;
    m_descending = order == Qt::DescendingOrder;
    // Who asks for another order wants it now.
    const bool kept = std::exchange(m_keeps, false);
    SortedModel::sort(column, order);
    keepOrder(kept);
}

void OverviewModel::follow(const std::shared_ptr<const ServerList> &list)
{
    if (!list)
        return; // nobody asked: what was known stays until somebody does
    // What ages is told anew once a second, however many views there are in one.
    const SteadyTime now = m_clock.now();
    if (list == m_list && now - m_followedAt < 1s)
        return;
    m_followedAt = now;
    const bool isNew = list != m_list;
    m_list = list;
    update();
    if (isNew && std::exchange(m_isAwaited, false))
        restoreOrderNow();
}

void OverviewModel::setWanted(const TypedLetters &letters)
{
    m_wanted = letters;
    update();
}

void OverviewModel::setFolded(Environment environment, bool folded)
{
    if (folded)
        m_folded.insert(environment);
    else
        m_folded.erase(environment);
    update();
}

void OverviewModel::notePlaces()
{
    m_kept.clear();
    for (int row = 0; row < rowCount(); ++row)
        m_kept.emplace(keyOf(rowAt(row)), row);
}

void OverviewModel::keepOrder(bool kept)
{
    notePlaces();
    if (std::exchange(m_keeps, kept) && !kept)
        update();
}

void OverviewModel::restoreOrderNow()
{
    const bool kept = m_keeps;
    keepOrder(false);
    keepOrder(kept);
    m_isBehind = false;
}

void OverviewModel::update()
{
    if (!m_list)
        return;
    std::vector<Row> now = rowsNow();
    m_isBehind = false;
    if (m_keeps) {
        const auto &compare = columnAt(m_column).order;
        const auto sorted = [&](bool keeps) {
            m_keeps = keeps;
            std::vector<const Row *> rows;
            rows.reserve(now.size());
            for (const Row &row : now)
                rows.push_back(&row);
            std::stable_sort(rows.begin(), rows.end(), [&](const Row *a, const Row *b) {
                const int compared = m_descending ? compare(*b, *a) : compare(*a, *b);
                return compared != 0 ? compared < 0 : keyOf(*a) < keyOf(*b);
            });
            return rows;
        };
        const auto right = sorted(false);
        m_isBehind = sorted(true) != right;
    }
    followRows(std::move(now));
    notePlaces(); // of those as well that have come
}

std::vector<OverviewRow> OverviewModel::rowsNow()
{
    std::map<Environment, Row> groups;
    std::vector<Row> rows;
    m_listed = 0;
    const SteadyTime at = m_clock.now();
    for (const ServerEntry &server : *m_list) {
        if (!m_wanted.isEmpty() && m_wanted.fit(server.name) == Fit::None)
            continue;
        ++m_listed;
        Row row = Row::of(server, m_rates.of(server.name), at);
        groups.try_emplace(server.environment, Row::group(server.environment))
            .first->second.add(row);
        rows.push_back(std::move(row));
    }
    // By all that there are, and not by what was found: rows are not to jump while one types.
    m_isGrouped = std::any_of(m_list->begin(), m_list->end(), [this](const ServerEntry &server) {
        return server.environment != m_list->front().environment;
    });
    if (!m_isGrouped)
        return rows;
    std::erase_if(rows, [this](const Row &row) {
        // Who looks for a server sees it.
        return m_wanted.isEmpty() && m_folded.contains(row.server.environment);
    });
    for (auto &[environment, sum] : groups) {
        sum.isFolded = m_folded.contains(environment);
        rows.push_back(std::move(sum));
    }
    return rows;
}

} // namespace lockmaster

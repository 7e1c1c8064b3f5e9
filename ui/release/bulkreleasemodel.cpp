// SPDX-License-Identifier: Apache-2.0
#include "ui/release/bulkreleasemodel.h"

#include "core/display/shownwords.h"
#include "core/text/literaltext.h"
#include "core/display/locktext.h"
#include "core/display/releasewords.h"

namespace lockmaster {

namespace {

constexpr qsizetype mostInCell = 300;

const LockRecord &lockOf(const BulkRow &row)
{
    return *row.target.lock;
}

QString nameText(const BulkRow &row)
{
    return briefText(LockText::name(lockOf(row)), mostInCell);
}

/** What a cell may have too little room for; of a name also where it is. */
QString placeToolTip(const BulkRow &row)
{
    const SourceId &source = *lockOf(row).id.source;
    QStringList place{literalText(source.backend), sourceText(source.name)};
    place.removeAll(QString());
    return nameText(row) + u'\n' + place.join(QStringLiteral(" · "));
}

QString rowOutcome(const BulkRow &row)
{
    using RowState = BulkRow::State;
    if (!row.outcome.isEmpty())
        return row.outcome;
    switch (row.state) {
    case RowState::Looking: return BulkReleaseModel::tr("being looked at …");
    case RowState::Ready: return BulkReleaseModel::tr("ready");
    case RowState::Waiting: return BulkReleaseModel::tr("waiting for its turn");
    case RowState::Skipped: return BulkReleaseModel::tr("left alone: stopped");
    default: return {};
    }
}

} // namespace

BulkReleaseModel::BulkReleaseModel(std::vector<BulkTarget> targets, SteadyTime now, QObject *parent)
    : ColumnModel(parent), m_now(now)
{
    using Row = BulkRow;
    const auto backend = [](const Row &row) { return literalText(lockOf(row).id.source->backend); };
    setColumns({
        column(tr("Lock"), nameText).toolTip(placeToolTip),
        column(tr("Server"), backend).toolTip(placeToolTip),
        column(tr("Owner"),
               [](const Row &row) { return briefText(LockText::owner(lockOf(row)), mostInCell); }),
        column(tr("TTL"), [this](const Row &row) { return LockText::ttl(lockOf(row), m_now); })
            .number(),
        column(tr("Action"),
               [](const Row &row) {
                   return row.target.action ? literalText(row.target.action->label)
                                            : LockText::none();
               }),
        column(tr("Compared"), [this](const Row &row) { return compared(row); }),
        column(tr("Outcome"), rowOutcome)
            .tone([](const Row &row) { return row.tone; })
            .toolTip([](const Row &row) {
                return row.details.isEmpty() ? rowOutcome(row) : row.details;
            }),
    });
    Q_ASSERT(columnCount() == columns);
    m_rows.reserve(targets.size());
    m_counts[size_t(State::Looking)] = int(targets.size());
    for (BulkTarget &target : targets) {
        BulkRow row;
        row.target = std::move(target);
        begin(row);
        m_rows.push_back(std::move(row));
    }
}

int BulkReleaseModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QString BulkReleaseModel::compared(const BulkRow &row) const
{
    if (!row.target.action)
        return LockText::none();
    // Whoever plans has no such choice: what is done decides it.
    const bool instanceOnly =
        row.target.planned ? row.target.action->evenIfRenewed : m_instanceOnly;
    return instanceOnly && row.canCompareInstanceOnly ? tr("owner") : tr("owner and lease");
}

QString BulkReleaseModel::comparedText(int row) const
{
    return compared(m_rows[size_t(row)]);
}

QString BulkReleaseModel::commonAction() const
{
    const QString *common = nullptr;
    for (const BulkRow &row : m_rows) {
        if (!row.target.action)
            continue;
        if (common && *common != row.target.action->label)
            return {};
        common = &row.target.action->label;
    }
    return common ? literalText(*common) : QString();
}

std::vector<int> BulkReleaseModel::rowsIn(State state) const
{
    std::vector<int> found;
    for (size_t i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].state == state)
            found.push_back(int(i));
    }
    return found;
}

void BulkReleaseModel::enter(BulkRow &row, State state)
{
    --m_counts[size_t(row.state)];
    row.state = state;
    ++m_counts[size_t(state)];
}

void BulkReleaseModel::begin(BulkRow &row)
{
    enter(row, row.target.action ? State::Looking : State::Refused);
    row.canCompareInstanceOnly = true;
    row.outcome = row.target.action                ? QString()
                  : row.target.hindrance.isEmpty() ? tr("nothing can be done to it")
                                                   : row.target.hindrance;
    row.details.clear();
    row.tone = Tone::Muted;
}

void BulkReleaseModel::setFound(int row, LockPointer lock, const LockAction &action,
                                const QString &verdict)
{
    BulkRow &at = m_rows[size_t(row)];
    if (at.state != State::Looking)
        return;
    at.target.lock = std::move(lock);
    at.target.action = action;
    at.target.verdict = verdict;
    tellChanged(row, row);
}

void BulkReleaseModel::setPreview(int row, const ReleasePreview &preview)
{
    BulkRow &at = m_rows[size_t(row)];
    if (at.state != State::Looking)
        return;
    at.canCompareInstanceOnly = preview.canCompareInstanceOnly;
    enter(at, State::Ready);
    at.isRenewed = preview.renewed;
    at.tone = Tone::Plain;
    at.outcome.clear();
    QStringList remarks = preview.losses + preview.warnings;
    if (preview.refusal) {
        const ReleaseMessage said = ReleaseWords::refusal(*preview.refusal);
        enter(at, State::Refused);
        m_stale += asksForAnotherLook(*preview.refusal) ? 1 : 0;
        at.outcome = said.title;
        at.tone = said.tone;
        remarks.prepend(said.text);
    } else if (preview.leastLookAge) {
        enter(at, State::Refused);
        at.outcome = tr("to be released by itself: it has to be seen in the same hands for longer");
        at.tone = Tone::Expiring;
    } else if (preview.indistinguishable) {
        enter(at, State::Refused);
        at.outcome = tr("to be released by itself: nothing tells its holder from the next");
        at.tone = Tone::Expiring;
    } else if (preview.renewed && at.target.planned && !at.target.action->evenIfRenewed) {
        enter(at, State::Refused);
        at.outcome = tr("renewed since it was planned: its holder is alive");
        at.tone = Tone::Expiring;
    } else if (!remarks.isEmpty()) {
        at.outcome = tr("ready: %1").arg(briefText(literalText(remarks.front()), mostInCell));
        at.tone = Tone::Expiring;
    } else if (preview.renewed) {
        at.outcome = tr("renewed: its holder is alive");
        at.tone = Tone::Expiring;
    } else if (!at.target.verdict.isEmpty()) {
        at.outcome = tr("ready: %1").arg(briefText(literalText(at.target.verdict), mostInCell));
    }
    if (!at.target.verdict.isEmpty())
        remarks << at.target.verdict;
    at.details = remarks.join(u'\n');
    tellChanged(row, row);
}

void BulkReleaseModel::setReport(int row, const ReleaseReport &report)
{
    BulkRow &at = m_rows[size_t(row)];
    const ReleaseMessage said = ReleaseWords::report(report);
    enter(at, State::Done);
    m_released += report.outcome.result == ReleaseResult::Released ? 1 : 0;
    at.outcome = said.title;
    at.details = said.text;
    at.tone = said.tone;
    at.report = report;
    tellChanged(row, row);
}

void BulkReleaseModel::setNotDone(int row, const NotDone &why)
{
    BulkRow &at = m_rows[size_t(row)];
    const ReleaseMessage said = ReleaseWords::notDone(why);
    enter(at, at.state == State::Looking ? State::Refused : State::NotDone);
    at.outcome = said.title;
    at.details = said.text;
    at.tone = said.tone;
    tellChanged(row, row);
}

void BulkReleaseModel::beginLook()
{
    m_stale = 0;
    for (BulkRow &row : m_rows)
        begin(row);
    tellChanged(0, rowCount() - 1);
}

void BulkReleaseModel::beginLook(std::vector<BulkTarget> targets, SteadyTime now)
{
    Q_ASSERT(targets.size() == m_rows.size());
    for (size_t row = 0; row < m_rows.size(); ++row)
        m_rows[row].target = std::move(targets[row]);
    m_now = now;
    beginLook();
}

void BulkReleaseModel::beginCommit()
{
    for (BulkRow &row : m_rows) {
        if (row.state != State::Ready)
            continue;
        enter(row, State::Waiting);
        row.outcome.clear();
        row.tone = Tone::Muted;
    }
    tellChanged(0, rowCount() - 1);
}

void BulkReleaseModel::finish()
{
    for (int row = 0; row < rowCount(); ++row) {
        if (m_rows[size_t(row)].state == State::Waiting) {
            enter(m_rows[size_t(row)], State::Skipped);
            tellChanged(row, row);
        }
    }
}

void BulkReleaseModel::setInstanceOnly(bool instanceOnly)
{
    m_instanceOnly = instanceOnly;
    if (!m_rows.empty()) {
        emit dataChanged(index(0, Compared), index(rowCount() - 1, Compared));
    }
}

} // namespace lockmaster

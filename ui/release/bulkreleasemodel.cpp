// SPDX-License-Identifier: Apache-2.0
#include "ui/release/bulkreleasemodel.h"

#include "core/text/literaltext.h"
#include "ui/kit/locktext.h"
#include "ui/release/releasewords.h"

namespace lockmaster {

namespace {

constexpr qsizetype mostInCell = 300;

} // namespace

BulkReleaseModel::BulkReleaseModel(std::vector<BulkTarget> targets, SteadyTime now, QObject *parent)
    : QAbstractTableModel(parent), m_now(now)
{
    m_rows.reserve(targets.size());
    m_counts[size_t(State::Looking)] = int(targets.size());
    for (BulkTarget &target : targets) {
        Row row;
        row.target = std::move(target);
        begin(row);
        m_rows.push_back(std::move(row));
    }
}

int BulkReleaseModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int BulkReleaseModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant BulkReleaseModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(
            (static_cast<Column>(section) == Column::Ttl ? Qt::AlignRight : Qt::AlignLeft)
            | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Column::Lock: return tr("Lock");
    case Column::Backend: return tr("Server");
    case Column::Owner: return tr("Owner");
    case Column::Ttl: return tr("TTL");
    case Column::Action: return tr("Action");
    case Column::Compared: return tr("Compared");
    case Column::Outcome: return tr("Outcome");
    }
    return {};
}

QVariant BulkReleaseModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[size_t(index.row())];
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case Qt::ToolTipRole: return plainToolTip(details(row, column));
    case Qt::AccessibleTextRole:
        return spokenCell(headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(),
                          text(row, column));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment(column == Column::Ttl ? Qt::AlignRight : Qt::AlignLeft));
    case ToneRole: return QVariant::fromValue(column == Column::Outcome ? row.tone : Tone::Plain);
    default: return {};
    }
}

/** What a cell may have too little room for; of a name also where it is. */
QString BulkReleaseModel::details(const Row &row, Column column) const
{
    if (column == Column::Outcome && !row.details.isEmpty())
        return row.details;
    if (column != Column::Lock && column != Column::Backend)
        return text(row, column);
    const SourceId &source = *row.target.lock->id.source;
    QStringList place{literalText(source.backend), literalText(source.name)};
    place.removeAll(QString());
    return text(row, Column::Lock) + u'\n' + place.join(QStringLiteral(" · "));
}

QString BulkReleaseModel::text(const Row &row, Column column) const
{
    const LockRecord &lock = *row.target.lock;
    switch (column) {
    case Column::Lock: return briefText(LockText::name(lock), mostInCell);
    case Column::Backend: return literalText(lock.id.source->backend);
    case Column::Owner: return briefText(LockText::owner(lock), mostInCell);
    case Column::Ttl: return LockText::ttl(lock, m_now);
    case Column::Action:
        return row.target.action ? literalText(row.target.action->label) : LockText::none();
    case Column::Compared:
        if (!row.target.action)
            return LockText::none();
        return m_instanceOnly && row.canCompareInstanceOnly ? tr("owner") : tr("owner and lease");
    case Column::Outcome: break;
    }
    if (!row.outcome.isEmpty())
        return row.outcome;
    switch (row.state) {
    case State::Looking: return tr("being looked at …");
    case State::Ready: return tr("ready");
    case State::Waiting: return tr("waiting for its turn");
    case State::Skipped: return tr("left alone: stopped");
    default: return {};
    }
}

QString BulkReleaseModel::comparedText(int row) const
{
    return text(m_rows[size_t(row)], Column::Compared);
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

void BulkReleaseModel::enter(Row &row, State state)
{
    --m_counts[size_t(row.state)];
    row.state = state;
    ++m_counts[size_t(state)];
}

void BulkReleaseModel::begin(Row &row)
{
    enter(row, row.target.action ? State::Looking : State::Refused);
    row.canCompareInstanceOnly = true;
    row.outcome = row.target.action ? QString() : tr("nothing can be done to it");
    row.details.clear();
    row.tone = Tone::Muted;
}

void BulkReleaseModel::changed(int row)
{
    emit dataChanged(index(row, 0), index(row, columns - 1));
}

void BulkReleaseModel::setPreview(int row, const ReleasePreview &preview)
{
    Row &at = m_rows[size_t(row)];
    if (at.state != State::Looking)
        return;
    at.canCompareInstanceOnly = preview.canCompareInstanceOnly;
    enter(at, State::Ready);
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
    } else if (preview.indistinguishable) {
        enter(at, State::Refused);
        at.outcome = tr("to be released by itself: nothing tells its holder from the next");
        at.tone = Tone::Expiring;
    } else if (!remarks.isEmpty()) {
        at.outcome = tr("ready: %1").arg(briefText(literalText(remarks.front()), mostInCell));
        at.tone = Tone::Expiring;
    } else if (preview.renewed) {
        at.outcome = tr("renewed: its holder is alive");
        at.tone = Tone::Expiring;
    }
    at.details = remarks.join(u'\n');
    changed(row);
}

void BulkReleaseModel::setReport(int row, const ReleaseReport &report)
{
    Row &at = m_rows[size_t(row)];
    const ReleaseMessage said = ReleaseWords::report(report);
    enter(at, State::Done);
    m_released += report.outcome.result == ReleaseResult::Released ? 1 : 0;
    at.outcome = said.title;
    at.details = said.text;
    at.tone = said.tone;
    at.report = report;
    changed(row);
}

void BulkReleaseModel::setNotDone(int row, const NotDone &why)
{
    Row &at = m_rows[size_t(row)];
    const ReleaseMessage said = ReleaseWords::notDone(why);
    enter(at, at.state == State::Looking ? State::Refused : State::NotDone);
    at.outcome = said.title;
    at.details = said.text;
    at.tone = said.tone;
    changed(row);
}

void BulkReleaseModel::beginLook()
{
    m_stale = 0;
    for (Row &row : m_rows)
        begin(row);
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
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
    for (Row &row : m_rows) {
        if (row.state != State::Ready)
            continue;
        enter(row, State::Waiting);
        row.outcome.clear();
        row.tone = Tone::Muted;
    }
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
}

void BulkReleaseModel::finish()
{
    for (int row = 0; row < rowCount(); ++row) {
        if (m_rows[size_t(row)].state == State::Waiting) {
            enter(m_rows[size_t(row)], State::Skipped);
            changed(row);
        }
    }
}

void BulkReleaseModel::setInstanceOnly(bool instanceOnly)
{
    m_instanceOnly = instanceOnly;
    if (!m_rows.empty()) {
        const int column = int(Column::Compared);
        emit dataChanged(index(0, column), index(rowCount() - 1, column));
    }
}

} // namespace lockmaster

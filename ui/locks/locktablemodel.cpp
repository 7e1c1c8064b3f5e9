// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/locktablemodel.h"

#include "core/text/durationtext.h"
#include "ui/kit/locktext.h"

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

constexpr std::array columnKeys = {"name", "system", "backend", "owner",
                                   "ttl",  "held",   "waiters", "state"};
static_assert(columnKeys.size() == lockColumnCount);

bool sameBackendStates(const ViewSnapshot &a, const ViewSnapshot &b)
{
    const auto &was = a.shown().backends;
    const auto &is = b.shown().backends;
    return std::equal(
        was.begin(), was.end(), is.begin(), is.end(), [](const auto &x, const auto &y) {
            return x == y
                   || (x->status.state == y->status.state && x->status.paused == y->status.paused);
        });
}

} // namespace

LockTableModel::LockTableModel(LockStore &store, SystemNames names, const Clock &clock,
                               QObject *parent)
    : QAbstractTableModel(parent), m_store(store), m_names(std::move(names)), m_clock(clock)
{
    connect(&store, &LockStore::aboutToUpdate, this, &LockTableModel::prepare);
    connect(&store, &LockStore::updated, this, &LockTableModel::follow);
}

int LockTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(view().rows.size());
}

int LockTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : lockColumnCount;
}

QModelIndex LockTableModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    // By row and column alone every hundredth row falls on one place of a few: a thousand of them
    // take milliseconds to move.
    constexpr quint64 spread = 0x9e3779b97f4a7c15;
    return createIndex(row, column, static_cast<quintptr>(quint64(row) * spread >> 16));
}

QModelIndex LockTableModel::sibling(int row, int column, const QModelIndex &of) const
{
    return of.isValid() ? index(row, column) : QModelIndex();
}

LockTableModel::Change LockTableModel::changeOf(const ViewSnapshot &before,
                                                const ViewUpdate &update)
{
    const auto &map = update.newRowOfOld;
    const size_t rowsNow = update.view->rows.size();
    if (update.view->rows.isSharedWith(before.rows))
        return Change::Content;
    if (map.size() == rowsNow) {
        bool identical = true;
        for (size_t row = 0; row < map.size() && identical; ++row)
            identical = map[row] == static_cast<qint32>(row);
        if (identical)
            return Change::Content;
    }
    return before.rows.empty() ? Change::Filled : Change::Layout;
}

void LockTableModel::prepare(const ViewUpdate &update)
{
    m_change = changeOf(view(), update);
    switch (m_change) {
    case Change::Content: noteChangedRows(view(), *update.view); break;
    case Change::Filled:
        beginInsertRows({}, 0, static_cast<int>(update.view->rows.size()) - 1);
        break;
    // By the hint, selections are kept by rows and not by cells.
    case Change::Layout: emit layoutAboutToBeChanged({}, VerticalSortHint); break;
    }
}

void LockTableModel::follow(const ViewUpdate &update)
{
    switch (m_change) {
    case Change::Content:
        if (m_firstChanged >= 0)
            emit dataChanged(index(m_firstChanged, 0), index(m_lastChanged, lockColumnCount - 1));
        break;
    case Change::Filled: endInsertRows(); break;
    case Change::Layout:
        m_newRowOfOld = &update.newRowOfOld;
        remapPersistentIndexes();
        emit layoutChanged({}, VerticalSortHint);
        m_newRowOfOld = nullptr;
        break;
    }
}

void LockTableModel::noteChangedRows(const ViewSnapshot &before, const ViewSnapshot &after)
{
    m_firstChanged = -1;
    m_lastChanged = -1;
    const auto count = static_cast<int>(after.rows.size());
    if (!sameBackendStates(before, after)) {
        m_firstChanged = count > 0 ? 0 : -1;
        m_lastChanged = count - 1;
        return;
    }
    if (after.rows.isSharedWith(before.rows))
        return;
    const auto isSame = [](const ViewRow &was, const ViewRow &is) {
        return was.lock == is.lock && was.mark == is.mark;
    };
    const auto &is = after.rows;
    const auto first = std::mismatch(is.begin(), is.end(), before.rows.begin(), isSame).first;
    if (first == is.end())
        return;
    m_firstChanged = static_cast<int>(first - is.begin());
    // From behind: what changes is found soon, and the rest need not be looked at.
    m_lastChanged = count - 1;
    while (isSame(before.rows[size_t(m_lastChanged)], is[size_t(m_lastChanged)]))
        --m_lastChanged;
}

void LockTableModel::remapPersistentIndexes()
{
    const QModelIndexList from = persistentIndexList();
    QModelIndexList to;
    to.reserve(from.size());
    for (const QModelIndex &old : from) {
        const int row = newRowOf(old.row());
        to.append(row < 0 ? QModelIndex() : index(row, old.column()));
    }
    changePersistentIndexList(from, to);
}

int LockTableModel::rowOf(const LockId &id) const
{
    const auto &rows = view().rows;
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&id](const ViewRow &row) { return row.lock.hasId(id); });
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

const LockRecord &LockTableModel::unpacked(const PackedLock &lock) const
{
    if (lock != m_lastAsked) {
        m_lastRecord = lock.unpack();
        m_lastAsked = lock;
    }
    return m_lastRecord;
}

std::optional<Micros> LockTableModel::overdueAge(int row) const
{
    const auto &backends = view().shown().backends;
    const auto backend = static_cast<size_t>(rowAt(row).backend);
    if (backend >= backends.size())
        return std::nullopt;
    const BackendStatus &status = backends[backend]->status;
    if (!status.dataFrom)
        return std::nullopt;
    const auto age = std::chrono::duration_cast<Micros>(m_clock.now() - *status.dataFrom);
    const Micros slack = status.latency + Millis(500);
    return age > 2 * status.period + slack ? std::optional(age) : std::nullopt;
}

bool LockTableModel::hasSeveralBackends() const
{
    return view().shown().backends.size() > 1;
}

Environment LockTableModel::environment(const ViewRow &row) const
{
    const auto &backends = view().shown().backends;
    const auto backend = static_cast<size_t>(row.backend);
    return backend < backends.size() ? backends[backend]->status.environment : Environment::Unset;
}

bool LockTableModel::stateAgedSince(int row, SteadyTime then) const
{
    if (rowAt(row).mark == RowMark::Gone)
        return false;
    const LockRecord &lock = lockAt(row);
    return overdueAge(row)
           || LockText::stateTone(lock, then) != LockText::stateTone(lock, m_clock.now());
}

QVariant LockTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ViewRow &row = rowAt(index.row());
    const auto column = static_cast<LockColumn>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return column == LockColumn::State ? stateText(index.row()) : text(row, column);
    case Qt::ToolTipRole: return plainToolTip(toolTip(index.row(), column));
    case Qt::AccessibleTextRole: return accessibleText(index.row(), column);
    case Qt::TextAlignmentRole:
        return QVariant(isNumeric(column) ? Qt::AlignRight | Qt::AlignVCenter
                                          : Qt::AlignLeft | Qt::AlignVCenter);
    case SortRole: return sortValue(row, column);
    case ToneRole: return QVariant::fromValue(tone(index.row(), column));
    case LockRole: return QVariant::fromValue(row.lock.record());
    case MarkRole: return QVariant::fromValue(row.mark);
    case EnvironmentRole: return QVariant::fromValue(environment(row));
    case LikelyRole: return row.lock.certainty() == Certainty::Likely;
    case BeginningRole: return column == LockColumn::System;
    case FindingCountRole: return static_cast<int>(lockAt(index.row()).findings.size());
    case TtlShareRole: {
        const auto share = LockText::ttlShare(lockAt(index.row()), m_clock.now());
        return share && row.lock.state() != LockState::Unknown ? QVariant(*share) : QVariant();
    }
    default: return {};
    }
}

QVariant LockTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= lockColumnCount)
        return {};
    const auto column = static_cast<LockColumn>(section);
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return columnTitle(column);
    if (role == Qt::TextAlignmentRole)
        return QVariant(isNumeric(column) ? Qt::AlignRight | Qt::AlignVCenter
                                          : Qt::AlignLeft | Qt::AlignVCenter);
    return {};
}

QString LockTableModel::columnTitle(LockColumn column)
{
    switch (column) {
    case LockColumn::Name: return tr("Lock");
    case LockColumn::System: return tr("System");
    case LockColumn::Backend: return tr("Backend");
    case LockColumn::Owner: return tr("Owner");
    case LockColumn::Ttl: return tr("TTL");
    case LockColumn::Held: return tr("Held for");
    case LockColumn::Waiters: return tr("Waiters");
    case LockColumn::State: return tr("State");
    }
    Q_UNREACHABLE();
}

QString LockTableModel::columnKey(LockColumn column)
{
    return QString::fromLatin1(columnKeys.at(static_cast<size_t>(column)));
}

bool LockTableModel::isNumeric(LockColumn column)
{
    return column == LockColumn::Ttl || column == LockColumn::Held || column == LockColumn::Waiters;
}

QString LockTableModel::text(const ViewRow &row, LockColumn column) const
{
    const LockRecord &lock = unpacked(row.lock);
    switch (column) {
    case LockColumn::Name: return LockText::name(lock);
    case LockColumn::System: {
        const QString label = m_names.label(lock.id.source->system);
        // Where the column is narrow, its end goes first.
        const QString marked = lock.certainty == Certainty::Likely ? tr("%1?").arg(label) : label;
        if (lock.variant.isEmpty())
            return marked;
        // That it is a lock may be settled and whose library's not.
        const bool isGuess =
            lock.variantCertainty == Certainty::Likely && lock.certainty == Certainty::Certain;
        return tr("%1, %2").arg(marked, isGuess ? tr("%1?").arg(lock.variant) : lock.variant);
    }
    case LockColumn::Backend: return lock.id.source->backend;
    case LockColumn::Owner: return LockText::owner(lock);
    case LockColumn::Ttl:
        return row.mark == RowMark::Gone ? LockText::none() : LockText::ttl(lock, m_clock.now());
    case LockColumn::Held: return LockText::held(lock, m_clock.now());
    case LockColumn::Waiters: return LockText::waiters(lock);
    case LockColumn::State: return LockText::state(lock);
    }
    Q_UNREACHABLE();
}

QString LockTableModel::stateText(int row) const
{
    if (rowAt(row).mark == RowMark::Gone)
        return tr("gone");
    const QString state = LockText::state(lockAt(row));
    const bool isKnown = lockAt(row).state != LockState::Unknown;
    const auto age = isKnown ? overdueAge(row) : std::nullopt;
    return age ? tr("%1, %2 ago").arg(state, ageText(*age)) : state;
}

QString LockTableModel::toolTip(int row, LockColumn column) const
{
    const LockRecord &lock = lockAt(row);
    switch (column) {
    case LockColumn::Name:
        return lock.certainty == Certainty::Likely
                   ? text(rowAt(row), column) + u'\n' + LockText::likely()
                   : text(rowAt(row), column);
    case LockColumn::Ttl: return LockText::ttlToolTip(lock, m_clock.now());
    case LockColumn::Held: return LockText::heldBasis(lock);
    case LockColumn::Waiters:
        return lock.waiters.count ? lock.waiters.basis
                                  : tr("Who waits cannot be seen for this lock.");
    case LockColumn::System: {
        const QString description = m_names.description(lock.id.source->system);
        return lock.certainty == Certainty::Likely ? description + u'\n' + LockText::likely()
                                                   : description;
    }
    case LockColumn::State: {
        QStringList lines(stateText(row));
        for (const Finding &finding : lock.findings)
            lines << QStringLiteral("%1: %2").arg(LockText::findingTitle(finding.id),
                                                  finding.evidence);
        return lines.join(u'\n');
    }
    case LockColumn::Backend:
        return environment(rowAt(row)) == Environment::Production
                   ? tr("%1, production").arg(text(rowAt(row), column))
                   : text(rowAt(row), column);
    default: return text(rowAt(row), column);
    }
}

QString LockTableModel::accessibleText(int row, LockColumn column) const
{
    if (column == LockColumn::Waiters && !lockAt(row).waiters.count)
        return spokenCell(columnTitle(column), tr("cannot be seen"));
    const bool isMarked = column == LockColumn::Name || column == LockColumn::System;
    if (isMarked && lockAt(row).certainty == Certainty::Likely)
        return spokenCell(columnTitle(column), tr("%1, likely").arg(text(rowAt(row), column)));
    if (column == LockColumn::Backend && environment(rowAt(row)) == Environment::Production)
        return spokenCell(columnTitle(column), tr("%1, production").arg(text(rowAt(row), column)));
    if (column != LockColumn::State)
        return spokenCell(columnTitle(column), text(rowAt(row), column));
    const QString state = spokenCell(columnTitle(column), stateText(row));
    const auto findings = static_cast<int>(lockAt(row).findings.size());
    return findings > 0 ? tr("%1, findings: %2").arg(state).arg(findings) : state;
}

QVariant LockTableModel::sortValue(const ViewRow &row, LockColumn column) const
{
    const LockRecord &lock = unpacked(row.lock);
    const auto ticks = [](SteadyTime time) {
        return static_cast<qlonglong>(time.time_since_epoch().count());
    };
    switch (column) {
    case LockColumn::Name: return lock.id.name;
    case LockColumn::Ttl:
        return lock.lease.expiresAt ? QVariant(ticks(lock.lease.deadline)) : QVariant();
    case LockColumn::Held: return lock.heldSince ? QVariant(ticks(*lock.heldSince)) : QVariant();
    case LockColumn::Waiters:
        return lock.waiters.count ? QVariant(qlonglong(*lock.waiters.count)) : QVariant();
    case LockColumn::State: return static_cast<int>(lock.state);
    default: return text(row, column);
    }
}

Tone LockTableModel::tone(int row, LockColumn column) const
{
    if (rowAt(row).mark == RowMark::Gone)
        return Tone::Muted;
    const LockRecord &lock = lockAt(row);
    switch (column) {
    case LockColumn::Ttl: return LockText::ttlTone(lock, m_clock.now());
    case LockColumn::State:
        return overdueAge(row) ? Tone::Unknown : LockText::stateTone(lock, m_clock.now());
    case LockColumn::System:
    case LockColumn::Backend: return Tone::Muted;
    case LockColumn::Name:
    case LockColumn::Owner: // of what may be no lock at all
        return lock.certainty == Certainty::Likely ? Tone::Muted : Tone::Plain;
    default: return Tone::Plain;
    }
}

} // namespace lockmaster

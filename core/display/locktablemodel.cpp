// SPDX-License-Identifier: Apache-2.0
#include "core/display/locktablemodel.h"

#include "core/findings/trouble.h"
#include "core/text/durationtext.h"
#include "core/display/locktext.h"

#include <algorithm>

namespace lockmaster {

namespace {

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
    : ColumnModel(parent), m_store(store), m_names(std::move(names)), m_clock(clock)
{
    setColumns(makeColumns());
    Q_ASSERT(columnCount() == lockColumnCount);
    connect(&store, &LockStore::aboutToUpdate, this, &LockTableModel::prepare);
    connect(&store, &LockStore::updated, this, &LockTableModel::follow);
}

int LockTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(view().rows.size());
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
            tellChanged(m_firstChanged, m_lastChanged);
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
    if (!sameBackendStates(before, after) || before.changes != after.changes
        || before.query.alarmed != after.query.alarmed) {
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

const BackendStatus *LockTableModel::statusOf(const ViewRow &row) const
{
    const auto &backends = view().shown().backends;
    const auto backend = static_cast<size_t>(row.backend);
    return backend < backends.size() ? &backends[backend]->status : nullptr;
}

std::optional<Micros> LockTableModel::overdueAge(const ViewRow &row) const
{
    const BackendStatus *const status = statusOf(row);
    return status ? lockmaster::overdueAge(*status, m_clock.now()) : std::nullopt;
}

std::optional<SeenChanges> LockTableModel::changes(const ViewRow &row) const
{
    return view().changes ? view().changes->of(row.lock) : std::nullopt;
}

bool LockTableModel::hasSeveralBackends() const
{
    return view().shown().backends.size() > 1;
}

Environment LockTableModel::environment(const ViewRow &row) const
{
    const BackendStatus *const status = statusOf(row);
    return status ? status->environment : Environment::Unset;
}

bool LockTableModel::stateAgedSince(int row, SteadyTime then) const
{
    if (rowAt(row).mark == RowMark::Gone)
        return false;
    const LockRecord &lock = lockAt(row);
    return overdueAge(rowAt(row))
           || LockText::stateTone(lock, then) != LockText::stateTone(lock, m_clock.now());
}

QVariant LockTableModel::rowData(const ViewRow &row, int role) const
{
    switch (role) {
    case LockRole: return QVariant::fromValue(row.lock.record());
    case MarkRole: return QVariant::fromValue(row.mark);
    case EnvironmentRole: return QVariant::fromValue(environment(row));
    case AlarmRole: return troubleOf(row.lock) <= Trouble::Blocked || isAlarmed(row);
    case PinnedRole: return isIn(view().query.pins, row.lock);
    case LikelyRole: return row.lock.certainty() == Certainty::Likely;
    case FindingCountRole: return static_cast<int>(unpacked(row.lock).findings.size());
    case TtlShareRole: {
        const auto share = LockText::ttlShare(unpacked(row.lock), m_clock.now());
        return share && row.lock.state() != LockState::Unknown ? QVariant(*share) : QVariant();
    }
    default: return {};
    }
}

/** In the order of `LockColumn`. */
std::vector<Column<ViewRow>> LockTableModel::makeColumns()
{
    using Row = ViewRow;
    const auto lock = [this](const Row &row) -> const LockRecord & { return unpacked(row.lock); };
    const auto isLikely = [](const Row &row) { return row.lock.certainty() == Certainty::Likely; };
    const auto withLikely = [=](const QString &text, const Row &row) {
        return isLikely(row) ? text + u'\n' + LockText::likely() : text;
    };
    const auto spokenLikely = [=](const QString &text, const Row &row) {
        return isLikely(row) ? tr("%1, likely").arg(text) : text;
    };
    const auto name = [=](const Row &row) { return LockText::name(lock(row)); };
    const auto backend = [=](const Row &row) { return lock(row).id.source->backend; };
    const auto backendInFull = [=, this](const Row &row) {
        return environment(row) == Environment::Production ? tr("%1, production").arg(backend(row))
                                                           : backend(row);
    };
    const auto system = [this](const Row &row) { return systemText(row); };
    const auto plain = [this](const Row &row) { return toneOf(row, Tone::Plain); };
    const auto muted = [](const Row &) { return Tone::Muted; };
    return {
        column(tr("Lock"), name)
            .tone([this](const Row &row) { return nameTone(row); })
            .explained(tr("Its name, as it is stored."))
            .toolTip([=](const Row &row) { return withLikely(name(row), row); })
            .spoken([=, this](const Row &row) {
                const QString said = spokenLikely(name(row), row);
                return isIn(view().query.pins, row.lock) ? tr("%1, pinned").arg(said) : said;
            }),
        column(tr("System"), system)
            .tone(muted)
            .explained(
                tr("How it is stored, and by which library where that can be told. A question "
                   "mark: likely, by its shape."))
            .toolTip([=, this](const Row &row) {
                return withLikely(m_names.description(lock(row).id.source->system), row);
            })
            .spoken([=](const Row &row) { return spokenLikely(system(row), row); })
            // Where the column is narrow, its end goes first.
            .role(BeginningRole, [](const Row &) { return true; }),
        column(tr("Server"), backend)
            .tone(muted)
            .explained(tr("The server that it is on, by its name in the profile."))
            .toolTip(backendInFull)
            .spoken(backendInFull),
        column(tr("Owner"), [=](const Row &row) { return LockText::owner(lock(row)); })
            .tone([this](const Row &row) { return nameTone(row); })
            .explained(
                tr("Who holds it, as far as what is stored tells. ×2: entered twice. A dash: "
                   "nobody."))
            .toolTip([=](const Row &row) { return LockText::ownerToolTip(lock(row)); }),
        column(tr("TTL"),
               [=, this](const Row &row) {
                   return row.mark == RowMark::Gone ? LockText::none()
                                                    : LockText::ttl(lock(row), m_clock.now());
               })
            .number()
            .tone([=, this](const Row &row) {
                return toneOf(row, LockText::ttlTone(lock(row), m_clock.now()));
            })
            .explained(tr("How long until it ends by itself, by its server's clock; the bar is how "
                          "much of its lease is left. ∞: never. A question mark: not known."))
            .toolTip([=, this](const Row &row) {
                return LockText::ttlToolTip(lock(row), m_clock.now());
            }),
        column(tr("Held for"), [this](const Row &row) { return heldText(row); })
            .number()
            .tone(plain)
            .explained(tr("How long its holder has had it. ≥: seen for so long, and perhaps held "
                          "before. A question mark: not known. A dash: nobody holds it."))
            .toolTip([=](const Row &row) { return LockText::heldToolTip(lock(row)); }),
        column(tr("Waiters"), [=](const Row &row) { return LockText::waiters(lock(row)); })
            .number()
            .tone(plain)
            .explained(
                tr("How many wait for it. A dash: that cannot be seen for this kind of lock."))
            .toolTip([=](const Row &row) { return LockText::waitersToolTip(lock(row)); })
            .spoken([=](const Row &row) {
                return lock(row).waiters.count ? LockText::waiters(lock(row))
                                               : tr("cannot be seen");
            }),
        column(tr("Changes/min"),
               [this](const Row &row) { return LockText::changes(changes(row)); })
            .number()
            .tone([this](const Row &row) {
                const auto seen = changes(row);
                return toneOf(row, seen && seen->count > 0 ? Tone::Plain : Tone::Muted);
            })
            .explained(
                tr("How often it was taken, handed over, let go of, expired or blocked within "
                   "the last minute, as far as it was seen, without renewals. It is counted "
                   "while this is shown. ≥: not all of that minute was seen. A dash: none "
                   "of it."))
            .toolTip([this](const Row &row) {
                return LockText::changesToolTip(changes(row), statusOf(row));
            })
            .spoken([this](const Row &row) { return LockText::spokenChanges(changes(row)); }),
        column(tr("State"), [this](const Row &row) { return stateText(row); })
            .tone([=, this](const Row &row) {
                return toneOf(row, overdueAge(row) ? Tone::Unknown
                                                   : LockText::stateTone(lock(row), m_clock.now()));
            })
            .explained(
                tr("How it stood when it was last read, and how many findings there are. Sorted "
                   "by this, what is in trouble comes first, also what an alert tells of."))
            .toolTip([this](const Row &row) { return stateToolTip(row); })
            .spoken([this](const Row &row) { return spokenState(row); }),
    };
}

Tone LockTableModel::nameTone(const ViewRow &row) const
{
    return toneOf(row, row.lock.certainty() == Certainty::Likely ? Tone::Muted : Tone::Plain);
}

QString LockTableModel::systemText(const ViewRow &row) const
{
    const LockRecord &lock = unpacked(row.lock);
    const QString label = m_names.label(lock.id.source->system);
    QString marked = lock.certainty == Certainty::Likely ? tr("%1?").arg(label) : label;
    if (lock.variant.isEmpty())
        return marked;
    // That it is a lock may be settled and whose library's not.
    const bool isGuess =
        lock.variantCertainty == Certainty::Likely && lock.certainty == Certainty::Certain;
    return tr("%1, %2").arg(marked, isGuess ? tr("%1?").arg(lock.variant) : lock.variant);
}

/** While nobody looks, it is known to be held until the last look, and no longer. */
QString LockTableModel::heldText(const ViewRow &row) const
{
    const SteadyTime now = m_clock.now();
    const auto unseen = overdueAge(row);
    return LockText::held(unpacked(row.lock), unseen ? now - *unseen : now);
}

QString LockTableModel::stateText(const ViewRow &row) const
{
    if (row.mark == RowMark::Gone)
        return tr("gone");
    const LockRecord &lock = unpacked(row.lock);
    QString state = LockText::state(lock);
    const auto age = lock.state != LockState::Unknown ? overdueAge(row) : std::nullopt;
    if (age)
        state = tr("%1, %2 ago").arg(state, ageText(*age));
    // Beside the sign of a finding there is no room, and it tells of the same mostly.
    return isAlarmed(row) && lock.findings.empty() ? withAlert(state) : state;
}

QString LockTableModel::withAlert(const QString &state)
{
    return tr("%1 · alert", "a lock's state; an alert of it is open").arg(state);
}

bool LockTableModel::isAlarmed(const ViewRow &row) const
{
    return row.mark != RowMark::Gone && isIn(view().query.alarmed, row.lock);
}

QString LockTableModel::stateToolTip(const ViewRow &row) const
{
    QStringList lines(stateText(row));
    if (isAlarmed(row))
        lines << tr("An alert of it waits for somebody.");
    for (const Finding &finding : unpacked(row.lock).findings)
        lines << QStringLiteral("%1: %2").arg(LockText::findingTitle(finding.id), finding.evidence);
    return lines.join(u'\n');
}

QString LockTableModel::spokenState(const ViewRow &row) const
{
    const auto findings = static_cast<int>(unpacked(row.lock).findings.size());
    QString state = stateText(row);
    if (findings > 0 && isAlarmed(row))
        state = withAlert(state);
    return findings > 0 ? tr("%1, findings: %2").arg(state).arg(findings) : state;
}

} // namespace lockmaster

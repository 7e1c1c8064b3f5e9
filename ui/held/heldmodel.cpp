// SPDX-License-Identifier: Apache-2.0
#include "ui/held/heldmodel.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "ui/kit/locktext.h"

#include <algorithm>

namespace lockmaster {

namespace {

using State = HeldLock::State;

QString stateWord(State state)
{
    switch (state) {
    case State::Waiting: return HeldModel::tr("waiting");
    case State::Held: return HeldModel::tr("held");
    case State::LettingGo: return HeldModel::tr("letting go");
    case State::LetGo: return HeldModel::tr("let go");
    case State::NotAcquired: return HeldModel::tr("not acquired");
    case State::Lost: return HeldModel::tr("lost");
    case State::Failed: return HeldModel::tr("failed");
    case State::Unsure: return HeldModel::tr("unsure");
    }
    Q_UNREACHABLE();
}

QString stateSign(State state)
{
    switch (state) {
    case State::Waiting:
    case State::LettingGo: return QStringLiteral("○");
    case State::Held: return QStringLiteral("●");
    case State::LetGo: return QStringLiteral("✓");
    case State::NotAcquired:
    case State::Lost:
    case State::Failed: return QStringLiteral("✗");
    case State::Unsure: return QStringLiteral("?");
    }
    Q_UNREACHABLE();
}

Tone stateTone(State state)
{
    switch (state) {
    case State::Waiting:
    case State::LettingGo:
    case State::LetGo: return Tone::Muted;
    case State::Held: return Tone::Held;
    case State::NotAcquired:
    case State::Unsure: return Tone::Expiring;
    case State::Lost:
    case State::Failed: return Tone::Danger;
    }
    Q_UNREACHABLE();
}

} // namespace

HeldModel::HeldModel(SystemNames names, const Clock &clock, QObject *parent)
    : QAbstractTableModel(parent), m_names(std::move(names)), m_clock(clock)
{
}

int HeldModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_locks.size());
}

int HeldModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant HeldModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const HeldLock &lock = lockAt(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole: return text(lock, column);
    case Qt::ToolTipRole: return plainToolTip(toolTip(lock, column));
    case Qt::AccessibleTextRole: {
        QStringList parts{text(lock, column)};
        if (column == Progress && !lock.message.isEmpty())
            parts << literalText(lock.message);
        return spokenCell(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(),
                          parts.join(QStringLiteral(", ")));
    }
    case Qt::TextAlignmentRole: {
        const bool number = column == Lease || column == Renewals;
        return QVariant::fromValue(Qt::Alignment(number ? Qt::AlignRight : Qt::AlignLeft));
    }
    case ToneRole: return QVariant::fromValue(tone(lock, column));
    case TtlShareRole: {
        const auto share = column == Lease ? leaseShare(lock) : std::nullopt;
        return share ? QVariant(*share) : QVariant();
    }
    case AlarmRole: return lock.state == State::Lost;
    case SignRole: return column == Progress ? stateSign(lock.state) : QString();
    case NoteRole: return column == Progress ? literalText(lock.message) : QString();
    default: return {};
    }
}

QVariant HeldModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Name: return tr("Lock");
    case Place: return tr("Backend");
    case Owner: return tr("Owner");
    case Lease: return tr("TTL");
    case Renewals: return tr("Renewals");
    case Progress: return tr("State");
    case columns: break;
    }
    return {};
}

void HeldModel::put(const HeldLock &lock)
{
    const int row = rowOf(lock.id);
    if (row >= 0) {
        m_locks[static_cast<size_t>(row)] = lock;
        emit dataChanged(index(row, 0), index(row, columns - 1));
        return;
    }
    const int last = rowCount();
    beginInsertRows({}, last, last);
    m_locks.push_back(lock);
    endInsertRows();
}

void HeldModel::remove(int id)
{
    const int row = rowOf(id);
    if (row < 0)
        return;
    beginRemoveRows({}, row, row);
    m_locks.erase(m_locks.begin() + row);
    endRemoveRows();
}

int HeldModel::rowOf(int id) const
{
    const auto found = std::find_if(m_locks.begin(), m_locks.end(),
                                    [id](const HeldLock &lock) { return lock.id == id; });
    return found == m_locks.end() ? -1 : static_cast<int>(found - m_locks.begin());
}

int HeldModel::liveCount() const
{
    return static_cast<int>(std::count_if(m_locks.begin(), m_locks.end(),
                                          [](const HeldLock &lock) { return lock.isLive(); }));
}

void HeldModel::tick()
{
    if (!m_locks.empty())
        emit dataChanged(index(0, Lease), index(rowCount() - 1, Lease));
}

QString HeldModel::nameText(const HeldLock &lock)
{
    const QByteArray &name = lock.order.request.name;
    return name.isEmpty() ? tr("(empty name)") : literalText(name);
}

QString HeldModel::text(const HeldLock &lock, Column column) const
{
    switch (column) {
    case Name: return nameText(lock);
    case Place:
        return QStringLiteral("%1 · %2").arg(literalText(lock.order.backend.name),
                                             m_names.label(lock.order.system));
    case Owner: return ownerText(lock);
    case Lease: return leaseText(lock);
    case Renewals:
        if (!lock.own || lock.renewals == 0)
            return {};
        return lock.renewals == 1 ? tr("1 renewal") : tr("%1 renewals").arg(lock.renewals);
    case Progress: return stateWord(lock.state);
    case columns: break;
    }
    return {};
}

QString HeldModel::ownerText(const HeldLock &lock) const
{
    const QByteArray &owner = lock.own ? lock.own->owner : lock.order.request.owner;
    return owner.isEmpty() ? LockText::none() : literalText(owner);
}

std::optional<Micros> HeldModel::left(const HeldLock &lock) const
{
    if (!lock.isOurs() || !lock.leaseEnds)
        return std::nullopt;
    return std::max(Micros(0), std::chrono::duration_cast<Micros>(*lock.leaseEnds - m_clock.now()));
}

QString HeldModel::leaseText(const HeldLock &lock) const
{
    if (!lock.isOurs())
        return LockText::none();
    if (const auto time = left(lock))
        return *time > Micros(0) && *time < Millis(100) ? tr("< 0.1 s") : durationText(*time);
    return lock.own && !lock.own->ttl ? tr("∞ none") : LockText::unknown();
}

std::optional<double> HeldModel::leaseShare(const HeldLock &lock) const
{
    const auto time = left(lock);
    if (!time || !lock.own || !lock.own->ttl || *lock.own->ttl <= Millis(0))
        return std::nullopt;
    const double share =
        static_cast<double>(time->count()) / static_cast<double>(Micros(*lock.own->ttl).count());
    return std::clamp(share, 0.0, 1.0);
}

Tone HeldModel::leaseTone(const HeldLock &lock) const
{
    if (!lock.isOurs())
        return lock.state == State::Lost ? Tone::Danger : Tone::Muted;
    if (!left(lock))
        return lock.own && !lock.own->ttl ? Tone::NoExpiry : Tone::Muted;
    return shareTone(leaseShare(lock));
}

Tone HeldModel::tone(const HeldLock &lock, Column column) const
{
    if (column == Progress) {
        // What is said of a lock that is held is that it could not be renewed.
        const bool trouble = lock.state == State::Held && !lock.message.isEmpty();
        return trouble ? Tone::Expiring : stateTone(lock.state);
    }
    if (column == Lease)
        return leaseTone(lock);
    if (lock.state == State::Lost)
        return Tone::Danger;
    const bool matters = lock.isLive() && column != Place && column != Renewals;
    return matters ? Tone::Plain : Tone::Muted;
}

QString HeldModel::toolTip(const HeldLock &lock, Column column) const
{
    QStringList lines;
    if (column == Progress) {
        lines << stateWord(lock.state);
        if (!lock.message.isEmpty())
            lines << literalText(lock.message);
        lines << tr("For %1").arg(
            ageText(std::chrono::duration_cast<Micros>(m_clock.now() - lock.since)));
    } else if (column == Lease && lock.own && lock.own->ttl) {
        lines << tr("Renewed by itself at a third of its TTL of %1.")
                     .arg(durationText(*lock.own->ttl));
    } else {
        lines << text(lock, column);
    }
    if (column == Name && lock.own && lock.own->fencingToken)
        lines << tr("Fencing token %1").arg(*lock.own->fencingToken);
    if (column == Name && lock.order.hold)
        lines << tr("Let go of by itself after %1.").arg(durationText(*lock.order.hold));
    return lines.join(u'\n');
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/display/heldmodel.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/display/locktext.h"

#include <algorithm>

namespace lockmaster {

namespace {

using State = HeldLock::State;

QString heldWord(State state)
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

Tone heldTone(State state)
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

/** What of a lock that is not over matters. */
Tone textTone(const HeldLock &lock, bool matters)
{
    if (lock.state == State::Lost)
        return Tone::Danger;
    return matters ? Tone::Plain : Tone::Muted;
}

Tone progressTone(const HeldLock &lock)
{
    // What is said of a lock that is held is that it could not be renewed.
    const bool trouble = lock.state == State::Held && !lock.message.isEmpty();
    return trouble ? Tone::Expiring : heldTone(lock.state);
}

QString ownerText(const HeldLock &lock)
{
    const QByteArray &owner = lock.own ? lock.own->owner : lock.order.request.owner;
    return owner.isEmpty() ? LockText::none() : literalText(owner);
}

QString lengthText(const HeldLock &lock, SteadyTime now)
{
    const auto length = std::chrono::floor<std::chrono::seconds>(now - lock.since);
    return HeldModel::tr("for %1", "a time").arg(durationText(length));
}

QString renewalsText(const HeldLock &lock)
{
    if (!lock.own || lock.renewals == 0)
        return {};
    return HeldModel::tr("%Ln renewals", nullptr, int(lock.renewals));
}

QString nameToolTip(const HeldLock &lock)
{
    QStringList lines{HeldModel::nameText(lock)};
    if (lock.own && lock.own->fencingToken)
        lines << HeldModel::tr("Fencing token %1").arg(*lock.own->fencingToken);
    if (lock.order.hold)
        lines << HeldModel::tr("Let go of by itself after %1.").arg(durationText(*lock.order.hold));
    return lines.join(u'\n');
}

} // namespace

HeldModel::HeldModel(SystemNames names, const Clock &clock, QObject *parent)
    : ColumnModel(parent), m_names(std::move(names)), m_clock(clock)
{
    setColumns({
        column(tr("Lock"), nameText)
            .width(200)
            .tone([](const HeldLock &lock) { return textTone(lock, lock.isLive()); })
            .toolTip(nameToolTip),
        column(tr("Server"), [this](const HeldLock &lock) { return place(lock); })
            .width(170)
            .tone([](const HeldLock &lock) { return textTone(lock, false); }),
        column(tr("Owner"), ownerText).width(200).tone([](const HeldLock &lock) {
            return textTone(lock, lock.isLive());
        }),
        column(tr("TTL"), [this](const HeldLock &lock) { return leaseText(lock); })
            .number()
            .width(96)
            .tone([this](const HeldLock &lock) { return leaseTone(lock); })
            .toolTip([this](const HeldLock &lock) { return leaseToolTip(lock); })
            .role(TtlShareRole,
                  [this](const HeldLock &lock) {
                      const auto share = leaseShare(lock);
                      return share ? QVariant(*share) : QVariant();
                  }),
        column(tr("For"), [this](const HeldLock &lock) { return lengthText(lock, m_clock.now()); })
            .number()
            .width(104)
            .tone([](const HeldLock &lock) { return textTone(lock, false); })
            .toolTip([](const HeldLock &) { return tr("How long it has been in this state."); }),
        column(tr("Renewals"), renewalsText).number().width(104).tone([](const HeldLock &lock) {
            return textTone(lock, false);
        }),
        column(tr("State"), [](const HeldLock &lock) { return heldWord(lock.state); })
            .tone(progressTone)
            .toolTip([this](const HeldLock &lock) { return progressToolTip(lock); })
            .spoken([](const HeldLock &lock) {
                return lock.message.isEmpty() ? heldWord(lock.state)
                                              : heldWord(lock.state) + QStringLiteral(", ")
                                                    + literalText(lock.message);
            })
            .role(SignRole, [](const HeldLock &lock) { return stateSign(lock.state); })
            .role(NoteRole, [](const HeldLock &lock) { return literalText(lock.message); }),
    });
    Q_ASSERT(columnCount() == columns);
}

int HeldModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_locks.size());
}

QVariant HeldModel::rowData(const HeldLock &lock, int role) const
{
    return role == AlarmRole ? QVariant(lock.state == State::Lost) : QVariant();
}

void HeldModel::put(const HeldLock &lock)
{
    const int row = rowOf(lock.id);
    if (row >= 0) {
        m_locks[static_cast<size_t>(row)] = lock;
        tellChanged(row, row);
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
        emit dataChanged(index(0, Lease), index(rowCount() - 1, Length));
}

QString HeldModel::nameText(const HeldLock &lock)
{
    const QByteArray &name = lock.order.request.name;
    return name.isEmpty() ? tr("(empty name)") : literalText(name);
}

QString HeldModel::place(const HeldLock &lock) const
{
    return QStringLiteral("%1 · %2").arg(literalText(lock.order.backend.name),
                                         m_names.label(lock.order.system));
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

QString HeldModel::leaseToolTip(const HeldLock &lock) const
{
    if (!lock.own || !lock.own->ttl)
        return leaseText(lock);
    return tr("Renewed by itself at a third of its TTL of %1.").arg(durationText(*lock.own->ttl));
}

QString HeldModel::progressToolTip(const HeldLock &lock) const
{
    QStringList lines{heldWord(lock.state)};
    if (!lock.message.isEmpty())
        lines << literalText(lock.message);
    lines << tr("For %1").arg(
        ageText(std::chrono::duration_cast<Micros>(m_clock.now() - lock.since)));
    return lines.join(u'\n');
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/display/eventtext.h"

#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/display/locktext.h"

namespace lockmaster {

QString EventText::sentence(const Event &event, const QString &releasedBy,
                            const QString &releasedFrom)
{
    switch (event.kind) {
    case EventKind::BackendLost:
        return tr("%1 does not answer: %2").arg(event.backend, literalText(event.detail));
    case EventKind::BackendBack: return tr("%1 answers again").arg(event.backend);
    case EventKind::MasterChanged:
    case EventKind::NodeLost:
    case EventKind::NodeBack: return tr("%1: %2").arg(event.backend, literalText(event.detail));
    default: break;
    }
    const LockRecord *lock = event.lock();
    if (!lock)
        return event.backend;
    if (!releasedBy.isEmpty() && event.before)
        return released(event, releasedBy, releasedFrom);
    QString name = LockText::name(*lock);
    switch (event.kind) {
    case EventKind::Appeared: return acquired(*lock, event);
    case EventKind::Renewed: return renewed(*lock, event);
    case EventKind::OwnerChanged: return changed(event);
    case EventKind::Expired:
        return (event.end == HowEnded::Released ? tr("%1 of %2 was let go of")
                                                : tr("%1 of %2 expired"))
            .arg(name, LockText::owner(*lock));
    case EventKind::Gone: return gone(event);
    case EventKind::Blocked: return tr("%1 blocked: an open transaction locks its row").arg(name);
    case EventKind::Unblocked: return tr("%1 not blocked any more").arg(name);
    default: return name;
    }
}

QString EventText::released(const Event &event, const QString &releasedBy,
                            const QString &releasedFrom)
{
    const LockRecord &lock = *event.before;
    const QString name = LockText::name(lock);
    constexpr qsizetype shortName = 120;
    const QString owner = releasedFrom.isEmpty() ? LockText::owner(lock)
                                                 : briefText(literalText(releasedFrom), shortName);
    if (event.kind == EventKind::OwnerChanged && event.after)
        return tr("%1 of %2 was released from here and is held by %3 now (audit log: %4)")
            .arg(name, owner, LockText::owner(*event.after), releasedBy);
    if (!lock.heldSince)
        return tr("%1 of %2 was released from here (audit log: %3)").arg(name, owner, releasedBy);
    return tr("%1 of %2 was released from here after %3 (audit log: %4)")
        .arg(name, owner, LockText::held(lock, event.seenAt), releasedBy);
}

QString EventText::acquired(const LockRecord &lock, const Event &event)
{
    const QString name = LockText::name(lock);
    if (lock.state != LockState::Held)
        return tr("%1 appeared, %2").arg(name, LockText::state(lock));
    return tr("%1 acquired by %2, %3")
        .arg(name, LockText::owner(lock),
             lock.lease.hasExpiry ? LockText::ttl(lock, event.seenAt) : tr("no expiry"));
}

QString EventText::renewed(const LockRecord &lock, const Event &event)
{
    return tr("%1 renewed by %2, %3 left")
        .arg(LockText::name(lock), LockText::owner(lock), LockText::ttl(lock, event.seenAt));
}

QString EventText::changed(const Event &event)
{
    const LockRecord &lock = *event.lock();
    if (!event.before || !event.after)
        return LockText::name(lock);
    return tr("%1: %2 → %3")
        .arg(LockText::name(lock), LockText::owner(*event.before), LockText::owner(*event.after));
}

QString EventText::gone(const Event &event)
{
    const LockRecord &lock = *event.lock();
    const QString name = LockText::name(lock);
    if (!lock.heldSince || lock.state == LockState::Expired || lock.state == LockState::Free)
        return tr("%1 of %2 is gone").arg(name, LockText::owner(lock));
    const QString text = event.end == HowEnded::Released  ? tr("%1 of %2 was let go of after %3")
                         : event.end == HowEnded::Unknown ? tr("%1 of %2 is gone after %3, not "
                                                               "known how")
                         : event.end == HowEnded::Lost    ? tr("%1 of %2 vanished in a failover "
                                                                  "after %3; its holder may not know")
                                                          : tr("%1 of %2 is gone after %3");
    return text.arg(name, LockText::owner(lock), LockText::held(lock, event.seenAt));
}

Tone EventText::tone(EventKind kind)
{
    switch (kind) {
    case EventKind::BackendLost:
    case EventKind::MasterChanged:
    case EventKind::NodeLost:
    case EventKind::Blocked: return Tone::Danger;
    case EventKind::OwnerChanged: return Tone::Expiring;
    case EventKind::Renewed:
    case EventKind::Expired:
    case EventKind::Gone: return Tone::Muted;
    default: return Tone::Plain;
    }
}

QString EventText::time(const Event &event)
{
    return clockText(localTimeOf(event.wallTime), TimeDetail::ToMilli);
}

} // namespace lockmaster

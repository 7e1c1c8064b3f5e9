// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/eventline.h"

#include "core/formats/knownnames.h"
#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"

namespace lockmaster {

namespace {

QString ownerText(const LockRecord &lock)
{
    return lock.holders.empty() ? QStringLiteral("nobody") : lock.holders.front().label;
}

QString holdingText(const LockRecord &lock, SteadyTime now)
{
    QString text = QStringLiteral("owner ") + ownerText(lock);
    const std::optional<Micros> ttl = lock.ttlAt(now);
    if (!lock.lease.hasExpiry)
        text += QStringLiteral(", no expiry");
    else if (ttl && *ttl >= Micros(0))
        text += QStringLiteral(", %1 left").arg(durationText(*ttl));
    return text;
}

/** Only where the event's own word does not say it. */
QString endText(const Event &event)
{
    if (event.end == HowEnded::Lost)
        return QStringLiteral(", lost in a failover");
    if (event.end == HowEnded::Unknown)
        return QStringLiteral(", not known how it ended");
    return event.end == HowEnded::Released ? QStringLiteral(", let go of") : QString();
}

QString lockDetail(const Event &event, SteadyTime now)
{
    const LockRecord &lock = *event.lock();
    switch (event.kind) {
    case EventKind::OwnerChanged:
        if (event.before)
            return holdingText(lock, now) + QStringLiteral(", before ") + ownerText(*event.before)
                   + endText(event);
        return holdingText(lock, now);
    case EventKind::Gone:
    case EventKind::Expired:
    case EventKind::Blocked:
    case EventKind::Unblocked: return QStringLiteral("owner ") + ownerText(lock) + endText(event);
    default: return holdingText(lock, now);
    }
}

} // namespace

QString eventLine(const Event &event, SteadyTime now)
{
    QString line = clockText(localTimeOf(event.wallTime), TimeDetail::ToMilli) + u' '
                   + eventKindName(event.kind).leftJustified(13) + u' ' + event.backend;
    if (const LockRecord *lock = event.lock()) {
        line += u' ' + lock->id.source->system + u' ' + nameText(lock->id.name) + u' '
                + lockDetail(event, now);
    } else if (!event.detail.isEmpty()) {
        line += u' ' + event.detail;
    }
    return literalText(line);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/display/narrowing.h"

#include "core/monitor/filter.h"
#include "core/text/literaltext.h"

namespace lockmaster {

NarrowedLock NarrowedLock::of(const LockRecord &lock)
{
    const bool isOwned = !lock.holders.empty() && !lock.holders.constFirst().truncated();
    return {lock.id.name, isOwned ? lock.holders.constFirst().raw : QByteArray(),
            lock.id.source->backend};
}

QString NarrowedLock::text(Narrowing by)
{
    switch (by) {
    case Narrowing::Name: return tr("Only this name");
    case Narrowing::Owner: return tr("Only this owner");
    case Narrowing::Server: return tr("Only this server");
    }
    Q_UNREACHABLE();
}

QString NarrowedLock::term(Narrowing by) const
{
    const QByteArray value = by == Narrowing::Name    ? name
                             : by == Narrowing::Owner ? owner
                                                      : backend.toUtf8();
    if (value.isEmpty())
        return {};
    const QStringView field = by == Narrowing::Name    ? QStringView(u"name")
                              : by == Narrowing::Owner ? QStringView(u"owner")
                                                       : QStringView(u"backend");
    // A filter finds a name as it is shown, so that any can be typed but for the very long.
    const QString term = Filter::exactTerm(field, {literalText(value)});
    return Filter::parse(term) ? term : QString();
}

} // namespace lockmaster

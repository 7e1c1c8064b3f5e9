// SPDX-License-Identifier: Apache-2.0
#include "core/display/narrowing.h"

#include "core/monitor/filterparser.h"
#include "core/monitor/viewsnapshot.h"
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

ViewScope NarrowedLock::scopeFor(const QString &term, ViewScope scope, const ViewSnapshot &view)
{
    const auto filter = Filter::parse(term);
    if (!filter)
        return scope;
    if (filter->asksOf(FilterField::Owner)) {
        scope.owner.reset();
        scope.ownerHolds = false;
    }
    if (!filter->asksOf(FilterField::Backend))
        return scope;
    bool isApart = scope.apart;
    for (const bool apart : {false, true}) {
        for (const auto &backend : view.part(apart).backends) {
            const BackendStatus &status = backend->status;
            if (!filter->admitsBackend(status.name))
                continue;
            const bool isShown =
                scope.backend.isEmpty() ? scope.apart == apart : scope.backend == status.name;
            if (isShown && (!scope.environment || scope.environment == status.environment))
                return scope;
            isApart = apart;
        }
    }
    ViewScope wider = scope.whole();
    wider.apart = isApart;
    wider.finding = scope.finding;
    wider.owner = scope.owner;
    wider.ownerHolds = scope.ownerHolds;
    return wider;
}

} // namespace lockmaster

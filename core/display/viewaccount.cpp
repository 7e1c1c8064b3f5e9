// SPDX-License-Identifier: Apache-2.0
#include "core/display/viewaccount.h"

#include "core/text/literaltext.h"
#include "core/display/locktext.h"
#include "core/monitor/filterparser.h"

#include <algorithm>

namespace lockmaster {

namespace {

QString problemText(const BackendStatus &status, const Problem &problem)
{
    const QString text = literalText(errorText(problem.error));
    return problem.error.message.contains(status.name)
               ? text
               : QStringLiteral("%1: %2").arg(literalText(status.name), text);
}

bool isIn(const ViewScope &scope, const BackendStatus &status)
{
    return (!scope.environment || scope.environment == status.environment)
           && (scope.backend.isEmpty() || scope.backend == status.name);
}

bool shows(const SourceStatus &source, const QString &system)
{
    return std::find(source.systems.begin(), source.systems.end(), system) != source.systems.end();
}

/** A source that does not tell what it can show may show anything. */
bool isIn(const ViewScope &scope, const SourceStatus &source)
{
    return (scope.source.isEmpty() || scope.source == source.name)
           && (scope.system.isEmpty() || source.systems.empty() || shows(source, scope.system));
}

/** Something is looked at that would show a lock in the scope. */
bool isScopeWatched(const ViewScope &scope, const ViewPart &part)
{
    const bool isWhole = scope.source.isEmpty() && scope.system.isEmpty();
    return std::any_of(part.backends.begin(), part.backends.end(), [&](const auto &backend) {
        const BackendStatus &status = backend->status;
        const auto showsIt = [&scope](const SourceStatus &source) {
            return isIn(scope, source) && (scope.system.isEmpty() || shows(source, scope.system));
        };
        return isIn(scope, status)
               && (isWhole || std::any_of(status.sources.begin(), status.sources.end(), showsIt));
    });
}

qint64 locksIn(const ViewSnapshot &view)
{
    const ViewScope &scope = view.query.scope;
    const ViewPart &part = view.shown();
    if (scope.needsLook())
        return view.scopeLocks;
    if (scope.finding)
        return part.findingCounts.at(static_cast<size_t>(*scope.finding));
    qint64 locks = 0;
    if (scope.source.isEmpty() && scope.system.isEmpty()) {
        for (const auto &backend : part.backends)
            locks += isIn(scope, backend->status) ? qint64(backend->locks.size()) : 0;
        return locks;
    }
    QStringList inside;
    for (const auto &backend : part.backends) {
        if (isIn(scope, backend->status))
            inside << backend->status.name;
    }
    for (const SourceCount &count : part.sourceCounts) {
        const bool counts = (scope.source.isEmpty() || scope.source == count.source)
                            && (scope.system.isEmpty() || scope.system == count.system)
                            && inside.contains(count.backend);
        locks += counts ? count.count : 0;
    }
    return locks;
}

/** All that narrows: a sentence of less would be one of locks that nobody looked at. */
QString placeOf(const ViewScope &scope, bool isApart)
{
    QStringList parts;
    QStringList names;
    for (const QString &name : {scope.backend, scope.source, scope.system}) {
        if (!name.isEmpty())
            names << literalText(name);
    }
    if (!names.isEmpty())
        parts << (scope.backend.isEmpty() ? ViewAccount::tr("of %1", "1: a lock system")
                                          : ViewAccount::tr("on %1"))
                     .arg(names.join(QStringLiteral(", ")));
    if (scope.environment)
        parts << ViewAccount::tr("in “%1”").arg(LockText::environmentGroup(*scope.environment));
    if (isApart && scope.backend.isEmpty())
        parts << ViewAccount::tr("in the lab");
    if (scope.owner)
        parts << ViewAccount::tr("of “%1”").arg(scope.owner->name());
    if (scope.finding)
        parts << ViewAccount::tr("with “%1”").arg(LockText::findingTitle(*scope.finding));
    return parts.join(u' ');
}

} // namespace

ViewAccount ViewAccount::of(const ViewSnapshot &view)
{
    const ViewScope &scope = view.query.scope;
    const ViewPart &part = view.shown();
    ViewAccount account;
    account.isApart = view.showsApart;
    account.shown = std::count_if(view.rows.begin(), view.rows.end(),
                                  [](const ViewRow &row) { return row.mark != RowMark::Gone; });
    account.isFiltered = !view.query.filter.isEmpty();
    if (account.shown == 0)
        account.unknownFields = view.query.filter.unknownFields();
    account.isScoped = scope != scope.whole();
    account.total = part.totalLocks;
    account.inScope = account.isScoped ? locksIn(view) : part.totalLocks;
    account.elsewhere = view.matchesElsewhere;
    account.anythingRead = isAnythingRead(part);
    account.place = placeOf(scope, view.showsApart);
    account.isWatched = isScopeWatched(scope, part);
    for (const auto &backend : part.backends) {
        const BackendStatus &status = backend->status;
        if (!isIn(scope, status))
            continue;
        bool whole = status.state != BackendState::Offline;
        for (const SourceStatus &source : status.sources) {
            if (!isIn(scope, source))
                continue;
            whole = whole && source.complete;
            if (scope.owner)
                continue; // whose it is nobody can tell
            account.notDecoded += source.notDecoded;
            const auto suggested = suggestedPattern(source.notDecodedKinds);
            if (suggested && suggested->looksLikeLocks && source.lockCount == 0)
                account.likely.push_back({status.name, *suggested});
        }
        for (const FoundTable &found : status.found) {
            if (scope.source.isEmpty() && !scope.owner)
                account.found.push_back({status.name, found});
        }
        if (status.state == BackendState::Connecting)
            account.connecting << literalText(status.name);
        else if (!whole)
            account.unread << literalText(status.name);
        if (status.paused || status.state == BackendState::Stale)
            account.late << literalText(status.name);
        for (const Problem &problem : status.problems) {
            if (scope.source.isEmpty() || problem.source.isEmpty()
                || problem.source == scope.source)
                account.problems << problemText(status, problem);
        }
        if (status.problems.empty() && status.state == BackendState::Offline)
            account.problems << tr("%1 does not answer.").arg(literalText(status.name));
    }
    return account;
}

bool ViewAccount::isAnythingRead(const ViewPart &part)
{
    return std::any_of(part.backends.begin(), part.backends.end(), [](const auto &backend) {
        return backend->status.state == BackendState::Online
               || backend->status.state == BackendState::Stale;
    });
}

QStringList ViewAccount::inState(const ViewSnapshot &view, BackendState state)
{
    QStringList names;
    for (const auto &backend : view.backends) {
        if (backend->status.state == state)
            names << literalText(backend->status.name);
    }
    return names;
}

QString ViewAccount::names(const QStringList &all, qsizetype most)
{
    if (all.size() <= most)
        return all.join(QStringLiteral(", "));
    const QString first = all.mid(0, most - 1).join(QStringLiteral(", "));
    return tr("%1 and %2 more").arg(first, QString::number(all.size() - most + 1));
}

QString ViewAccount::count() const
{
    if (total == 0 && !anythingRead)
        return {};
    QString text = tr("%1 of %2").arg(countText(shown), countText(total));
    if (shown == total)
        text = tr("%Ln locks", nullptr, int(total));
    return isComplete() ? text : text + QStringLiteral(" + ?");
}

QString ViewAccount::sentences() const
{
    QStringList said;
    if (isApart)
        said << tr("Shown: %1 of %2 %3.", "3: in the lab, on a server")
                    .arg(countText(shown), countText(isScoped ? inScope : total), place);
    else if (isScoped)
        said << tr("Shown: %1 of %2 %3; of all servers: %4.")
                    .arg(countText(shown), countText(inScope), place, countText(total));
    else
        said << tr("Shown: %1 of %2.").arg(countText(shown), countText(total));
    said << unknownFieldsSentence() << notDecodedSentence() << unreadSentence();
    said.removeAll(QString());
    return said.join(u' ');
}

QString ViewAccount::notDecodedSentence() const
{
    if (notDecoded == 0)
        return {};
    return tr("%Ln entries were read that fit no known format.", nullptr, int(notDecoded));
}

QString ViewAccount::unknownFieldsSentence() const
{
    if (unknownFields.isEmpty())
        return {};
    QStringList known;
    for (const auto &[field, word] : FilterWords::fields())
        known << word;
    return tr("No field, and looked for as a text: %1. Fields are %2.")
        .arg(names(unknownFields), known.join(QStringLiteral(", ")));
}

QString ViewAccount::unreadSentence() const
{
    const QStringList missing = unread + connecting;
    return missing.isEmpty() ? QString()
                             : tr("Not read, or not completely: %1.").arg(names(missing));
}

} // namespace lockmaster

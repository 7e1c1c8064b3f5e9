// SPDX-License-Identifier: Apache-2.0
#include "core/history/historyactions.h"

#include <QHash>

namespace lockmaster {

namespace {

/** So many of the newest lines of the audit log are looked at. */
constexpr qsizetype mostLines = 10'000;

HistoryLock lockOf(const LockId &id)
{
    return {id.source->backend, id.source->system, id.source->name, id.name};
}

bool isAsked(const AuditLine &line, const AuditIntent &intent, const HistoryQuery &query,
             const std::optional<ServerTime> &from)
{
    const bool inTime =
        (!from || line.time >= *from) && (!query.until || line.time <= *query.until);
    const bool ofBackend = query.backends.isEmpty() || query.backends.contains(intent.backend);
    const bool ofOwner = query.owner.isEmpty() || intent.owner.contains(query.owner);
    const bool asksForLocks = query.lock || !query.lockText.isEmpty();
    const bool ofLock = !asksForLocks || (intent.lock && query.asksFor(lockOf(*intent.lock)));
    return inTime && ofBackend && ofLock && ofOwner;
}

} // namespace

Result<std::vector<AuditLine>>
readHistoryActions(const QString &directory, const HistoryQuery &query, const HistoryPage &page)
{
    const auto lines = readAudit(directory, mostLines);
    if (!lines)
        return passOn(lines);
    const std::optional<ServerTime> from =
        page.listedFrom ? std::max(query.from, page.listedFrom) : query.from;
    std::vector<AuditLine> actions;
    QHash<QString, AuditIntent> intents;
    for (const AuditLine &line : *lines) {
        if (line.isIntent)
            intents.insert(line.id, line.intent);
        if (isAsked(line, intents.value(line.id), query, from))
            actions.push_back(line);
    }
    if (qint64(actions.size()) > query.most)
        actions.erase(actions.begin(), actions.end() - query.most);
    return actions;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/models/emptystate.h"

#include "core/domain/literaltext.h"

#include <QLocale>

#include <algorithm>

namespace lockmaster {

std::vector<const BackendStatus *> ViewTrouble::inScope(const ViewSnapshot &view)
{
    std::vector<const BackendStatus *> backends;
    for (const auto &backend : view.backends) {
        const BackendStatus &status = backend->status;
        if (view.query.scope.backend.isEmpty() || view.query.scope.backend == status.name)
            backends.push_back(&status);
    }
    return backends;
}

QString ViewTrouble::problemText(const BackendStatus &status, const Problem &problem)
{
    const QString message = literalText(problem.error.message);
    const QString remedy = literalText(problem.error.remedy);
    const QString named = message.contains(status.name)
                              ? message
                              : QStringLiteral("%1: %2").arg(status.name, message);
    return remedy.isEmpty() ? named : QStringLiteral("%1 %2").arg(named, remedy);
}

bool ViewTrouble::anythingRead(const ViewSnapshot &view)
{
    return std::any_of(view.backends.begin(), view.backends.end(), [](const auto &backend) {
        return backend->status.state == BackendState::Online
               || backend->status.state == BackendState::Stale;
    });
}

QStringList ViewTrouble::problems(const ViewSnapshot &view)
{
    QStringList lines;
    const QString &source = view.query.scope.source;
    for (const BackendStatus *status : inScope(view)) {
        for (const Problem &problem : status->problems) {
            if (source.isEmpty() || problem.source.isEmpty() || problem.source == source)
                lines << problemText(*status, problem);
        }
        if (status->problems.empty() && status->state == BackendState::Offline)
            lines << tr("%1 does not answer.").arg(status->name);
    }
    return lines;
}

std::optional<EmptyState> ViewTrouble::unreadState(const ViewSnapshot &view)
{
    if (const QStringList troubles = problems(view); !troubles.isEmpty())
        return EmptyState{troubles.join(QStringLiteral("\n\n")), tr("Try again"),
                          EmptyState::Action::Refresh};
    QStringList waiting;
    for (const BackendStatus *status : inScope(view)) {
        if (status->state == BackendState::Connecting)
            waiting << status->name;
    }
    if (!waiting.isEmpty())
        return EmptyState{tr("Connecting to %1 …").arg(waiting.join(QStringLiteral(", "))),
                          {},
                          EmptyState::Action::None};
    return std::nullopt;
}

std::optional<EmptyState> ViewTrouble::emptyState(const ViewSnapshot &view)
{
    if (!view.rows.empty())
        return std::nullopt;
    if (view.backends.empty())
        return EmptyState{tr("Add a server to see who holds its locks."), tr("Add a server…"),
                          EmptyState::Action::AddBackend};
    if (!view.query.filter.isEmpty() && view.totalLocks > 0)
        return EmptyState{
            tr("None of the %1 locks matches the filter.").arg(QLocale().toString(view.totalLocks)),
            tr("Clear filter"), EmptyState::Action::ClearFilter};
    if (auto unread = unreadState(view))
        return unread;
    if (view.query.scope != ViewScope() && view.totalLocks > 0)
        return EmptyState{tr("Nothing is held here right now."), tr("Show all locks"),
                          EmptyState::Action::ShowAll};
    return EmptyState{tr("Nothing is held right now: every source was read, and no lock is there."),
                      tr("Refresh"), EmptyState::Action::Refresh};
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

#include <QCoreApplication>

namespace lockmaster {

/** Why the lock table shows nothing, and what the one button there does. */
struct EmptyState {
    enum class Action : quint8 { None, AddBackend, Refresh, ClearFilter, ShowAll };
    QString text;
    QString button;
    Action action = Action::None;
};

/** Finds out why a view is empty and what stands in the way of a complete one. */
class ViewTrouble
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::ViewTrouble)

public:
    /** None where there are rows. An unread source never looks like "nothing is held". */
    static std::optional<EmptyState> emptyState(const ViewSnapshot &view);

    /** Whether any backend in the view has been read: without one, a count of zero says nothing. */
    static bool anythingRead(const ViewSnapshot &view);

    /** What is missing from a view that has rows, one line for each problem. */
    static QStringList problems(const ViewSnapshot &view);

private:
    static std::vector<const BackendStatus *> inScope(const ViewSnapshot &view);
    static QString problemText(const BackendStatus &status, const Problem &problem);
    static std::optional<EmptyState> unreadState(const ViewSnapshot &view);
};

} // namespace lockmaster

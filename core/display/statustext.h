// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"
#include "core/display/lockroles.h"

#include <QCoreApplication>

namespace lockmaster {

/** A piece of the status line. */
struct StatusPart {
    QString text;
    QString toolTip; ///< plain, may have many lines
    Tone tone = Tone::Muted;
    QStringList shorter = {}; ///< the same with whole parts left out, more and more of them

    friend bool operator==(const StatusPart &, const StatusPart &) = default;
};

/**
 * How the backends are doing, for one line: a few are each told of; of many it is told how many
 * answer, and by name only those that do not. All translated, plain and literal.
 */
class StatusText
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::StatusText)

public:
    /** More than so many share the line's words. */
    static constexpr size_t mostByThemselves = 4;

    /** Of one server. */
    static StatusPart of(const BackendStatus &status, SteadyTime now);
    static std::vector<StatusPart> backends(const ViewSnapshot &view, SteadyTime now);
    /** How changes on it become known, and why it is no better. */
    static QString updates(const BackendStatus &status);

private:
    static std::vector<StatusPart> together(const ViewSnapshot &view, SteadyTime now);
    static QStringList fewerNames(const QString &text, const QStringList &names);
    static StatusPart overview(const ViewSnapshot &view, SteadyTime now);
    static QString list(const ViewSnapshot &view, SteadyTime now);
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/lockreport.h"

namespace lockmaster {

/** On whose clock a report is told, and who made it when. */
struct ReportStyle {
    QTimeZone zone;
    ServerTime madeAt{};
    QString madeBy; ///< the program's name
};

/// Pure functions; any thread. Whatever a name, an owner or a reason is made of is shown to the
/// letter, and becomes neither markup nor code.

/** GitHub's Markdown, with tables. */
QByteArray reportMarkdown(const LockReport &report, const ReportStyle &style);

/** One file: no scripts, nothing from elsewhere; the lanes as a drawing within it. */
QByteArray reportHtml(const LockReport &report, const ReportStyle &style);

} // namespace lockmaster

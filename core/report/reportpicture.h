// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/lockreport.h"

namespace lockmaster {

class ReportClock;

/**
 * The lanes as an `<svg>` element within a page: who held it, when nothing was seen (hatched), who
 * waited beneath, and when something was done from here. Its colours are those of a light page,
 * which `darkLanes` replaces in a dark one.
 */
QByteArray lanesDrawing(const LockReport &report, const ReportClock &clock);
/** The rules of a style sheet that the drawing's classes want, for a dark page. */
QByteArray darkLanes();

/** The lanes as lines of text; empty where there is nothing to draw. */
QStringList lanesAsText(const LockReport &report, const ReportClock &clock);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/lanes/lanesgeometry.h"

#include <QFont>

namespace lockmaster {

/** One text below the lanes. */
struct FootText {
    enum class Tone : quint8 { Vacancy, Overlap, Mark, Finding };
    Tone tone = Tone::Mark;
    QString text;
    QRect rect;
    double anchor = 0;                    ///< x of what it belongs to
    bool hasLine = true;                  ///< a line may lead to it without crossing another text
    std::optional<LeaderMark::Kind> sign; ///< drawn before the text
};

/** The room that a mark's sign takes before its text. */
inline constexpr int footSign = 14;

/**
 * Lays out the texts below the lanes: vacancies and overlaps first, then what was done and found;
 * at most two rows, nothing overlaps. What finds no room is shortened or left out (the tooltip
 * has it). While time moves on, texts keep their places.
 */
std::vector<FootText> footTexts(const LaneChart &chart, const LanesGeometry &geometry,
                                const QFont &font);

} // namespace lockmaster

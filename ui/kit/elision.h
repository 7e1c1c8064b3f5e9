// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QFontMetrics;

namespace lockmaster {

/**
 * A figure within `width`: as it is, else without its smaller unit (`≥ 13 m` of `≥ 13 m 18 s`: a
 * duration is cut and not rounded anyway), else `…` alone. A number that lost digits would be
 * another number.
 */
QString fittingFigure(const QFontMetrics &metrics, const QString &text, int width);

/** A sentence cut at its end; never within a number, for the same reason. */
QString fittingSentence(const QFontMetrics &metrics, const QString &text, int width);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/leader.h"

#include <QColor>
#include <QRectF>

class QPainter;

namespace lockmaster {

/** The sign of a kind of mark, told from the others by its shape alone, filling `rect`. */
void paintLeaderSign(QPainter &painter, LeaderMark::Kind kind, const QRectF &rect,
                     const QColor &color);

} // namespace lockmaster

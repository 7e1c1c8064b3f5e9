// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "ui/kit/colors.h"

#include <QFont>
#include <QRect>

class QPainter;

namespace lockmaster {

/// A backend's environment as a framed word, `PROD`, beside its name.

/** What it takes beside a text of that font; 0: there is none. */
int badgeWidth(Environment environment, const QFont &font);

/** Draws it at the left of `rect` and returns the width it took; 0 where it has no room. */
int paintBadge(QPainter &painter, const QRect &rect, Environment environment, const QFont &base,
               const Colors &colors);

} // namespace lockmaster

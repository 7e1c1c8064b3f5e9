// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/lockroles.h"

#include <QString>

namespace lockmaster {

/** One of the figures that stand beside each other: what it is, and how much. */
struct Figure {
    QString title;
    QString value;
    Tone tone = Tone::Plain;
    QString note; ///< small, below; may be empty

    friend bool operator==(const Figure &, const Figure &) = default;
};

} // namespace lockmaster

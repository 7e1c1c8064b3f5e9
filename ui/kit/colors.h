// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/lockrecord.h"
#include "core/display/ownerhues.h"

#include <QColor>
#include <QPalette>

#include <array>

namespace lockmaster {

/**
 * What colour means in the window, one meaning each. Every colour that carries text keeps a
 * contrast of at least 4.5:1 on `base`, `window`, `selection` and `resting`.
 */
struct Colors {
    QColor base;      ///< behind tables
    QColor window;    ///< behind panes and bars
    QColor selection; ///< behind selected rows, pale enough for every other colour
    QColor resting;   ///< the same where the keys go elsewhere
    QColor hover;
    QColor line; ///< separators, the empty part of a bar
    QColor text;
    QColor muted;    ///< labels and what matters less; expired
    QColor accent;   ///< held
    QColor expiring; ///< amber: below a fifth of the lease; warnings
    QColor noExpiry; ///< violet
    QColor danger;   ///< red: blocked, offline, production
    QColor good;     ///< green: a backend that answers
    QColor conflict; ///< magenta: two that both believe they lead
    /** Tell owners apart, and nothing else: in different hues and in different lightness. `base`
     * can be read on each. */
    std::array<QColor, ownerHues> owners;
};

const Colors &lightColors();
const Colors &darkColors();

/** Whether `palette` is light text on a dark ground. */
bool isDark(const QPalette &palette);
/** The set that fits `palette`. */
const Colors &colorsFor(const QPalette &palette);
/** That of what is not there any more: nothing in it shouts, and all of it can be read. */
const Colors &ghostColors(const QPalette &palette);

QPalette lightPalette();
QPalette darkPalette();

/** The colour of an environment's badge and stripe. */
QColor environmentColor(Environment environment, const Colors &colors);

/** Contrast of two opaque colours after WCAG 2.1, from 1 to 21. */
double contrast(const QColor &a, const QColor &b);
/** For words on that ground, at 4.5:1 at least: `base` where it has that, else black or white. */
QColor wordsOn(const QColor &ground, const Colors &colors);

} // namespace lockmaster

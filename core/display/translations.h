// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QLocale>

class QSettings;

namespace lockmaster {

/**
 * The language of `locale`, where we speak it, and English otherwise; that has a translation too,
 * for what it calls one and what it calls several. Once, in a program with an application object.
 */
void installTranslations(const QLocale &locale);

/** The languages that there are, English first. */
QList<QLocale> spokenLanguages();

/** Where the window's settings have the language that was chosen, as `QLocale::name()`. */
inline constexpr QLatin1StringView languageKey("language");

/** What was chosen, or the desktop's. */
QLocale chosenLanguage(const QSettings &settings);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/display/translations.h"

#include <QCoreApplication>

namespace {

/** Windows say "1 lock" and "2 locks" by their translation into English. */
void speakEnglish()
{
    lockmaster::installTranslations(QLocale::c());
}

} // namespace

Q_COREAPP_STARTUP_FUNCTION(speakEnglish)

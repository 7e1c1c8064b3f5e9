// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLocale>

namespace lockmaster {

/**
 * The language of `locale`, where we speak it, and English otherwise; that has a translation too,
 * for what it calls one and what it calls several. Once, in a program with an application object.
 */
void installTranslations(const QLocale &locale);

} // namespace lockmaster

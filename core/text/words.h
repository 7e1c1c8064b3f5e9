// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>

namespace lockmaster {

/**
 * What people read, outside of widgets: `Words::tr("Held by %1.")` in the program's language.
 * `lockctl` installs no translation, so there the English text itself is the answer: one and
 * several are two texts here. Windows say `tr("%n locks", nullptr, count)`.
 */
class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster)
};

} // namespace lockmaster

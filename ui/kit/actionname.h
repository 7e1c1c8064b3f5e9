// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <functional>

class QAction;

namespace lockmaster {

/**
 * Calls `action` what `name` says in the window's language, and remembers what it says in English:
 * who looks for it may know either. `name` is `[] { return tr("Settings…"); }`, so that the words
 * stand once.
 */
void nameAction(QAction &action, const std::function<QString()> &name);

/** What an action is called in English; its text where that is not known. */
QString englishName(const QAction &action);

/** What `name` says in English, whatever the window's language. */
QString inEnglish(const std::function<QString()> &name);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPushButton>

namespace lockmaster::test {

/** The button of that text, with its `&`, that is not hidden; nullptr where there is none. */
inline QPushButton *buttonOf(const QWidget *in, const QString &text)
{
    for (QPushButton *each : in->findChildren<QPushButton *>()) {
        if (each->text() == text && !each->isHidden())
            return each;
    }
    return nullptr;
}

inline bool isReady(const QWidget *in, const QString &text)
{
    const QPushButton *found = buttonOf(in, text);
    return found && found->isEnabled();
}

} // namespace lockmaster::test

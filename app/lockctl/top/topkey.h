// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/words.h"

#include <QString>

namespace lockmaster {

/** A key as a terminal tells of it. */
struct TopKey {
    enum class Code : quint8 {
        Text, ///< `text` was typed or pasted
        Enter,
        Escape,
        Tab,
        BackTab,
        Up,
        Down,
        Left,
        Right,
        PageUp,
        PageDown,
        Home,
        End,
        Delete,
        Backspace,
        F1,
        F5,
        ClearLine, ///< Ctrl+U
        Redraw,    ///< Ctrl+L
        Quit,      ///< Ctrl+C
        Suspend,   ///< Ctrl+Z
    };
    Code code = Code::Text;
    QString text = {};        ///< one character
    bool isAmongMany = false; ///< it came with others at once, as what is pasted does

    bool is(Code which) const { return code == which; }
    bool is(QChar letter) const { return code == Code::Text && text == letter; }

    /** It moves, scrolls or leads elsewhere, wherever it is pressed: nothing is done by it. */
    bool leads() const
    {
        switch (code) {
        case Code::Text: return QStringLiteral("jk[]+-/123456").contains(text);
        case Code::Enter:
        case Code::Delete:
        case Code::Backspace:
        case Code::ClearLine:
        case Code::F1:
        case Code::F5: return false;
        default: return true;
        }
    }
};

/** What is pasted was never meant for a button: why nothing was done. */
inline QString manyKeysTold()
{
    return Words::tr("Several keys came at once, as if pasted: nothing was done. Press that key "
                     "again, by itself.");
}

} // namespace lockmaster

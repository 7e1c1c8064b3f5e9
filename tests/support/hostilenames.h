// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <vector>

/// Names, owners and values that want to be something else.

namespace lockmaster::test {

struct Hostile {
    const char *what;
    QByteArray bytes;
};

inline const std::vector<Hostile> &hostiles()
{
    static const std::vector<Hostile> all = {
        {"markup", "<b>bold</b><img src='file:///etc/passwd'><a href=\"x\">&lt;</a>"},
        {"bidi", "right \u202e to \u2066left\u200b"},
        {"lines", "two\nlines\r\tand a tab\u2028"},
        {"nul", QByteArray("a\0nul", 5)},
        {"ansi", "\x1b[31mred\x1b]0;title\x07\u009b"},
        {"formula", "=HYPERLINK(\"http://x\",\"y\")"},
        {"quotes", "a'; DROP TABLE x; -- \"b\" \\ `c` $(id) %1 %s &d"},
    };
    return all;
}

} // namespace lockmaster::test

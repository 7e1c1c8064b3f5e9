// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace lockmaster {

struct ShellWord {
    QString text;
    /** A shell would put something else in, such as a variable: `text` is not what was meant. */
    bool isReplaced = false;
};

/** The first command of what stands in a shell, and how much of it that is. */
struct ShellLine {
    std::vector<ShellWord> words;
    QString end; ///< what it ends at, with more behind it that was not read: `|`; empty: nothing
};

/**
 * As a shell takes words apart: quotes, escapes, lines that go on in the next one. Where it would
 * read or write files is left out. Nothing is run or expanded. None: a quote does not end.
 */
std::optional<ShellLine> shellLine(const QString &text);

} // namespace lockmaster

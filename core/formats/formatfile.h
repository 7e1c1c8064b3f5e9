// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/lockformat.h"

#include "core/text/tomltext.h"

#include <QByteArray>

namespace lockmaster {

/** What is wrong in a format file, and where. */
struct FormatProblem {
    int line = 0; ///< from 1; 0: the file as a whole
    int column = 0;
    QString message;

    friend bool operator==(const FormatProblem &, const FormatProblem &) = default;
};

/** A format, or everything that is wrong with it. */
struct ParsedFormat {
    LockFormatPointer format; ///< null where there are problems
    std::vector<FormatProblem> problems;
};

/**
 * Reads a format file: a closed vocabulary, every word of which is checked. `origin` is the file's
 * name. Any thread.
 */
ParsedFormat parseFormat(const QByteArray &toml, const QString &origin = {});

/** The same of a table within a larger file. */
ParsedFormat readFormat(const TomlNode &node, const QString &origin);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/tableformat.h"

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
    TableFormatPointer format; ///< null where there are problems
    std::vector<FormatProblem> problems;
};

/** Reads a format file: a closed vocabulary, every word of which is checked. Any thread. */
ParsedFormat parseFormat(const QByteArray &toml);

/** What comes with the program, in the order of their ids. They live as long as it. */
const std::vector<TableFormatPointer> &shippedFormats();

/** The one of that id, or null. */
TableFormatPointer shippedFormat(QStringView id);

} // namespace lockmaster

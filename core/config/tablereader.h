// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/profilefile.h"
#include "core/text/tomltext.h"

namespace lockmaster {

/** One `[[backend.table]]`, and what is wrong with it. */
struct ParsedTable {
    TableSpec spec;
    std::vector<ProfileProblem> problems;
};

/** Reads a preset, a column mapping, or a preset with some columns named otherwise. */
ParsedTable readTable(const TomlNode &node);

/** The reference design that `preset` names; none for one that is not known. */
std::optional<TableSpec> tablePreset(QStringView preset);

/** A table of a format file, as its library calls it; none for a format that is not known. */
std::optional<TableSpec> formatTable(QStringView format);

/** The ids of all formats of tables, for messages. */
QString tableFormatIds();

} // namespace lockmaster

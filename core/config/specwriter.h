// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"

#include <QByteArray>

#include <vector>

namespace lockmaster {

/** How one key of a profile would be written for a backend or table. */
struct WrittenKey {
    QString key;
    std::optional<QByteArray> value; ///< TOML; none: there is nothing to write
    bool implied = false;            ///< leaving the key out says the same
};

/** Every key of a `[[backend]]` but its tables, in the order in which they are written. */
std::vector<WrittenKey> writtenKeys(const BackendSpec &spec);

/**
 * Every key of a `[[backend.table]]`, what `preset` implies left out where it is given. With
 * `apartFromSchema` the table is written as it is beside a `schema` key.
 */
std::vector<WrittenKey> writtenKeys(const TableSpec &table, const std::optional<TableSpec> &preset,
                                    bool apartFromSchema);

/** The tables that have to be written: those that were named, and presets that were changed. */
std::vector<TableSpec> writtenTables(const BackendSpec &spec);

/** A whole new `[[backend]]` with its tables. */
QByteArray writtenBackend(const BackendSpec &spec);

/** A whole new `[[backend.table]]`, each line after `indent`. */
QByteArray writtenTable(const TableSpec &table, const QByteArray &indent);

/** Whether text can say it: names and patterns are bytes, a profile is UTF-8. */
bool canBeWritten(const BackendSpec &spec);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <vector>

namespace lockmaster {

/** What a statement says of the user-level locks it asks for. */
struct NamedLocks {
    std::vector<QByteArray> names; ///< those that stand in it as literals
    bool all = false;              ///< it asks for no others
};

/**
 * The names in calls like `GET_LOCK('a', 3)`, `get_lock(_utf8mb4"a",3)`, `GET_LOCK(X'61', 3)`.
 * Placeholders, variables and expressions give no name. Escapes are read as the server does by
 * default.
 */
NamedLocks lockNamesInStatement(const QByteArray &statement);

} // namespace lockmaster

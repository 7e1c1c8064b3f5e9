// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/sqltestserver.h"

namespace lockmaster::test {

/** A Galera cluster of three MariaDBs, each in a directory of its own. As `LiveSqlServer`. */
class PrivateGalera
{
public:
    /** Each sees the two others and is up to date; null and `why` if not. */
    static std::unique_ptr<PrivateGalera> start(QString *why);

    LiveSqlServer &node(size_t number) { return *m_nodes.at(number); }
    /** Stops the two others in their tracks: node 0 is cut off from most once it misses them. */
    void cutOffFirst();
    void heal();

private:
    std::vector<std::unique_ptr<LiveSqlServer>> m_nodes;
};

} // namespace lockmaster::test

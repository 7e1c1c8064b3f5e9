// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/sqltestserver.h"

namespace lockmaster::test {

/**
 * Three members that decide together what is written, each in a directory of its own: a Galera
 * cluster of MariaDBs, or MySQLs in a Group Replication in which all may be written to.
 * As `LiveSqlServer`.
 */
class PrivateSqlGroup
{
public:
    /** Each sees the two others and is up to date; null and `why` if not. */
    static std::unique_ptr<PrivateSqlGroup> startGalera(QString *why);
    /** Likewise, of the Oracle MySQL in the directory tree `root`. */
    static std::unique_ptr<PrivateSqlGroup> startMySql(const QString &root, QString *why);

    QString name() const; ///< `galera`, `mysql`
    LiveSqlServer &node(size_t number) { return *m_nodes.at(number); }
    /** Stops the two others in their tracks: node 0 is cut off from most once it misses them. */
    void cutOffFirst();
    void heal();
    /** Of MySQLs: from now on node 0 alone may be written to. Fails the test if it cannot be. */
    void leaveOnePrimary();

private:
    std::vector<std::unique_ptr<LiveSqlServer>> m_nodes;
};

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/imports/foundserver.h"

#include <vector>

class QProcessEnvironment;

namespace lockmaster {

/** The servers of one file, or of this program's environment. */
struct FoundServers {
    QString where; ///< the path, or the variable
    std::vector<FoundServer> servers;
};

/** Where one need not be told to look. */
struct UsualServers {
    std::vector<FoundServers> found;
    std::vector<Error> unread; ///< Denied: files that are there
};

/**
 * What `~/.my.cnf` and DBeaver's own files say, and `DATABASE_URL`, `MYSQL_URL`, `REDIS_URL` and
 * `VALKEY_URL`.
 */
UsualServers usualServers(const QString &home, const QProcessEnvironment &environment);

/**
 * Whatever it is: an option file of MySQL's clients, DBeaver's `data-sources.json`, an export of
 * Redis Insight or Another Redis Desktop Manager, a `.env` with URLs in it. Errors: Denied, Config
 * (none of these).
 */
Result<FoundServers> serversOfFile(const QString &path);

/** A server that was found, as it would stand in a profile. */
struct ImportableServer {
    enum class State : quint8 {
        New,
        Known,    ///< the profile has it already, or it was found before
        Unusable, ///< it cannot be watched
    };

    State state = State::New;
    QString where;
    QString name;      ///< in the profile; unusable: as it is called there
    BackendSpec spec;  ///< as a profile would say it, its name and password included
    QStringList notes; ///< what it has there and not here, in sentences
    QString why;       ///< known: the name that it has; unusable: the reason, in a sentence
};

/**
 * What of all that a profile with `known` in it lacks. One server in one database is one, whoever
 * logs in. Names are made unique.
 */
std::vector<ImportableServer> importable(const std::vector<FoundServers> &found,
                                         const std::vector<BackendSpec> &known);

/** Adds them to the profile at `path`, all or none; passwords are left out. Errors: Denied, Config.
 */
Result<void> importServers(const QString &path, const std::vector<BackendSpec> &servers);

} // namespace lockmaster

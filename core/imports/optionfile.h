// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/imports/foundserver.h"

#include <vector>

namespace lockmaster {

/**
 * The servers in an option file of MySQL's or MariaDB's clients (`~/.my.cnf`): what `[client]` and
 * `[mysql]` say together, and for each suffix of `--defaults-group-suffix` what `[clientSUFFIX]`
 * and `[mysqlSUFFIX]` say besides. Files that it includes are not read. Source: MySQL 8.4 manual,
 * Using Option Files; MariaDB knowledge base, Configuring MariaDB with Option Files.
 */
std::vector<FoundServer> serversOfOptionFile(const QByteArray &text);

/** Whether it looks like one: a `[group]` stands on a line. */
bool isOptionFile(const QByteArray &text);

} // namespace lockmaster

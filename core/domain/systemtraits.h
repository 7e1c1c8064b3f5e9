// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"

#include <span>

namespace lockmaster {

/**
 * What rooms that know no lock format have to know of a lock system. All else about it stands in
 * its folder under `core/systems/`.
 */
struct SystemTraits {
    QLatin1StringView id = {}; ///< also a URL's option that names a table, or a lock to ask for
    BackendKind kind = BackendKind::MySql;
    bool electsLeaders = false; ///< whoever holds one of its locks leads
    bool expires = true;        ///< false: its locks end with a session, and never by themselves
    /** On several servers a client is known by another name on each; by its thread it is the same.
     */
    bool clientPerServer = false;
    bool takenOnSeveral = false; ///< its locks are taken on several servers at once (Redlock)
    bool asksByName = false; ///< some servers list its locks to nobody: known names are asked for

    /**
     * The reference design's table, for a system that is kept in tables of anybody's naming. Where
     * that has a lease, the time column is a heartbeat, and no table of the system lacks a lease.
     */
    TableSpec (*table)() = nullptr;
    QLatin1StringView clockOption = {}; ///< of a URL, behind the one that names the table
    QLatin1StringView leaseOption = {}; ///< likewise; empty where no table has a lease
    const char *tableLabel = nullptr;   ///< such a table in the window, for `Words::tr`
    const char *addLabel = nullptr;     ///< its button there, likewise; with its mnemonic
};

/**
 * One for each system that is not described by a format file; in the registry's order, which has
 * those of the files behind them.
 */
std::span<const SystemTraits> systemTraits();
/** Of those that are kept in tables; they live as long as the program. */
std::vector<const SystemTraits *> tableSystems();
/** None of them is true of an id that is not known: a history may hold any. */
const SystemTraits &traitsOf(QStringView id);

/** Whether whoever holds one of its locks leads: of a format too. */
bool electsLeaders(QStringView id);

/**
 * Whether it is told that there are none: not of the libraries that are looked for in any Redis,
 * most of which are on none.
 */
bool isToldWhenNone(QStringView id);

/** The ids that `BackendSpec::systems` may hold. */
QStringList lockSystemIds(BackendKind kind);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"

namespace lockmaster {

/** The reference designs' tables, one for each system that is kept in tables. */
std::vector<TableSpec> referenceTables();

/**
 * Adds what is looked for in the backend's database though nobody named it: tables of systems of
 * which none is named, as `defaults` say, and with `autoFormats` those of all libraries that come
 * with the program. Without a database there is nothing to add.
 */
void addUnnamedTables(BackendSpec &spec,
                      const std::vector<TableSpec> &defaults = referenceTables());

/**
 * A backend while a URL or a profile is being read: what was said so far. `completed()` fills in
 * what follows from it and refuses what contradicts itself.
 */
struct SpecDraft {
    BackendSpec spec;
    std::optional<TlsMode> tls;
    std::optional<bool> readOnly;
    /** One for each system in tables: what nobody names, and what is not said of one. */
    std::vector<TableSpec> defaultTables = referenceTables();
};

/**
 * The backend that a draft means: its name (`host:port/database` without one), TLS (verified as
 * soon as a certificate file is named), read-only (in production), and the reference designs'
 * tables where none of their system was named. Errors: Config, for parts that contradict.
 */
Result<BackendSpec> completed(SpecDraft draft);

/** What a backend's URL says, not completed yet. Errors: Config, as `parseBackendUrl`. */
Result<SpecDraft> draftFromUrl(const QString &url);

/** What a backend's name takes, for messages: `isPlainName()`. */
QString plainNames();
/** `host:port/database`, what a backend is called without a name; literally. */
QString defaultBackendName(const BackendSpec &spec);

/** May hold the password of any backend, and of the sentinels of any. */
inline constexpr QLatin1StringView anyPasswordVariable("LOCKMASTER_PASSWORD");
inline constexpr QLatin1StringView anySentinelPasswordVariable("LOCKMASTER_SENTINEL_PASSWORD");
/** The same for one backend: `LOCKMASTER_PASSWORD_CACHE_1`. */
QString passwordVariable(const QString &backendName,
                         QLatin1StringView general = anyPasswordVariable);

/**
 * Why these servers can have no locks together: two majorities would have to share one, and none
 * may count twice. None: they can, or there are none.
 */
std::optional<Error> quorumFault(const BackendSpec &spec);

/** Empty when its kind has every lock system it names, else what it takes. */
QString unknownSystems(const BackendSpec &spec);

/// Values that URLs and profiles write the same way; none for anything else.
std::optional<TlsMode> tlsModeFromText(QStringView text);
QString tlsModeText(TlsMode mode);
/** Names the four forms of a clock, for messages. */
QString acceptedClocks();
/** Sets schema and table from `table` or `schema.table`. False for an empty or over-long part. */
bool setTable(TableSpec &spec, const QString &text);

/** What `formats` takes to find them by itself. */
inline constexpr QLatin1StringView autoFormatsWord("auto");
inline constexpr Millis shortestPoll{200};
inline constexpr Millis longestPoll{60'000};
inline constexpr Millis shortestTimeout{100};
inline constexpr Millis longestTimeout{60'000};
inline constexpr Millis longestLease{86'400'000};
inline constexpr int highestRedisDatabase = 1'000'000;
inline constexpr int mostRedlockServers = 15;

} // namespace lockmaster

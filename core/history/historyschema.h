// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockmaster {

/// The tables of the store. Moments are microseconds since 1970, UTC.

inline constexpr int historyVersion = 2;
/** `LmHi`: how SQLite's files say whose they are. */
inline constexpr int historyApplicationId = 0x4c6d4869;

/**
 * What version 2 has beside those of version 1: a file of that gets them when it is opened for
 * writing, and one that is read meanwhile has no waits.
 */
inline constexpr const char *historyWaitTables[] = {
    // One waiter for one lock. `how`, `after`, `last` and `ended` as those of a hold; `until`
    // stays null while it goes on.
    ("CREATE TABLE wait (id INTEGER PRIMARY KEY, lock INTEGER NOT NULL, waiter INTEGER NOT NULL,"
     " run INTEGER NOT NULL, how INTEGER NOT NULL, began INTEGER NOT NULL, after INTEGER,"
     " until INTEGER, last INTEGER, ended INTEGER NOT NULL DEFAULT 0)"),
    "CREATE INDEX wait_time ON wait (began)",
    "CREATE INDEX wait_lock ON wait (lock, began)",
    "CREATE INDEX wait_waiter ON wait (waiter, began)",
    "CREATE INDEX wait_open ON wait (run) WHERE until IS NULL",
};

/**
 * A hold's `span` is the number of bits of its length in microseconds; null while it is open. All
 * that were held at one moment are then found without looking at what is much shorter than the time
 * since it began: for each span only those that began within twice that length before.
 */
inline constexpr const char *historyTables[] = {
    // One stretch of recording by one program; `ended` stays null where it was killed.
    "CREATE TABLE run (id INTEGER PRIMARY KEY, program TEXT NOT NULL, pid INTEGER NOT NULL,"
    " began INTEGER NOT NULL, ended INTEGER)",
    // `run`: the last one that recorded it.
    "CREATE TABLE backend (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, run INTEGER)",
    "CREATE TABLE place (id INTEGER PRIMARY KEY, backend INTEGER NOT NULL, name TEXT NOT NULL,"
    " UNIQUE (backend, name))",
    // When a place was looked at, look after look without a gap.
    "CREATE TABLE seen (id INTEGER PRIMARY KEY, place INTEGER NOT NULL, run INTEGER NOT NULL,"
    " began INTEGER NOT NULL, until INTEGER NOT NULL, complete INTEGER NOT NULL)",
    "CREATE INDEX seen_place ON seen (place, began)",
    "CREATE TABLE lock (id INTEGER PRIMARY KEY, place INTEGER NOT NULL, system TEXT NOT NULL,"
    " name BLOB NOT NULL)",
    "CREATE UNIQUE INDEX lock_name ON lock (name, place, system)",
    "CREATE TABLE owner (id INTEGER PRIMARY KEY, label TEXT NOT NULL, raw BLOB NOT NULL)",
    "CREATE UNIQUE INDEX owner_raw ON owner (raw, label)",
    // `after`: the look before it began. `last`: the last that showed it, set with `until`.
    "CREATE TABLE hold (id INTEGER PRIMARY KEY, lock INTEGER NOT NULL, owner INTEGER,"
    " run INTEGER NOT NULL, variant TEXT, how INTEGER NOT NULL, began INTEGER NOT NULL,"
    " after INTEGER, until INTEGER, last INTEGER, ended INTEGER NOT NULL DEFAULT 0,"
    " renewals INTEGER NOT NULL DEFAULT 0, waiters INTEGER, findings TEXT, span INTEGER)",
    "CREATE INDEX hold_time ON hold (span, began)",
    "CREATE INDEX hold_lock ON hold (lock, began)",
    "CREATE INDEX hold_owner ON hold (owner, began)",
    "CREATE TABLE event (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL,"
    " backend INTEGER NOT NULL, lock INTEGER, owner INTEGER, detail TEXT)",
    "CREATE INDEX event_at ON event (at)",
    "CREATE INDEX event_lock ON event (lock, at)",
    "CREATE INDEX event_owner ON event (owner) WHERE owner IS NOT NULL",
    // `kept_from`: what ended before was cleared away.
    "CREATE TABLE note (name TEXT PRIMARY KEY, value INTEGER NOT NULL)",
};

} // namespace lockmaster

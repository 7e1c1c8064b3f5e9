// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "core/config/profilefile.h"
#include "core/domain/backendspec.h"
#include "core/domain/result.h"
#include "core/sources/backendreader.h"
#include "core/sources/changefeed.h"

namespace lockmaster {

/** The backends a command works on. */
struct BackendChoice {
    std::vector<BackendSpec> backends; ///< names unique; at least one
    bool complete = true;          ///< false: the profile has backends that could not be understood
    std::vector<LockNote> locks;   ///< what the profile says of locks
    std::vector<OwnerRule> owners; ///< and who goes by several names
    HistoryKeys history;           ///< and of their history
    std::optional<SavedView> view; ///< that `--view` names
    AlertKeys alerts;              ///< and when to tell of them
    ReaderFactory readers;
    FeedFactory feeds;
    /** For what opens connections of its own: releases and holds. */
    std::function<PasswordSource(const BackendSpec &)> passwords;
};

/**
 * What `--url`, `--config`, `--backend`, `--password-file` and the `--system` of who looks at locks
 * choose. What is wrong is said on standard error; none where nothing is left to work on. Who shows
 * locks to people gives the profile's commands that list names, and what leads to its servers, so
 * long, `namesPatience` usually. Of what `--view` names the servers alone are chosen here.
 */
std::optional<BackendChoice> chooseBackends(const Options &options,
                                            Millis forNames = Millis::zero());

inline constexpr Millis namesPatience{10'000};

/** What the profile says of alerts, without a look at its servers; none where it cannot be read. */
std::optional<AlertKeys> chooseAlerts(const Options &options);

/** Where the profile is that the options mean. */
QString profilePath(const Options &options);

/** The names in the profile, for completion. */
QStringList profileBackendNames(const Options &options);
/** Likewise of its views. */
QStringList profileViewNames(const Options &options);

} // namespace lockmaster

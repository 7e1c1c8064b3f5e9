// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/knownnames.h"
#include "core/config/profilefile.h"
#include "core/text/tomltext.h"

namespace lockmaster {

/** One `[[backend]]` as it was understood. */
struct ReadBackend {
    size_t index = 0; ///< among the `[[backend]]` of the root
    BackendSpec spec;
};

/** What the root table of a profile says; problems in the order in which they were met. */
struct ParsedProfile {
    QString path; ///< where it stands; may be empty
    std::vector<ReadBackend> backends;
    std::vector<LockNote> locks;
    std::vector<OwnerRule> owners;
    std::vector<SavedView> views;
    HistoryKeys history;
    AlertKeys alerts;
    QStringList namedAlerts; ///< those that the profile itself names
    NameDictionary names;
    std::vector<NameCommand> nameCommands;
    std::vector<ProfileProblem> problems;
};

/** Adds to `reading`: a name that stands there already is refused. */
void readProfile(const TomlNode &root, ParsedProfile &reading);

/** The name a `[[backend]]` gives itself; empty where it gives none. */
QString writtenName(const TomlNode &backend);

} // namespace lockmaster

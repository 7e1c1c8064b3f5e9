// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/profilefile.h"

namespace lockmaster {

/**
 * Runs the commands of a profile that list names, those that are trusted, and makes their names
 * known beside those that are, such as the profile's own. They run in `/`. Blocks, until `deadline`
 * at most. @return what went wrong, in words; that costs the names of that command.
 */
QStringList learnNames(const Profile &profile, SteadyTime deadline);

/** All commands of a profile that have to be trusted, those that are among them. */
std::vector<ForeignCommand> foreignCommands(const Profile &profile);

} // namespace lockmaster

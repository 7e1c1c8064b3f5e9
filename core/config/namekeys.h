// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/profilefile.h"
#include "core/text/tomltext.h"

namespace lockmaster {

class NameDictionary;

/**
 * Reads `[[names]]` of a profile: names, or a file with one on each line, relative to the profile.
 * A mistake costs that one entry.
 */
void readNames(const TomlMember &member, const QString &profilePath, NameDictionary &names,
               std::vector<ProfileProblem> &problems);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/profilefile.h"
#include "core/text/tomltext.h"

namespace lockmaster {

/** Reads every `[[owner]]`; what is wrong with one costs that one, and no backend. */
void readOwnerRules(const TomlMember &member, std::vector<OwnerRule> &rules,
                    std::vector<ProfileProblem> &problems);

} // namespace lockmaster

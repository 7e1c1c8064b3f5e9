// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/profilefile.h"
#include "core/text/tomltext.h"

namespace lockmaster {

/** What `[history]` says; what is wrong in it is told, costs no backend, and leaves the default. */
void readHistoryKeys(const TomlMember &history, HistoryKeys &keys,
                     std::vector<ProfileProblem> &problems);

} // namespace lockmaster

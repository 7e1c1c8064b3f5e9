// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/profilefile.h"
#include "core/text/tomltext.h"

namespace lockmaster {

/** Reads every `[[lock]]`; what is wrong with one costs that one, and no backend. */
void readLockNotes(const TomlMember &locks, std::vector<LockNote> &notes,
                   std::vector<ProfileProblem> &problems);

} // namespace lockmaster

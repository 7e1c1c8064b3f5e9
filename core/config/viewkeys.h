// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/profilefile.h"
#include "core/config/specwriter.h"
#include "core/text/tomltext.h"

namespace lockmaster {

/** Reads every `[[view]]`; what is wrong with one costs that one, and no backend. */
void readViews(const TomlMember &member, std::vector<SavedView> &views,
               std::vector<ProfileProblem> &problems);

/** Every key of a `[[view]]`, in the order in which they are written. */
std::vector<WrittenKey> writtenKeys(const SavedView &view);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/profilefile.h"
#include "core/text/tomltext.h"

namespace lockmaster {

/** What `[alerts]` says; what is wrong in it is told, costs no backend, and leaves the default. */
void readAlertKeys(const TomlMember &alerts, AlertKeys &keys,
                   std::vector<ProfileProblem> &problems);

/**
 * Every `[[alert]]`: a rule of its own, or what is to be otherwise in a built-in one. What is wrong
 * with one costs that one, and no backend; a built-in rule then stays as it is. `named` are the
 * rules that stood in the profile before.
 */
void readAlertRules(const TomlMember &alerts, AlertKeys &keys, QStringList &named,
                    std::vector<ProfileProblem> &problems);

} // namespace lockmaster
